package money_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/stripe"
	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/domain/money/statement"
	"consigne/internal/domain/money/statement/statementtest"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

const march = clock.Month(2026*12 + 2)

// accountant lives through a month: stays are billed, collected together or alone, given back in part, and disputed.
type accountant struct {
	t          *testing.T
	s          *store.Store
	random     *rand.Rand
	clock      *storetest.Clock
	double     *stripetest.Double
	payments   *payment.Service
	provider   *reconciliation.Service
	books      *ledger.Service
	statements *statement.Service
	places     int
	disputed   map[string]bool
}

func newAccountant(t *testing.T, s *store.Store) *accountant {
	t.Helper()
	storetest.NewTariff(t, s)
	double, err := stripetest.Open(filepath.Join(t.TempDir(), "double.jsonl"))
	storetest.Check(t, err)
	a := &accountant{
		t: t, s: s, random: testenv.Random(t), double: double, disputed: map[string]bool{},
		clock: &storetest.Clock{Time: march.Begins().Add(9 * time.Hour)},
	}
	double.Now = a.clock.Now
	server := httptest.NewServer(double)
	t.Cleanup(server.Close)
	provider := stripe.New("sk_test", server.URL)
	a.payments, a.provider = payment.NewService(s, a.clock, provider), reconciliation.NewService(s, a.clock, provider)
	a.books = ledger.NewService(s, a.clock, keysOf(t, "a"), receipts{})
	a.statements = statement.NewService(s, a.clock, a.books, nil)
	for i := range int64(3) {
		id := storetest.Must(t)(s.CreateAccount(t.Context(), account.Account{
			LastName: "Noël", FirstName: strconv.FormatInt(i, 10), Email: strconv.FormatInt(i, 10) + "@b.test", Active: true,
		}, a.clock.Time))
		storetest.Check(t, s.KnowAccount(t.Context(), id, 1))
		_, err := a.payments.SetCard(t.Context(), 1, id, "pm_acceptee_"+strconv.FormatInt(id, 10))
		storetest.Check(t, err)
	}
	return a
}

func (a *accountant) stay(ctx context.Context, accountID int64, price money.Cents) {
	a.places++
	ended := a.clock.Time
	o := stay.Stay{
		OperatorID: 1, LockerID: 1, AccountID: accountID, Place: a.places, StartedAt: ended.Add(-time.Hour),
		Tariff: &tariff.Tariff{ID: 1, OperatorID: 1, Version: 1},
	}
	storetest.Check(a.t, a.s.Atomically(ctx, func(ctx context.Context) (err error) {
		if o.ID, err = a.s.StartStay(ctx, o); err != nil {
			return err
		}
		if _, err := a.payments.OpenStay(ctx, o); err != nil {
			return err
		}
		o.EndedAt, o.Price = &ended, price
		_, err = a.payments.BillStay(ctx, o)
		return err
	}))
}

// day lets a day pass: stays in the morning, then what is due is collected, and some of what was is given back.
func (a *accountant) day(ctx context.Context) {
	for range 6 {
		price := money.Cents([]int{10, 20, 30, 45, 120, 445, 1990}[a.random.IntN(7)])
		a.stay(ctx, 2+a.random.Int64N(3), price)
	}
	all, err := a.s.PaymentsAfter(ctx, 0, 100_000)
	storetest.Check(a.t, err)
	for _, p := range all {
		if p.DueAt != nil && !p.DueAt.After(a.clock.Time) {
			storetest.Check(a.t, a.payments.Present(ctx, p.ID))
		}
		left := p.Amount - p.Refunded
		if p.RefundPending == 0 && p.Status == payment.Paid && left > 0 && a.random.IntN(20) == 0 {
			some := 1 + money.Cents(a.random.Int64N(int64(left)))
			_, err := a.payments.Refund(ctx, manager, p.ID, &some, "", "geste")
			storetest.Check(a.t, err)
			made, err := a.s.AttemptsOf(ctx, p.ID)
			storetest.Check(a.t, err)
			for _, m := range made {
				if m.AskAt != nil {
					storetest.Check(a.t, a.payments.Ask(ctx, m.ID))
				}
			}
		}
	}
	a.disputes()
	storetest.Check(a.t, a.provider.Run(ctx))
	a.clock.Time = a.clock.Add(24 * time.Hour)
}

