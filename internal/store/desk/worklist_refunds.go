package desk

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/money"
)

// RefundRequests implements worklist.Reader.
func (s *Store) RefundRequests(ctx context.Context, q worklist.Query) (worklist.Section[worklist.Refund], error) {
	type row struct {
		worklist.Refund
		common
		right                           *int64
		askerID                         *int64
		askerName                       *string
		stationID, lockerID, lockerType *int64
		station, locker, complement     *string
		label                           *string
	}
	return list(ctx, s, worklist.KindRefund, q, func(r *row) []any {
		return []any{
			&r.PaymentID, &r.Amount, &r.Price, &r.right, &r.Cause, &r.Comment, &r.Account.ID, &r.Account.Name, &r.askerID,
			&r.askerName, &r.stationID, &r.station, &r.lockerID, &r.locker, &r.complement, &r.lockerType, &r.label,
		}
	}, `listed.id, listed.amount, listed.price, listed.right_price, listed.cause, listed.comment, a.id, `+nameOf("a")+`,
		ra.id, `+nameOf("ra")+`, `+placeColumns+`, v.public_label`, `
		JOIN accounts a ON a.id = listed.account_id LEFT JOIN accounts ra ON ra.id = listed.asked_by
		LEFT JOIN lockers l ON l.id = listed.locker_id LEFT JOIN stations s ON s.id = l.station_id
		LEFT JOIN subscriptions u ON u.id = listed.subscription_id
		LEFT JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version`,
		func(r *row) worklist.Refund {
			r.Label = db.TextOf(r.label)
			if r.right != nil {
				r.Right = new(money.Cents(*r.right))
			}
			if r.askerID != nil {
				r.Asker = &worklist.Account{ID: *r.askerID, Name: db.TextOf(r.askerName)}
			}
			if r.lockerID != nil {
				r.Place = &worklist.Place{
					StationID: db.IdOrZero(r.stationID), StationName: db.TextOf(r.station), LockerID: *r.lockerID,
					LockerName: db.TextOf(r.locker), Complement: db.TextOf(r.complement),
					Type: station.LockerType(db.IdOrZero(r.lockerType)),
				}
			}
			r.Line = r.line()
			return r.Refund
		})
}
