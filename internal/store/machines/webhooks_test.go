package machines_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/domain/machines/webhook"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// newEndpoint adds an endpoint of operator 1 that is told of some types.
func newEndpoint(t *testing.T, s *store.Store, events ...webhook.Type) int64 {
	t.Helper()
	id, err := s.CreateEndpoint(t.Context(),
		webhook.Endpoint{
			OperatorID: 1, Label: "Essai", Address: "https://exemple.fr", Events: events, Active: true,
			CreatedAt: storetest.Now,
		})
	storetest.Check(t, err)
	return id
}

func locker(t webhook.Type, id int64) webhook.Event {
	return webhook.OfLocker(t, webhook.LockerData{IDExploitant: 1, IDStation: 1, IDCasier: id}, storetest.Now)
}

// An event is written for the active endpoints of its operator that have chosen its type, or for none when its
// transaction is rolled back.
func TestWhoIsTold(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		storetest.NewLocker(t, s)
		first, second := newEndpoint(t, s, webhook.LockerActivated),
			newEndpoint(t, s, webhook.LockerActivated, webhook.LockerDeactivated)
		announce := func(event webhook.Event, undone error) {
			err := s.Atomically(t.Context(), func(ctx context.Context) error {
				if err := s.Announce(ctx, event); err != nil {
					return err
				}
				return undone
			})
			if !errors.Is(err, undone) {
				t.Fatal(err)
			}
		}
		announce(locker(webhook.LockerActivated, 1), nil)
		announce(locker(webhook.LockerDeactivated, 1), nil)
		announce(locker(webhook.OpeningUsed, 1), nil)
		announce(locker(webhook.LockerActivated, 1), errors.New("undone"))
		elsewhere := locker(webhook.LockerActivated, 1)
		elsewhere.OperatorID = 2
		announce(elsewhere, nil)
		e, err := s.EndpointByID(t.Context(), second)
		storetest.Check(t, err)
		e.Active = false
		storetest.Check(t, s.UpdateEndpoint(t.Context(), e))
		announce(locker(webhook.LockerDeactivated, 1), nil)
		got, err := storetest.Lines(t.Context(), s, `SELECT endpoint_id || ' ' || type FROM webhook_deliveries
			ORDER BY id, endpoint_id`)
		storetest.Check(t, err)
		slices.Sort(got)
		want := []string{
			fmt.Sprint(first, " locker.activated"), fmt.Sprint(second, " locker.activated"),
			fmt.Sprint(second, " locker.deactivated"),
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		same, err := s.Count(t.Context(), "test", `SELECT COUNT(DISTINCT event_id) FROM webhook_deliveries
			WHERE type = 'locker.activated'`)
		if err != nil || same != 1 {
			t.Errorf("%d ids of one event, %v", same, err)
		}
	})
}

