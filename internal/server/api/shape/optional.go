package shape

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Number is a whole number that may be absent, in a query or a body.
type Number struct {
	Value int64
	set   bool
}

// Schema declares a non-negative integer.
func (Number) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: new(0.0)}
}

// Receiver returns the field in which huma stores the value of a query.
func (n *Number) Receiver() reflect.Value { return reflect.ValueOf(n).Elem().Field(0) }

// OnParamSet is called with whether the parameter is there.
func (n *Number) OnParamSet(set bool, _ any) { n.set = set }

// UnmarshalJSON reads the value in a body.
func (n *Number) UnmarshalJSON(text []byte) error {
	if bytes.Equal(text, []byte("null")) {
		return nil
	}
	n.set = true
	return json.Unmarshal(text, &n.Value)
}

// MarshalJSON writes the value in a body.
func (n Number) MarshalJSON() ([]byte, error) { return json.Marshal(n.Value) }

// Pointer returns the number; nil: it is absent.
func (n Number) Pointer() *int64 {
	if !n.set {
		return nil
	}
	return &n.Value
}

// Flag is 1 or 0, true or false, in a query or a body.
type Flag struct{ Value bool }

// Schema declares a boolean, or 0 or 1.
func (Flag) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeBoolean},
		{Type: huma.TypeInteger, Minimum: new(0.0), Maximum: new(1.0)},
	}}
}

// Receiver returns the field in which huma stores the value of a query.
func (f *Flag) Receiver() reflect.Value { return reflect.ValueOf(f).Elem().Field(0) }

// UnmarshalJSON reads the value in a body.
func (f *Flag) UnmarshalJSON(text []byte) error {
	f.Value = string(text) == "1" || string(text) == "true"
	return nil
}

// MarshalJSON writes 0 or 1 in a body.
func (f Flag) MarshalJSON() ([]byte, error) {
	if f.Value {
		return []byte("1"), nil
	}
	return []byte("0"), nil
}

// Nullable is a number in a body that may be null, for none, or absent, for unchanged.
type Nullable struct {
	Told  bool
	Value *int64
}

// Schema declares an integer or null.
func (Nullable) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Nullable: true}
}

// UnmarshalJSON reads the value in a body.
func (n *Nullable) UnmarshalJSON(text []byte) error {
	n.Told = true
	return json.Unmarshal(text, &n.Value)
}

// MarshalJSON writes the value in a body.
func (n Nullable) MarshalJSON() ([]byte, error) { return json.Marshal(n.Value) }
