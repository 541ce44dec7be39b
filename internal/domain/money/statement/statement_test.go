package statement_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

const october = clock.Month(2026*12 + 9)

func on(day int, kind ledger.Kind, amount money.Cents, means string, marks ...statement.Mark) statement.Event {
	e := ledger.Entry{
		OperatorID: 1, At: october.Begins().AddDate(0, 0, day-1), Kind: kind, PaymentID: 1, Amount: amount,
		Means: means,
	}
	switch kind {
	case ledger.Settled, ledger.MarkedAsPaid, ledger.RefundDone, ledger.RefundedByHand, ledger.RefundReturned:
		e.VATRate, e.VAT = 2000, amount.VAT(2000)
	}
	return statement.Event{Entry: e, Marks: marks}
}

func totalsOf(events []statement.Event) statement.Totals {
	totals := statement.Totals{}
	for _, e := range events {
		totals.Add(e)
	}
	return totals
}

// The example of docs/rules.md#statement.
func TestStatementByHand(t *testing.T) {
	received := func(day int, number string, amount money.Cents) statement.Event {
		e := on(day, ledger.DocumentIssued, amount, "")
		e.Document = number
		return e
	}
	events := []statement.Event{
		on(-2, ledger.Billed, 300, ""), // 28 September
		on(1, ledger.Settled, 300, "Carte bancaire"), received(1, "GRV-2026-000041", 300),
		on(2, ledger.Billed, 445, ""), on(3, ledger.Settled, 445, "Carte bancaire"), received(3, "GRV-2026-000042", 445),
		on(4, ledger.RefundAsked, 100, ""), on(4, ledger.RefundDone, 100, "Carte bancaire"),
		received(4, "GRV-A2026-000007", 100),
		on(5, ledger.MarkedAsPaid, 250, "Espèces", statement.Carried), received(5, "GRV-2026-000043", 250),
		on(6, ledger.Billed, 120, ""), on(7, ledger.Cancelled, 120, ""),
		on(8, ledger.Billed, 80, ""), on(9, ledger.MadeFree, 80, ""),
		on(31, ledger.Billed, 600, ""),
		on(32, ledger.Settled, 600, "Carte bancaire"), // 1 November
	}
	s := statement.Of(1, october, totalsOf(events))
	want := map[statement.Key]money.Cents{
		"facture": 445 + 120 + 80 + 600, "repris": 250, "rendu_gratuit": 80, "encaisse": 745,
		"encaisse_autrement.especes": 250, "annule": 120,
		"remboursement_demande": 100, "rembourse": 100, "tva.2000.encaisse": 995, "tva.2000.rembourse": 100,
		"documents.recu": 995, "documents.avoir": 100,
	}
	for key, amount := range want {
		if f, found := s.Figure(key); !found || f.Amount != amount {
			t.Errorf("%s: %+v, want %s", key, f, amount)
		}
	}
	if s.Opening != 300 || s.Closing != 600 || s.Month != "2026-10" {
		t.Errorf("from %s to %s", s.Opening, s.Closing)
	}
	if len(s.VAT) != 1 || s.VAT[0].Collected.VAT != 50+74+42 || s.VAT[0].Refunded.VAT != 17 || s.VAT[0].Due() != 149 {
		t.Errorf("VAT: %+v", s.VAT)
	}
	if r := s.Documents[0]; r.Kind != document.Receipt || r.First != "GRV-2026-000041" || r.Last != "GRV-2026-000043" ||
		r.Figure.Entries != 3 {
		t.Errorf("receipts: %+v", r)
	}
	if r := s.Documents[1]; r.First != "GRV-A2026-000007" || r.Last != r.First {
		t.Errorf("credit notes: %+v", r)
	}
	if next := statement.Of(1, october+1, totalsOf(events)); next.Opening != 600 || next.Closing != 0 {
		t.Errorf("November: from %s to %s", next.Opening, next.Closing)
	}
}

