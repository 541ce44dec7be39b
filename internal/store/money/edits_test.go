package money_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/proof"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

const chained = 40

// sealedChain fills operator 1's ledger with entries of four days, three of which are sealed.
func sealedChain(t *testing.T, s *store.Store) *ledger.Service {
	t.Helper()
	for i := range chained {
		e := event(1, i)
		e.Kind, e.VATRate, e.VAT, e.At = ledger.Billed, 0, 0, noon.AddDate(0, 0, i/10).Add(time.Duration(i)*time.Minute)
		storetest.Check(t, s.AppendEntry(t.Context(), e))
	}
	service := serviceOn(t, s, noon.AddDate(0, 0, 3))
	storetest.ChainAll(t, s, service)
	storetest.Check(t, service.Seal(t.Context()))
	verify(t, service)
	return service
}

// sqlEdits are statements of somebody who owns the database, by the entry that they change first.
var sqlEdits = []func(k int, random *rand.Rand) (statements []string, first int){
	func(k int, random *rand.Rand) ([]string, int) {
		changes := []string{
			`at = at + 1`, `kind = kind || 'x'`, `payment_id = payment_id + 1`, `attempt = attempt || 'x'`, `document = 'x'`,
			`amount = amount + 1`,
			`vat_rate = vat_rate - 1`, `vat = vat + 1`, `means = 'Chèque'`, `previous = 'x' || previous`, `hash = 'x' || hash`,
			`operator_id = 2`, `sequence = sequence + 1000`,
			`amount = -amount`, `means = means || CHR(10) || 'precedent '`,
		}
		return []string{fmt.Sprintf(`UPDATE ledger SET %s WHERE operator_id = 1
			AND sequence = %d`, changes[random.IntN(len(changes))], k)}, k
	},
	func(k int, _ *rand.Rand) ([]string, int) {
		return []string{fmt.Sprintf(`DELETE FROM ledger WHERE operator_id = 1 AND sequence = %d`, k)}, k
	},
	func(k int, random *rand.Rand) ([]string, int) { // a swap
		other := 1 + (k+random.IntN(chained-1))%chained
		move := `UPDATE ledger SET sequence = %d WHERE operator_id = 1 AND sequence = %d`
		return []string{fmt.Sprintf(move, -1, k), fmt.Sprintf(move, k, other), fmt.Sprintf(move, other, -1)}, min(k, other)
	},
	func(k int, _ *rand.Rand) ([]string, int) { // an insertion, all after it moved by one
		return []string{
			fmt.Sprintf(`UPDATE ledger SET sequence = -sequence - 1 WHERE operator_id = 1 AND sequence >= %d`, k),
			`UPDATE ledger SET sequence = -sequence WHERE operator_id = 1 AND sequence < 0`,
			fmt.Sprintf(`INSERT INTO ledger SELECT operator_id, %d, at, kind, payment_id, attempt, document, amount, vat_rate,
				vat, means, previous, hash
				FROM ledger WHERE operator_id = 1 AND sequence = %d`, k, k+1),
		}, k + 1 // its copy is what was there
	},
	func(int, *rand.Rand) ([]string, int) { // before the first
		return []string{`INSERT INTO ledger SELECT operator_id, 0, at, kind, payment_id, attempt, document, amount, vat_rate,
			vat, means, previous, hash
			FROM ledger WHERE operator_id = 1 AND sequence = 1`}, 0
	},
	func(k int, _ *rand.Rand) ([]string, int) { // a truncated tail
		return []string{fmt.Sprintf(`DELETE FROM ledger WHERE operator_id = 1 AND sequence >= %d`, k)}, k
	},
	func(k int, _ *rand.Rand) ([]string, int) { // a truncated tail, with its head
		return []string{
			fmt.Sprintf(`DELETE FROM ledger WHERE operator_id = 1 AND sequence >= %d`, k),
			fmt.Sprintf(`UPDATE ledger_heads SET sequence = %d, hash = COALESCE((SELECT hash FROM ledger WHERE operator_id = 1
				AND sequence = %d), '')`, k-1, k-1),
		}, k
	},
}

var errUndo = errors.New("undo")

