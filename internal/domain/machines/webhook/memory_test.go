package webhook_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

var manager = access.Actor{AccountID: 9}

// memory stores the endpoints of one operator and their deliveries.
type memory struct {
	webhook.Store
	endpoints  []webhook.Endpoint // the first has the number 1
	deliveries []webhook.Delivery // likewise
	lines      []audit.Entry
	mails      []outbox.Kind
}

func (m *memory) Atomically(ctx context.Context, act func(context.Context) error) error {
	return act(ctx)
}

func (m *memory) Record(_ context.Context, entry audit.Entry) error {
	m.lines = append(m.lines, entry)
	return nil
}

func (m *memory) KeepSecurityEvent(context.Context, security.Event) error { return nil }

func (m *memory) QueueWebhookMails(_ context.Context, kind outbox.Kind, _ int64, _ time.Time) error {
	m.mails = append(m.mails, kind)
	return nil
}

func (m *memory) CountEndpoints(context.Context, int64) (int, error) { return len(m.endpoints), nil }

func (m *memory) EndpointByID(_ context.Context, id int64) (webhook.Endpoint, error) {
	if id < 1 || id > int64(len(m.endpoints)) {
		return webhook.Endpoint{}, fault.NotFound()
	}
	return m.endpoints[id-1], nil
}

func (m *memory) CountedEndpoint(ctx context.Context, id int64) (webhook.Endpoint, error) {
	return m.EndpointByID(ctx, id)
}

func (m *memory) CreateEndpoint(_ context.Context, e webhook.Endpoint) (int64, error) {
	e.ID = int64(len(m.endpoints)) + 1
	m.endpoints = append(m.endpoints, e)
	return e.ID, nil
}

func (m *memory) UpdateEndpoint(_ context.Context, e webhook.Endpoint) error {
	e.Health = m.endpoints[e.ID-1].Health
	m.endpoints[e.ID-1] = e
	return nil
}

func (m *memory) SetHealth(_ context.Context, id int64, health webhook.Health, _ *time.Time) error {
	m.endpoints[id-1].Health = health
	return nil
}

func (m *memory) SetDue(_ context.Context, id int64) error {
	m.endpoints[id-1].Health.DueAt = time.Time{}
	return nil
}

func (m *memory) Suspend(_ context.Context, id int64, why webhook.Suspension, at time.Time) (bool, error) {
	e := &m.endpoints[id-1]
	if !e.Active || e.Suspension != webhook.NotSuspended {
		return false, nil
	}
	e.Suspension, e.SuspendedAt = why, &at
	return true, nil
}

func (m *memory) AddDelivery(_ context.Context, d webhook.Delivery) (int64, error) {
	d.ID, d.State, d.NextAt, d.Attempts, d.Step, d.Last = int64(len(m.deliveries))+1, webhook.Pending, new(d.At), 0, 0, nil
	m.deliveries = append(m.deliveries, d)
	return d.ID, nil
}

func (m *memory) DeliveryByID(_ context.Context, id int64) (webhook.Delivery, error) {
	return m.deliveries[id-1], nil
}

func (m *memory) DueDeliveries(_ context.Context, _ int64, now time.Time, limit int) ([]webhook.Delivery, error) {
	due, busy := []webhook.Delivery{}, map[webhook.Object]bool{}
	for _, d := range m.deliveries {
		if d.State == webhook.Pending && !d.NextAt.After(now) && (!d.Ordered || !busy[d.Object]) {
			due = append(due, d)
		}
		busy[d.Object] = busy[d.Object] || d.Ordered && d.State == webhook.Pending
	}
	slices.SortStableFunc(due, func(a, b webhook.Delivery) int { return a.NextAt.Compare(*b.NextAt) })
	return due[:min(limit, len(due))], nil
}

func (m *memory) SaveOutcomes(_ context.Context, outcomes []webhook.Outcome) error {
	for _, o := range outcomes {
		if d := &m.deliveries[o.DeliveryID-1]; d.State == webhook.Pending {
			d.State, d.NextAt, d.Last = o.State, o.NextAt, &o.Attempt
			d.Attempts++
			d.Step++
		}
	}
	return nil
}

func (m *memory) TellDelivered(context.Context, webhook.Endpoint, time.Time) error { return nil }

