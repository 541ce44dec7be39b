package subscription

import (
	"context"
	"slices"
	"time"

	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// NoticeKind is what a notice is about.
type NoticeKind string

// The kinds of notices.
const (
	PriceNotice   NoticeKind = "prix"         // the tariff has another price; numbered by its version
	RenewalNotice NoticeKind = "reconduction" // a term is about to follow, which has the number (L215-1)
)

// Notice is a letter to the subscriber whose sending has an effect (docs/rules.md#renewals).
type Notice struct {
	ID             int64
	SubscriptionID int64
	Kind           NoticeKind
	Number         int64
	Amount         money.Cents // the price that it tells
	SentAt         *time.Time  // nil: it waits, or could not be sent
}

// RenewalPrice returns the price of a term, and the version of the tariff that has it. The first one costs what was
// bought. A later one costs what the one before did; what the subscriber was told in time takes its place, and so does
// a lower price, told or not. A tariff that is sold by another unit has no price for a term of this one.
func (b Bought) RenewalPrice(term int) (version int64, amount money.Cents) {
	version, amount = b.TariffVersion, b.Tariff.UnitPrice()
	if term == 0 {
		return version, amount
	}
	for _, n := range b.Notices {
		if n.Kind == PriceNotice && n.Number > version &&
			(n.Amount <= amount || n.toldBefore(b.Term(term), b.NoticeDays)) {
			version, amount = n.Number, n.Amount
		}
	}
	if b.Offer.Unit == b.Tariff.Unit && b.Offer.Version > version && b.Offer.Amount < amount {
		version, amount = b.Offer.Version, b.Offer.Amount
	}
	return version, amount
}

// toldBefore reports whether the notice was sent so many days before an instant at least. They are days of Paris.
func (n Notice) toldBefore(at time.Time, days int) bool {
	return n.SentAt != nil && clock.DayOf(at)-clock.DayOf(*n.SentAt) >= clock.Day(days)
}

// NextPrice returns what the next term costs; nil: there is none.
func (b Bought) NextPrice() *money.Cents {
	if b.NextAt == nil {
		return nil
	}
	_, amount := b.RenewalPrice(b.NextTerm)
	return &amount
}

// priced returns the subscription with the price of its next term as that of its tariff.
func (b Bought) priced() Bought {
	version, amount := b.RenewalPrice(b.NextTerm)
	if version != b.TariffVersion {
		b.TariffVersion, b.Tariff.Version, b.Tariff.Amount, b.Tariff.PromoAmount = version, version, amount, nil
	}
	return b
}

// noticeWindow returns the instants between which the letter of L215-1 about a term must be sent: three months and one
// month before it.
func (b Bought) noticeWindow(term int) (from, until time.Time) {
	at := b.Term(term)
	return monthsAfter(at, -3), monthsAfter(at, -1)
}

// warns reports whether a letter of L215-1 is owed before a term.
func (b Bought) warns(term int) bool { return b.Renewed && b.Tariff.Unit == pricing.Year && term > 0 }

// noticeDue reports whether the letter about the next term is to be written now.
func (b Bought) noticeDue(now time.Time) bool {
	if b.NextAt == nil || !b.warns(b.NextTerm) || b.notice(RenewalNotice, b.NextTerm) != nil {
		return false
	}
	from, until := b.noticeWindow(b.NextTerm)
	return !now.Before(from) && !now.After(until)
}

// unwarned reports whether a term renews although its letter was not sent in time.
func (b Bought) unwarned(term int) bool {
	if !b.warns(term) {
		return false
	}
	from, until := b.noticeWindow(term)
	n := b.notice(RenewalNotice, term)
	return n == nil || n.SentAt == nil || n.SentAt.Before(from) || n.SentAt.After(until)
}

func (b Bought) notice(kind NoticeKind, number int) *Notice {
	for i, n := range b.Notices {
		if n.Kind == kind && n.Number == int64(number) {
			return &b.Notices[i]
		}
	}
	return nil
}

// WarnedAt returns when the letter about the next term was sent; nil: it was not, or none is owed.
func (b Bought) WarnedAt() *time.Time {
	if n := b.notice(RenewalNotice, b.NextTerm); n != nil && b.NextAt != nil {
		return n.SentAt
	}
	return nil
}

// FreeToEnd reports whether the subscriber may end the term under way at any moment and gets the days that are left
// back, because it renewed without the letter of L215-1.
func (b Bought) FreeToEnd(at time.Time) bool {
	return b.Runs(at) && b.UnwarnedTerm != nil && *b.UnwarnedTerm == b.NextTerm-1
}

// NoticeStore stores notices.
type NoticeStore interface {
	tariff.SubscriberStore
	// QueueNotice stores a notice once, with its letter.
	QueueNotice(ctx context.Context, n Notice, mail outbox.Kind, accountID int64, at time.Time) error
	NoticeByID(ctx context.Context, id int64) (Notice, error)
	// NoticeSent stores when the letter of a notice was sent first.
	NoticeSent(ctx context.Context, id int64, at time.Time) error
	// YearlyRenewing returns subscriptions by the year of which another term begins after an instant and before another,
	// and of whose next term there is no notice, after an id, by id.
	YearlyRenewing(ctx context.Context, from, before time.Time, after int64, limit int) ([]Bought, error)
}

// warnedAtOnce is how many letters of L215-1 are queued in one transaction.
const warnedAtOnce = 200

// WarnOfRenewals queues the letter of L215-1 for each subscription that is owed one and has none. Nodes that do so at
// the same time queue it once.
func (s *Service) WarnOfRenewals(ctx context.Context) error {
	for after, more := int64(0), true; more; {
		err := s.store.Atomically(ctx, func(ctx context.Context) error {
			now := s.clock.Now()
			list, err := s.store.YearlyRenewing(ctx, now, now.AddDate(0, 3, 3), after, warnedAtOnce)
			if err != nil {
				return err
			}
			for _, b := range list {
				if !b.noticeDue(now) {
					continue
				}
				_, amount := b.RenewalPrice(b.NextTerm)
				n := Notice{SubscriptionID: b.ID, Kind: RenewalNotice, Number: int64(b.NextTerm), Amount: amount}
				if err := s.store.QueueNotice(ctx, n, outbox.RenewalAhead, b.AccountID, now); err != nil {
					return err
				}
			}
			if more = len(list) == warnedAtOnce; more {
				after = list[len(list)-1].ID
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// NoticeSent records that the letter of a notice was sent.
func (s *Service) NoticeSent(ctx context.Context, id int64) error {
	return s.store.NoticeSent(ctx, id, s.clock.Now())
}

// NoticeMail is what the letter of a notice tells.
type NoticeMail struct {
	Bought
	Amount money.Cents
	From   time.Time // when the first term at the price begins, if the letter is sent now; of a renewal, that term
}

// NoticeMail returns what the letter of a notice tells now. False: it is out of date.
func (s *Service) NoticeMail(ctx context.Context, noticeID int64) (NoticeMail, bool, error) {
	n, err := s.store.NoticeByID(ctx, noticeID)
	if err != nil {
		return NoticeMail{}, false, err
	}
	b, err := s.store.SubscriptionByID(ctx, n.SubscriptionID)
	if err != nil || b.NextAt == nil {
		return NoticeMail{}, false, err
	}
	if n.Kind == RenewalNotice {
		_, amount := b.RenewalPrice(b.NextTerm)
		return NoticeMail{b, amount, *b.NextAt}, n.Number == int64(b.NextTerm), nil
	}
	later := func(other Notice) bool { return other.Kind == PriceNotice && other.Number > n.Number }
	if n.Number <= b.TariffVersion || slices.ContainsFunc(b.Notices, later) {
		return NoticeMail{}, false, nil
	}
	from, first := b.told(n, s.clock.Now()).firstAt(n.Number)
	return NoticeMail{b, n.Amount, from}, first, nil
}

// told returns the subscription as if the notice was sent at an instant, unless it was before.
func (b Bought) told(n Notice, at time.Time) Bought {
	if n.SentAt == nil {
		n.SentAt = &at
	}
	b.Notices = slices.DeleteFunc(slices.Clone(b.Notices),
		func(other Notice) bool { return other.Kind == n.Kind && other.Number == n.Number })
	b.Notices = append(b.Notices, n)
	return b
}

// firstAt returns when the first term to come begins that has its price of a version. False: there is none, because a
// later version takes its place.
func (b Bought) firstAt(version int64) (time.Time, bool) {
	if b.NextAt == nil {
		return time.Time{}, false
	}
	for term := max(b.NextTerm, 1); ; term++ {
		switch got, _ := b.RenewalPrice(term); {
		case got == version:
			return b.Term(term), true
		case got > version:
			return time.Time{}, false
		case b.Term(term).After(b.NextAt.AddDate(3, 0, 0)): // no notice takes as long
			return time.Time{}, false
		}
	}
}
