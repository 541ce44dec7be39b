// Package people finds accounts by parts of names and e-mails. It can be rebuilt from the accounts at any time.
package people

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"consigne/internal/db"
	"consigne/internal/domain/account"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/text"
)

// Index holds in memory everybody who can be listed, because no index answers a search for part of
// a name: a scan of 200,000 rows takes longer on either engine than a search may (docs/adr/0010).
// Accounts are grouped into blocks by number. Every write raises the version of its block; a search
// reads the versions, then the blocks that changed.
type Index struct {
	db *db.DB

	mutex    sync.Mutex
	versions map[int64]int64 // by block
	byID     map[int64]*person
	list     []*person // in list order; searched without the mutex, so neither the slice nor a person in it is ever modified
	size     atomic.Int64
	read     atomic.Bool // the first full read is done
}

// New returns the index of the people in a database.
func New(d *db.DB) *Index {
	return &Index{db: d, versions: map[int64]int64{}, byID: map[int64]*person{}}
}

const (
	blockSize    = 128 // account numbers per block; the triggers of migration 7 use the same number
	blocksAtOnce = 512 // blocks per query: keeps each query short, and few people in memory twice
)

type person struct {
	id           int64
	folded       string // last name, first name, e-mail and telephone, one per line
	first, email int    // offsets of first name and e-mail
	phone        int    // offset of the telephone
	bits         int64  // roles at any operator
	known        []known
}

// known is an operator that knows a person, and the person's roles there.
type known struct {
	operatorID, bits int64
}

func (p *person) lastName() string  { return p.folded[:p.first-1] }
func (p *person) firstName() string { return p.folded[p.first : p.email-1] }
func (p *person) address() string   { return p.folded[p.email : p.phone-1] }
func (p *person) names() string     { return p.folded[:p.phone-1] } // and the e-mail
func (p *person) number() string    { return p.folded[p.phone:] }

func byName(a, b *person) int {
	return cmp.Or(cmp.Compare(a.lastName(), b.lastName()), cmp.Compare(a.firstName(), b.firstName()), cmp.Compare(a.id, b.id))
}

func (p *person) same(other *person) bool {
	return p.folded == other.folded && p.first == other.first && p.email == other.email && p.phone == other.phone && p.bits == other.bits && slices.Equal(p.known, other.known)
}

// peopleChanged raises the version of the account's block, so that every node reads it again.
func (x *Index) Changed(ctx context.Context, accountID int64) error {
	return x.db.Exec(ctx, "raise version of people", `
		INSERT INTO people_versions (block, version) VALUES ($1, 1)
		ON CONFLICT (block) DO UPDATE SET version = people_versions.version + 1`, accountID/blockSize)
}

// Read brings the people in memory up to date. Searches ask the database until the first call
// has succeeded.
func (x *Index) Read(ctx context.Context) error {
	_, err := x.allPeople(ctx)
	if err == nil {
		x.read.Store(true)
	}
	return err
}

// Find returns the ids of one page of the people that a filter picks, in list order, and how many it
// picks in all.
func (x *Index) Find(ctx context.Context, filter account.Filter, offset, limit int) (ids []int64, total int, err error) {
	if !x.read.Load() {
		return x.pageInDatabase(ctx, filter, offset, limit)
	}
	return x.pageInMemory(ctx, filter, offset, limit)
}

// Snapshot is the people as they were when a call began. The ids for each set of words are computed
// once.
type Snapshot struct {
	people []*person
	ids    map[string][]int64
}

// Now returns a snapshot of the people among whom those who match the filter (nil: none) or
// any of the words are found.
func (x *Index) Now(ctx context.Context, filter *account.Filter, words []string) (*Snapshot, error) {
	now := &Snapshot{ids: map[string][]int64{}}
	if filter == nil && len(words) == 0 {
		return now, nil
	}
	var err error
	if x.read.Load() {
		now.people, err = x.allPeople(ctx)
	} else {
		now.people, err = x.inDatabase(ctx, filter, words)
	}
	return now, err
}

