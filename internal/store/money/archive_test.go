package money_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/proof"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/store/storetest"
)

// story is what happens to some payments from October on: they are collected, two are given back in parts, and months
// are closed.
func story() []ledger.Entry {
	at := time.Date(2026, time.October, 5, 9, 0, 0, 0, clock.Paris)
	list := []ledger.Entry{}
	add := func(kind ledger.Kind, payment int64, amount money.Cents, document string) {
		at = at.Add(time.Minute)
		e := ledger.Entry{At: at, Kind: kind, PaymentID: payment, Amount: amount, Document: document}
		switch kind {
		case ledger.DocumentIssued:
			e.VATRate, e.VAT = list[len(list)-1].VATRate, list[len(list)-1].VAT
		case ledger.Billed, ledger.MonthClosed:
		default:
			e.VATRate, e.VAT = ledger.VATOf(e, ofPayment(list, payment), 2000)
		}
		list = append(list, e)
	}
	add(ledger.Billed, 1, 150, "")
	add(ledger.Settled, 1, 150, "")
	add(ledger.DocumentIssued, 1, 150, "VELO-2026-000001")
	add(ledger.MarkedAsPaid, 2, 445, "")
	add(ledger.DocumentIssued, 2, 445, "VELO-2026-000002")
	add(ledger.RefundDone, 1, 75, "")
	add(ledger.DocumentIssued, 1, 75, "VELO-A2026-000001")
	add(ledger.RefundedByHand, 1, 75, "") // holds 0,13 € of VAT: what is left of 0,25 €
	add(ledger.DocumentIssued, 1, 75, "VELO-A2026-000002")
	add(ledger.RefundReturned, 1, 75, "")
	add(ledger.DocumentIssued, 1, 75, "VELO-2026-000003")
	at = at.AddDate(0, 1, 0)
	add(ledger.MonthClosed, 0, 0, "2026-10")
	add(ledger.Settled, 3, 300, "")
	add(ledger.DocumentIssued, 3, 300, "VELO-2026-000004")
	at = at.AddDate(0, 1, 0)
	add(ledger.MonthClosed, 0, 0, "2026-11")
	at = at.AddDate(0, 1, 0)
	add(ledger.Settled, 4, 200, "")
	add(ledger.DocumentIssued, 4, 200, "VELO-2027-000001")
	add(ledger.RefundDone, 9, 100, "") // collected before the ledger
	add(ledger.DocumentIssued, 9, 100, "VELO-A2027-000001")
	return list
}

func ofPayment(list []ledger.Entry, payment int64) []ledger.Entry {
	return slices.DeleteFunc(slices.Clone(list), func(e ledger.Entry) bool { return e.PaymentID != payment })
}

