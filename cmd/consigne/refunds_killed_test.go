package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/prices/repricing"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// refundsOf, when set, is the number of stays of TestRefundsKilledAtAnyMoment: 10000 takes minutes
// (docs/performance.md).
const refundsOf = "CONSIGNE_TEST_REFUNDS"

// givenBack returns how the provider answers the refund of a stay: at once, late, never, with an error after it has
// refunded, not before it is asked twice, or by refusing. One without an answer holds a worker up for twenty seconds,
// so that they are few.
func givenBack(i int) string {
	switch {
	case i%100 == 10:
		return stripetest.Silent
	case i%20 == 4:
		return stripetest.Cut
	case i%20 == 7:
		return stripetest.Failing
	case i%20 == 12:
		return stripetest.Declined
	case i%20 == 14:
		return stripetest.Slow
	}
	return stripetest.Accepted
}

// Stays that cost ten times too much are found by a replay and refunded by a batch, while the server and the provider
// are killed again and again. In the end each is refunded once, by what an independent calculation says.
func TestRefundsKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	binary := buildBinary(t)
	number, kills := 100, 6
	if text := os.Getenv(refundsOf); text != "" {
		var err error
		number, err = strconv.Atoi(text)
		must(t, err)
		kills = number / 100
	}
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := address(t)
			database := storetest.Open(t, url)
			seedStays(t, database)
			double := startDouble(t)
			double.kill()
			expected := seedOvercharged(t, database, double, number)
			double.start(t)
			site := newKilledSite(t, binary, url, double.address)

			replays := repricing.NewService(database, clock.System{}, nil) // asks; the server does the work
			manager := access.Actor{AccountID: 1}
			today := clock.DayOf(time.Now())
			id, err := replays.Ask(t.Context(), manager, 1,
				repricing.Request{From: today - 30, To: today, Terms: pricing.Terms{Unit: pricing.Hour, Amount: 50}})
			must(t, err)
			site.start()
			found := site.finished(replays, id)
			var sum money.Cents
			for _, amount := range expected {
				sum += amount
			}
			if want := (repricing.Figure{Count: int64(number), Sum: sum}); found.Totals.Refundable != want {
				t.Fatalf("found %+v, want %+v", found.Totals.Refundable, want)
			}
			batch, err := replays.Refund(t.Context(), manager, id,
				repricing.Agreement{Figure: found.Totals.Refundable, Comment: "Tarif mal saisi"})
			must(t, err)
			left := func() int64 {
				figures, err := replays.Figures(t.Context(), batch.ID)
				must(t, err)
				return figures[repricing.ToDo].Count + figures[repricing.Asked].Count
			}
			random, landed := testenv.Random(t), 0
			for i := range kills {
				before := left()
				if i > 0 {
					site.start()
				}
				if random.IntN(4) > 0 { // in the middle of its work, however fast the machine is
					for began := time.Now(); left() == before && time.Since(began) < 10*time.Second; {
						time.Sleep(time.Millisecond)
					}
					time.Sleep(time.Duration(random.IntN(20)) * time.Millisecond)
				} else {
					time.Sleep(time.Duration(random.IntN(400)) * time.Millisecond)
				}
				if random.IntN(3) == 0 {
					double.kill()
					time.Sleep(time.Duration(random.IntN(200)) * time.Millisecond)
					double.start(t)
				}
				site.kill()
				site.passTime()
				if left() > 0 {
					landed++
				}
			}
			site.start()
			site.workedOff(replays, batch.ID)
			if landed < kills/3 {
				t.Errorf("%d kills hit the batch: this test proves too little", landed)
			}
			site.checkRefunds(database, double, batch, expected)
		})
	}
}

// seedOvercharged adds stays of one to five hours that cost 5 € an hour and are paid, with their charges at the
// provider. It returns what is to be refunded of each, by its charge, worked out here: 4,50 € for each hour.
func seedOvercharged(t testing.TB, database *store.Store, double *doubleProcess, number int) map[string]money.Cents {
	t.Helper()
	ctx, now := t.Context(), time.Now().UTC().Truncate(time.Millisecond)
	_, err := database.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, now)
	must(t, err)
	applied, err := database.TariffOutline(ctx, 1)
	must(t, err)
	file, err := os.Create(double.file)
	must(t, err)
	lines, expected, billed := json.NewEncoder(file), map[string]money.Cents{}, []payment.Billed{}
	for i := range number {
		hours := 1 + i%5
		ended := now.Add(-time.Duration(i%20*24+1) * time.Hour).Add(-time.Duration(i) * time.Millisecond)
		price, charge := money.Cents(500*hours), fmt.Sprintf("pi_%d", i)
		uuid := fmt.Sprintf("00000000-0000-4000-8000-%012d", i)
		o := stay.Stay{
			OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1 + i%places,
			StartedAt: ended.Add(-time.Duration(hours) * time.Hour), EndedAt: &ended, Price: price, Tariff: &applied,
		}
		p := payment.NewForStay(o)
		p.Status, p.DueAt, p.Attempts, p.FirstAt, p.PresentedAt, p.SettledAt = payment.Paid, nil, 1, &ended, &ended, &ended
		method := fmt.Sprintf("pm_acceptee_rendre-%s_%d", givenBack(i), i)
		billed = append(billed, payment.Billed{Stay: o, Payment: p, Attempts: []payment.Attempt{{
			UUID: uuid, Kind: payment.Charge, Number: 1, Amount: price, Outcome: payment.Paid, At: ended, AnsweredAt: &ended,
			ProviderRef: charge,
			Card:        &payment.Card{Reference: method, Brand: "visa", PAN: "**** **** **** 4242", Expires: "12/30"},
		}}})
		must(t, lines.Encode(map[string]any{"intent": stripetest.Intent{
			ID: charge, Object: "payment_intent", Amount: int64(price), Currency: "eur", Customer: "cus_1",
			PaymentMethod: method, Status: "succeeded",
			Metadata: map[string]string{"presentation": uuid},
		}}))
		expected[charge] = money.Cents(450 * hours)
	}
	must(t, file.Close())
	must(t, database.ImportStays(ctx, billed))
	return expected
}

