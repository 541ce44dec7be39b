package machines_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/machines/webhook"
	"consigne/internal/kernel/access"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// failing is a client whose calls all fail.
type failing struct{}

func (failing) Send(context.Context, webhook.Request) webhook.Answer {
	return webhook.Answer{Status: 500, Problem: webhook.BadStatus}
}

// movable is a clock that tests set.
type movable struct{ now time.Time }

func (m *movable) Now() time.Time { return m.now }

// Attempts that come before their time, by « Renvoyer » or after an outage, are made beside the schedule: all of its
// attempts are still made.
func TestHurriedAttemptsKeepTheSchedule(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := &movable{storetest.Now}
		service, e := serviceOf(t, s, clock, failing{})
		storetest.Check(t, s.Announce(t.Context(), locker(webhook.LockerActivated, 1)))
		list, err := s.DueDeliveries(t.Context(), e.ID, clock.now, 1)
		storetest.Check(t, err)
		id := list[0].ID
		attempt := func() webhook.Delivery {
			t.Helper()
			storetest.Check(t, s.SetHealth(t.Context(), e.ID, webhook.Health{}, nil))
			storetest.Check(t, service.Deliver(t.Context(), e.ID))
			d, err := s.DeliveryByID(t.Context(), id)
			storetest.Check(t, err)
			return d
		}
		attempt()
		hurried := 0
		for _, hurry := range []func() error{
			func() error { _, err := service.Resend(t.Context(), access.Actor{}, id); return err },
			func() error { // twice before the attempt
				if _, err := service.Resend(t.Context(), access.Actor{}, id); err != nil {
					return err
				}
				_, err := service.Resend(t.Context(), access.Actor{}, id)
				return err
			},
			func() error { return s.HurryFailed(t.Context(), e.ID, time.Time{}, clock.now) },
		} {
			for range 9 {
				clock.now = clock.now.Add(time.Second)
				storetest.Check(t, hurry())
				d := attempt()
				hurried++
				if d.State != webhook.Pending || d.Attempts != 1+hurried || d.Step != 1 {
					t.Fatalf("after %d: %+v", hurried, d)
				}
			}
		}
		d, scheduled := attempt(), 1
		for d.State == webhook.Pending && scheduled < 20 {
			clock.now = *d.NextAt
			d = attempt()
			scheduled++
		}
		if d.State != webhook.GivenUp || scheduled != 10 || d.Attempts != 10+hurried {
			t.Errorf("%d attempts of the schedule: %+v", scheduled, d)
		}
	})
}