// An archive whose entries contradict one another is not valid, even if all of it was chained, sealed and signed with
// the right key.
func TestArchivesOfWhatCannotBe(t *testing.T) {
	s := storetest.Open(t, storetest.SQLiteURL(t))
	operatorID := int64(0)
	export := func(list []ledger.Entry, from, to clock.Day) ledger.Archive {
		t.Helper()
		operatorID++
		for _, e := range list {
			e.OperatorID = operatorID
			storetest.Check(t, s.AppendEntry(t.Context(), e))
			// Each is chained at once, so that they keep this order, whatever their instants.
			storetest.ChainAll(t, s, ledger.NewService(s, fixedClock{e.At}, keysOf(t, "a"), nil))
		}
		books := ledger.NewService(s, fixedClock{time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC)}, keysOf(t, "a"), nil)
		storetest.Check(t, books.Seal(t.Context()))
		var archive bytes.Buffer
		_, err := books.Export(t.Context(), operatorID, from, to, &archive)
		storetest.Check(t, err)
		found, err := proof.VerifyArchive(bytes.NewReader(archive.Bytes()), int64(archive.Len()), nil)
		storetest.Check(t, err)
		return found
	}
	first, last := clock.DayOn(2026, time.September, 1), clock.DayOn(2027, time.February, 28)
	for _, from := range []clock.Day{first, clock.DayOn(2026, time.November, 1), clock.DayOn(2027, time.January, 1)} {
		if found := export(story(), from, last); found.Broken != nil || found.Entries == 0 {
			t.Errorf("from %s: %+v", from, found)
		}
	}
	// The receipt of a payment of the past, which a numbering of the past enters after its credit note, may come late.
	late := append(story(), story()[1], story()[2])
	for i := range late[len(late)-2:] {
		e := &late[len(late)-2+i]
		e.PaymentID, e.Amount, e.VAT = 9, 100, 17
		e.At = clock.MonthOf(late[15].At).Begins() // its own month is closed
	}
	late[len(late)-1].Document = "VELO-2027-000002"
	if found := export(late, first, last); found.Broken != nil {
		t.Errorf("numbered late: %+v", found)
	}

	for _, c := range []struct {
		what   string
		change func(list []ledger.Entry) []ledger.Entry
		entry  int64 // that is not valid
		why    string
	}{
		{"VAT of a sale", func(l []ledger.Entry) []ledger.Entry { l[1].VAT, l[2].VAT = 24, 24; return l }, 2, "TVA"},
		{"VAT of what is only owed", func(l []ledger.Entry) []ledger.Entry { l[0].VAT = 25; return l }, 1, "TVA"},
		{"VAT of a refund", func(l []ledger.Entry) []ledger.Entry { l[5].VAT, l[6].VAT = 15, 15; return l }, 6, "TVA"},
		{"rate of a refund", func(l []ledger.Entry) []ledger.Entry {
			l[5].VATRate, l[5].VAT, l[6].VATRate, l[6].VAT = 1000, 7, 1000, 7
			return l
		}, 6, "taux"},
		{"VAT that is more than the amount", func(l []ledger.Entry) []ledger.Entry {
			l[17].VAT, l[18].VAT = 101, 101
			return l
		}, 18, "TVA"},
		{"a refund of too much", func(l []ledger.Entry) []ledger.Entry {
			l[7].Amount, l[7].VAT, l[8].Amount, l[8].VAT = 76, 13, 76, 13
			l[9].Amount, l[10].Amount = 0, 0
			l[9].VAT, l[10].VAT = 0, 0
			return l
		}, 10, "remboursé"},
		{"a rank that is left out", func(l []ledger.Entry) []ledger.Entry {
			l[4].Document = "VELO-2026-000003"
			return l
		}, 5, "suit le précédent"},
		{"a rank twice", func(l []ledger.Entry) []ledger.Entry {
			l[4].Document = "VELO-2026-000001"
			return l
		}, 5, "suit le précédent"},
		{"a first rank that is not 1", func(l []ledger.Entry) []ledger.Entry {
			l[2].Document, l[4].Document, l[10].Document, l[13].Document = "VELO-2026-000002", "VELO-2026-000003",
				"VELO-2026-000004", "VELO-2026-000005"
			return l
		}, 3, "suit le précédent"},
		{"a first rank of a year", func(l []ledger.Entry) []ledger.Entry {
			l[16].Document = "VELO-2027-000005"
			return l
		}, 17, "suit le précédent"},
		{"a year that comes back", func(l []ledger.Entry) []ledger.Entry {
			l[4].Document = "VELO-2025-000001"
			return l
		}, 5, "suit le précédent"},
		{"a number that is none", func(l []ledger.Entry) []ledger.Entry { l[2].Document = "VELO-1"; return l }, 3, "numéro"},
		{"a document of another amount", func(l []ledger.Entry) []ledger.Entry { l[4].Amount = 446; return l }, 5, "précède"},
		{"a document of another payment", func(l []ledger.Entry) []ledger.Entry { l[4].PaymentID = 1; return l }, 5, "précède"},
		{"a credit note of a sale", func(l []ledger.Entry) []ledger.Entry {
			l[4].Document = "VELO-A2026-000001"
			return l
		}, 5, "précède"},
		{"a credit note before its receipt", func(l []ledger.Entry) []ledger.Entry {
			refund := l[5:7:7]
			l = slices.Concat(refund, l[:5], l[7:])
			l[0].At, l[1].At = l[2].At.Add(-time.Second), l[2].At.Add(-time.Second)
			return l
		}, 5, "vient après l'avoir"},
		{"a month that is skipped", func(l []ledger.Entry) []ledger.Entry {
			l[14].Document, l[14].At = "2026-12", l[15].At
			return l
		}, 15, "dernier mois clôturé"},
		{"a month twice", func(l []ledger.Entry) []ledger.Entry { l[14].Document = "2026-10"; return l }, 15, "clôturé"},
		{"a month that is not over", func(l []ledger.Entry) []ledger.Entry {
			l[11].At = l[10].At
			return l
		}, 12, "dernier mois clôturé"},
		{"what is dated in a closed month", func(l []ledger.Entry) []ledger.Entry {
			l[12].At = l[10].At
			return l
		}, 13, "mois déjà clôturé"},
	} {
		found := export(c.change(story()), first, last)
		if found.Broken == nil || found.Broken.Sequence != c.entry || !strings.Contains(found.Broken.Reason, c.why) {
			t.Errorf("%s: %+v", c.what, found)
		}
	}
}
