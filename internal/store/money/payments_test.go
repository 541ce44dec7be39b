package money_test

import (
	"context"
	"regexp"
	"testing"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/payment/paymenttest"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestStoreOfPayments(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		made, place := storetest.NewTariff(t, s), 0
		paymenttest.Run(t, func(t *testing.T) paymenttest.Site {
			place++
			stay := stay.Stay{OperatorID: 1, LockerID: 1, AccountID: 1, Place: place, StartedAt: storetest.Now, Tariff: &made}
			stay.ID = storetest.Must(t)(s.StartStay(t.Context(), stay))
			return paymenttest.Site{Store: s, Stay: stay, StationID: 1}
		})
	})
}

// The database itself ensures that a payment is with the provider once at a time, and that its
// attempt is answered once, whatever the code above does.
func TestDatabaseDecidesWhoCollects(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		due := storetest.NewDueStay(t, s)
		after := due
		after.Status, after.Attempts = payment.InProgress, 1
		if winners := storetest.Race(20,
			func() bool { won, err := s.SavePayment(ctx, due, after); return err == nil && won }); winners != 1 {
			t.Errorf("%d callers took the payment", winners)
		}
		made := payment.Attempt{
			UUID: "a", PaymentID: 1, Kind: payment.Charge, Number: 1, Amount: 50,
			Outcome: payment.InProgress, At: storetest.Now, AskAt: &due.StartedAt,
		}
		storetest.Check(t, s.CreateAttempt(ctx, made))
		made.UUID = "b"
		if s.CreateAttempt(ctx, made) == nil {
			t.Error("two attempts are under way")
		}
		made, err := s.AttemptByUUID(ctx, "a")
		storetest.Check(t, err)
		if winners := storetest.Race(20, func() bool {
			won, err := s.ClaimAttempt(ctx, made, storetest.Now)
			return err == nil && won
		}); winners != 1 {
			t.Errorf("%d callers claimed the attempt", winners)
		}
		made.Outcome = payment.Paid
		if winners := storetest.Race(20, func() bool {
			won, err := s.AnswerAttempt(ctx, payment.InProgress, made)
			return err == nil && won
		}); winners != 1 {
			t.Errorf("%d answers were kept", winners)
		}
		storetest.Check(t, s.KeepTicket(ctx,
			payment.Ticket{Hash: "h", SessionID: "s", ExpiresAt: storetest.Now, Filter: payment.Filter{Search: "é"}}))
		if winners := storetest.Race(20, func() bool { return s.SpendTicket(ctx, "h") == nil }); winners != 1 {
			t.Errorf("%d callers spent the ticket", winners)
		}
		storetest.Check(t, s.KeepTicket(ctx, payment.Ticket{Hash: "old", SessionID: "s", ExpiresAt: storetest.Now}))
		storetest.Check(t, s.WipeExpired(ctx, storetest.Now))
		if _, err := s.TicketBy(ctx, "old"); !fault.Is(err, fault.KindNotFound) {
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
			storetest.NewDueStay(t, s)
			payments := payment.NewService(s, storetest.Fixed(storetest.Now), simulator.New())
			for _, number := range []string{"4242424242424242", "5555 5555 5555 4444", "3782-822463-10005"} {
				if _, err := payments.SetCard(ctx, 1, 1, number); !fault.Is(err, fault.KindInvalid) {
					t.Errorf("the number %s as a token: %v", number, err)
				}
				if _, err := payments.Cancel(ctx, access.Actor{AccountID: 1}, 1,
					"Carte "+number); !fault.Is(err, fault.KindInvalid) {
					t.Errorf("the number %s in a comment: %v", number, err)
				}
			}
			_, err := payments.SetCard(ctx, 1, 1, simulator.Accepted)
			storetest.Check(t, err)
			storetest.Check(t, payments.Present(ctx, 1))
			paid, err := payments.Details(ctx, 1)
			storetest.Check(t, err)
			if paid.Status != payment.Paid || paid.Attempts[0].Card.PAN != "**** **** **** 4242" {
				t.Errorf("%+v", paid)
			}
			for _, digits := range regexp.MustCompile(`[0-9][0-9 -]{11,}[0-9]`).FindAll(storetest.Dump(t, s, engine, address),
				-1) {
				if payment.HoldsCardNumber(string(digits)) {
					t.Errorf("the database holds %q", digits)
				}
			}
		})
	}
}
