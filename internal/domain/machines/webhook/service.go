package webhook

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/sealing"
	"consigne/internal/kernel/text"
)

// Service implements the package's operations for all callers.
type Service struct {
	store  Store
	clock  clock.Clock
	sealed sealing.Key
	client Client

	private  bool
	security *security.Recorder
	metrics  Metrics
}

// Options holds what a Service can do without.
type Options struct {
	Private  bool               // http and addresses of private networks are allowed
	Security *security.Recorder // nil: events are stored and not logged
	Metrics  Metrics            // nil: nobody is told of calls
}

// Client calls receivers.
type Client interface {
	// Send makes a request and returns what became of it. It ends within CallTimeout.
	Send(ctx context.Context, request Request) Answer
}

// NewService derives its key from secret, which must be the same on every node.
func NewService(store Store, clock clock.Clock, secret []byte, client Client, options Options) (*Service, error) {
	sealed, err := sealing.Derive(secret, "consigne webhooks")
	if err != nil {
		return nil, err
	}
	return &Service{
		store: store, clock: clock, sealed: sealed, client: client,
		private: options.Private, metrics: options.Metrics,
		security: cmp.Or(options.Security, security.NewRecorder(store, nil)),
	}, nil
}

// Of lists the endpoints of an operator, oldest first.
func (s *Service) Of(ctx context.Context, operatorID int64) ([]Endpoint, error) {
	return s.store.Endpoints(ctx, operatorID)
}

// ByID returns an endpoint.
func (s *Service) ByID(ctx context.Context, id int64) (Endpoint, error) {
	return s.store.CountedEndpoint(ctx, id)
}

// Create creates an endpoint of the operator and returns its id and its secret, which cannot be read again.
// fault.Conflict: the operator has as many as it may.
func (s *Service) Create(
	ctx context.Context, actor access.Actor, operatorID int64, typed Endpoint,
) (int64, string, error) {
	valid, err := typed.Validate(s.private)
	if err != nil {
		return 0, "", err
	}
	secret := newSecret()
	valid.OperatorID, valid.Hint, valid.CreatedBy = operatorID, secret[:hintLength], actor.AccountID
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		valid.CreatedAt = s.clock.Now()
		existing, err := s.store.CountEndpoints(ctx, operatorID)
		if err != nil {
			return err
		}
		if existing >= MostEndpoints {
			return fault.Conflict(msgTooMany)
		}
		if valid.ID, err = s.store.CreateEndpoint(ctx, valid); err != nil { // the secret is sealed for the row
			return err
		}
		if valid.Secret, err = s.sealed.Seal([]byte(secret), ownerOf(valid.ID)); err != nil {
			return err
		}
		if err := s.store.UpdateEndpoint(ctx, valid); err != nil {
			return err
		}
		if err := s.noteSecret(ctx, actor, valid); err != nil {
			return err
		}
		return s.record(ctx, actor, audit.WebhookCreated, valid, valid.facts())
	})
	return valid.ID, secret, err
}

// Change replaces what people set of an endpoint, and ends its suspension: it is active, and what waits is sent at
// once, or inactive.
func (s *Service) Change(ctx context.Context, actor access.Actor, id int64, typed Endpoint) (Endpoint, error) {
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.EndpointByID(ctx, id)
		if err != nil {
			return err
		}
		// it is checked at each connection, and may have been allowed once
		unchanged := text.Clean(typed.Address) == before.Address
		valid, err := typed.Validate(s.private || unchanged)
		if err != nil {
			return err
		}
		after := before
		after.Label, after.Address, after.Events, after.Active = valid.Label, valid.Address, valid.Events, valid.Active
		after.Suspension, after.SuspendedAt = NotSuspended, nil
		if !after.sameAs(before) {
			if err := s.store.UpdateEndpoint(ctx, after); err != nil {
				return err
			}
			if resumes := after.Active && (!before.Active || before.Suspension != NotSuspended) ||
				after.Address != before.Address; resumes {
				if err := s.resume(ctx, before); err != nil {
					return err
				}
			}
			if err := s.record(ctx, actor, audit.WebhookChanged, after, changesOf(before, after)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return Endpoint{}, err
	}
	return s.store.CountedEndpoint(ctx, id)
}

// resume forgets how the calls of an endpoint went, and makes what failed due.
func (s *Service) resume(ctx context.Context, e Endpoint) error {
	if err := s.store.SetHealth(ctx, e.ID, Health{}, nil); err != nil {
		return err
	}
	return s.store.HurryFailed(ctx, e.ID, time.Time{}, s.clock.Now())
}

// Delete deletes an endpoint, which is told nothing more and is not found. The sweeper deletes its deliveries.
func (s *Service) Delete(ctx context.Context, actor access.Actor, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.EndpointByID(ctx, id)
		if err != nil {
			return err
		}
		if err := s.store.DeleteEndpoint(ctx, id, s.clock.Now()); err != nil {
			return err
		}
		return s.record(ctx, actor, audit.WebhookDeleted, before,
			map[string]any{"libelle": before.Label, "adresse": origin(before.Address)})
	})
}

// ReplaceSecret gives an endpoint another secret and returns it. The one before signs too for FormerSecret.
func (s *Service) ReplaceSecret(ctx context.Context, actor access.Actor, id int64) (string, error) {
	secret := newSecret()
	sealed, err := s.sealed.Seal([]byte(secret), ownerOf(id))
	if err != nil {
		return "", err
	}
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		e, err := s.store.EndpointByID(ctx, id)
		if err != nil {
			return err
		}
		until := s.clock.Now().Add(FormerSecret)
		e.Former, e.FormerUntil, e.Secret, e.Hint = e.Secret, &until, sealed, secret[:hintLength]
		if err := s.store.UpdateEndpoint(ctx, e); err != nil {
			return err
		}
		if err := s.noteSecret(ctx, actor, e); err != nil {
			return err
		}
		return s.record(ctx, actor, audit.WebhookSecret, e, nil)
	})
	return secret, err
}

