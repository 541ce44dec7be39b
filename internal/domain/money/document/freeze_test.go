package document

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

var (
	start   = time.Date(2026, 11, 22, 14, 2, 0, 0, time.UTC)
	end     = start.Add(5*time.Hour + 10*time.Minute)
	settled = end.Add(3 * time.Minute)
	seller  = operator.Operator{
		ID: 7, Name: "Vélo Parc", Email: "contact@velo.test", Street: "1 rue de la Gare", PostalCode: "44000", City: "Nantes",
		Identity: operator.Identity{
			LegalName: "Régie Vélo Parc", SIRET: "12345678200002", Form: operator.Regie,
			VATRate: 2000, Prefix: "VELO",
		},
	}
)

// parked is the payment of the worked example of docs/rules.md#documents: 6 hours begun at 1,00 €, one promotion, a
// ceiling of 4,45 €.
func parked() payment.Details {
	terms := tariff.Tariff{
		PublicLabel: "Casier vélo",
		Terms:       pricing.Terms{Unit: pricing.Hour, Amount: 100, Ceiling: new(money.Cents(445))},
	}
	p := payment.Details{
		Payment: payment.Payment{
			ID: 3, UUID: "res", OperatorID: 7, AccountID: 9, StayID: 4, Amount: 445,
			Status: payment.Paid, StartedAt: start, EndedAt: &end,
		},
		Account: stay.Account{ID: 9, FirstName: "Zoé", LastName: "Martin"},
		Stay: &stay.Details{
			Stay:    stay.Stay{ID: 4, StartedAt: start, EndedAt: &end, Price: 445, Tariff: &terms},
			Station: station.Station{Name: "Gare"}, Locker: station.Locker{Name: "A1"},
		},
		Attempts: []payment.Attempt{
			{UUID: "charge", Kind: payment.Charge, Amount: 445, Outcome: payment.Paid, Card: &payment.Card{PAN: "**** 4242"}},
			{
				UUID: "refund", Kind: payment.Refund, Amount: 200, Outcome: payment.Paid, ActorID: 2, Of: "charge",
				Card: &payment.Card{PAN: "**** 4242"},
			},
		},
	}
	return p
}

func event(kind ledger.Kind, attempt string, amount money.Cents) ledger.Entry {
	return ledger.Entry{
		OperatorID: 7, At: settled, Kind: kind, PaymentID: 3, Attempt: attempt, Amount: amount,
		VATRate: 2000, VAT: amount.VAT(2000),
	}
}

// Whoever was erased between the settlement and the numbering is not named.
func TestReceiptOfAnErasedAccount(t *testing.T) {
	d := parked()
	d.Account.FirstName, d.Account.LastName = "", account.AnonymisedName
	if r := freeze(Receipt, event(ledger.Settled, "charge", 445), d, seller, earlier{}); r.Customer != "Usager anonymisé" {
		t.Errorf("« %s »", r.Customer)
	}
}

func TestWhatAnEventAsks(t *testing.T) {
	double := parked()
	double.Attempts = append(double.Attempts,
		payment.Attempt{UUID: "late", Kind: payment.Charge, Amount: 445, Outcome: payment.Paid},
		payment.Attempt{UUID: "back", Kind: payment.Refund, Amount: 445, Outcome: payment.Paid, Of: "late"})
	for _, c := range []struct {
		event ledger.Entry
		came  bool
		want  Kind
	}{
		{event(ledger.Settled, "charge", 445), false, Receipt},
		{event(ledger.MarkedAsPaid, "hand", 445), false, Receipt},
		{event(ledger.RefundDone, "refund", 200), false, CreditNote},
		{event(ledger.RefundedByHand, "cash", 200), false, CreditNote},
		{event(ledger.RefundRefused, "refund", 200), false, ""}, // never done
		{event(ledger.RefundReturned, "refund", 200), true, Receipt},
		{event(ledger.Settled, "charge", 0), false, ""},
		{event(ledger.Settled, "late", 445), false, ""}, // paid twice
		{event(ledger.RefundDone, "back", 445), false, ""},
		{event(ledger.NotOwed, "late", 445), false, ""},
		{event(ledger.NotOwedGiven, "back", 445), false, ""},
		{event(ledger.NotOwedReturned, "back", 445), true, ""},
		{event(ledger.Billed, "", 445), false, ""},
		{event(ledger.Cancelled, "x", 445), false, ""},
		{event(ledger.MadeFree, "x", 445), false, ""},
		{event(ledger.RefundAsked, "refund", 200), false, ""},
		{event(ledger.DocumentIssued, "charge", 445), false, ""},
		{event(ledger.MonthClosed, "", 445), false, ""},
	} {
		if kind, ok := kindFor(c.event, double, c.came); kind != c.want || ok != (c.want != "") {
			t.Errorf("%s of %s, come back %v: %q", c.event.Kind, c.event.Attempt, c.came, kind)
		}
	}
}

