package store_test

import (
	"context"
	"regexp"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/occupation"
	"consigne/internal/domain/payment"
	"consigne/internal/domain/payment/paymenttest"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// dueStay creates an ended stay of one hour that costs 50 c, and returns its payment.
func dueStay(t *testing.T, s *store.Store) payment.Payment {
	t.Helper()
	ctx := context.Background()
	made := aTariff(t, s)
	check(t, s.KnowAccount(ctx, 1, 1))
	ended := now
	check(t, s.ImportOccupations(ctx, []occupation.Occupation{{
		OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: now.Add(-time.Hour), EndedAt: &ended, Price: 50, Tariff: &made,
	}}))
	due, err := s.PaymentByID(ctx, 1)
	check(t, err)
	return due
}

func TestStoreOfPayments(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		made, place := aTariff(t, s), 0
		paymenttest.Run(t, func(t *testing.T) paymenttest.Site {
			place++
			stay := occupation.Occupation{OperatorID: 1, LockerID: 1, AccountID: 1, Place: place, StartedAt: now, Tariff: &made}
			stay.ID = must(t)(s.StartOccupation(t.Context(), stay))
			return paymenttest.Site{Store: s.ForPayments(), Stay: stay, StationID: 1}
		})
	})
}

// The database itself ensures that a payment is with the provider once at a time, and that its
// attempt is answered once, whatever the code above does.
func TestDatabaseDecidesWhoCollects(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		due := dueStay(t, s)
		after := due
		after.Status, after.Attempts = payment.InProgress, 1
		if winners := race(20, func() bool { won, err := s.SavePayment(ctx, due, after); return err == nil && won }); winners != 1 {
			t.Errorf("%d callers took the payment", winners)
		}
		made := payment.Presentation{UUID: "a", PaymentID: 1, Kind: payment.Charge, Attempt: 1, Amount: 50, Outcome: payment.InProgress, At: now, AskAt: &due.StartedAt}
		check(t, s.CreatePresentation(ctx, made))
		made.UUID = "b"
		if s.CreatePresentation(ctx, made) == nil {
			t.Error("two presentations are under way")
		}
		made, err := s.PresentationByUUID(ctx, "a")
		check(t, err)
		if winners := race(20, func() bool { won, err := s.ClaimPresentation(ctx, made, now); return err == nil && won }); winners != 1 {
			t.Errorf("%d callers claimed the presentation", winners)
		}
		made.Outcome = payment.Paid
		if winners := race(20, func() bool { won, err := s.AnswerPresentation(ctx, payment.InProgress, made); return err == nil && won }); winners != 1 {
			t.Errorf("%d answers were kept", winners)
		}
		check(t, s.KeepTicket(ctx, payment.Ticket{Hash: "h", SessionID: "s", ExpiresAt: now, Filter: payment.Filter{Search: "é"}}))
		if winners := race(20, func() bool { return s.SpendTicket(ctx, "h") == nil }); winners != 1 {
			t.Errorf("%d callers spent the ticket", winners)
		}
		check(t, s.KeepTicket(ctx, payment.Ticket{Hash: "old", SessionID: "s", ExpiresAt: now}))
		check(t, s.WipeExpired(ctx, now))
		if _, err := s.TicketBy(ctx, "old"); !fault.Is(err, fault.NotFound) {
			t.Errorf("an old ticket: %v", err)
		}
	})
}

// No full card number is stored, whichever call brings one.
func TestNoCardNumberIsKept(t *testing.T) {
	for engine, address := range storetest.URLs(t) {
		t.Run(engine, func(t *testing.T) {
			ctx := context.Background()
			s := storetest.Open(t, address)
			dueStay(t, s)
			payments := payment.NewService(s.ForPayments(), fixed(now), simulator.New())
			for _, number := range []string{"4242424242424242", "5555 5555 5555 4444", "3782-822463-10005"} {
				if _, err := payments.SetCard(ctx, 1, 1, number); !fault.Is(err, fault.Invalid) {
					t.Errorf("the number %s as a token: %v", number, err)
				}
				if _, err := payments.Cancel(ctx, access.Actor{AccountID: 1}, 1, "Carte "+number); !fault.Is(err, fault.Invalid) {
					t.Errorf("the number %s in a comment: %v", number, err)
				}
			}
			_, err := payments.SetCard(ctx, 1, 1, simulator.Accepted)
			check(t, err)
			check(t, payments.Present(ctx, 1))
			paid, err := payments.Details(ctx, 1)
			check(t, err)
			if paid.Status != payment.Paid || paid.Presentations[0].Card.PAN != "**** **** **** 4242" {
				t.Errorf("%+v", paid)
			}
			for _, digits := range regexp.MustCompile(`[0-9][0-9 -]{11,}[0-9]`).FindAll(dumpOf(t, s, engine, address), -1) {
				if payment.HoldsCardNumber(string(digits)) {
					t.Errorf("the database holds %q", digits)
				}
			}
		})
	}
}
