package people

import (
	"cmp"
	"slices"
	"strings"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/text"
)

// peopleFilter is a filter on people, with its words folded and split.
type peopleFilter struct {
	operatorID, bits                     int64
	anywhere, lastName, firstName, email []string // folded words
	phone                                string   // digits; whose number holds them need not match anywhere
}

func newPeopleFilter(filter account.Filter) peopleFilter {
	f := peopleFilter{
		operatorID: filter.OperatorID, bits: bitsOf(filter.Roles, filter.Admins),
		anywhere: words(filter.Search), lastName: words(filter.LastName), firstName: words(filter.FirstName),
		email: words(filter.Email),
	}
	if len(f.anywhere) > 0 { // without it everybody matches already
		f.phone = filter.Phone
	}
	return f
}

// words returns the folded words that must be searched, the longest first because it matches the
// fewest people. Words that are part of a longer one are left out.
func words(typed string) []string {
	list := strings.Fields(text.Fold(typed))
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	kept := list[:0]
	for _, word := range list {
		if !slices.ContainsFunc(kept, func(longer string) bool { return strings.Contains(longer, word) }) {
			kept = append(kept, word)
		}
	}
	return kept
}

// condition is the SQL condition that a row of people, of that name in the query, matches the words and the roles.
func (f peopleFilter) condition(row string, onSQLite bool, args *[]any) string {
	position := "strpos"
	if onSQLite {
		position = "instr"
	}
	holds := func(words []string, columns ...string) string {
		conditions := []string{`TRUE`}
		for _, word := range words {
			holders, pattern := make([]string, len(columns)), db.Mark(args, word)
			for i, column := range columns {
				holders[i] = position + `(` + row + `.` + column + `, ` + pattern + `) > 0`
			}
			conditions = append(conditions, `(`+strings.Join(holders, ` OR `)+`)`)
		}
		return strings.Join(conditions, ` AND `)
	}
	condition := holds(f.anywhere, `last_folded`, `first_folded`, `email_folded`)
	if f.phone != "" {
		condition = `(` + condition + ` OR ` + holds([]string{f.phone}, `phone`) + `)`
	}
	condition += ` AND ` + holds(f.lastName, `last_folded`) + ` AND ` + holds(f.firstName, `first_folded`) + ` AND ` +
		holds(f.email, `email_folded`)
	if f.bits != 0 {
		condition += ` AND (` + row + `.role_bits & ` + db.Mark(args, f.bits) + `) <> 0`
	}
	return strings.ReplaceAll(condition, `TRUE AND `, ``)
}

// staffBits are the bits of the roles that few people have.
const staffBits = 1 + 2 + 4 + adminBit

const customerBit, adminBit = 8, 16

// roleBits are the bits of the roles in people.role_bits.
var roleBits = map[access.Role]int64{
	access.Manager: 1, access.Hotline: 2, access.Technician: 4,
	access.Customer: customerBit,
}

func bitsOf(roles []access.Role, admin bool) int64 {
	bits := int64(0)
	for _, role := range roles {
		bits |= roleBits[role]
	}
	if admin {
		bits |= adminBit
	}
	return bits
}

// staffOnly reports whether the filter picks staff alone.
func (f peopleFilter) staffOnly() bool { return f.bits != 0 && f.bits&customerBit == 0 }
