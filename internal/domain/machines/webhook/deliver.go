package webhook

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

const (
	// CallTimeout bounds a call, from the name of the host to the headers of the answer.
	CallTimeout = 10 * time.Second
	// Slice is how long an endpoint is worked on before others have their turn. Calls that began before go on.
	Slice = 10 * time.Second
	// Run bounds Deliver: it begins no call after Slice, and a call ends within CallTimeout and a little for its answer's
	// body.
	Run = Slice + CallTimeout + 3*time.Second

	// AtOnce is how many calls of one endpoint are under way together, for different objects.
	AtOnce = 8

	readAhead  = 256
	saveAtOnce = 128
	saveWithin = 100 * time.Millisecond
)

// Request is one call to a receiver.
type Request struct {
	Address, ID, Body, Signature string
	At                           time.Time
}

// Answer is what became of a call.
type Answer struct {
	Status     int // 0: no answer
	Problem    Problem
	Body       string        // its beginning
	RetryAfter time.Duration // 0: not asked for
}

// Metrics receives the outcome of each call.
type Metrics interface {
	Called(problem Problem, took time.Duration)
}

// DueEndpoint is an endpoint to which something may be sent.
type DueEndpoint struct {
	ID    int64
	Fails bool // its last call failed
}

// Due lists the endpoints to which something may be sent now.
func (s *Service) Due(ctx context.Context) ([]DueEndpoint, error) {
	return s.store.DueEndpoints(ctx, s.clock.Now())
}

// Deliver sends what is due to an endpoint, for as long as Run at most. Several objects are served at once, and one
// object's events one after the other: the next one is read once the outcome of the one before is stored. So that
// whoever delivers the endpoint meanwhile, its receiver sees the events of an object for the first time in their order.
func (s *Service) Deliver(ctx context.Context, endpointID int64) error {
	e, err := s.store.EndpointByID(ctx, endpointID)
	if fault.Is(err, fault.KindNotFound) {
		return nil
	}
	if err != nil || !e.Active || e.Suspension != NotSuspended || e.OperatorArchived {
		return err
	}
	secrets, err := e.secretsAt(s.clock.Now(), s.sealed)
	if err != nil {
		return err
	}
	r := &run{
		Service: s, endpoint: e, secrets: secrets, before: e.Health, health: e.Health, results: make(chan result),
		flying: map[int64]bool{},
		until:  time.Now().Add(Slice),
	}
	err = r.work(ctx)
	r.calls.Wait()
	return err
}

// run is one call of Deliver.
type run struct {
	*Service
	endpoint Endpoint
	secrets  []string
	until    time.Time // on the clock of the machine, as leases and time-outs

	before, health Health
	failedAt       time.Time  // when the last failure was heard of: calls that began before it say nothing new
	delivered      *time.Time // last success
	gone           bool
	toldAt         time.Time // when open screens were last told

	calls    sync.WaitGroup
	results  chan result
	flying   map[int64]bool
	ready    []Delivery
	outcomes []Outcome
}

type result struct {
	Outcome
	began time.Time
}

// work is the loop of a run. It alone touches the run's fields; calls tell their result by a channel.
func (r *run) work(ctx context.Context) error {
	save := time.NewTicker(saveWithin)
	defer save.Stop()
	dry := false // nothing was due when it was last read, and no call has ended since
	for {
		if len(r.ready) == 0 && !dry && r.open(ctx) {
			if err := r.save(ctx); err != nil {
				return r.end(err)
			}
			if err := r.read(ctx); err != nil {
				return r.end(err)
			}
			dry = len(r.ready) == 0
		}
		for len(r.ready) > 0 && len(r.flying) < r.width() && r.open(ctx) {
			next := r.ready[0]
			r.ready = r.ready[1:]
			r.start(ctx, next)
		}
		if len(r.flying) == 0 {
			return r.save(ctx)
		}
		select {
		case ended := <-r.results:
			r.note(ctx, ended)
			dry = false
			if len(r.outcomes) >= saveAtOnce {
				if err := r.save(ctx); err != nil {
					return r.end(err)
				}
			}
		case <-save.C:
			if err := r.save(ctx); err != nil {
				return r.end(err)
			}
		}
	}
}

// end waits for the calls under way, whose outcomes are lost: they are made again.
func (r *run) end(err error) error {
	for range r.flying {
		<-r.results
	}
	return err
}

// open reports whether further calls may begin.
func (r *run) open(ctx context.Context) bool {
	// it makes room for others, and waits among those that fail
	turnedBad := r.health.Failures > 0 && r.endpoint.Health.Failures == 0
	return ctx.Err() == nil && !r.gone && !turnedBad && time.Now().Before(r.until) && !r.health.DueAt.After(r.clock.Now())
}

