package ledger

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// The hash is that of `sha256sum` over the text of docs/ledger.md#encoding.
func TestEncoding(t *testing.T) {
	e := Entry{
		OperatorID: 1, Sequence: 1, At: time.Date(2026, 11, 23, 18, 4, 5, 678e6, clock.Paris), Kind: Settled, PaymentID: 42,
		Attempt: "6f2c1c1e-0000-4000-8000-000000000000", Amount: 445, VATRate: 2000, VAT: 74, Means: "Carte bancaire",
		Previous: genesis,
	}
	const text = `consigne.registre.1
exploitant 1
numero 1
instant 2026-11-23T17:04:05.678Z
genre encaisse
paiement 42
tentative 6f2c1c1e-0000-4000-8000-000000000000
document 
montant 445
taux 2000
tva 74
moyen Carte bancaire
precedent 0000000000000000000000000000000000000000000000000000000000000000
`
	if got := string(e.Encode(nil)); got != text {
		t.Errorf("%q", got)
	}
	if hash, _ := e.digest(nil); hash.String() != "7fcaa4a11ccfa273c973b1496290b7378f98f8a669c944e390fc60f203e661f1" {
		t.Error(hash)
	}
	if !strings.Contains(string(readme), "    "+strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ")+"\n") {
		t.Error("the README of archives has another example")
	}
}

func hashOf(e Entry) string {
	hash, _ := e.digest(nil)
	return hash.String()
}

func drawEntry(t *rapid.T) Entry {
	word := rapid.StringMatching(`[a-zé 0-9]{0,4}`)
	number := rapid.Int64Range(-3, 30)
	return Entry{
		OperatorID: number.Draw(t, "operator"), Sequence: number.Draw(t, "sequence"),
		At:   time.UnixMilli(number.Draw(t, "at")).UTC(),
		Kind: Kind(word.Draw(t, "kind")), PaymentID: number.Draw(t, "payment"), Attempt: word.Draw(t, "attempt"),
		Document: word.Draw(t, "document"),
		Amount:   money.Cents(number.Draw(t, "amount")), VATRate: money.Rate(number.Draw(t, "rate")),
		VAT:   money.Cents(number.Draw(t, "vat")),
		Means: word.Draw(t, "means"), Previous: word.Draw(t, "previous"),
	}
}

// Two entries have the same encoding only if they are the same.
func TestEncodingIsUnambiguous(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawEntry(t), drawEntry(t)
		if rapid.Bool().Draw(t, "near") { // differs in one field at most
			b = a
			field := reflect.ValueOf(&b).Elem().Field(rapid.IntRange(0, 11).Draw(t, "field"))
			if field.Kind() == reflect.String {
				field.SetString(rapid.StringMatching(`[a-z ]{0,3}`).Draw(t, "text"))
			} else if field.CanInt() {
				field.SetInt(rapid.Int64Range(0, 9).Draw(t, "number"))
			}
		}
		a.ID, b.ID = 0, 0
		if same := string(a.Encode(nil)) == string(b.Encode(nil)); same != (a == b) {
			t.Fatalf("%+v and %+v: %v", a, b, same)
		}
	})
}

// written is a chain with its head and seals.
type written struct {
	entries []Entry
	head    Head
	seals   []Seal
}

func (w written) clone() written {
	return written{append([]Entry{}, w.entries...), w.head, append([]Seal{}, w.seals...)}
}