func (m *memory) HurryDelivery(_ context.Context, id int64, at time.Time) (bool, error) {
	d := &m.deliveries[id-1]
	if d.State != webhook.Pending {
		return false, nil
	}
	if d.NextAt.After(at) && d.Step > 0 {
		d.Step--
	}
	d.NextAt = &at
	return true, nil
}

func (m *memory) HurryFailed(ctx context.Context, _ int64, since, at time.Time) error {
	for _, d := range m.deliveries {
		if d.State == webhook.Pending && d.Attempts > 0 && d.NextAt.After(at) && !d.Last.At.Before(since) {
			if _, err := m.HurryDelivery(ctx, d.ID, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// receiver keeps the requests that it gets, and answers each as answer says; nil: with success.
type receiver struct {
	mutex  sync.Mutex
	got    []webhook.Request
	answer func(webhook.Request) webhook.Answer
}

func (r *receiver) Send(_ context.Context, request webhook.Request) webhook.Answer {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.got = append(r.got, request)
	if r.answer == nil {
		return webhook.Answer{Status: 200}
	}
	return r.answer(request)
}

func answers(status int) func(webhook.Request) webhook.Answer {
	return func(webhook.Request) webhook.Answer {
		return webhook.Answer{Status: status, Problem: webhook.BadStatus}
	}
}

type manualClock struct{ at time.Time }

func (c *manualClock) Now() time.Time { return c.at }

// system is an operator's system with its endpoint, number 1, and the service that tells it.
type system struct {
	*memory
	*receiver
	*webhook.Service
	clock  *manualClock
	secret string
}

func newSystem(t interface{ Fatal(args ...any) }) *system {
	s := &system{
		memory: &memory{}, receiver: &receiver{},
		clock: &manualClock{time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)},
	}
	var err error
	if s.Service, err = webhook.NewService(s.memory, s.clock, []byte(strings.Repeat("s", 40)), s.receiver,
		webhook.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, s.secret, err = s.Create(context.Background(), manager, 1, valid()); err != nil {
		t.Fatal(err)
	}
	return s
}

func valid() webhook.Endpoint {
	return webhook.Endpoint{
		Label: "Ville", Address: "https://exemple.fr/a?cle=1",
		Events: []webhook.Type{webhook.StayStarted, webhook.StayEnded}, Active: true,
	}
}

// happens adds an event of a stay.
func (s *system) happens(stayID int64, name string) {
	_, _ = s.AddDelivery(context.Background(), webhook.Delivery{
		EndpointID: 1, EventID: name, Type: webhook.StayStarted, Object: webhook.Object{Kind: audit.KindStay, ID: stayID},
		At: s.clock.at, Body: "{}", Ordered: true,
	}) // never fails
}

// deliver sends what is due, and returns the events that the receiver got.
func (s *system) deliver(t interface{ Fatal(args ...any) }) []string {
	s.got = nil
	if err := s.Deliver(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, request := range s.got {
		names = append(names, request.ID)
	}
	return names
}

// passes moves the clock to the instant at which something is due again; false: nothing ever is.
func (s *system) passes() bool {
	// what waits for an earlier one is left out
	next, _ := s.DueDeliveries(context.Background(), 1, s.clock.at.AddDate(1, 0, 0), 1)
	if len(next) == 0 {
		return false
	}
	at := *next[0].NextAt
	for _, floor := range []time.Time{s.endpoints[0].Health.DueAt, s.clock.at} {
		if floor.After(at) {
			at = floor
		}
	}
	s.clock.at = at
	return true
}

// told lists the audit lines, but the first, which tells of the endpoint.
func (s *system) told() []audit.Action {
	actions := []audit.Action{}
	for _, line := range s.lines[1:] {
		actions = append(actions, line.Action)
	}
	return actions
}

func (s *system) states() map[webhook.State]int {
	counts := map[webhook.State]int{}
	for _, d := range s.deliveries {
		counts[d.State]++
	}
	return counts
}

func wantStates(t *testing.T, what string, s *system, want map[webhook.State]int) {
	t.Helper()
	if got := s.states(); !maps.Equal(got, want) {
		t.Errorf("%s: the deliveries are %v, want %v", what, got, want)
	}
}