func TestFrozenReceipt(t *testing.T) {
	got := freeze(Receipt, event(ledger.Settled, "charge", 445), parked(), seller, earlier{})
	want := Record{
		Version: 1, Kind: Receipt, SettledAt: settled, Customer: "Zoé Martin", Payment: "res",
		Seller: Seller{
			Name: "Régie Vélo Parc", SIRET: "12345678200002", Form: "Régie", Street: "1 rue de la Gare", PostalCode: "44000",
			City: "Nantes", Email: "contact@velo.test",
		},
		Station: "Gare", Locker: "A1", StartedAt: &start, EndedAt: &end, Tariff: "Casier vélo",
		Lines: []Line{{"Stationnement, par heure commencée (6 × 1,00\u00a0€)", 600}, {"Plafond de 4,45\u00a0€", -155}},
		Total: 445, VATRate: 2000, VAT: 74, Means: "Carte bancaire", Card: "**** 4242",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n%+v, want\n%+v", got, want)
	}
	text, err := json.Marshal(got)
	var again Record
	if err == nil {
		err = json.Unmarshal(text, &again)
	}
	if err != nil || !reflect.DeepEqual(got, again) {
		t.Errorf("read again: %v\n%+v", err, again)
	}
}

func TestFrozenOtherwise(t *testing.T) {
	byHand := parked()
	byHand.Stay.Price, byHand.Stay.Tariff = 300, nil // billed before tariffs existed
	byHand.Attempts = []payment.Attempt{{UUID: "hand", Kind: payment.PaidByHand, Means: "Espèces"}}
	exempt := seller
	exempt.Identity.Exemption = "TVA non applicable, art. 293 B du CGI"
	e := event(ledger.MarkedAsPaid, "hand", 300)
	e.VATRate, e.VAT = 0, 0
	r := freeze(Receipt, e, byHand, exempt, earlier{})
	if r.Means != "Espèces" || r.Card != "" || r.Tariff != "" || r.Seller.Exemption == "" || len(r.Lines) != 1 ||
		r.Lines[0].Amount != 300 || r.Net() != 300 {
		t.Errorf("marked as paid: %+v", r)
	}
	if r := freeze(Receipt, event(ledger.Settled, "charge", 445), parked(), exempt, earlier{}); r.Seller.Exemption != "" {
		t.Errorf("collected with VAT, exempt since: %+v", r)
	}

	term := parked()
	term.Stay, term.Term = nil, 1
	term.StartedAt = time.Date(2026, 2, 28, 10, 0, 0, 0, time.UTC)
	term.Subscription = &subscription.Bought{
		Subscription: subscription.Subscription{StartsAt: time.Date(2026, 1, 31, 10, 0, 0, 0, time.UTC)},
		Tariff:       tariff.Tariff{PublicLabel: "Mensuel", Terms: pricing.Terms{Unit: pricing.Month}},
	}
	r = freeze(Receipt, event(ledger.Settled, "charge", 445), term, seller, earlier{})
	if r.Station != "" || r.Tariff != "Mensuel" || !r.StartedAt.Equal(term.StartedAt) ||
		!r.EndedAt.Equal(time.Date(2026, 3, 31, 9, 0, 0, 0, time.UTC)) || r.Lines[0] != (Line{"Abonnement", 445}) {
		t.Errorf("a term: %+v", r)
	}

	note := freeze(CreditNote, event(ledger.RefundDone, "refund", 200), parked(), seller,
		earlier{receipt: "VELO-2026-000001", given: 100})
	if note.Receipt != "VELO-2026-000001" || note.Already != 100 || len(note.Lines) != 1 || note.Lines[0].Amount != 200 ||
		note.VAT != 33 || note.Card != "**** 4242" {
		t.Errorf("a credit note: %+v", note)
	}
	if note.Gives != nil {
		t.Errorf("a credit note that has a receipt names the payment too: %+v", note.Gives)
	}
	before := parked()
	before.ID, before.SettledAt = 42, new(time.Date(2026, 9, 2, 22, 30, 0, 0, time.UTC))
	note = freeze(CreditNote, event(ledger.RefundDone, "refund", 200), before, seller, earlier{})
	if note.Receipt != "" || note.Gives == nil || note.Gives.Number != 42 || !note.Gives.At.Equal(*before.SettledAt) {
		t.Errorf("a credit note of a payment from before the ledger: %+v", note.Gives)
	}
	back := freeze(Receipt, event(ledger.RefundReturned, "refund", 200), parked(), seller,
		earlier{receipt: "VELO-2026-000001", note: "VELO-A2026-000001"})
	if back.Cancels != "VELO-A2026-000001" || back.Receipt != "" || back.Lines[0].Amount != 200 {
		t.Errorf("a refund that came back: %+v", back)
	}
}

func TestWhatIsToldBefore(t *testing.T) {
	list := []Document{
		{Kind: Receipt, Attempt: "charge", Record: Record{Number: "R1", Total: 445}},
		{Kind: CreditNote, Attempt: "refund", Record: Record{Number: "A1", Total: 200}},
		{Kind: Receipt, Attempt: "refund", Record: Record{Number: "R2", Total: 200, Cancels: "A1"}},
		{Kind: CreditNote, Attempt: "again", Record: Record{Number: "A2", Total: 50}},
	}
	if got := before(list, "refund"); got != (earlier{receipt: "R1", note: "A1", given: 50}) {
		t.Errorf("%+v", got)
	}
	if got := before(list[:1], "refund"); got != (earlier{receipt: "R1"}) {
		t.Errorf("%+v", got)
	}
}