// Try sends an endpoint an event that tells nothing (« Envoyer un essai »). fault.Conflict: nothing is sent to it.
func (s *Service) Try(ctx context.Context, actor access.Actor, id int64) (Delivery, error) {
	return s.send(ctx, id, func(ctx context.Context, e Endpoint) (int64, error) {
		event := Event{
			Type: Trial, OperatorID: e.OperatorID, Object: webhookObject(e.ID), At: s.clock.Now(),
			Data: TrialData{IDExploitant: e.OperatorID, IDNotification: e.ID},
		}
		body, err := event.Body()
		if err != nil {
			return 0, err
		}
		if err := s.record(ctx, actor, audit.WebhookTried, e, nil); err != nil {
			return 0, err
		}
		return s.store.AddDelivery(ctx, Delivery{
			EndpointID: e.ID, EventID: NewEventID(), Type: Trial, Object: event.Object, At: event.At, Body: body, Trial: true,
		})
	})
}

// Resend sends a delivery again (« Renvoyer »), with the same event: one that waits, at once; any other, in a delivery
// of its own. fault.Conflict: nothing is sent to its endpoint.
func (s *Service) Resend(ctx context.Context, actor access.Actor, id int64) (Delivery, error) {
	former, err := s.store.DeliveryByID(ctx, id)
	if err != nil {
		return former, err
	}
	return s.send(ctx, former.EndpointID, func(ctx context.Context, e Endpoint) (int64, error) {
		now := s.clock.Now()
		if err := s.record(ctx, actor, audit.WebhookResent, e, map[string]any{"evenement": former.EventID}); err != nil {
			return 0, err
		}
		if waits, err := s.store.HurryDelivery(ctx, id, now); err != nil || waits {
			return id, err
		}
		again := former
		again.At, again.Ordered = now, false
		return s.store.AddDelivery(ctx, again)
	})
}

// send stores a delivery to an endpoint by an act of a person, and returns it. Its calls are not put off.
func (s *Service) send(
	ctx context.Context, endpointID int64, add func(ctx context.Context, e Endpoint) (int64, error),
) (Delivery, error) {
	var sent Delivery
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		e, err := s.store.EndpointByID(ctx, endpointID)
		if err != nil {
			return err
		}
		if !e.Active || e.Suspension != NotSuspended {
			return fault.Conflict(msgInactive)
		}
		id, err := add(ctx, e)
		if err != nil {
			return err
		}
		if err := s.store.SetDue(ctx, e.ID); err != nil {
			return err
		}
		sent, err = s.store.DeliveryByID(ctx, id)
		return err
	})
	return sent, err
}

// Deliveries returns a page of the deliveries of an endpoint, newest first.
func (s *Service) Deliveries(ctx context.Context, filter Filter, window paging.Window) (paging.Page[Delivery], error) {
	return s.store.Deliveries(ctx, filter, window)
}

// Delivery returns a delivery with its attempts, oldest first.
func (s *Service) Delivery(ctx context.Context, id int64) (Delivery, []Attempt, error) {
	d, err := s.store.DeliveryByID(ctx, id)
	if err != nil {
		return d, nil, err
	}
	attempts, err := s.store.Attempts(ctx, id)
	return d, attempts, err
}

func (s *Service) noteSecret(ctx context.Context, actor access.Actor, e Endpoint) error {
	return s.security.Note(ctx, security.Event{
		At: s.clock.Now(), Kind: security.WebhookSecret, ActorID: actor.AccountID,
		Reason: fmt.Sprintf("exploitant %d, notification %d", e.OperatorID, e.ID),
	})
}

func (s *Service) record(
	ctx context.Context, actor access.Actor, action audit.Action, e Endpoint, changes map[string]any,
) error {
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: e.OperatorID, Action: action,
		Object: audit.Object{Kind: audit.KindWebhook, ID: e.ID}, Changes: changes,
	})
}

func webhookObject(id int64) Object { return Object{audit.KindWebhook, id} }

// sameAs reports whether two endpoints are the same in what a change may set.
func (e Endpoint) sameAs(other Endpoint) bool {
	return e.Label == other.Label && e.Address == other.Address && slices.Equal(e.Events, other.Events) &&
		e.Active == other.Active && e.Suspension == other.Suspension
}

// facts returns what people set by its names on the wire, and of the address what is no secret.
func (e Endpoint) facts() map[string]any {
	events := make([]string, len(e.Events))
	for i, t := range e.Events {
		events[i] = string(t)
	}
	facts := map[string]any{
		"libelle": e.Label, "adresse": origin(e.Address), "evenements": strings.Join(events, ", "),
		"actif": e.Active,
	}
	if e.Suspension != NotSuspended {
		facts["suspension"] = string(e.Suspension)
	}
	return facts
}

// changesOf returns the facts that differ. That of an address is told whichever part of it was changed.
func changesOf(before, after Endpoint) map[string]any {
	changes := audit.Differences(before.facts(), after.facts())
	if before.Address != after.Address {
		changes["adresse"] = []any{origin(before.Address), origin(after.Address)}
	}
	return changes
}

// origin returns the scheme and the host of an address. Its path and its query may hold a secret of the receiver.
func origin(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return parsed.Scheme + "://" + parsed.Host
}

// NewEventID returns the id of a new event.
func NewEventID() string { return "evt_" + uuid.Must(uuid.NewV7()).String() }