// Many transactions of two nodes announce events of one object that they do not change otherwise. Whoever sees an event
// sees all of its object that have lower numbers.
func TestNumbersFollowCommits(t *testing.T) {
	storetest.OnEachAddress(t, func(t *testing.T, address string) {
		s := storetest.Open(t, address)
		nodes := []*store.Store{s, s}
		if !s.OnSQLite() {
			nodes[1] = storetest.Open(t, address)
		}
		storetest.NewLocker(t, s)
		newEndpoint(t, s, webhook.LockerActivated)
		const callers, each = 8, 15
		var writers, reader sync.WaitGroup
		stop := make(chan struct{})
		reader.Go(func() {
			seen := map[string]bool{}
			highest := ""
			for {
				lines, err := storetest.Lines(t.Context(), s, `SELECT CAST(100000 + id AS TEXT) FROM webhook_deliveries
					ORDER BY id`)
				if err != nil {
					t.Error(err)
					return
				}
				for _, line := range lines {
					if !seen[line] && line < highest {
						t.Errorf("%s appeared after %s", line, highest)
					}
					seen[line] = true
				}
				if len(lines) > 0 {
					highest = lines[len(lines)-1]
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
		for i := range callers {
			s := nodes[i%2]
			writers.Go(func() {
				for range each {
					if err := s.Atomically(t.Context(), func(ctx context.Context) error {
						err := s.Announce(ctx, locker(webhook.LockerActivated, 7))
						time.Sleep(time.Millisecond)
						return err
					}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		writers.Wait()
		close(stop)
		reader.Wait()
		n, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM webhook_deliveries`)
		if err != nil || n != callers*each {
			t.Errorf("%d events, %v", n, err)
		}
	})
}

// What is due of an endpoint are the first events of each object; an outcome makes the next one due. An outcome that
// comes late does not bring a delivery back.
func TestDueDeliveries(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		storetest.NewLocker(t, s)
		endpoint := newEndpoint(t, s, webhook.LockerActivated, webhook.LockerDeactivated)
		for _, event := range []webhook.Event{
			locker(webhook.LockerDeactivated, 1), locker(webhook.LockerDeactivated, 2), locker(webhook.LockerActivated, 1),
			locker(webhook.LockerDeactivated, 1),
		} {
			storetest.Check(t, s.Announce(ctx, event))
		}
		due := func(at time.Time) []webhook.Delivery {
			t.Helper()
			list, err := s.DueDeliveries(ctx, endpoint, at, 10)
			storetest.Check(t, err)
			return list
		}
		objects := func(list []webhook.Delivery) string {
			texts := make([]string, len(list))
			for i, d := range list {
				texts[i] = fmt.Sprint(d.Object.ID, " ", d.Type)
			}
			return strings.Join(texts, ", ")
		}
		now := storetest.Now
		if got := objects(due(now)); got != "1 locker.deactivated, 2 locker.deactivated" {
			t.Errorf("first: %s", got)
		}
		list := due(now)
		later := now.Add(time.Hour)
		storetest.Check(t, s.SaveOutcomes(ctx, []webhook.Outcome{
			{
				DeliveryID: list[0].ID, State: webhook.Pending, NextAt: &later,
				Attempt: webhook.Attempt{At: now, Problem: webhook.TimedOut, Duration: 10 * time.Second},
			},
			{
				DeliveryID: list[1].ID, State: webhook.Delivered,
				Attempt: webhook.Attempt{At: now, Status: 204, Duration: time.Millisecond, Response: "é"},
			},
			{DeliveryID: 4000, State: webhook.Delivered, Attempt: webhook.Attempt{At: now}}, // deleted meanwhile
		}))
		if got := objects(due(now)); got != "" {
			t.Errorf("while the first waits: %s", got)
		}
		if got := due(later); objects(got) != "1 locker.deactivated" || got[0].Attempts != 1 ||
			got[0].Last.Problem != webhook.TimedOut || got[0].Last.Status != 0 {
			t.Errorf("an hour later: %+v", got)
		}
		e, err := s.CountedEndpoint(ctx, endpoint)
		if err != nil || e.Waiting != 3 || e.Failing != 1 {
			t.Errorf("counts: %+v, %v", e, err)
		}
		storetest.Check(t, s.HurryFailed(ctx, endpoint, time.Time{}, now))
		storetest.Check(t, s.SaveOutcomes(ctx,
			[]webhook.Outcome{{
				DeliveryID: list[0].ID, State: webhook.Delivered,
				Attempt: webhook.Attempt{At: now, Status: 200},
			}}))
		storetest.Check(t, s.SaveOutcomes(ctx,
			[]webhook.Outcome{{
				DeliveryID: list[0].ID, State: webhook.Pending, NextAt: &later,
				Attempt: webhook.Attempt{At: now, Status: 500, Problem: webhook.BadStatus},
			}}))
		if got := objects(due(now)); got != "1 locker.activated" {
			t.Errorf("next: %s", got)
		}
		attempts, err := s.Attempts(ctx, list[0].ID)
		if d, failure := s.DeliveryByID(ctx, list[0].ID); err != nil || failure != nil || d.State != webhook.Delivered ||
			d.NextAt != nil || len(attempts) != 3 {
			t.Errorf("the first: %+v, %d attempts, %v, %v", d, len(attempts), err, failure)
		}
		endpoints, err := s.DueEndpoints(ctx, now)
		if err != nil || len(endpoints) != 1 || endpoints[0].ID != endpoint {
			t.Errorf("due: %v, %v", endpoints, err)
		}
		storetest.Check(t, s.ArchiveOperator(ctx, 1, now))
		if endpoints, err := s.DueEndpoints(ctx, now); err != nil || len(endpoints) != 0 {
			t.Errorf("of an archived operator: %v, %v", endpoints, err)
		}
		storetest.Check(t, s.TrimDeliveries(ctx, now.Add(time.Second)))
		if n, err := s.Count(ctx, "test", `SELECT (SELECT COUNT(*) FROM webhook_deliveries) + (SELECT COUNT(*)
			FROM webhook_attempts)`); err != nil || n != 0 {
			t.Errorf("%d rows are left, %v", n, err)
		}
	})
}

// A deleted endpoint is told nothing, sent nothing and not found, while events go on. Its deliveries are deleted at the
// next sweep, and its row when no delivery can come any more.
func TestADeletedEndpoint(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		storetest.NewLocker(t, s)
		endpoint := newEndpoint(t, s, webhook.LockerActivated)
		other := newEndpoint(t, s, webhook.LockerActivated)
		storetest.Check(t, s.Announce(ctx, locker(webhook.LockerActivated, 1)))
		list, err := s.DueDeliveries(ctx, endpoint, storetest.Now, 10)
		storetest.Check(t, err)
		storetest.Check(t, s.SaveOutcomes(ctx, []webhook.Outcome{
			{
				DeliveryID: list[0].ID, State: webhook.Pending, NextAt: new(storetest.Now),
				Attempt: webhook.Attempt{At: storetest.Now, Problem: webhook.TimedOut},
			},
		}))
		storetest.Check(t, s.DeleteEndpoint(ctx, endpoint, storetest.Now))
		count := func(what, query string, want int) {
			t.Helper()
			if n, err := s.Count(ctx, "test", query); err != nil || n != want {
				t.Errorf("%s: %d, %v, want %d", what, n, err, want)
			}
		}
		count("deliveries stay for the sweep", `SELECT COUNT(*) FROM webhook_deliveries`, 2)
		storetest.Check(t, s.Announce(ctx, locker(webhook.LockerActivated, 2)))
		count("told", `SELECT COUNT(*) FROM webhook_deliveries`, 3)
		for what, call := range map[string]func() error{
			"by id":      func() error { _, err := s.EndpointByID(ctx, endpoint); return err },
			"counted":    func() error { _, err := s.CountedEndpoint(ctx, endpoint); return err },
			"its owner":  func() error { _, err := s.EndpointOperator(ctx, endpoint); return err },
			"a delivery": func() error { _, err := s.DeliveryOperator(ctx, list[0].ID); return err },
		} {
			if err := call(); !fault.Is(err, fault.KindNotFound) {
				t.Errorf("%s: %v", what, err)
			}
		}
		all, err := s.Endpoints(ctx, 1)
		n, failure := s.CountEndpoints(ctx, 1)
		due, broken := s.DueEndpoints(ctx, storetest.Now)
		if err != nil || failure != nil || broken != nil || len(all) != 1 || all[0].ID != other || n != 1 || len(due) != 1 ||
			due[0].ID != other {
			t.Errorf("listed: %v, counted: %d, due: %v; %v, %v, %v", all, n, due, err, failure, broken)
		}
		storetest.Check(t, s.TrimDeliveries(ctx, storetest.Now.Add(-webhook.Kept)))
		count("deliveries after a sweep", `SELECT COUNT(*) FROM webhook_deliveries`, 2)
		count("attempts after a sweep", `SELECT COUNT(*) FROM webhook_attempts`, 0)
		storetest.Check(t, s.TrimDeliveries(ctx, storetest.Now.Add(time.Millisecond)))
		count("endpoints a month later", `SELECT COUNT(*) FROM webhook_endpoints`, 1)
	})
}
