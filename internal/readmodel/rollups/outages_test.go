package rollups_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/availability"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// keepSpan stores a span; the zero time: it goes on.
func keepSpan(t *testing.T, s *store.Store, kind availability.Kind, of statistics.Outage, operatorID int64) {
	t.Helper()
	ended := new(db.Millis(of.To))
	if of.To.IsZero() {
		ended = nil
	}
	storetest.Check(t, s.Exec(t.Context(), "test", `INSERT INTO unavailable_spans
		(operator_id, station_id, locker_id, kind, began_at, ended_at, cause, attribution)
		VALUES ($1, $2, $3, $4, $5, $6, 'autre', 'exploitant')`,
		operatorID, of.StationID, db.OrNull(of.LockerID), kind, db.Millis(of.From), ended))
}

// drawOutages stores outages of lockers and stations around the days of the payments that are drawn.
func drawOutages(
	t *testing.T, s *store.Store, draw *rand.Rand, placed []statistics.Locker, today time.Time,
) (list []statistics.Outage) {
	t.Helper()
	for i := range 40 {
		l := placed[draw.IntN(len(placed))]
		o := statistics.Outage{StationID: l.StationID, From: today.Add(-time.Duration(draw.IntN(90*24*60)) * time.Minute)}
		o.To = o.From.Add(time.Duration(1+draw.IntN(5*24*60)) * time.Minute)
		kind := availability.InactiveStation
		if i%4 > 0 {
			kind, o.LockerID = availability.OutOfService, l.ID
		}
		operatorID := int64(1)
		if l.Operator == "Brume" {
			operatorID = 2
		}
		if i == 39 {
			o.To = time.Time{}
		}
		keepSpan(t, s, kind, o, operatorID)
		if i == 39 || o.To.After(today) {
			o.To = today
		}
		list = append(list, o)
	}
	return list
}

// A station of two lockers, of which one is taken from 18:00 on, on one day.
func TestOccupancyOfWhatIsInService(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		storetest.NewLocker(t, s)
		storetest.Must(t)(s.CreateLocker(ctx,
			station.Locker{StationID: 1, Name: "A2", Type: station.Bike, Active: true, Capacity: 1}, storetest.Now))
		day := clock.DayOf(storetest.Now) + 1
		hour := func(n int) time.Time { return day.Begins().Add(time.Duration(n) * time.Hour) }
		taken := stay.Stay{
			OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: hour(18), EndedAt: new(hour(24)),
		}
		storetest.Check(t, s.ImportStays(ctx, []payment.Billed{{Payment: payment.NewForStay(taken), Stay: taken}}))
		type span struct {
			kind     availability.Kind
			lockerID int64
			from, to int // hours; 0: it goes on
		}
		const out, off = availability.OutOfService, availability.InactiveStation
		for _, c := range []struct {
			name         string
			since        int // spans are kept from then on
			spans        []span
			taken, there int
		}{
			{"nothing is out", 0, nil, 6, 48},
			{"the free one, until noon", 0, []span{{out, 2, -30, 12}}, 6, 36},
			{"and the station at the same time, which counts once", 0, []span{{out, 2, -30, 12}, {off, 0, 6, 18}}, 6, 18},
			{"one goes on", 0, []span{{out, 2, 12, 0}}, 6, 36},
			{"before spans were kept", 6, []span{{out, 2, -30, 12}}, 6, 42},
			{"a silent controller and a door that is stuck take stays", 0, []span{
				{availability.SilentStation, 0, 0, 24}, {availability.StuckDoor, 2, 0, 24},
			}, 6, 48},
			{"a bicycle stays in a station that is off", 0, []span{{off, 0, 0, 24}}, 6, 6},
			{"the day before", 0, []span{{out, 2, -30, -1}}, 6, 48},
		} {
			storetest.Check(t, s.Exec(ctx, "test", `DELETE FROM unavailable_spans`))
			storetest.Check(t, s.Exec(ctx, "test", `DELETE FROM availability_start`))
			if c.since > 0 {
				storetest.Check(t, s.Exec(ctx, "test", `INSERT INTO availability_start (id, began_at) VALUES (1, $1)`,
					db.Millis(hour(c.since))))
			}
			for _, u := range c.spans {
				o := statistics.Outage{StationID: 1, LockerID: u.lockerID, From: hour(u.from), To: hour(u.to)}
				if u.to == 0 {
					o.To = time.Time{}
				}
				keepSpan(t, s, u.kind, o, 1)
			}
			for _, operatorID := range []int64{0, 1} {
				report, err := statistics.NewService(s, stillClock{hour(48)}).Report(ctx, operatorID,
					statistics.Period{First: day, Last: day})
				storetest.Check(t, err)
				want := fmt.Sprint(float64(c.taken) / float64(c.there))
				if got := report.Summary.Occupancy.Value; got == nil || fmt.Sprint(*got) != want {
					t.Errorf("%s: %v, want %s", c.name, got, want)
				}
			}
		}
	})
}