// disputes has some charge disputed, and closes what was disputed ten days ago: every second is won.
func (a *accountant) disputes() {
	made, now := a.double.Transactions(), a.clock.Time
	if len(made) == 0 { // nothing was charged yet
		return
	}
	if charge := made[a.random.IntN(len(made))]; charge.Category == "charge" && !a.disputed[charge.UUID] &&
		clock.MonthOf(now) == march {
		a.disputed[charge.UUID] = true
		a.double.Plant(stripetest.Transaction{
			Category: "dispute", Of: charge.UUID, Amount: -charge.Amount, Kept: 1500, At: now,
		})
	}
	won := []stripetest.Transaction{}
	a.double.Change(func(list []stripetest.Transaction) []stripetest.Transaction {
		for i, t := range list {
			if t.Category != "dispute" || t.Status != "" || now.Sub(t.At) < 10*24*time.Hour {
				continue
			}
			if list[i].Status = "lost"; len(won) == 0 && a.random.IntN(2) == 0 {
				list[i].Status = "won"
				won = append(won, stripetest.Transaction{
					Category: "dispute_reversal", Of: t.Of, Amount: -t.Amount, Kept: -1500, At: now,
				})
			}
		}
		return list
	})
	a.double.Plant(won...)
}

// statementOf returns the statement of a month once all is chained.
func (a *accountant) statementOf(ctx context.Context, month clock.Month) statement.Statement {
	storetest.ChainAll(a.t, a.s, a.books)
	storetest.Check(a.t, a.statements.AddUp(ctx))
	report, err := a.statements.Of(ctx, 1, month)
	storetest.Check(a.t, err)
	return report.Statement
}

// balances returns the debit less the credit of each account in the FEC of a statement.
func balances(t *testing.T, s statement.Statement) map[string]int64 {
	t.Helper()
	var file bytes.Buffer
	storetest.Check(t, s.WriteFEC(&file))
	found := map[string]int64{}
	for _, line := range strings.Split(strings.TrimSpace(file.String()), "\r\n")[1:] {
		cells := strings.Split(line, "\t")
		debit, err := strconv.ParseInt(strings.ReplaceAll(cells[11], ",", ""), 10, 64)
		storetest.Check(t, err)
		credit, err := strconv.ParseInt(strings.ReplaceAll(cells[12], ",", ""), 10, 64)
		storetest.Check(t, err)
		found[cells[4]] += debit - credit
	}
	return found
}

// identify gives the operator the SIRET that names its files.
func (a *accountant) identify() {
	found, err := a.s.OperatorEver(a.t.Context(), 1)
	storetest.Check(a.t, err)
	found.Identity.SIRET = "99999901400015"
	storetest.Check(a.t, a.s.SetFiscalIdentity(a.t.Context(), 1, found.Identity))
}

