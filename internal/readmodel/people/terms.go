package people

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"consigne/internal/db"
)

const (
	sampled     = 509  // one account number of these is in the index people_sample
	mostSampled = 1000 // people read of the sample
	common      = 0.5  // share of people above which looking for one more word saves no time
	mostShort   = 2    // words of one or two letters that are looked for: each is many trigrams
)

// estimate counts the people to search and the share of them who match. It reports whether reading them along the list is
// best: there are few, or many of them match.
func (s *search) estimate(ctx context.Context) (along bool, err error) {
	bits := int64(0)
	if s.staffOnly() {
		bits = s.bits
	}
	if s.people, err = s.count(ctx, bits); err != nil || s.people <= s.fewPeople || s.staffOnly() {
		s.share = 1
		return true, err
	}
	index := ``
	if s.db.OnSQLite() {
		index = ` INDEXED BY people_sample`
	}
	each := sampled * max(1, s.people/sampled/mostSampled)
	s.sample, err = db.Collect(ctx, s.db.Reader(ctx), "sample people", func(p *person) []any { return []any{&p.last, &p.first, &p.email, &p.phone, &p.bits} },
		`SELECT p.last_folded, p.first_folded, p.email_folded, p.phone, p.role_bits FROM people p`+index+`
		WHERE p.operator_id = $1 AND p.account_id % `+strconv.Itoa(sampled)+` = 0 AND p.account_id % `+strconv.Itoa(each)+` = 0`, s.operatorID)
	if err != nil {
		return false, err
	}
	s.share = s.shareOf(s.matches)
	if s.share >= frequent {
		return true, nil
	}
	s.terms = s.chooseTerms()
	return len(s.terms) == 0, s.readBeginnings(ctx)
}

func (s *search) shareOf(matches func(p *person) bool) float64 {
	n := 0
	for i := range s.sample {
		if matches(&s.sample[i]) {
			n++
		}
	}
	return float64(n) / float64(max(len(s.sample), 1))
}

// term is a text that people must hold, by which an index finds them.
type term struct {
	text  string
	phone bool // in their telephone, not in their names
	share float64
}

// alternatives are lists of terms: a person must hold all the terms of one of them.
type alternatives [][]term

// chooseTerms chooses the words that an index looks for: those that no half of the people has, the rarest at least. The others are
// checked on what it finds.
func (s *search) chooseTerms() []alternatives {
	holding := func(words []string, field func(p *person) string) []term {
		list := make([]term, len(words))
		for i, word := range words {
			list[i] = term{text: word, share: s.shareOf(func(p *person) bool { return strings.Contains(field(p), word) })}
		}
		slices.SortStableFunc(list, func(a, b term) int { return cmp.Compare(a.share, b.share) })
		for len(list) > 1 && list[len(list)-1].share >= common {
			list = list[:len(list)-1]
		}
		short := 0
		return slices.DeleteFunc(list, func(t term) bool {
			if utf8.RuneCountInString(t.text) >= 3 {
				return false
			}
			short++
			return short > mostShort
		})
	}
	all := []alternatives{}
	if anywhere := holding(s.anywhere, (*person).names); s.phone != "" {
		all = append(all, alternatives{anywhere, {{text: s.phone, phone: true}}})
	} else if len(anywhere) > 0 {
		all = append(all, alternatives{anywhere})
	}
	for _, words := range [][]term{
		holding(s.lastName, func(p *person) string { return p.last }),
		holding(s.firstName, func(p *person) string { return p.first }),
		holding(s.email, func(p *person) string { return p.email }),
	} {
		if len(words) > 0 {
			all = append(all, alternatives{words})
		}
	}
	share := func(a alternatives) float64 { return a[0][0].share }
	slices.SortStableFunc(all, func(a, b alternatives) int { return cmp.Compare(share(a), share(b)) })
	for len(all) > 1 && share(all[len(all)-1]) >= common {
		all = all[:len(all)-1]
	}
	return all
}

// readBeginnings reads, on SQLite, which trigrams begin with the terms that are too short to hold one.
func (s *search) readBeginnings(ctx context.Context) error {
	s.beginning = map[string][]string{}
	for _, one := range s.terms {
		for _, t := range slices.Concat(one...) {
			if !s.db.OnSQLite() || len(parts(t.text, 3)) > 0 {
				continue
			}
			trigrams, err := db.Collect(ctx, s.db.Reader(ctx), "list trigrams", func(trigram *string) []any { return []any{trigram} },
				`SELECT term FROM people_terms WHERE term >= $1 AND term < $2`, t.text, t.text+"\U0010ffff")
			if err != nil {
				return err
			}
			s.beginning[t.text] = append(trigrams, "\n\n\n") // never empty
		}
	}
	return nil
}

