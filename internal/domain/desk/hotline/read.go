package hotline

import (
	"context"
	"maps"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/diagnosis"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// How much of each kind is read, and for how long a subscription that ended is told of.
const (
	mostRead         = 50
	subscriptionsOld = 60 * 24 * time.Hour
)

// readCustomer reads what the operator knows of a customer.
func (r *reading) readCustomer(ctx context.Context, person account.Details) error {
	known := &diagnosis.Customer{ID: person.ID, Active: person.Active}
	r.call.Customer, r.facts.Customer = &person, known
	r.objects[audit.KindAccount] = []int64{person.ID}
	var err error
	if !person.Active {
		if known.BannedAt, err = r.store.LastAct(ctx, audit.Object{Kind: audit.KindAccount, ID: person.ID},
			audit.AccountBanned); err != nil {
			return err
		}
	}
	if r.call.Open, err = r.store.OpenStaysOf(ctx, person.ID, r.operatorID); err != nil {
		return err
	}
	known.Stays = each(r.call.Open, openStay)
	if r.call.Subscriptions, _, err = r.store.SubscriptionsOf(ctx, person.ID, r.operatorID, 0, mostRead); err != nil {
		return err
	}
	if last, since, found := lastClosed(r.call.Subscriptions, r.facts.Now); found {
		known.Subscription = &diagnosis.Subscription{
			Label: last.Tariff.PublicLabel, EndedAt: since, UnpaidSince: last.UnpaidSince(),
		}
	}
	card, err := r.store.CardOf(ctx, person.ID, r.operatorID)
	switch {
	case err == nil:
		known.Card = &diagnosis.Card{PAN: card.PAN, Expired: expired(card.Expires, r.facts.Now)}
	case !fault.Is(err, fault.KindNotFound):
		return err
	}
	if r.refusals, err = r.store.RefusalsTo(ctx, person.ID, r.operatorID, r.after, mostRead); err != nil {
		return err
	}
	r.mails, err = r.store.MailsTo(ctx, person.ID, r.after, mostRead)
	return err
}

// readDoor reads a door of the operator.
func (r *reading) readDoor(ctx context.Context, lockerID int64) error {
	door, err := r.store.DoorAt(ctx, r.operatorID, lockerID)
	if err != nil {
		return err
	}
	if door.Locker, err = r.store.LockerByID(ctx, lockerID); err != nil {
		return err
	}
	if !r.heard {
		door.Controller, door.Open, door.MovedAt = nil, nil, nil
	}
	behind, err := r.store.OpenStaysIn(ctx, lockerID)
	if err != nil {
		return err
	}
	if r.call.Customer == nil {
		r.call.Open = behind
	}
	r.call.Door = &door
	r.objects[audit.KindLocker], r.objects[audit.KindStation] = []int64{lockerID}, []int64{door.StationID}
	known := &diagnosis.Door{
		Place: door.place(), Capacity: door.Capacity, Stays: each(behind, openStay), Active: door.Active,
		StationActive: door.StationActive,
	}
	if door.Holder != nil {
		known.HolderID = door.Holder.AccountID
	}
	r.facts.Door = known
	if door.Controller != nil {
		known.SilentSince = door.Controller.SilentSince
	}
	if door.Open != nil && *door.Open {
		known.OpenSince = door.MovedAt
	}
	if door.StationOutage != nil {
		known.StationOffAt, known.StationOutage = door.StationOutage.Since, door.StationOutage.InWords()
	}
	if door.Outage != nil {
		known.SwitchedOffAt, known.Outage = door.Outage.Since, door.Outage.InWords()
	}
	if !door.Active && known.SwitchedOffAt == nil { // by a release that did not keep it
		if known.SwitchedOffAt, err = r.store.LastAct(ctx, audit.Object{Kind: audit.KindLocker, ID: lockerID},
			audit.LockerSwitchedOff); err != nil {
			return err
		}
	}
	if known.Codes, err = r.store.GivenAfter(ctx, lockerID, r.after, mostRead); err != nil {
		return err
	}
	there, err := r.store.RefusalsAt(ctx, lockerID, r.after, mostRead)
	if r.facts.Customer != nil { // those of others say nothing of the person; those of this person are read already
		there = slices.DeleteFunc(there, func(one refusal.Refusal) bool { return one.AccountID != 0 })
	}
	r.refusals = append(r.refusals, there...)
	return err
}

// readPricing reads whether a tariff lets the person begin a stay behind the door, as Start chooses one.
func (r *reading) readPricing(ctx context.Context) error {
	candidates, err := r.store.TariffsOfLocker(ctx, r.call.Door.ID)
	if err != nil {
		return err
	}
	person, now := r.call.Customer, r.facts.Now
	held, err := r.store.SubscribedTariffs(ctx, person.ID, now)
	if err != nil {
		return err
	}
	subscribed, err := stay.NotUsedUpNow(ctx, r.store, person.ID, held, candidates, now)
	if err != nil {
		return err
	}
	_, priced := tariff.Choose(candidates, tariff.Customer{Email: person.Email, Subscribed: subscribed}, now)
	r.facts.Door.Priced = &priced
	would, found := tariff.Choose(candidates, tariff.Customer{Email: person.Email, Subscribed: held}, now)
	if !priced && found {
		r.facts.Door.UsedUp = would.PublicLabel
	}
	if last, _, found := lastClosed(r.call.Subscriptions, now); found {
		_, would := tariff.Choose(candidates,
			tariff.Customer{Email: person.Email, Subscribed: append(subscribed, last.TariffID)}, now)
		r.facts.Customer.Subscription.Opened = would
	}
	return nil
}

// readPayments reads the payments of what is in progress, then those of the person that are not settled, then the last
// ones.
func (r *reading) readPayments(ctx context.Context) error {
	if !r.actor.Can(access.HotlineRead, r.operatorID) {
		return nil
	}
	ids := each(r.call.Open, func(o stay.Details) int64 { return o.PaymentID })
	if p := r.call.Customer; p != nil {
		unsettled, err := r.store.UnsettledPayments(ctx, p.ID, r.operatorID, mostUnsettled)
		if err != nil {
			return err
		}
		last, err := r.store.LastPayments(ctx, p.ID, r.operatorID, mostPayments)
		if err != nil {
			return err
		}
		for _, id := range append(unsettled, last...) {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	var err error
	if r.call.Payments, err = r.store.DetailsByID(ctx, ids); err != nil {
		return err
	}
	if r.facts.Customer != nil {
		r.facts.Customer.Attempt = failed(r.call.Payments)
	}
	for _, p := range r.call.Payments {
		r.objects[audit.KindPayment] = append(r.objects[audit.KindPayment], p.ID)
	}
	return nil
}

// listStays lists the stays whose lines of the audit log are told: those in progress, and those of the payments.
func (r *reading) listStays() {
	for _, o := range r.call.Open {
		r.places[o.ID] = placeOf(o)
	}
	for _, p := range r.call.Payments {
		if p.Stay != nil {
			r.places[p.Stay.ID] = placeOf(*p.Stay)
		}
	}
	r.objects[audit.KindStay] = slices.Sorted(maps.Keys(r.places))
}

// placeRefusals names the places of the refusals.
func (r *reading) placeRefusals(ctx context.Context) error {
	places, err := r.store.Places(ctx, each(r.refusals, func(one refusal.Refusal) int64 { return one.LockerID }))
	for _, one := range r.refusals {
		r.facts.Refusals = append(r.facts.Refusals, diagnosis.Refused{Refusal: one, Place: places[one.LockerID]})
	}
	return err
}

func openStay(o stay.Details) diagnosis.Stay {
	s := diagnosis.Stay{AccountID: o.AccountID, Place: placeOf(o), StartedAt: o.StartedAt}
	if o.Tariff != nil && o.Tariff.RemovalAfter != nil {
		at := o.StartedAt.Add(time.Duration(*o.Tariff.RemovalAfter) * time.Minute)
		s.RemovalAt = &at
	}
	return s
}

func placeOf(o stay.Details) diagnosis.Place {
	return diagnosis.Place{
		StationID: o.Station.ID, Station: o.Station.Name, LockerID: o.Locker.ID, Locker: o.Locker.Name,
		Space: o.Locker.Type == station.Space,
	}
}

// lastClosed returns the subscription that stopped opening last, because it ended or was not paid, and when, not long
// ago, of a person whom none opens now.
func lastClosed(list []subscription.Bought, now time.Time) (last subscription.Bought, since time.Time, found bool) {
	for _, b := range list {
		closed, is := b.ClosedSince(now)
		switch {
		case b.StartsAt.After(now), b.NeverBegan():
		case !is:
			return subscription.Bought{}, time.Time{}, false
		case now.Sub(closed) <= subscriptionsOld && (!found || closed.After(since)):
			last, since, found = b, closed, true
		}
	}
	return last, since, found
}

// expired reports whether a card, MM/YY, is past the end of its month.
func expired(month string, now time.Time) bool {
	last, err := time.ParseInLocation("01/06", month, clock.Paris)
	return err == nil && !now.Before(last.AddDate(0, 1, 0))
}

// failed returns the last charge whose outcome is known, if it failed.
func failed(payments []payment.Details) *diagnosis.Attempt {
	var last *payment.Attempt
	for _, p := range payments {
		for i := range p.Attempts {
			if a := &p.Attempts[i]; a.Kind == payment.Charge && a.Outcome != payment.InProgress &&
				(last == nil || a.At.After(last.At)) {
				last = a
			}
		}
	}
	if last == nil || last.Outcome == payment.Paid {
		return nil
	}
	found := &diagnosis.Attempt{At: last.At, Amount: last.Amount.String(), Outcome: last.Outcome}
	if last.Card != nil {
		found.PAN = last.Card.PAN
	}
	return found
}

func each[T, U any](list []T, f func(T) U) []U {
	made := make([]U, len(list))
	for i, item := range list {
		made[i] = f(item)
	}
	return made
}