// finished waits until a replay is done.
func (s *killedSite) finished(replays *repricing.Service, id int64) repricing.Replay {
	for range 600 {
		if r, err := replays.Finished(s.ctx, id); err == nil {
			return r
		}
		time.Sleep(100 * time.Millisecond)
	}
	s.t.Fatalf("the replay is not done\n%s", s.lastLog())
	return repricing.Replay{}
}

// workedOff lets the server work, moving on a day at a time, until a batch is finished.
func (s *killedSite) workedOff(replays *repricing.Service, id int64) {
	left, since := int64(-1), 0
	for since < 30 {
		for range 20 {
			time.Sleep(100 * time.Millisecond)
			b, err := replays.BatchByID(s.ctx, id)
			must(s.t, err)
			if b.State == repricing.Finished {
				return
			}
		}
		figures, err := replays.Figures(s.ctx, id)
		must(s.t, err)
		if now := figures[repricing.ToDo].Count + figures[repricing.Asked].Count; now != left {
			left, since = now, 0
		}
		since++
		if figures[repricing.ToDo].Count == 0 { // what is left waits for answers that were lost
			s.kill()
			s.passTime()
			s.start()
			s.awake()
		}
	}
	b, _ := replays.BatchByID(s.ctx, id)
	s.t.Fatalf("%d lines are left of a batch that is %s\n%s", left, b.State, s.lastLog())
}

func (s *killedSite) lastLog() []byte {
	text, _ := os.ReadFile(s.log.Name())
	return text[max(0, len(text)-4000):]
}

// checkRefunds compares the refunds of the provider, from its file, with what was to be refunded.
func (s *killedSite) checkRefunds(
	database *store.Store, double *doubleProcess, batch repricing.Batch, expected map[string]money.Cents,
) {
	made, err := stripetest.Open(double.file)
	must(s.t, err)
	refunded, sum, declined := map[string]money.Cents{}, money.Cents(0), 0
	for _, refund := range made.Refunds() {
		if refunded[refund.PaymentIntent] != 0 {
			s.t.Errorf("charge %s was refunded twice", refund.PaymentIntent)
		}
		refunded[refund.PaymentIntent] += money.Cents(refund.Amount)
		sum += money.Cents(refund.Amount)
	}
	var want money.Cents
	for charge, amount := range expected {
		var n int
		_, err := fmt.Sscanf(charge, "pi_%d", &n)
		must(s.t, err)
		if givenBack(n) == stripetest.Declined {
			amount = 0
			declined++
		}
		want += amount
		if refunded[charge] != amount {
			s.t.Errorf("charge %s: %d refunded, want %d", charge, refunded[charge], amount)
		}
	}
	figures, err := database.LineFigures(s.ctx, batch.ID)
	must(s.t, err)
	done := repricing.Figure{Count: int64(len(expected) - declined), Sum: want}
	if sum != want || figures[repricing.Refunded] != done || figures[repricing.Refused].Count != int64(declined) ||
		len(figures) != 2 {
		s.t.Errorf("%d c refunded at the provider, want %d; lines: %+v", sum, want, figures)
	}
	var booked, repeated int64
	must(s.t, s.db.QueryRowContext(s.ctx, `SELECT SUM(refunded) FROM payments`).Scan(&booked))
	must(s.t, s.db.QueryRowContext(s.ctx, `SELECT COUNT(*) FROM payment_attempts WHERE kind = 'remboursement'
		AND asked > 1`).Scan(&repeated))
	if money.Cents(booked) != want {
		s.t.Errorf("payments: %d c refunded, want %d", booked, want)
	}
	s.t.Logf("%d refunds of %s, %d refused, %d asked more than once", len(refunded), sum, declined, repeated)
}
