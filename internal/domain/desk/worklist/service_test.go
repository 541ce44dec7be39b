package worklist_test

import (
	"context"
	"testing"

	"consigne/internal/domain/desk/worklist"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
)

// powers counts a different power of two of each kind, so that a total tells which kinds are in it.
type powers struct{ worklist.Store }

func (powers) FailedPayments(context.Context, worklist.Query) (worklist.Section[worklist.Payment], error) {
	return worklist.Section[worklist.Payment]{Total: 1}, nil
}

func (powers) OverrunStays(context.Context, worklist.Query) (worklist.Section[worklist.Stay], error) {
	return worklist.Section[worklist.Stay]{Total: 2}, nil
}

func (powers) RemovedStays(context.Context, worklist.Query) (worklist.Section[worklist.Stay], error) {
	return worklist.Section[worklist.Stay]{Total: 4}, nil
}

func (powers) FullSpaces(context.Context, worklist.Query) (worklist.Section[worklist.Space], error) {
	return worklist.Section[worklist.Space]{Total: 8}, nil
}

func (powers) SilentStations(context.Context, worklist.Query) (worklist.Section[worklist.SilentStation], error) {
	return worklist.Section[worklist.SilentStation]{Total: 16}, nil
}

func (powers) ExpiringCards(context.Context, worklist.Query) (worklist.Section[worklist.Card], error) {
	return worklist.Section[worklist.Card]{Total: 32}, nil
}

func (powers) UnansweredOffers(context.Context, worklist.Query) (worklist.Section[worklist.Offer], error) {
	return worklist.Section[worklist.Offer]{}, nil
}

func (powers) RefusedClosings(context.Context, worklist.Query) (worklist.Section[worklist.Closing], error) {
	return worklist.Section[worklist.Closing]{Total: 256}, nil
}

func (powers) OpenDifferences(context.Context, worklist.Query) (worklist.Section[worklist.Difference], error) {
	return worklist.Section[worklist.Difference]{Total: 64}, nil
}

// Cards are for who may read about users, differences for managers; silent stations for a site that hears controllers.
func (powers) UnpaidSubscriptions(context.Context, worklist.Query) (worklist.Section[worklist.Unpaid], error) {
	return worklist.Section[worklist.Unpaid]{Total: 128}, nil
}

func (powers) OverdueInterventions(
	context.Context, worklist.Query,
) (worklist.Section[worklist.Intervention], error) {
	return worklist.Section[worklist.Intervention]{Total: 512}, nil
}

// Left bicycles are for managers.
func (powers) DueLeftBikes(context.Context, worklist.Query) (worklist.Section[worklist.LeftBike], error) {
	return worklist.Section[worklist.LeftBike]{Total: 1024}, nil
}

// Refunds that are asked for are for managers.
func (powers) RefundRequests(context.Context, worklist.Query) (worklist.Section[worklist.Refund], error) {
	return worklist.Section[worklist.Refund]{Total: 2048}, nil
}

func TestWhatAWorklistHolds(t *testing.T) {
	service := worklist.NewService(powers{}, clock.System{})
	hotline := access.Actor{Roles: map[int64][]access.Role{1: {access.Hotline}}}
	manager := access.Actor{Roles: map[int64][]access.Role{1: {access.Manager}}}
	technician := access.Actor{Roles: map[int64][]access.Role{1: {access.Technician}}}
	for _, c := range []struct {
		actor access.Actor
		heard bool
		total int
	}{
		{access.Actor{Admin: true}, true, 4095},
		{access.Actor{Admin: true}, false, 4079},
		{manager, true, 4095},
		{hotline, true, 703},
		{technician, true, 671},
	} {
		list, err := service.Of(t.Context(), c.actor, worklist.Query{OperatorID: 1}, c.heard)
		if err != nil || list.Total() != c.total {
			t.Errorf("%+v, heard %t: %d, %v", c.actor.Roles, c.heard, list.Total(), err)
		}
	}
}