// IDs lists the people who match all the words of a filter.
func (n *Snapshot) IDs(words account.Filter) []int64 {
	key := strings.Join([]string{words.Search, words.LastName, words.FirstName, words.Email}, "\n")
	ids, known := n.ids[key]
	if !known {
		expected := newPeopleFilter(words)
		for _, one := range n.people {
			if expected.matches(one) {
				ids = append(ids, one.id)
			}
		}
		n.ids[key] = ids
	}
	return ids
}

// allPeople returns the people as committed. It reads outside the caller's transaction too, because
// other callers share the list.
func (x *Index) allPeople(ctx context.Context) ([]*person, error) {
	type block struct{ number, version int64 }
	// The versions are read before the rows: a write between the two is read again by the next search.
	blocks, err := db.Collect(ctx, x.db.Committed(), "read versions of people", func(b *block) []any { return []any{&b.number, &b.version} },
		`SELECT block, version FROM people_versions ORDER BY block`)
	if err != nil {
		return nil, err
	}
	x.mutex.Lock()
	defer x.mutex.Unlock()
	blocks = slices.DeleteFunc(blocks, func(b block) bool { return b.version <= x.versions[b.number] })
	if len(blocks) == 0 {
		return x.list, nil
	}
	edits := []edit{}
	for i, first := 0, 0; i < len(blocks); i++ {
		if i+1 < len(blocks) && blocks[i+1].number == blocks[i].number+1 && i+1-first < blocksAtOnce {
			continue
		}
		from, to := blocks[first].number*blockSize, (blocks[i].number+1)*blockSize-1
		fresh, err := x.peopleIn(ctx, from, to)
		if err != nil {
			return nil, err
		}
		edits, first = append(edits, x.compare(from, to, fresh)...), i+1
		if len(edits) >= blocksAtOnce*blockSize/2 {
			x.apply(edits)
			edits = []edit{}
		}
	}
	x.apply(edits)
	for _, b := range blocks {
		x.versions[b.number] = b.version
	}
	return x.list, nil
}

// edit adds a person to the list, or takes one out of it.
type edit struct {
	*person
	out bool
}

// compare returns the edits that turn the listed people with these numbers into fresh.
func (x *Index) compare(from, to int64, fresh []person) []edit {
	edits, there := []edit{}, make(map[int64]bool, len(fresh))
	for i := range fresh {
		id := fresh[i].id
		there[id] = true
		before, listed := x.byID[id]
		if listed && before.same(&fresh[i]) {
			continue
		}
		if listed {
			edits = append(edits, edit{before, true})
		}
		edits = append(edits, edit{&fresh[i], false})
	}
	for id := from; id <= to; id++ {
		if before, listed := x.byID[id]; listed && !there[id] {
			edits = append(edits, edit{before, true})
		}
	}
	return edits
}

func (x *Index) apply(edits []edit) {
	slices.SortFunc(edits, func(a, b edit) int { return byName(a.person, b.person) })
	list, rest := make([]*person, 0, len(x.list)+len(edits)), x.list
	for _, e := range edits {
		at, _ := slices.BinarySearchFunc(rest, e.person, byName)
		list, rest = append(list, rest[:at]...), rest[at:]
		if e.out {
			rest = rest[1:]
			if x.byID[e.id] == e.person {
				delete(x.byID, e.id)
			}
			continue
		}
		one := *e.person // a copy, so that the list does not keep the whole slice of the query alive
		x.byID[one.id] = &one
		list = append(list, &one)
	}
	x.list = append(list, rest...)
	x.size.Store(int64(len(x.list)))
}

// personRow holds the columns of an account that a person is made of.
type personRow struct {
	id                        int64
	last, first, email, phone string
	admin                     bool
}

const personColumns = `a.id, a.last_folded, a.first_folded, a.email_folded, a.phone, a.is_admin`

func (r *personRow) fields() []any {
	return []any{&r.id, &r.last, &r.first, &r.email, &r.phone, &r.admin}
}

func (r *personRow) person() person {
	return person{
		id: r.id, folded: r.last + "\n" + r.first + "\n" + r.email + "\n" + r.phone,
		first: len(r.last) + 1, email: len(r.last) + len(r.first) + 2, phone: len(r.last) + len(r.first) + len(r.email) + 3,
		bits: bitsOf(nil, r.admin),
	}
}