// What was marked as paid is given back by its own means: beside what the provider gives back, with the same VAT, from
// the account of the means.
func TestWhatIsGivenBackByHand(t *testing.T) {
	s := statement.Of(1, october, totalsOf([]statement.Event{
		on(1, ledger.Billed, 900, ""), on(2, ledger.MarkedAsPaid, 400, "Espèces"), on(2, ledger.MarkedAsPaid, 500, "Chèque"),
		on(3, ledger.RefundAsked, 150, "Espèces"), on(3, ledger.RefundedByHand, 150, "Espèces"),
		on(4, ledger.RefundAsked, 100, "Virement"), on(4, ledger.RefundedByHand, 100, "Virement"),
		on(5, ledger.RefundedByHand, 30, "Carte bancaire", statement.OfTests),
		on(6, ledger.RefundDone, 20, "Carte bancaire"),
	}))
	for key, amount := range map[statement.Key]money.Cents{
		"remboursement_demande": 250, "rembourse": 20,
		"rembourse_autrement.especes": 150, "rembourse_autrement.virement": 100,
		"rembourse_autrement.carte-bancaire": 30, "tva.2000.rembourse": 300, "tests.rembourse": 30,
	} {
		if f, found := s.Figure(key); !found || f.Amount != amount || f.Effect != 0 {
			t.Errorf("%s: %+v, want %s", key, f, amount)
		}
	}
	if f, _ := s.Figure("rembourse_autrement.especes"); f.Label != "Remboursements faits autrement\u00a0: espèces" ||
		f.Section != statement.Refunds {
		t.Errorf("%+v", f)
	}
	if s.Closing != 0 {
		t.Errorf("%s are due", s.Closing)
	}
	s.Accounts = statement.DefaultAccounts()
	accounts := checkFEC(t, s)
	for account, want := range map[string]int64{
		"531000": 400 - 150, "511200": 500, "512000": -100 - 30, "467100": -20, "709600": 300 - 50,
	} {
		if accounts[account] != want {
			t.Errorf("account %s: %d, want %d", account, accounts[account], want)
		}
	}
}

// A document counts by its number, whatever order entries come in.
func TestFirstAndLastNumbers(t *testing.T) {
	events := []statement.Event{}
	for _, number := range []string{"EX1-2026-1000000", "EX1-2026-000009", "GRV-2026-999999", "EX1-2026-000010"} {
		e := on(1, ledger.DocumentIssued, 1, "")
		e.Document = number
		events = append(events, e)
	}
	r := statement.Of(1, october, totalsOf(events)).Documents[0]
	if r.First != "EX1-2026-000009" || r.Last != "EX1-2026-1000000" || r.Figure.Entries != 4 {
		t.Errorf("%+v", r)
	}
}

// history draws events of up to six months, of a few rates and means, in which some settle what was billed before.
func history(t *rapid.T) []statement.Event {
	kinds := []ledger.Kind{
		ledger.BroughtForward,
		ledger.Billed, ledger.Settled, ledger.MarkedAsPaid, ledger.Cancelled, ledger.MadeFree, ledger.Reduced,
		ledger.RefundAsked,
		ledger.RefundDone, ledger.RefundedByHand, ledger.RefundRefused, ledger.RefundReturned,
		ledger.NotOwed, ledger.NotOwedGiven, ledger.NotOwedReturned, ledger.DocumentIssued, ledger.MonthClosed,
	}
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) statement.Event {
		e := statement.Event{Entry: ledger.Entry{
			OperatorID: 1, Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), PaymentID: rapid.Int64Range(1, 50).Draw(t, "payment"),
			Amount: money.Cents(rapid.Int64Range(1, 100_000).Draw(t, "amount")),
			At:     october.Begins().Add(time.Duration(rapid.Int64Range(0, 180*24*3600*1000).Draw(t, "at")) * time.Millisecond),
		}}
		switch e.Kind {
		case ledger.Settled, ledger.MarkedAsPaid, ledger.RefundDone, ledger.RefundedByHand, ledger.RefundReturned:
			e.VATRate = rapid.SampledFrom([]money.Rate{0, 550, 2000}).Draw(t, "rate")
			e.VAT = e.Amount.VAT(e.VATRate)
		case ledger.DocumentIssued:
			e.Document = fmt.Sprintf("EX1-%s2026-%06d", rapid.SampledFrom([]string{"", "A"}).Draw(t, "series"), e.PaymentID)
		}
		if e.Kind == ledger.MarkedAsPaid || e.Kind == ledger.RefundedByHand {
			e.Means = rapid.SampledFrom([]string{"Espèces", "Chèque", "Virement", "Carte bancaire"}).Draw(t, "means")
		}
		bills := e.Kind == ledger.Billed || e.Kind == ledger.BroughtForward
		if (statement.Settles(e.Kind) || bills) && rapid.Bool().Draw(t, "carried") {
			e.Marks = append(e.Marks, statement.Carried)
		}
		if rapid.Bool().Draw(t, "test") {
			e.Marks = append(e.Marks, statement.OfTests)
		}
		return e
	}), 0, 200).Draw(t, "history")
}

