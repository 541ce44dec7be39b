package webhook_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/fault"
)

// The receiver is down from 8:00 to 8:04; a stay begins and ends meanwhile. Another stay waits for nothing.
func TestALaterEventWaitsForTheEarlierOne(t *testing.T) {
	s := newSystem(t)
	s.answer = answers(503)
	s.happens(1, "start")
	for _, second := range []int{0, 5} {
		if got := s.deliver(t); !slices.Equal(got, []string{"start"}) {
			t.Fatalf("about %d seconds after 8:00: %v", second, got)
		}
		s.passes()
	}
	s.clock.at = time.Date(2026, 3, 2, 8, 3, 0, 0, time.UTC)
	s.happens(1, "end")
	if got := s.deliver(t); len(got) != 0 {
		t.Errorf("the end overtakes the start: %v", got)
	}
	s.answer = nil
	s.happens(2, "another")
	if got := s.deliver(t); !slices.Equal(got, []string{"another"}) {
		t.Errorf("another stay: %v", got)
	}
	s.passes()
	if got := s.deliver(t); !slices.Equal(got, []string{"start", "end"}) {
		t.Errorf("once it answers: %v", got)
	}
	wantStates(t, "at the end", s, map[webhook.State]int{webhook.Delivered: 3})
}

// Ten calls and no more, each after its wait, which the receiver may lengthen.
func TestADeliveryIsGivenUp(t *testing.T) {
	const retryLater = 3 * time.Hour
	for _, retryAfter := range []time.Duration{0, retryLater} {
		s := newSystem(t)
		s.answer = func(webhook.Request) webhook.Answer {
			return webhook.Answer{Status: 429, Problem: webhook.BadStatus, RetryAfter: retryAfter}
		}
		s.happens(1, "start")
		waits, last := []time.Duration{}, s.clock.at
		for range 12 {
			s.deliver(t)
			if !s.passes() {
				break
			}
			waits, last = append(waits, s.clock.at.Sub(last)), s.clock.at
		}
		want := []time.Duration{
			5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour,
			20 * time.Hour, 24 * time.Hour,
		}
		fits := func(got, full time.Duration) bool {
			return got >= max(full*4/5, retryAfter) && got <= max(full*6/5, retryAfter, time.Minute)
		}
		if !slices.EqualFunc(waits, want, fits) || s.deliveries[0].Attempts != 10 {
			t.Errorf("%d attempts, Retry-After %s: %v", s.deliveries[0].Attempts, retryAfter, waits)
		}
		wantStates(t, "after the last", s, map[webhook.State]int{webhook.GivenUp: 1})
	}
}

// An endpoint that is gone, or where nothing succeeds for five days, is suspended once, with one letter; what happens
// waits, and a change sends it in its order.
func TestSuspension(t *testing.T) {
	for _, c := range []struct {
		status int
		why    webhook.Suspension
		least  time.Duration
	}{{410, webhook.Gone, 0}, {500, webhook.Failed, 5 * 24 * time.Hour}} {
		s := newSystem(t)
		began := s.clock.at
		s.answer = answers(c.status)
		for i := range int64(3) {
			s.happens(i, fmt.Sprint("start of ", i))
			s.happens(i, fmt.Sprint("end of ", i))
		}
		for s.endpoints[0].Suspension == webhook.NotSuspended && s.passes() {
			s.deliver(t)
		}
		if e := s.endpoints[0]; e.Suspension != c.why || s.clock.at.Sub(began) < c.least ||
			s.clock.at.Sub(began) > c.least+29*time.Hour {
			t.Errorf("%d: suspended for %q after %s", c.status, e.Suspension, s.clock.at.Sub(began))
		}
		if !slices.Equal(s.mails, []outbox.Kind{outbox.WebhookSuspended}) ||
			!slices.Equal(s.told(), []audit.Action{audit.WebhookSuspended}) {
			t.Errorf("%d: letters %v, lines %v", c.status, s.mails, s.told())
		}
		s.answer = nil
		s.happens(0, "later")
		if got := s.deliver(t); len(got) != 0 {
			t.Errorf("%d: suspended, and sent %v", c.status, got)
		}
		if _, err := s.Try(t.Context(), manager, 1); !fault.Is(err, fault.KindConflict) {
			t.Errorf("%d: a trial: %v", c.status, err)
		}
		again, err := s.Change(t.Context(), manager, 1, valid())
		if err != nil || again.Suspension != webhook.NotSuspended || again.Health != (webhook.Health{}) {
			t.Errorf("%d: made active again: %+v, %v", c.status, again, err)
		}
		if got := s.deliver(t); !slices.Contains(got, "later") {
			t.Errorf("%d: active again: %v", c.status, got)
		}
		if s.states()[webhook.Pending] != 0 {
			t.Errorf("%d: something still waits: %v", c.status, s.states())
		}
	}
}

