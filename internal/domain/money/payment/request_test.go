package payment_test

import (
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// The stay of the worked example of docs/rules.md#refund-requests: 50 c an hour, overrun after 4 h at 200 c an hour.
// It ended after 6 h: 200 before the overrun, 400 of it.
func TestWhatACauseGivesBack(t *testing.T) {
	start := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	end := start.Add(6 * time.Hour)
	terms := pricing.Terms{
		Unit: pricing.Hour, Amount: 50, OverrunAfter: new(int64(240)), OverrunUnit: pricing.Hour,
		OverrunAmount: new(money.Cents(200)),
	}
	ended := stay.Stay{
		ID: 1, StartedAt: start, EndedAt: &end, Price: 600, Overrun: true, Tariff: &tariff.Tariff{Terms: terms},
	}
	paid := payment.Details{
		Payment: payment.Payment{StayID: 1, Status: payment.Paid, Amount: 600}, Stay: &stay.Details{Stay: ended},
	}
	with := func(change func(*payment.Details)) payment.Details {
		d, details := paid, *paid.Stay
		d.Stay = &details
		change(&d)
		return d
	}
	after := func(lasted time.Duration) *time.Time { return new(start.Add(lasted)) }
	none := money.Cents(-1)
	for _, c := range []struct {
		name          string
		of            payment.Details
		why           payment.Reason
		price, amount money.Cents
		wrong         string // the field
	}{
		{"it ended after an hour", paid, payment.Reason{Cause: payment.EndedBefore, TrueEnd: after(time.Hour)}, 50, 550, ""},
		{"after a minute more", paid, payment.Reason{Cause: payment.EndedBefore, TrueEnd: after(61 * time.Minute)}, 100, 500, ""},
		{"at the limit", paid, payment.Reason{Cause: payment.EndedBefore, TrueEnd: after(4 * time.Hour)}, 200, 400, ""},
		{"when it ended", paid, payment.Reason{Cause: payment.EndedBefore, TrueEnd: after(6 * time.Hour)}, 600, 0, ""},
		{"it never began", paid, payment.Reason{Cause: payment.EndedBefore, TrueEnd: after(0)}, 0, 600, ""},
		{
			"some is given back already", with(func(d *payment.Details) { d.Refunded = 520 }),
			payment.Reason{Cause: payment.EndedBefore, TrueEnd: after(time.Hour)},
			50, 30, "",
		},
		{
			"more than that is given back", with(func(d *payment.Details) { d.Refunded = 580 }),
			payment.Reason{Cause: payment.EndedBefore, TrueEnd: after(time.Hour)},
			50, 0, "",
		},
		{"after it ended", paid, payment.Reason{Cause: payment.EndedBefore, TrueEnd: after(7 * time.Hour)}, none, 0, "fin"},
		{"before it began", paid, payment.Reason{Cause: payment.EndedBefore, TrueEnd: after(-time.Second)}, none, 0, "fin"},
		{"nobody says when", paid, payment.Reason{Cause: payment.EndedBefore, TrueEnd: nil}, none, 0, "fin"},
		{"the overrun is excused", paid, payment.Reason{Cause: payment.LimitsExcused}, 200, 400, ""},
		{"nothing was owed", paid, payment.Reason{Cause: payment.NothingOwed}, 0, 600, ""},
		{
			"of what is left", with(func(d *payment.Details) { d.Refunded = 100 }),
			payment.Reason{Cause: payment.NothingOwed},
			0, 500, "",
		},
		{"no price follows", paid, payment.Reason{Cause: payment.OtherCause}, none, 600, ""},
		{
			"another system priced it", with(func(d *payment.Details) { d.Stay.Tariff = nil }),
			payment.Reason{Cause: payment.EndedBefore, TrueEnd: after(time.Hour)},
			none, 600, "",
		},
		{
			"a term has no end", with(func(d *payment.Details) { d.Stay = nil }),
			payment.Reason{Cause: payment.EndedBefore, TrueEnd: after(time.Hour)},
			none, 0, "cause",
		},
		{"no cause", paid, payment.Reason{}, none, 0, "cause"},
	} {
		got, err := c.of.Estimate(c.why)
		price := none
		if got.Price != nil {
			price = *got.Price
		}
		wrong := ""
		if refused := fault.Of(err); refused != nil && len(refused.Violations) == 1 {
			wrong = refused.Violations[0].Field
		}
		if price != c.price || got.Amount != c.amount || wrong != c.wrong {
			t.Errorf("%s: price %d, %d given back, %q; want %d, %d, %q", c.name, price, got.Amount, wrong, c.price, c.amount,
				c.wrong)
		}
	}
	if !ended.EndedAt.Equal(end) {
		t.Error("an estimate changes the stay")
	}
}

func TestWhoIsOfferedARefund(t *testing.T) {
	paid := payment.Payment{OperatorID: 1, StayID: 1, Status: payment.Paid, Amount: 600}
	open := &payment.RefundRequest{Asked: payment.Signed{AccountID: 2}}
	own := &payment.RefundRequest{Asked: payment.Signed{AccountID: 1}}
	ownRefused := &payment.RefundRequest{
		Asked: payment.Signed{AccountID: 1}, Outcome: payment.RequestRefused, Decided: &payment.Signed{},
	}
	refused := &payment.RefundRequest{Outcome: payment.RequestRefused, Decided: &payment.Signed{}}
	as := func(role access.Role) access.Actor {
		return access.Actor{AccountID: 1, Roles: map[int64][]access.Role{1: {role}}}
	}
	for _, c := range []struct {
		name    string
		of      payment.Details
		viewer  access.Actor
		offered []payment.Action
	}{
		{"the hotline asks", payment.Details{Payment: paid}, as(access.Hotline), []payment.Action{payment.AskToGiveBack}},
		{"once", payment.Details{Payment: paid, Request: open}, as(access.Hotline), nil},
		{
			"and withdraws what it asked for",
			payment.Details{Payment: paid, Request: own},
			as(access.Hotline),
			[]payment.Action{payment.WithdrawRequest},
		},
		{
			"until it is decided",
			payment.Details{Payment: paid, Request: ownRefused},
			as(access.Hotline),
			[]payment.Action{payment.AskToGiveBack},
		},
		{
			"again after a refusal",
			payment.Details{Payment: paid, Request: refused},
			as(access.Hotline),
			[]payment.Action{payment.AskToGiveBack},
		},
		{"a manager refunds", payment.Details{Payment: paid}, as(access.Manager), []payment.Action{payment.GiveBack}},
		{
			"or refuses",
			payment.Details{Payment: paid, Request: open},
			as(access.Manager),
			[]payment.Action{payment.GiveBack, payment.RefuseToGiveBack},
		},
		{"a technician reads", payment.Details{Payment: paid, Request: open}, as(access.Technician), nil},
		{
			"nothing is left",
			payment.Details{Payment: payment.Payment{OperatorID: 1, Status: payment.Paid}},
			as(access.Hotline), nil,
		},
		{
			"a refund is under way", payment.Details{Payment: paid, Attempts: []payment.Attempt{
				{Kind: payment.Refund, ActorID: 1, Outcome: payment.InProgress},
			}}, as(access.Hotline), nil,
		},
	} {
		if got := c.of.ActionsOf(c.viewer); !slices.Equal(got, c.offered) {
			t.Errorf("%s: %v, want %v", c.name, got, c.offered)
		}
	}
}