// A month worked out from the provider's file alone is that of ours alone, to the cent; and once all is paid out, the
// provider owes nothing.
func TestTheProvidersAccountClears(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		a := newAccountant(t, s)
		for clock.MonthOf(a.clock.Time) == march {
			a.day(t.Context())
		}
		// The provider's file.
		there, paidOut := map[string]int64{}, map[clock.Month]int64{}
		charges, small := map[string]bool{}, 0
		for _, txn := range a.double.Transactions() {
			there[txn.Category] += txn.Amount
			there["fees"] += txn.Fee()
			arrives := txn.At.UTC().Truncate(24*time.Hour).AddDate(0, 0, 2)
			paidOut[clock.MonthOf(arrives)] += txn.Amount - txn.Fee()
			if txn.Category == "charge" {
				charges[txn.UUID] = true
			}
		}
		// Ours.
		st := a.statementOf(t.Context(), march)
		for key, want := range map[statement.Key]int64{
			"encaisse": there["charge"], "rembourse": -there["refund"], "frais": there["fees"], "conteste": -there["dispute"],
			"contestation_gagnee": there["dispute_reversal"], "verse": paidOut[march],
		} {
			if f, _ := st.Figure(key); int64(f.Amount) != want || want == 0 {
				t.Errorf("%s: %d here, %d at the provider", key, f.Amount, want)
			}
		}
		if _, differ := st.Figure("ecart"); differ {
			t.Error("there are differences")
		}
		all, err := s.PaymentsAfter(t.Context(), 0, 100_000)
		storetest.Check(t, err)
		marked := 0
		for _, p := range all {
			made, err := s.AttemptsOf(t.Context(), p.ID)
			storetest.Check(t, err)
			for _, m := range made {
				if m.Group != nil {
					small++
				}
				disputed := m.Kind == payment.Charge && (a.disputed[m.UUID] || m.Group != nil && a.disputed[m.Group.UUID])
				if disputed && p.Dispute == nil {
					t.Errorf("payment %d is disputed and does not say so", p.ID)
				}
			}
			if p.Dispute != nil {
				marked++
			}
		}
		if small < 10 || marked < 3 || len(charges) < 20 {
			t.Errorf("%d small sums, %d disputed payments, %d charges: this test proves too little", small, marked, len(charges))
		}
		// Two more weeks, in which nothing is sold: all is closed and paid out.
		for range 14 {
			a.disputes()
			storetest.Check(t, a.provider.Run(t.Context()))
			a.clock.Time = a.clock.Add(24 * time.Hour)
		}
		next := a.statementOf(t.Context(), march+1)
		if next.Provider.Opening != st.Provider.Closing || st.Provider.Closing == 0 || next.Provider.Closing != 0 {
			t.Errorf("the provider owes %+v, then %+v", st.Provider, next.Provider)
		}
		in, after := balances(t, st), balances(t, next)
		if in["467100"] != int64(st.Provider.Closing) || in["467100"]+after["467100"] != 0 ||
			in["467300"]+after["467300"] != 0 {
			t.Errorf("accounts: %v, then %v", in, after)
		}
		lost, _ := next.Figure("contestation_perdue")
		before, _ := st.Figure("contestation_perdue")
		if in["654000"]+after["654000"] != int64(lost.Amount+before.Amount) || lost.Amount+before.Amount == 0 {
			t.Errorf("lost %d and %d: %v, then %v", before.Amount, lost.Amount, in, after)
		}
		// Once all is entered, reading again enters nothing.
		count, err := storetest.Lines(t.Context(), s, `SELECT CAST(COUNT(*) AS TEXT) FROM ledger`)
		storetest.Check(t, err)
		a.clock.Time = a.clock.Add(time.Hour)
		storetest.Check(t, a.provider.Run(t.Context()))
		a.statementOf(t.Context(), march+1)
		again, err := storetest.Lines(t.Context(), s, `SELECT CAST(COUNT(*) AS TEXT) FROM ledger`)
		storetest.Check(t, err)
		if again[0] != count[0] {
			t.Errorf("%s entries, then %s", count[0], again[0])
		}
		// The FEC of the year is that of its closed months, an entry an event by day.
		_, err = a.statements.FECOfYear(t.Context(), 1, 2026)
		if !fault.Is(err, fault.KindConflict) {
			t.Errorf("FEC of a year without closed months: %v", err)
		}
		a.identify()
		a.clock.Time = (march + 2).Begins().Add(time.Hour)
		for month := march; month <= march+1; month++ {
			_, err := a.statements.Close(t.Context(), manager, 1, month, "Relu avec la trésorerie")
			storetest.Check(t, err)
			storetest.ChainAll(t, s, a.books)
		}
		year, err := a.statements.FECOfYear(t.Context(), 1, 2026)
		storetest.Check(t, err)
		var file bytes.Buffer
		storetest.Check(t, year.WriteFEC(t.Context(), &file))
		if year.Name != "999999014FEC20261231.txt" {
			t.Errorf("named %s", year.Name)
		}
		for account, balance := range statementtest.CheckYear(t, file.String(), "2026") {
			if want := in[account] + after[account]; balance != want {
				t.Errorf("account %s: %d in the year, %d in its months", account, balance, want)
			}
		}
	})
}
