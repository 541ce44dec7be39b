package api

import (
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"reflect"
	"time"
)

// each converts a list; an empty list is [], never null.
func each[T, B any](list []T, encode func(T) B) []B {
	bodies := make([]B, len(list))
	for i, item := range list {
		bodies[i] = encode(item)
	}
	return bodies
}

// orNull returns a pointer to the value, or nil for the zero value.
func orNull[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

// orZero returns the value, or the zero value for nil.
func orZero[T any](value *T) T {
	if value == nil {
		var zero T
		return zero
	}
	return *value
}

// typeOf returns the reflect.Type of T.
func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// inParis converts a time to the time zone of Paris; nil stays nil.
func inParis(at *time.Time) *time.Time {
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

func textOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// At makes the shapes of what changes with time, as they are at that instant.
type At time.Time

// midnight returns the start of a day, moved by that many days, or nil if the text is empty.
func midnight(name, typed string, later int) (*time.Time, error) {
	if typed == "" {
		return nil, nil
	}
	day, err := time.ParseInLocation(time.DateOnly, typed, clock.Paris)
	if err != nil {
		return nil, badQuery(name)
	}
	return new(day.AddDate(0, 0, later)), nil
}

func badQuery(name string) error {
	return fault.Invalid(name, "La valeur du paramètre « "+name+" » n'est pas correcte.")
}
