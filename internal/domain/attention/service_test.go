package attention_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/attention"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
)

// powers counts a different power of two of each kind, so that a total tells which kinds are in it.
type powers struct{}

func (powers) FailedPayments(context.Context, int64) (attention.Section[attention.Payment], error) {
	return attention.Section[attention.Payment]{Total: 1}, nil
}

func (powers) OverrunStays(context.Context, int64, time.Time) (attention.Section[attention.Stay], error) {
	return attention.Section[attention.Stay]{Total: 2}, nil
}

func (powers) RemovedStays(context.Context, int64, time.Time) (attention.Section[attention.Stay], error) {
	return attention.Section[attention.Stay]{Total: 4}, nil
}

func (powers) FullSpaces(context.Context, int64) (attention.Section[attention.Space], error) {
	return attention.Section[attention.Space]{Total: 8}, nil
}

func (powers) SilentStations(context.Context, int64) (attention.Section[attention.SilentStation], error) {
	return attention.Section[attention.SilentStation]{Total: 16}, nil
}

func (powers) ExpiringCards(context.Context, int64, time.Time) (attention.Section[attention.Card], error) {
	return attention.Section[attention.Card]{Total: 32}, nil
}

// Cards are for who may read about users; silent stations for a site that hears controllers.
func TestWhatAWorklistHolds(t *testing.T) {
	service := attention.NewService(powers{}, clock.System{})
	hotline := access.Actor{Roles: map[int64][]access.Role{1: {access.Hotline}}}
	technician := access.Actor{Roles: map[int64][]access.Role{1: {access.Technician}}}
	for _, c := range []struct {
		actor access.Actor
		heard bool
		total int
	}{
		{access.Actor{Admin: true}, true, 63},
		{access.Actor{Admin: true}, false, 47},
		{hotline, true, 63},
		{technician, true, 31},
	} {
		list, err := service.Of(t.Context(), c.actor, 1, c.heard)
		if err != nil || list.Total() != c.total {
			t.Errorf("%+v, heard %t: %d, %v", c.actor.Roles, c.heard, list.Total(), err)
		}
	}
}