func keysOf(t testing.TB, secret string) *Keys {
	t.Helper()
	keys, err := KeysFrom([]byte(strings.Repeat(secret, 32)), nil)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// write makes a chain of n entries, ten a day, with a seal of each whole day, which the keys sign.
func write(t testing.TB, keys *Keys, n int) written {
	t.Helper()
	w := written{head: Head{OperatorID: 1}}
	at := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	kinds := []Kind{Billed, Settled, RefundAsked, RefundDone, MarkedAsPaid}
	for i := range n {
		e, after, err := w.head.chain(Entry{
			At: at.AddDate(0, 0, i/10).Add(time.Duration(i%10) * time.Hour), Kind: kinds[i%len(kinds)], PaymentID: int64(i / 2),
			Attempt: fmt.Sprint("tentative ", i),
			Amount:  money.Cents(100 + i), VATRate: 2000, VAT: 17, Means: "Carte bancaire",
		})
		if err != nil {
			t.Fatal(err)
		}
		w.entries, w.head = append(w.entries, e), after
		if i%10 == 9 {
			seal, err := keys.sealed(Seal{OperatorID: 1, Day: clock.DayOf(e.At), Sequence: e.Sequence, Hash: e.Hash})
			if err != nil {
				t.Fatal(err)
			}
			w.seals = append(w.seals, seal)
		}
	}
	var err error
	if w.head, err = keys.signedHead(w.head); err != nil {
		t.Fatal(err)
	}
	return w
}

// verified checks a chain as the database would give it: by sequence.
func (w written) verified(keys *Keys, published []Seal) *Broken {
	v := NewVerifier(Head{OperatorID: 1}, w.head, append(append([]Seal{}, w.seals...), published...), keys)
	for _, e := range w.entries {
		if broken := v.Check(e); broken != nil {
			return broken
		}
	}
	return v.End()
}

func TestAnUntouchedChainIsValid(t *testing.T) {
	keys := keysOf(t, "a")
	for _, n := range []int{0, 1, 9, 10, 11, 64} {
		if broken := write(t, keys, n).verified(keys, nil); broken != nil {
			t.Errorf("%d entries: %v", n, broken)
		}
	}
}

// An edit changes a chain, and returns the first entry that is no longer valid. exact false: it is among those from the
// last seal before to the one that was found, because hashes were worked out anew.
type edit struct {
	name string
	do   func(w *written, k int, random *rand.Rand) (first int64, exact bool)
}

// rechain works out the hashes from entry k on anew, as one may who knows the encoding.
func (w *written) rechain(k int) {
	head := Head{OperatorID: 1}
	if k > 0 {
		head = Head{OperatorID: 1, Sequence: w.entries[k-1].Sequence, Hash: w.entries[k-1].Hash}
	}
	for i := k; i < len(w.entries); i++ {
		w.entries[i], head, _ = head.chain(w.entries[i])
	}
	w.head.Sequence, w.head.Hash = head.Sequence, head.Hash
}

// edits are made of entry k, from 0.
var edits = []edit{
	{"a value", func(w *written, k int, random *rand.Rand) (int64, bool) {
		fields := []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13} // all but ID, operator and sequence
		field := reflect.ValueOf(&w.entries[k]).Elem().Field(fields[random.IntN(len(fields))])
		switch {
		case field.Kind() == reflect.String:
			field.SetString(field.String() + "x")
		case field.CanInt():
			field.SetInt(field.Int() + 1 + random.Int64N(1000))
		default:
			w.entries[k].At = w.entries[k].At.Add(time.Duration(1+random.IntN(1e6)) * time.Millisecond)
		}
		return int64(k + 1), true
	}},
	{"the operator", func(w *written, k int, _ *rand.Rand) (int64, bool) {
		w.entries[k].OperatorID = 2
		return int64(k + 1), true
	}},
	{"a deletion", func(w *written, k int, _ *rand.Rand) (int64, bool) {
		w.entries = append(w.entries[:k], w.entries[k+1:]...)
		return int64(k + 1), true
	}},
	{"a swap", func(w *written, k int, random *rand.Rand) (int64, bool) {
		j := (k + 1 + random.IntN(len(w.entries)-1)) % len(w.entries)
		a, b := &w.entries[k], &w.entries[j]
		a.Sequence, b.Sequence = b.Sequence, a.Sequence
		*a, *b = *b, *a
		return int64(min(k, j) + 1), true
	}},
	{"an insertion", func(w *written, k int, _ *rand.Rand) (int64, bool) {
		e := w.entries[k]
		w.entries = append(w.entries[:k], append([]Entry{e}, w.entries[k:]...)...)
		return int64(k + 1), true
	}},
	{"a truncated tail", func(w *written, k int, _ *rand.Rand) (int64, bool) {
		w.entries = w.entries[:k]
		return int64(k + 1), true
	}},
	{"a truncated tail with its head", func(w *written, k int, _ *rand.Rand) (int64, bool) {
		w.entries = w.entries[:k]
		w.head.Sequence, w.head.Hash = int64(k), ""
		if k > 0 {
			w.head.Hash = w.entries[k-1].Hash
		}
		for _, s := range w.seals {
			if s.Sequence > int64(k) {
				return int64(k + 1), true
			}
		}
		return int64(k), k == 0
	}},
	{"a value and its hash", func(w *written, k int, _ *rand.Rand) (int64, bool) {
		w.entries[k].Amount += 100
		w.entries[k].Hash = hashOf(w.entries[k])
		return int64(k + 1), false
	}},
	{"a value and all hashes after it", func(w *written, k int, _ *rand.Rand) (int64, bool) {
		w.entries[k].Amount += 100
		w.rechain(k)
		return int64(k + 1), false
	}},
	{"an insertion and all hashes after it", func(w *written, k int, _ *rand.Rand) (int64, bool) {
		w.entries = append(w.entries[:k],
			append([]Entry{{At: w.entries[k].At, Kind: Billed, Amount: 1}}, w.entries[k:]...)...)
		w.rechain(k)
		return int64(k + 1), false
	}},
	{"an entry after the last", func(w *written, _ int, random *rand.Rand) (int64, bool) {
		e, _, _ := w.head.chain(Entry{At: time.Now(), Kind: Billed, Amount: 1})
		if random.IntN(2) == 0 {
			e.Sequence += 5
			e.Hash = hashOf(e)
		}
		w.entries = append(w.entries, e)
		return e.Sequence, true
	}},
}