// Whatever somebody who owns the database changes is found, with the first entry that is no longer valid.
func TestEditsBySQLAreFound(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		service, rounds, random := sealedChain(t, s), 300, rand.New(rand.NewPCG(3, 4))
		if s.OnSQLite() {
			rounds = 3000
		}
		storetest.Check(t, unlocked(t.Context(), s))
		for round := range rounds {
			statements, first := sqlEdits[round%len(sqlEdits)](1+random.IntN(chained), random)
			var found []ledger.Verified
			err := s.Atomically(t.Context(), func(ctx context.Context) error {
				for _, statement := range statements {
					if s.OnSQLite() {
						statement = string(bytes.ReplaceAll([]byte(statement), []byte("CHR("), []byte("CHAR(")))
					}
					if err := s.Exec(ctx, "test", statement); err != nil {
						return err
					}
				}
				var err error
				if found, err = service.Verify(ctx, nil, nil, nil); err != nil {
					return err
				}
				return errUndo
			})
			if !errors.Is(err, errUndo) {
				t.Fatalf("%q: %v", statements, err)
			}
			if len(found) == 0 || found[0].Broken == nil {
				t.Fatalf("%q was not found", statements)
			}
			if b := found[0].Broken; int64(first) < min(b.Sequence, int64(first)) ||
				b.Last == 0 && b.Sequence != int64(first) && b.Sequence != int64(first)-1 ||
				b.Last != 0 && (int64(first) < b.Sequence || int64(first) > b.Last+1) {
				t.Fatalf("%q: entry %d, found %v", statements, first, b)
			}
		}
		verify(t, service)
	})
}

// A database that was restored from an older copy is a valid chain; seals that were published since find it.
func TestAnOlderCopyAgainstPublishedSeals(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		service := serviceOn(t, s, noon.AddDate(0, 0, 9))
		for i := range 10 {
			storetest.Check(t, s.AppendEntry(t.Context(), event(1, i)))
		}
		storetest.ChainAll(t, s, service)
		head, err := s.HeadOf(t.Context(), 1)
		storetest.Check(t, err)
		storetest.Check(t, s.AppendEntry(t.Context(), event(1, 11)))
		storetest.ChainAll(t, s, service)
		storetest.Check(t, service.Seal(t.Context()))
		doc, err := service.Published(t.Context(), 1)
		storetest.Check(t, err)
		published, err := doc.Seals()
		storetest.Check(t, err)
		storetest.Check(t, unlocked(t.Context(), s, fmt.Sprintf(`DELETE FROM ledger WHERE sequence > %d`, head.Sequence),
			`DELETE FROM ledger_seals`,
			fmt.Sprintf(`UPDATE ledger_heads SET sequence = %d, hash = '%s',
				signature = '%s'`, head.Sequence, head.Hash, head.Signature.Value)))
		verify(t, service)
		found, err := service.Verify(t.Context(), published, nil, nil)
		if err != nil || len(found) != 1 || found[0].Broken == nil || found[0].Broken.Sequence != head.Sequence+1 {
			t.Errorf("%+v, %v", found, err)
		}
	})
}

// An archive is valid by itself and against published seals; one of which a byte was changed is not.
func TestArchives(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		service := sealedChain(t, s)
		day := clock.DayOf(noon)
		doc, err := service.Published(t.Context(), 1)
		storetest.Check(t, err)
		for _, span := range []struct {
			from, to      clock.Day
			entries, sums int64
		}{
			{day, day + 3, 40, 3},
			{day + 1, day + 2, 20, 2},
			{day + 3, day + 30, 10, 0},
			{day - 9, day - 1, 0, 0},
			{day + 20, day + 21, 0, 0},
		} {
			var archive bytes.Buffer
			n, err := service.Export(t.Context(), 1, span.from, span.to, &archive)
			if err != nil || n != span.entries {
				t.Fatalf("%+v: %d, %v", span, n, err)
			}
			for _, published := range []*ledger.Published{nil, &doc} {
				found, err := proof.VerifyArchive(bytes.NewReader(archive.Bytes()), int64(archive.Len()), published)
				if err != nil || found.Broken != nil || found.Entries != span.entries {
					t.Errorf("%+v: %+v, %v", span, found, err)
				}
			}
		}
		other := doc
		other.Cles = keysOf(t, "b").Public()
		var archive bytes.Buffer
		_, err = service.Export(t.Context(), 1, day, day+3, &archive)
		storetest.Check(t, err)
		if found, err := proof.VerifyArchive(bytes.NewReader(archive.Bytes()), int64(archive.Len()), &other); err == nil &&
			found.Broken == nil {
			t.Error("an archive of other keys is taken for valid")
		}
		storetest.Check(t, unlocked(t.Context(), s, `UPDATE ledger SET amount = 1 WHERE sequence = 12`))
		if _, err := service.Export(t.Context(), 1, day, day+3, &archive); err == nil {
			t.Error("what is not valid was exported")
		}
	})
}
