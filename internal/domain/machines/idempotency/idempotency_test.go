package idempotency_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"consigne/internal/domain/machines/idempotency"
	"consigne/internal/kernel/fault"
)

// memory holds the answers by caller and key.
type memory map[[2]string]stored

type stored struct {
	idempotency.Record
	at time.Time
}

func (m memory) Atomically(ctx context.Context, act func(ctx context.Context) error) error {
	return act(ctx)
}

func (m memory) IdempotencyRecord(_ context.Context, caller, key string, since time.Time) (idempotency.Record, error) {
	if s, known := m[[2]string{caller, key}]; known && s.at.After(since) {
		return s.Record, nil
	}
	return idempotency.Record{}, fault.NotFound()
}

func (m memory) KeepIdempotencyRecord(
	_ context.Context, caller, key string, answer idempotency.Record, at, since time.Time,
) (bool, error) {
	if s, known := m[[2]string{caller, key}]; known && s.at.After(since) {
		return false, nil
	}
	m[[2]string{caller, key}] = stored{answer, at}
	return true, nil
}

type hand struct{ now time.Time }

func (h *hand) Now() time.Time { return h.now }

func TestACallRunsOnce(t *testing.T) {
	clock, kept, ran := &hand{time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)}, memory{}, 0
	service := idempotency.NewService(kept, clock)
	once := func(key, request string, given *idempotency.Record, failed error) (*idempotency.Record, error) {
		return service.Once(t.Context(), idempotency.Call{
			Caller: "c", Key: key, RequestHash: request,
		}, func(context.Context) (*idempotency.Record, error) {
			ran++
			return given, failed
		})
	}
	broken := errors.New("broken")
	if answer, err := once("a", "r", nil, broken); answer != nil || !errors.Is(err, broken) || ran != 1 {
		t.Errorf("failed: %+v, %v", answer, err)
	}
	if answer, err := once("a", "r", nil, nil); answer != nil || err != nil || ran != 2 {
		t.Errorf("not to be stored: %+v, %v", answer, err)
	}
	if answer, err := once("a", "r", &idempotency.Record{Status: 201, Body: "{}", AccountID: 7}, nil); answer != nil ||
		err != nil || ran != 3 {
		t.Errorf("first: %+v, %v", answer, err)
	}
	clock.now = clock.now.Add(idempotency.Life - time.Second)
	if answer, err := once("a", "r", nil, broken); err != nil || ran != 3 || answer == nil || answer.Status != 201 ||
		answer.Body != "{}" {
		t.Errorf("again: %+v, %v", answer, err)
	}
	if _, err := once("a", "another", nil, nil); !fault.Is(err, fault.KindInvalid) || ran != 3 {
		t.Errorf("another request: %v", err)
	}
	if answer, err := once("b", "another", nil, nil); answer != nil || err != nil || ran != 4 {
		t.Errorf("another key: %+v, %v", answer, err)
	}
	clock.now = clock.now.Add(2 * time.Second)
	if answer, err := once("a", "another", nil, nil); answer != nil || err != nil || ran != 5 {
		t.Errorf("too old: %+v, %v", answer, err)
	}
}

// Another call with the key is done while this one runs: its answer is given, even when this one has none to store.
func TestTheFirstCallToBeStoredDecides(t *testing.T) {
	clock := &hand{time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)}
	for _, late := range []*idempotency.Record{{Status: 409, Body: "late"}, nil} {
		kept := memory{}
		service := idempotency.NewService(kept, clock)
		call := idempotency.Call{Caller: "c", Key: "k", RequestHash: "r"}
		answer, err := service.Once(t.Context(), call, func(context.Context) (*idempotency.Record, error) {
			kept[[2]string{"c", "k"}] = stored{idempotency.Record{RequestHash: "r", Status: 201, Body: "first"}, clock.now}
			return late, nil
		})
		if err != nil || answer == nil || answer.Body != "first" {
			t.Errorf("%+v: %+v, %v", late, answer, err)
		}
	}
}
