package desk

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/places/station"
)

// OverdueInterventions implements worklist.Reader.
func (s *Store) OverdueInterventions(
	ctx context.Context, q worklist.Query,
) (worklist.Section[worklist.Intervention], error) {
	type row struct {
		worklist.Intervention
		common
		at     placeOrStation
		charge *string
	}
	return list(ctx, s, worklist.KindIntervention, q, func(r *row) []any {
		return append([]any{&r.ID, &r.Number, &r.Cause, &r.DueOn, &r.charge}, r.at.fields()...)
	}, `listed.id, listed.number, listed.cause, listed.due_on, `+nameOf("c")+`, `+placeColumns,
		placeTables+` LEFT JOIN accounts c ON c.id = listed.charged_id`,
		func(r *row) worklist.Intervention {
			r.Assignee, r.Place, r.Line = db.TextOf(r.charge), r.at.place(), r.line()
			r.Since = worklist.DaySince(r.Since)
			return r.Intervention
		})
}

// DueLeftBikes implements worklist.Reader.
func (s *Store) DueLeftBikes(ctx context.Context, q worklist.Query) (worklist.Section[worklist.LeftBike], error) {
	type row struct {
		worklist.LeftBike
		common
		at placeOrStation
	}
	return list(ctx, s, worklist.KindLeftBike, q, func(r *row) []any {
		return append([]any{&r.ID, &r.Step, &r.Description}, r.at.fields()...)
	}, `listed.id, listed.step, listed.description, `+placeColumns, placeTables,
		func(r *row) worklist.LeftBike {
			r.Place, r.Line = r.at.place(), r.line()
			r.Since = worklist.DaySince(r.Since)
			return r.LeftBike
		})
}

// placeOrStation are the columns of a station s and its locker l, which may be none.
type placeOrStation struct {
	worklist.Place
	lockerID, lockerType *int64
	locker, complement   *string
}

func (p *placeOrStation) fields() []any {
	return []any{&p.StationID, &p.StationName, &p.lockerID, &p.locker, &p.complement, &p.lockerType}
}

func (p *placeOrStation) place() worklist.Place {
	place := p.Place
	place.LockerID, place.LockerName = db.IdOrZero(p.lockerID), db.TextOf(p.locker)
	place.Complement, place.Type = db.TextOf(p.complement), station.LockerType(db.IdOrZero(p.lockerType))
	return place
}

const placeTables = ` JOIN stations s ON s.id = listed.station_id LEFT JOIN lockers l ON l.id = listed.locker_id`
