package db

import "strings"

// Where collects the conditions of a query and their arguments.
type Where struct {
	Conditions []string
	Args       []any
}

// Arg appends a value to the arguments and returns its placeholder.
func (w *Where) Arg(value any) string { return Mark(&w.Args, value) }

// Only adds a condition; a row must match all of them.
func (w *Where) Only(condition string) { w.Conditions = append(w.Conditions, condition) }

// Is restricts a column to one value.
func (w *Where) Is(column string, value any) { w.Only(column + ` = ` + w.Arg(value)) }

// SQL returns the conditions joined by AND, TRUE if there are none.
func (w *Where) SQL() string {
	return strings.Join(append([]string{`TRUE`}, w.Conditions...), ` AND `)
}

// Between restricts a column of numbers to two optional bounds, both included.
func Between[N ~int64](w *Where, column string, least, most *N) {
	if least != nil {
		w.Only(column + ` >= ` + w.Arg(int64(*least)))
	}
	if most != nil {
		w.Only(column + ` <= ` + w.Arg(int64(*most)))
	}
}
