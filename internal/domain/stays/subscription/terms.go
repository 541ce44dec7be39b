package subscription

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// Why describes why no further term of a subscription is billed.
type Why string

// The reasons; empty: it goes on.
const (
	WhyErased   Why = "Cet utilisateur n'a plus de compte."
	WhyBanned   Why = msgBanned
	WhyReserved Why = msgReserved
	WhyGone     Why = "Cette condition tarifaire n'existe plus."
	WhyNowhere  Why = msgNowhere
	WhyUnpaid   Why = "Son échéance n'a pas pu être encaissée."
	WhyPast     Why = "Sa seule échéance est passée sans avoir été facturée."
)

// BillTerms bills the term of a subscription that is under way, if it has begun since the last one was billed. It asks
// first whether the person and the place can still be served; if not, the subscription ends with the last billed term.
// Terms that began and ended while nothing was billed are never billed.
func (s *Service) BillTerms(ctx context.Context, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		bought, err := s.store.SubscriptionByID(ctx, id)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		if bought.NextAt == nil || bought.NextAt.After(now) {
			return nil
		}
		why, err := s.whyOver(ctx, bought)
		if err != nil {
			return err
		}
		if why != "" {
			return s.endByItself(ctx, bought, why)
		}
		due, event := bought.passing(now), webhook.SubscriptionRenewed
		if bought.NextTerm == 0 {
			event = webhook.SubscriptionStarted
		}
		if !bought.Renewed && due.NextTerm > 0 {
			return s.endByItself(ctx, bought, WhyPast)
		}
		return s.begin(ctx, bought, due, event)
	})
}

// passing returns the subscription with the term under way as its next one.
func (b Bought) passing(now time.Time) Bought {
	for !b.Term(b.NextTerm + 1).After(now) {
		b.NextTerm++
	}
	return b
}

// whyOver asks whether the person and the place of a subscription can still be served.
func (s *Service) whyOver(ctx context.Context, b Bought) (Why, error) {
	customer, err := s.store.CustomerOf(ctx, b.AccountID, b.OperatorID)
	if fault.Is(err, fault.KindNotFound) {
		return WhyErased, nil
	}
	if err != nil {
		return "", err
	}
	sold, err := s.store.TariffByID(ctx, b.TariffID) // not one of an operator that is archived
	if fault.Is(err, fault.KindNotFound) {
		return WhyGone, nil
	}
	return whyOver(customer, sold), err
}

func whyOver(customer stay.Customer, sold tariff.Tariff) Why {
	switch {
	case !customer.Active:
		return WhyBanned
	case !sold.Admits(customer.Email):
		return WhyReserved
	case len(sold.Sites) == 0:
		return WhyNowhere
	}
	return ""
}

// begin bills the term that due has as its next one, of the subscription that is stored as before.
func (s *Service) begin(ctx context.Context, before, due Bought, event webhook.Type) error {
	due = due.priced()
	after := due.Began()
	if due.unwarned(due.NextTerm) {
		after.UnwarnedTerm = &due.NextTerm
	}
	first, err := s.store.AdvanceSubscription(ctx, before.Subscription, after.Subscription)
	if err != nil || !first {
		return err
	}
	if err := s.bills.BillTerm(ctx, due, before.NextTerm == 0); err != nil {
		return err
	}
	changes := map[string]any{"echeance": due.NextTerm + 1, "montant": due.Tariff.UnitPrice()}
	if err := s.record(ctx, audit.TermBegun, 0, after, changes); err != nil {
		return err
	}
	return s.store.Announce(ctx, EventOf(event, after, s.clock.Now()))
}

func (s *Service) endByItself(ctx context.Context, b Bought, why Why) error {
	return EndByItself(ctx, s.store, b, why, s.clock.Now())
}

// EndStores is what an end that nobody asked for is written to.
type EndStores interface {
	audit.Recorder
	webhook.Announcer
	CustomerMailStore
	SaveEnd(ctx context.Context, sub Subscription) error
}

// EndByItself ends a subscription with its last billed term, if another would follow. It is part of the caller's
// transaction.
func EndByItself(ctx context.Context, store EndStores, b Bought, why Why, now time.Time) error {
	if b.NextAt == nil {
		return nil
	}
	return endBy(ctx, store, b.endsWithTerm(), why, now)
}

// EndUnpaid ends a subscription at once, because the attempts to collect a term of it are used up; when a later term is
// billed already, with that. It is part of the caller's transaction.
func EndUnpaid(ctx context.Context, store EndStores, b Bought, term int, now time.Time) error {
	switch {
	case !b.Runs(now):
		return nil
	case term < b.NextTerm-1:
		return EndByItself(ctx, store, b, WhyUnpaid, now)
	}
	return endBy(ctx, store, b.endsAt(now), WhyUnpaid, now)
}

func endBy(ctx context.Context, store EndStores, after Bought, why Why, now time.Time) error {
	if err := store.SaveEnd(ctx, after.Subscription); err != nil {
		return err
	}
	line := entry(audit.SubscriptionEnded, 0, after,
		map[string]any{"fin": clock.Written(*after.EndsAt), "motif": string(why)}, now)
	if err := store.Record(ctx, line); err != nil {
		return err
	}
	return tellEnd(ctx, store, after, 0, now)
}

// endTold is where an end is told.
type endTold interface {
	webhook.Announcer
	CustomerMailStore
}

// tellEnd tells an end to the operator's systems, and by letter to the customer, with what is given back.
func tellEnd(ctx context.Context, store endTold, after Bought, given money.Cents, now time.Time) error {
	if err := store.QueueCustomerMail(ctx, outbox.Mail{
		Kind: outbox.Ended, AccountID: after.AccountID, SubscriptionID: after.ID, Amount: given, CreatedAt: now,
	}); err != nil {
		return err
	}
	return store.Announce(ctx, EventOf(webhook.SubscriptionEnded, after, now))
}

// EventOf returns an event of the subscription.
func EventOf(t webhook.Type, b Bought, at time.Time) webhook.Event {
	return webhook.OfSubscription(t, webhook.SubscriptionData{
		IDExploitant: b.OperatorID, IDAbonnement: b.ID, IDUtilisateur: b.AccountID, IDTarif: b.TariffID, Test: b.Test,
		Debut: webhook.InParis(b.StartsAt), Fin: webhook.InParisOrNil(b.EndsAt),
		ProchaineEcheance: webhook.InParisOrNil(b.NextAt),
		Montant:           b.Tariff.UnitPrice(),
	}, at)
}

func (s *Service) record(
	ctx context.Context, action audit.Action, actorID int64, b Bought, changes map[string]any,
) error {
	return s.store.Record(ctx, entry(action, actorID, b, changes, s.clock.Now()))
}

func entry(action audit.Action, actorID int64, b Bought, changes map[string]any, at time.Time) audit.Entry {
	return audit.Entry{
		At: at, ActorID: actorID, OperatorID: b.OperatorID, Action: action,
		Object: audit.Object{Kind: audit.KindSubscription, ID: b.ID}, Changes: changes,
	}
}