// byIndex reads the people whom the trigram index finds, and checks them.
func (s *search) byIndex(args *[]any) string {
	if s.db.OnSQLite() {
		first := s.operatorID << 40
		return ` FROM people_search CROSS JOIN people p ON p.id = people_search.rowid WHERE people_search MATCH ` + db.Mark(args, s.everyTerm(s.onSQLite)) +
			` AND people_search.rowid BETWEEN ` + db.Mark(args, first) + ` AND ` + db.Mark(args, first+1<<40-1) + ` AND ` + s.condition(`p`, true, args)
	}
	every := s.everyTerm(func(t term) string { return s.onPostgres(t, args) })
	return ` FROM people p WHERE ARRAY[p.operator_id] @> ARRAY[CAST(` + db.Mark(args, s.operatorID) + ` AS BIGINT)] AND ` +
		every + ` AND ` + s.condition(`p`, false, args)
}

// everyTerm joins what is looked for of each term: the words of SQL and of FTS5 are the same.
func (s *search) everyTerm(of func(t term) string) string {
	every := make([]string, len(s.terms))
	for i, one := range s.terms {
		some := make([]string, len(one))
		for j, together := range one {
			all := make([]string, len(together))
			for k, t := range together {
				all[k] = of(t)
			}
			some[j] = `(` + strings.Join(all, ` AND `) + `)`
		}
		every[i] = `(` + strings.Join(some, ` OR `) + `)`
	}
	return strings.Join(every, ` AND `)
}

// The expressions of the index people_search of PostgreSQL.
const namesOfPostgres = `(p.last_folded || E'\n' || p.first_folded || E'\n' || p.email_folded)`

var escaped = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// onPostgres is the condition of the index. Its trigrams are of letters and digits alone, so that words with fewer than three in a
// row are looked for by their single characters and pairs.
func (s *search) onPostgres(t term, args *[]any) string {
	if t.phone {
		return `p.phone LIKE ` + db.Mark(args, `%`+t.text+`%`)
	}
	part := cmp.Or(s.rarePart(t.text), t.text)
	if hasTrigram(part) {
		return namesOfPostgres + ` LIKE ` + db.Mark(args, `%`+escaped.Replace(part)+`%`)
	}
	grams := parts(part, 2)
	if len(grams) == 0 {
		grams = []string{part}
	}
	return `people_grams` + namesOfPostgres + ` @> ARRAY[` + db.Marks(args, grams) + `]::TEXT[]`
}

// hasTrigram reports whether the text holds three letters or digits in a row.
func hasTrigram(text string) bool {
	runs := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(runs, func(run string) bool { return utf8.RuneCountInString(run) >= 3 })
}

// rarePart returns the longest part of a word none of whose trigrams is frequent: the index would read all people who hold these.
func (s *search) rarePart(word string) string {
	runes, longest, from := []rune(word), "", 0
	for i := 0; i+3 <= len(runes); i++ {
		trigram := string(runes[i : i+3])
		if s.shareOf(func(p *person) bool { return strings.Contains(p.names(), trigram) }) >= frequent {
			from = i + 1
		} else if part := string(runes[from : i+3]); len(part) > len(longest) {
			longest = part
		}
	}
	return longest
}

// rarestTrigrams is how many trigrams of a word are looked for.
const rarestTrigrams = 3

// onSQLite is the query for the rarest trigrams of a term.
func (s *search) onSQLite(t term) string {
	if t.phone {
		return quoted(parts(inPhone.Replace(t.text), 3), ` AND `)
	}
	trigrams := parts(t.text, 3)
	if len(trigrams) == 0 {
		return quoted(s.beginning[t.text], ` OR `)
	}
	shares := map[string]float64{}
	for _, trigram := range trigrams {
		shares[trigram] = s.shareOf(func(p *person) bool { return strings.Contains(p.names(), trigram) })
	}
	slices.SortStableFunc(trigrams, func(a, b string) int { return cmp.Compare(shares[a], shares[b]) })
	trigrams = slices.DeleteFunc(trigrams, func(trigram string) bool { return trigram != trigrams[0] && shares[trigram] >= frequent })
	return quoted(trigrams[:min(len(trigrams), rarestTrigrams)], ` AND `)
}

// inPhone writes digits as the index of SQLite holds those of telephones (migration 23).
var inPhone = strings.NewReplacer("0", "₀", "1", "₁", "2", "₂", "3", "₃", "4", "₄", "5", "₅", "6", "₆", "7", "₇", "8", "₈", "9", "₉")

func quoted(trigrams []string, operator string) string {
	list := make([]string, len(trigrams))
	for i, trigram := range trigrams {
		list[i] = `"` + strings.ReplaceAll(trigram, `"`, `""`) + `"`
	}
	return `(` + strings.Join(list, operator) + `)`
}

// parts returns the different parts of n characters of a word.
func parts(word string, n int) []string {
	runes, list := []rune(word), []string{}
	for i := 0; i+n <= len(runes); i++ {
		if part := string(runes[i : i+n]); !slices.Contains(list, part) {
			list = append(list, part)
		}
	}
	return list
}
