package places_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/opening"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/paging"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// Four stations have a controller: 1 goes silent, 2 is reported as gone, 3 is out of
// service, 4 is deleted. Station 5 never had one.
func TestSilences(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		clock := &storetest.Clock{Time: storetest.Now}
		c := controller.NewService(s, clock)
		storetest.Must(t)(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, storetest.Now))
		storetest.Must(t)(s.CreateOperator(ctx, operator.Operator{Name: "Ailleurs"}, storetest.Now))
		for _, a := range []account.Account{
			{Email: "gestionnaire@exemple.test", Active: true, Roles: map[int64][]access.Role{1: {access.Manager}}},
			{Email: "hotline@exemple.test", Active: true, Roles: map[int64][]access.Role{1: {access.Hotline}}},
			{Email: "banni@exemple.test", Roles: map[int64][]access.Role{1: {access.Manager}}},
			{
				Email: "ailleurs@exemple.test", Active: true,
				Roles: map[int64][]access.Role{2: {access.Manager}, 1: {access.Technician}},
			},
		} {
			storetest.Must(t)(s.CreateAccount(ctx, a, storetest.Now))
		}
		for id := int64(1); id <= 5; id++ {
			storetest.Must(t)(s.CreateStation(ctx,
				station.Station{OperatorID: 1, Name: "Gare", Kind: station.Individual, Active: id != 3}, storetest.Now))
			if id < 5 {
				storetest.Check(t, c.Present(ctx, id, "1.0"))
			}
		}
		_, err := s.ArchiveStation(ctx, 4, storetest.Now)
		storetest.Check(t, err)
		if err := c.Present(ctx, 99, ""); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("an unknown station: %v", err)
		}
		storetest.Check(t, c.Absent(ctx, 5)) // station 5 has none
		storetest.Check(t, c.Absent(ctx, 2))
		storetest.Check(t, c.Absent(ctx, 3))

		total := func() int {
			silent, err := s.SilentStations(ctx, worklist.Query{OperatorID: 1})
			storetest.Check(t, err)
			return silent.Total
		}
		long := storetest.Now.Add(-time.Hour)
		runner := queue.NewRunner(s, clock, slog.New(slog.DiscardHandler), nil)
		for _, step := range []struct {
			after     time.Duration
			listening time.Time
			silent    int
		}{
			{2*time.Minute - 1, long, 0},                         // within the grace time of station 2
			{2 * time.Minute, storetest.Now.Add(time.Second), 0}, // the node has listened for less than the grace time
			{2 * time.Minute, storetest.Now, 1},                  // station 2, which reported its absence
			{5*time.Minute - 1, long, 1},                         // station 1: three messages may be missed, then grace
			// the broker was away until 4 minutes after storetest.Now
			{8 * time.Minute, storetest.Now.Add(4 * time.Minute), 1},
			{9 * time.Minute, storetest.Now.Add(4 * time.Minute), 2},     // station 1 has not come back
			{90 * 24 * time.Hour, storetest.Now.Add(4 * time.Minute), 2}, // each is reported only once
		} {
			clock.Time = storetest.Now.Add(step.after)
			storetest.Race(3, func() bool { // three nodes at the same time
				quiet, listened := c.Quiet(step.listening)
				if !listened {
					return false
				}
				err := runner.Run(ctx, queue.Work{Kind: queue.Silences, Do: func(ctx context.Context, stationID int64) error {
					return c.MarkSilent(ctx, stationID, quiet)
				}}, quiet.GoneBefore, quiet.HeardBefore)
				if err != nil {
					t.Error(err)
				}
				return err == nil
			})
			if total() != step.silent {
				t.Errorf("after %v, listening since %v: %d silent", step.after, step.listening.Sub(storetest.Now), total())
			}
		}
		silent, err := s.SilentStations(ctx, worklist.Query{OperatorID: 1})
		storetest.Check(t, err)
		if first := silent.First; len(first) != 2 || !first[0].Since.Equal(storetest.Now) ||
			!first[1].Since.Equal(storetest.Now) {
			t.Errorf("silent since: %+v", first)
		}
		for stationID := int64(2); stationID >= 1; stationID-- {
			mail, err := storetest.ClaimMail(ctx, s, clock.Now(), time.Hour)
			if err != nil || mail.Kind != outbox.StationSilent || mail.AccountID != 1 || mail.StationID != stationID {
				t.Errorf("mail: %+v, %v", mail, err)
			}
		}
		if mail, err := storetest.ClaimMail(ctx, s, clock.Now(), time.Hour); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("one mail more: %+v, %v", mail, err)
		}

		if out, err := c.Of(ctx, 3); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("out of service, and gone for months: %+v, %v", out, err)
		}
		storetest.Race(3, func() bool { return c.Present(ctx, 1, "1.1") == nil })
		if back, err := c.Of(ctx, 1); err != nil || total() != 1 || back.SilentSince != nil || back.Software != "1.1" {
			t.Errorf("back: %+v", back)
		}
		page, err := s.AuditLines(ctx, audit.Filter{StationID: 1}, paging.First(10))
		lines := page.Items
		storetest.Check(t, err)
		if len(lines) != 2 || lines[0].Action != audit.StationBack || lines[1].Action != audit.StationSilent ||
			lines[1].OperatorID != 1 {
			t.Errorf("audit log: %+v", lines)
		}
	})
}

