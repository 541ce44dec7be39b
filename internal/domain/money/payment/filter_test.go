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
