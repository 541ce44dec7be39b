package store

import "strings"

// where collects the conditions of a query and their arguments.
type where struct {
	conditions []string
	args       []any
}

// arg appends a value to the arguments and returns its placeholder.
func (w *where) arg(value any) string { return mark(&w.args, value) }

// only adds a condition; a row must match all of them.
func (w *where) only(condition string) { w.conditions = append(w.conditions, condition) }

// sql returns the conditions joined by AND, TRUE if there are none.
func (w *where) sql() string {
	return strings.Join(append([]string{`TRUE`}, w.conditions...), ` AND `)
}

// between restricts a column of numbers to two optional bounds, both included.
func between[N ~int64](w *where, column string, least, most *N) {
	if least != nil {
		w.only(column + ` >= ` + w.arg(int64(*least)))
	}
	if most != nil {
		w.only(column + ` <= ` + w.arg(int64(*most)))
	}
}
