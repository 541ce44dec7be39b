package payment

import "slices"

// PaidTwice reports whether the attempt with the uuid collected money for a payment that was settled already, or gives
// that money back (docs/rules.md#documents).
func (d Details) PaidTwice(uuid string) bool {
	return slices.ContainsFunc(d.Attempts,
		func(a Attempt) bool { return a.ofDouble() && (a.UUID == uuid || a.Of == uuid) })
}
