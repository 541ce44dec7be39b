package station

import (
	"context"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/kernel/access"
)

// Switch takes an active station out of service, or an inactive one back into service, as SwitchLocker does with a
// locker. audit.Overwrite: it was changed after the revision that the actor saw; 0: not told.
func (s *Service) Switch(ctx context.Context, actor access.Actor, id, seen int64, typed Outage) (Station, error) {
	now := s.clock.Now()
	told, err := typed.validate(now)
	if err != nil {
		return Station{}, err
	}
	var changed Station
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.StationByID(ctx, id)
		if err != nil {
			return err
		}
		if err := audit.Unchanged(ctx, s.store, audit.Object{Kind: audit.KindStation, ID: id}, seen, nil); err != nil {
			return err
		}
		action, event, changes := audit.StationSwitchedOn, webhook.StationActivated, map[string]any{}
		data := webhook.StationData{IDExploitant: before.OperatorID, IDStation: id}
		var outage *Outage
		if before.Active {
			outage, changes = &told, told.facts()
			action, event, data.Cause = audit.StationSwitchedOff, webhook.StationDeactivated, string(told.Cause)
			if told.BackOn != nil {
				data.RetourPrevu = told.BackOn.String()
			}
		} else if told.Reason != "" {
			changes["motif"] = told.Reason
		}
		if err := s.store.SetStationOutage(ctx, id, outage); err != nil {
			return err
		}
		if err := s.store.Announce(ctx, webhook.OfStation(event, data, now)); err != nil {
			return err
		}
		if err := s.record(ctx, action, actor, before, changes); err != nil {
			return err
		}
		changed, err = s.store.StationByID(ctx, id)
		return err
	})
	return changed, err
}
