package payment_test

import (
	"reflect"
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
)

// Whatever a filter asks for besides operator, stays, tests and whole days of the start, it is none of days alone.
func TestFiltersOfDaysAlone(t *testing.T) {
	midnight := clock.DayOn(2026, 3, 2).Begins()
	alone := payment.Filter{
		OperatorID: 1, WithoutTests: true, StaysOnly: true, Now: midnight,
		Started: payment.Span{From: &midnight},
	}
	if !alone.IsOfWholeDays() || !(payment.Filter{}).IsOfWholeDays() {
		t.Error("days alone")
	}
	of := reflect.TypeFor[payment.Filter]()
	for i := range of.NumField() {
		if !reflect.ValueOf(alone).Field(i).IsZero() {
			continue
		}
		other := alone
		field := reflect.ValueOf(&other).Elem().Field(i)
		switch field.Kind() { //nolint:exhaustive // of the fields that a filter has
		case reflect.String:
			field.SetString("a")
		case reflect.Bool:
			field.SetBool(true)
		case reflect.Pointer:
			field.Set(reflect.New(field.Type().Elem()))
		case reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 1, 1))
		default:
			field.Set(reflect.ValueOf(payment.Span{From: &midnight}))
		}
		if other.IsOfWholeDays() {
			t.Errorf("%s is forgotten", of.Field(i).Name)
		}
	}
	alone.Started.From = new(midnight.Add(time.Hour))
	if alone.IsOfWholeDays() {
		t.Error("a part of a day")
	}
}

// Who follows payments sees what was presented in vain, what has long been with the provider, and open disputes.
func TestPaymentsToFollow(t *testing.T) {
	now := clock.DayOn(2026, 11, 30).Begins()
	ago := func(d time.Duration) *time.Time { return new(now.Add(-d)) }
	disputed := func(outcome payment.DisputeOutcome) *payment.Dispute {
		return &payment.Dispute{At: now, Outcome: outcome}
	}
	for name, test := range map[string]struct {
		payment payment.Payment
		follow  bool
	}{
		"a stay goes on":              {payment.Payment{Status: payment.Running}, false},
		"due, not presented yet":      {payment.Payment{Status: payment.NotPresented}, false},
		"paid":                        {payment.Payment{Status: payment.Paid}, false},
		"declined by the bank":        {payment.Payment{Status: payment.Unpaid}, true},
		"failed at the provider":      {payment.Payment{Status: payment.Failed}, true},
		"the card is of no use":       {payment.Payment{Status: payment.CardUnusable}, true},
		"attempts used up":            {payment.Payment{Status: payment.PermanentError}, true},
		"the amount is refused":       {payment.Payment{Status: payment.Invalid}, true},
		"cancelled":                   {payment.Payment{Status: payment.Cancelled}, false},
		"with the provider for 59 mn": {payment.Payment{Status: payment.InProgress, PresentedAt: ago(59 * time.Minute)}, false},
		"with the provider for 1 h":   {payment.Payment{Status: payment.InProgress, PresentedAt: ago(time.Hour)}, true},
		"paid and disputed":           {payment.Payment{Status: payment.Paid, Dispute: disputed("")}, true},
		"the dispute was won":         {payment.Payment{Status: payment.Paid, Dispute: disputed(payment.DisputeWon)}, false},
		"the dispute was lost":        {payment.Payment{Status: payment.Paid, Dispute: disputed(payment.DisputeLost)}, false},
	} {
		if got := test.payment.ToFollow(now); got != test.follow {
			t.Errorf("%s: %v", name, got)
		}
	}
}