// width returns how many calls may be under way: one, to see whether an endpoint that fails answers again.
func (r *run) width() int {
	if r.health.Failures > 0 {
		return 1
	}
	return AtOnce
}

// read fills ready with what is due and not under way.
func (r *run) read(ctx context.Context) error {
	due, err := r.store.DueDeliveries(ctx, r.endpoint.ID, r.clock.Now(), readAhead)
	for _, d := range due {
		if !r.flying[d.ID] {
			r.ready = append(r.ready, d)
		}
	}
	return err
}

func (r *run) start(ctx context.Context, d Delivery) {
	r.flying[d.ID] = true
	r.calls.Go(func() { r.results <- r.call(ctx, d) })
}

// call makes one call. A panic of the client counts as an answer that cannot be read.
func (r *run) call(ctx context.Context, d Delivery) (ended result) {
	began, at := time.Now(), r.clock.Now()
	answer := Answer{Problem: BadAnswer}
	defer func() {
		_ = recover() // the answer stays BadAnswer
		took := time.Since(began)
		if r.metrics != nil {
			r.metrics.Called(answer.Problem, took)
		}
		ended = result{r.outcome(d, at, took, answer), began}
	}()
	signature, err := Sign(r.secrets, d.EventID, at, d.Body)
	if err == nil {
		answer = r.client.Send(ctx,
			Request{Address: r.endpoint.Address, ID: d.EventID, Body: d.Body, Signature: signature, At: at})
	}
	return ended
}

// outcome decides what becomes of a delivery.
func (r *run) outcome(d Delivery, at time.Time, took time.Duration, answer Answer) Outcome {
	o := Outcome{
		DeliveryID: d.ID, State: Delivered,
		Attempt: Attempt{At: at, Status: answer.Status, Duration: took, Problem: answer.Problem, Response: answer.Body},
	}
	if answer.Problem == NoProblem {
		return o
	}
	wait, again := Delay(d.Step+1, rand.Float64(), answer.RetryAfter) //nolint:gosec // G404: spreads calls, guards nothing
	if !again {
		o.State = GivenUp
		return o
	}
	o.State, o.NextAt = Pending, new(r.clock.Now().Add(wait))
	return o
}

// note takes the result of a call into account.
func (r *run) note(ctx context.Context, ended result) {
	delete(r.flying, ended.DeliveryID)
	if ctx.Err() != nil && ended.Attempt.Problem != NoProblem {
		return // this node cut the call
	}
	r.outcomes = append(r.outcomes, ended.Outcome)
	now := r.clock.Now()
	switch {
	case ended.Attempt.Problem == NoProblem:
		r.delivered = &now
		if ended.began.After(r.failedAt) {
			r.health = r.health.After(now, true)
		}
	case ended.Attempt.Status == statusGone:
		r.gone = true
	case ended.began.After(r.failedAt):
		r.health, r.failedAt = r.health.After(now, false), time.Now()
	}
}

const statusGone = 410

// save stores the outcomes, and what they say of the endpoint.
func (r *run) save(ctx context.Context) error {
	if len(r.outcomes) == 0 {
		return nil
	}
	// A node that is stopping still stores what its calls have done.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	now := r.clock.Now()
	if err := r.store.SaveOutcomes(ctx, r.outcomes); err != nil {
		return err
	}
	r.outcomes = nil
	if now.Sub(r.toldAt) >= time.Second {
		r.toldAt = now
		if err := r.store.TellDelivered(ctx, r.endpoint, now); err != nil {
			return err
		}
	}
	if r.health != r.before || r.delivered != nil {
		if err := r.store.SetHealth(ctx, r.endpoint.ID, r.health, r.delivered); err != nil {
			return err
		}
		if r.before.wasDown() && r.health.Failures == 0 && r.before.FailingSince != nil {
			if err := r.store.HurryFailed(ctx, r.endpoint.ID, *r.before.FailingSince, now); err != nil {
				return err
			}
		}
		r.before, r.delivered = r.health, nil
	}
	switch {
	case r.gone:
		return r.suspend(ctx, Gone, now)
	case r.health.GivesUp(now):
		r.gone = true
		return r.suspend(ctx, Failed, now)
	}
	return nil
}

// suspend suspends the endpoint, once, with a letter.
func (s *Service) suspendEndpoint(ctx context.Context, e Endpoint, why Suspension, now time.Time) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		first, err := s.store.Suspend(ctx, e.ID, why, now)
		if err != nil || !first {
			return err
		}
		if err := s.store.QueueWebhookMails(ctx, outbox.WebhookSuspended, e.ID, now); err != nil {
			return err
		}
		return s.record(ctx, access.Actor{}, audit.WebhookSuspended, e, map[string]any{"motif": why})
	})
}

func (r *run) suspend(ctx context.Context, why Suspension, now time.Time) error {
	return r.suspendEndpoint(ctx, r.endpoint, why, now)
}
