package tariff

import "time"

// Span is a time during which a tariff applied to a locker.
type Span struct {
	TariffID   int64
	Created    time.Time  // the tariff
	ArchivedAt *time.Time // the tariff; nil: it exists
	Since      time.Time
	Until      *time.Time // nil: it still applies
}

// At returns of the tariffs of a locker those that were in force there at the instant, and those that came there
// after it. Each has the instant at which its lists are read: the given one, or the first at which it was there, for a
// start before the first version of a tariff takes its first version. A tariff that came later and is deleted counts as
// never having been there.
func At(spans []Span, at time.Time) (inForce, later map[int64]time.Time) {
	inForce, later = map[int64]time.Time{}, map[int64]time.Time{}
	for _, span := range spans {
		since := span.Since
		if since.Before(span.Created) {
			since = span.Created
		}
		first, known := later[span.TariffID]
		switch {
		case since.After(at):
			if span.ArchivedAt == nil && (!known || since.Before(first)) {
				later[span.TariffID] = since
			}
		case (span.Until == nil || span.Until.After(at)) && (span.ArchivedAt == nil || span.ArchivedAt.After(at)):
			inForce[span.TariffID] = at
		}
	}
	for id := range inForce {
		delete(later, id)
	}
	return inForce, later
}