// peopleIn reads the people with these account numbers.
func (x *Index) peopleIn(ctx context.Context, from, to int64) ([]person, error) {
	accounts, err := db.Collect(ctx, x.db.Committed(), "read people", func(r *personRow) []any { return r.fields() },
		`SELECT `+personColumns+` FROM accounts a WHERE a.id BETWEEN $1 AND $2 AND a.deleted_at IS NULL`, from, to)
	if err != nil {
		return nil, err
	}
	type row struct {
		accountID int64
		known
	}
	rows, err := db.Collect(ctx, x.db.Committed(), "read who knows people", func(r *row) []any { return []any{&r.accountID, &r.operatorID, &r.bits} },
		`SELECT k.account_id, k.operator_id, `+roleBitsSum+` FROM account_operators k
		LEFT JOIN account_roles r ON r.account_id = k.account_id AND r.operator_id = k.operator_id AND r.account_id BETWEEN $1 AND $2
		WHERE k.account_id BETWEEN $1 AND $2 GROUP BY k.account_id, k.operator_id`, from, to)
	if err != nil {
		return nil, err
	}
	knownBy := map[int64][]known{}
	for _, r := range rows {
		knownBy[r.accountID] = append(knownBy[r.accountID], r.known)
	}
	list := make([]person, len(accounts))
	for i, a := range accounts {
		list[i] = a.person()
		list[i].known = knownBy[a.id]
		for _, k := range list[i].known {
			list[i].bits |= k.bits
		}
	}
	return list, nil
}

// peopleFilter is a filter on people, with its words folded and split.
type peopleFilter struct {
	operatorID, bits                     int64
	anywhere, lastName, firstName, email []string // folded words
	phone                                string   // digits; whose number holds them need not match anywhere
}

func newPeopleFilter(filter account.Filter) peopleFilter {
	return peopleFilter{
		operatorID: filter.OperatorID, bits: bitsOf(filter.Roles, filter.Admins),
		anywhere: words(filter.Search), lastName: words(filter.LastName), firstName: words(filter.FirstName), email: words(filter.Email),
		phone: filter.Phone,
	}
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

func (w *peopleFilter) matches(p *person) bool {
	bits := p.bits
	if w.operatorID != 0 {
		at := slices.IndexFunc(p.known, func(k known) bool { return k.operatorID == w.operatorID })
		if at < 0 {
			return false
		}
		bits = p.known[at].bits | p.bits&adminBit // an administrator is one at every operator
	}
	return (w.bits == 0 || bits&w.bits != 0) && (hasAll(p.names(), w.anywhere) || w.phone != "" && strings.Contains(p.number(), w.phone)) &&
		hasAll(p.lastName(), w.lastName) && hasAll(p.firstName(), w.firstName) && hasAll(p.address(), w.email)
}

func hasAll(folded string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(folded, word) {
			return false
		}
	}
	return true
}

// The roles of a person as a bit set.
const managerBit, hotlineBit, technicianBit, customerBit, adminBit = 1, 2, 4, 8, 16

var roleBits = map[access.Role]int64{
	access.Manager: managerBit, access.Hotline: hotlineBit, access.Technician: technicianBit, access.Customer: customerBit,
}

// roleBitsSum is the SQL sum of the bits of the roles in rows r.
var roleBitsSum = func() string {
	cases := ""
	for _, role := range slices.Sorted(maps.Keys(roleBits)) {
		cases += fmt.Sprintf(" WHEN '%s' THEN %d", role, roleBits[role])
	}
	return `COALESCE(SUM(CASE r.role` + cases + ` END), 0)`
}()

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

// Size returns how many people are held in memory for searches.
func (x *Index) Size() int { return int(x.size.Load()) }

func (x *Index) pageInMemory(ctx context.Context, filter account.Filter, offset, limit int) (ids []int64, total int, err error) {
	list, err := x.allPeople(ctx)
	expected := newPeopleFilter(filter)
	for _, one := range list {
		if expected.matches(one) {
			if total >= offset && len(ids) < limit {
				ids = append(ids, one.id)
			}
			total++
		}
	}
	return ids, total, err
}
