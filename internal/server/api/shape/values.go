// Package shape holds what several areas of the API receive and send, and makes it of what the domain knows.
package shape

import (
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Each converts a list; an empty list is [], never null.
func Each[T, B any](list []T, encode func(T) B) []B {
	bodies := make([]B, len(list))
	for i, item := range list {
		bodies[i] = encode(item)
	}
	return bodies
}

// OrNull returns a pointer to the value, or nil for the zero value.
func OrNull[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

// OrZero returns the value, or the zero value for nil.
func OrZero[T any](value *T) T {
	if value == nil {
		var zero T
		return zero
	}
	return *value
}

// InParis converts a time to the time zone of Paris; nil stays nil.
func InParis(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	return new(at.In(clock.Paris))
}

// Named is the id and name of an object.
type Named struct {
	ID  int64  `json:"id"`
	Nom string `json:"nom"`
}

// TextOrNil returns the text; nil: it is empty.
func TextOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// At makes the shapes of what changes with time, as they are at that instant.
type At time.Time

// Midnight returns the start of a day, moved by that many days, or nil if the text is empty.
func Midnight(name, typed string, later int) (*time.Time, error) {
	if typed == "" {
		return nil, nil
	}
	day, err := time.ParseInLocation(time.DateOnly, typed, clock.Paris)
	if err != nil {
		return nil, BadQuery(name)
	}
	return new(day.AddDate(0, 0, later)), nil
}

// BadQuery returns the refusal of a parameter whose value is not correct.
func BadQuery(name string) error {
	return fault.Invalid(name, "La valeur du paramètre « "+name+" » n'est pas correcte.")
}