func TestDoorsAndCommands(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		locker := storetest.NewLocker(t, s)
		storetest.Check(t, s.Exec(ctx, "make the station two hours ago", `UPDATE stations
			SET created_at = created_at - 7200000`))
		clock := &storetest.Clock{Time: storetest.Now}
		c, codes := controller.NewService(s, clock), opening.NewService(s, clock, nil)

		door := func(open bool, at time.Time) controller.Door {
			_, err := c.DoorMoved(ctx, 1, controller.Door{LockerID: locker, Open: open, MovedAt: at})
			storetest.Check(t, err)
			doors, err := c.Doors(ctx, 1)
			storetest.Check(t, err)
			return doors[locker]
		}
		if got := door(true, storetest.Now.Add(-time.Minute)); !got.Open ||
			!got.MovedAt.Equal(storetest.Now.Add(-time.Minute)) {
			t.Errorf("opened: %+v", got)
		}
		if got := door(false, storetest.Now.Add(-time.Hour)); !got.Open {
			t.Errorf("an older event counts: %+v", got)
		}
		if got := door(false, storetest.Now.Add(time.Hour)); got.Open || !got.MovedAt.Equal(storetest.Now) {
			t.Errorf("an event of the future: %+v", got)
		}
		for name, told := range map[string]time.Time{
			"of a clock that started anew":   time.Unix(12, 0),
			"of before the station was made": storetest.Now.Add(-3 * time.Hour),
		} {
			clock.Time = clock.Add(time.Second)
			if got := door(true, told); !got.Open || !got.Misdated || !got.MovedAt.Equal(clock.Time) {
				t.Errorf("an event %s: %+v", name, got)
			}
		}
		clock.Time = clock.Add(time.Second)
		if got := door(false, clock.Time); got.Open || got.Misdated {
			t.Errorf("then the clock is right: %+v", got)
		}
		clock.Time = storetest.Now
		if _, err := c.DoorMoved(ctx, 2, controller.Door{LockerID: locker}); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("a door of another station: %v", err)
		}

		// The station has no known controller: no command is made.
		generate := func() opening.Code {
			code, err := codes.Generate(ctx, access.Actor{}, locker)
			storetest.Check(t, err)
			return code
		}
		generate()
		if _, err := codes.DeliveryOf(ctx, locker); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("nobody waits for it: %v", err)
		}
		storetest.Check(t, c.Present(ctx, 1, ""))
		clock.Time = storetest.Now.Add(3 * time.Minute)
		code := generate()
		due := func() []opening.Command {
			commands, err := codes.DueCommands(ctx)
			storetest.Check(t, err)
			return commands
		}
		if winners := storetest.Race(8, func() bool { return len(due()) == 1 }); winners != 1 {
			t.Errorf("a command was claimed %d times", winners)
		}
		if again := generate(); again != code || len(due()) != 0 {
			t.Error("the live code is sent twice")
		}
		clock.Time = clock.Add(2 * time.Second)
		again := due()
		if len(again) != 1 || again[0].StationID != 1 || again[0].Code != code {
			t.Fatalf("unanswered: %+v", again)
		}
		id := again[0].ID
		storetest.Check(t, codes.Received(ctx, 1, locker, id))
		storetest.Check(t, codes.Received(ctx, 1, locker, 99)) // for a command that does not exist
		if err := codes.Received(ctx, 2, locker, id); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("from another station: %v", err)
		}
		clock.Time = clock.Add(time.Minute)
		if got, err := codes.DeliveryOf(ctx, locker); err != nil || len(due()) != 0 ||
			got != (opening.Delivery{Received: true}) {
			t.Errorf("received: %+v", got)
		}

		// The code was used at the controller and is reported an hour later, when its digits have
		// been deleted.
		clock.Time = clock.Add(time.Hour)
		storetest.Check(t, s.WipeExpired(ctx, clock.Now()))
		storetest.Race(5, func() bool { return codes.UsedAtController(ctx, 1, locker, id) == nil })
		page, err := s.AuditLines(ctx, audit.Filter{Object: audit.Object{Kind: audit.KindLocker, ID: locker}},
			paging.First(10))
		lines := page.Items
		storetest.Check(t, err)
		if len(lines) != 4 || lines[0].Action != audit.CodeUsed || lines[1].Action != audit.CodeGiven {
			t.Errorf("audit log: %+v", lines)
		}

		// Once a code is used through the field API, it is not sent any more.
		code = generate()
		_, err = codes.Open(ctx, 1, locker, code.Digits)
		storetest.Check(t, err)
		if got, err := codes.DeliveryOf(ctx, locker); err != nil || len(due()) != 0 || got != (opening.Delivery{Used: true}) {
			t.Errorf("used: %+v", got)
		}
		clock.Time = clock.Add(-24 * time.Hour) // put right
		if got, err := codes.DeliveryOf(ctx, locker); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("of a code that a clock a day ahead gave out: %+v, %v", got, err)
		}
		clock.Time = clock.Add(24 * time.Hour)
		storetest.Check(t, s.Sweep(ctx, clock.Now().Add(time.Hour)))
		if _, err := codes.DeliveryOf(ctx, locker); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("swept: %v", err)
		}
	})
}