// Ten thousand random edits of a chain are each found, with the first entry that is not valid.
func TestEveryEditIsFound(t *testing.T) {
	keys := keysOf(t, "a")
	whole, random := write(t, keys, 64), rand.New(rand.NewPCG(1, 2))
	for round := range 10_000 {
		e := edits[round%len(edits)]
		w := whole.clone()
		first, exact := e.do(&w, random.IntN(len(w.entries)), random)
		broken := w.verified(keys, nil)
		if broken == nil || exact && (broken.Sequence != first || broken.Last != 0 && broken.Last != first) ||
			!exact && (first < broken.Sequence || first > max(broken.Last, broken.Sequence)) {
			t.Fatalf("round %d, %s of entry %d: %v", round, e.name, first, broken)
		}
	}
}

// The database as it was earlier is a valid chain. The seals that were published since tell that entries are missing.
func TestAnOlderCopyIsFoundByPublishedSeals(t *testing.T) {
	keys := keysOf(t, "a")
	older, newer := write(t, keys, 25), write(t, keys, 64)
	if broken := older.verified(keys, nil); broken != nil {
		t.Fatal(broken)
	}
	if broken := older.verified(keys, newer.seals); broken == nil || broken.Sequence != 26 {
		t.Error(broken)
	}
	if broken := newer.verified(keys, older.seals); broken != nil {
		t.Error(broken)
	}
}

// Each seal tells that there was one for the day before it. Of the last ones, only those that others keep tell.
func TestAMissingSealIsFound(t *testing.T) {
	keys := keysOf(t, "a")
	whole := write(t, keys, 64)
	for from := range whole.seals {
		for to := from + 1; to <= len(whole.seals); to++ {
			w := whole.clone()
			w.seals = append(w.seals[:from], w.seals[to:]...)
			broken := w.verified(keys, nil)
			if last := to == len(whole.seals); last != (broken == nil) {
				t.Errorf("without seals %d to %d: %v", from, to, broken)
			}
			if broken := gone(w.seals, whole.seals); broken == nil || broken.Sequence != whole.seals[from].Sequence {
				t.Errorf("without published seals %d to %d: %v", from, to, broken)
			}
		}
	}
	if broken := gone(whole.seals, whole.seals[2:]); broken != nil {
		t.Error(broken)
	}
}

// A seal of another key proves nothing, unless that key is known as one of before.
func TestKeysOfSeals(t *testing.T) {
	before, now := keysOf(t, "a"), keysOf(t, "b")
	w := write(t, before, 25)
	if broken := w.verified(now, nil); broken == nil || broken.Sequence != 10 {
		t.Error(broken)
	}
	after := &Keys{own: now.own, old: before.Public()}
	if broken := w.verified(after, nil); broken != nil {
		t.Error(broken)
	}
	if got := after.Public(); len(got) != 2 || got[0] != now.Public()[0] {
		t.Error(got)
	}
	for i := range w.seals {
		forged := w.clone()
		forged.seals[i].Hash = genesis
		if broken := forged.verified(before, nil); broken == nil || broken.Sequence != w.seals[i].Sequence {
			t.Error(broken)
		}
	}
	if _, err := ParsePublicKeys(string(now.Public()[0]) + ", " + string(before.Public()[0])); err != nil {
		t.Error(err)
	}
	if _, err := ParsePublicKeys("clé"); err == nil {
		t.Error("what is no key was read")
	}
}

func TestDayToSeal(t *testing.T) {
	day := clock.DayOn(2026, 10, 25) // 25 hours long
	noon := day.Begins().Add(12 * time.Hour)
	for _, c := range []struct {
		last       clock.Day
		first, now time.Time
		want       clock.Day
		over       bool
	}{
		{0, noon, noon.Add(time.Minute), day, false},
		{0, noon, (day + 1).Begins(), day, false},
		{0, noon, (day + 1).Begins().Add(settling), day, true},
		{0, noon, day.Begins().Add(24*time.Hour + settling), day, false},
		{day, noon, (day + 1).Begins().Add(time.Hour), day + 1, false}, // chained after its day was sealed
		{day + 3, noon, (day + 9).Begins(), day + 4, true},
	} {
		got := nextSealed(c.last, c.first)
		if over := mayBeSealed(got, c.now); got != c.want || over != c.over {
			t.Errorf("%+v: %v, %v", c, got, over)
		}
	}
}