// Opening and figures make the closing balance, which opens the next month; the lines of a figure add up to it; the FEC
// is balanced; and in whichever parts entries are added, the totals are the same.
func TestStatementsOfAnyHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := history(t)
		totals := totalsOf(events)
		before := money.Cents(0)
		for month := october; month < october+7; month++ {
			s := statement.Of(1, month, totals)
			sum := s.Opening
			for _, f := range s.Figures {
				sum += money.Cents(f.Effect) * f.Amount
			}
			if s.Opening != before || s.Closing != sum {
				t.Fatalf("%s: from %s to %s, the figures make %s, the month before ended with %s", s.Month, s.Opening, s.Closing,
					sum, before)
			}
			before = s.Closing
			figures := slices.Clone(s.Figures)
			for _, v := range s.VAT {
				figures = append(figures, v.Collected, v.Refunded)
			}
			for _, d := range s.Documents {
				figures = append(figures, d.Figure)
			}
			seen := map[statement.Key]bool{}
			for _, f := range figures {
				amount, vat, lines, picks := money.Cents(0), money.Cents(0), int64(0), f.Selection()
				for _, e := range events {
					if clock.MonthOf(e.At) == month && picks.Picks(e) {
						sign := money.Cents(1)
						if slices.Contains(picks.Less, e.Kind) {
							sign = -1
						}
						amount, vat, lines = amount+sign*e.Amount, vat+sign*e.VAT, lines+1
					}
				}
				if amount != f.Amount || vat != f.VAT || lines != f.Entries || seen[f.Key] {
					t.Fatalf("%s of %s: %+v, its %d lines make %s, VAT %s", f.Key, s.Month, f, lines, amount, vat)
				}
				seen[f.Key] = true
			}
			s.Accounts = statement.DefaultAccounts()
			checkFEC(t, s)
		}
		parts := statement.Totals{}
		cut := rapid.IntRange(0, len(events)).Draw(t, "cut")
		for _, part := range [][]statement.Event{events[cut:], events[:cut]} {
			for group, total := range totalsOf(part) {
				parts.AddTotal(group, total)
			}
		}
		if fmt.Sprint(parts) != fmt.Sprint(totals) {
			t.Fatalf("in two parts: %v, at once: %v", parts, totals)
		}
	})
}

func TestAccounts(t *testing.T) {
	typed := statement.DefaultAccounts()
	typed.Customers, typed.Sales = " 411 grv ", "706"
	if got, err := typed.Validate(); err != nil || got.Customers != "411GRV" || got.Sales != "706" {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{"", "41", "911000", "011000", "4A1", "411-1", "411000000000000", "411é", "411\t1"} {
		typed.Customers = bad
		if _, err := typed.Validate(); err == nil {
			t.Errorf("%q is an account", bad)
		}
	}
}