func TestNothingIsSentToAnEndpointThatIsOff(t *testing.T) {
	for name, off := range map[string]func(*webhook.Endpoint){
		"inactive":                func(e *webhook.Endpoint) { e.Active = false },
		"of an archived operator": func(e *webhook.Endpoint) { e.OperatorArchived = true },
		"left alone for a while":  func(e *webhook.Endpoint) { e.Health.DueAt = time.Date(2026, 3, 2, 8, 0, 1, 0, time.UTC) },
	} {
		s := newSystem(t)
		s.happens(1, "start")
		off(&s.endpoints[0])
		if got := s.deliver(t); len(got) != 0 {
			t.Errorf("%s: sent %v", name, got)
		}
	}
	if err := newSystem(t).Deliver(t.Context(), 2); err != nil {
		t.Errorf("one that was deleted: %v", err)
	}
}

// A panic of the client is an answer that cannot be read, and ends no other delivery.
func TestAReceiverThatBreaksTheClient(t *testing.T) {
	s := newSystem(t)
	s.answer = func(request webhook.Request) webhook.Answer {
		if request.ID == "start of 1" {
			panic("a hostile answer")
		}
		return webhook.Answer{Status: 204}
	}
	s.happens(1, "start of 1")
	s.happens(2, "start of 2")
	s.deliver(t)
	for s.states()[webhook.Delivered] == 0 && s.passes() {
		s.deliver(t)
	}
	if d := s.deliveries[0]; d.State != webhook.Pending || d.Last.Problem != webhook.BadAnswer {
		t.Errorf("the broken one: %+v", d)
	}
	if s.deliveries[1].State != webhook.Delivered {
		t.Errorf("the other: %+v", s.deliveries[1])
	}
}

// However a receiver fails, each event reaches it or is given up after ten attempts, and those of one object reach it
// for the first time in the order in which they happened.
func TestEachObjectIsToldInItsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSystem(t)
		happened, failures := map[int64][]string{}, map[string]int{}
		for i := range rapid.IntRange(1, 10).Draw(t, "events") {
			object, name := rapid.Int64Range(1, 3).Draw(t, "object"), fmt.Sprint("event ", i)
			s.clock.at = s.clock.at.Add(time.Duration(rapid.IntRange(0, 3).Draw(t, "later")) * time.Minute)
			s.happens(object, name)
			happened[object] = append(happened[object], name)
			failures[name] = rapid.IntRange(0, 12).Draw(t, "failures")
		}
		calls, first := map[string]int{}, []string{}
		s.answer = func(request webhook.Request) webhook.Answer {
			if calls[request.ID]++; calls[request.ID] == 1 {
				first = append(first, request.ID)
			}
			if calls[request.ID] <= failures[request.ID] {
				return webhook.Answer{Problem: webhook.TimedOut}
			}
			return webhook.Answer{Status: 200}
		}
		for round := 0; s.passes(); round++ {
			if round > 1000 {
				t.Fatalf("it never ends: %v", s.states())
			}
			s.deliver(t)
			if s.endpoints[0].Suspension != webhook.NotSuspended {
				if _, err := s.Change(t.Context(), manager, 1, valid()); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, d := range s.deliveries {
			if reached := calls[d.EventID] > failures[d.EventID]; reached != (d.State == webhook.Delivered) ||
				d.State == webhook.GivenUp && d.Attempts < 10 {
				t.Fatalf("%s after %d calls, %d of which fail: %+v", d.EventID, calls[d.EventID], failures[d.EventID], d)
			}
		}
		for object, names := range happened {
			seen := slices.DeleteFunc(slices.Clone(first), func(name string) bool { return !slices.Contains(names, name) })
			if !slices.Equal(seen, names) {
				t.Fatalf("object %d: %v happened, %v was seen", object, names, seen)
			}
		}
	})
}
