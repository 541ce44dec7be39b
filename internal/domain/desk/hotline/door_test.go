package hotline

import (
	"testing"
	"time"

	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Zoé names no door. Which one is it likely to be?
func TestTheDoorThatSomebodyMeans(t *testing.T) {
	first, second := inLocker(1, 1, station.Bike), inLocker(2, 2, station.Bike)
	space := inLocker(3, 3, station.Space)
	her := func(lockerID int64, before time.Duration) refusal.Refusal {
		return refusal.Refusal{At: ago(before), LockerID: lockerID, AccountID: zoe, Kind: refusal.NoTariff}
	}
	code := func(lockerID int64, before time.Duration) refusal.Refusal {
		return refusal.Refusal{At: ago(before), LockerID: lockerID, Kind: refusal.WrongCode}
	}
	for name, c := range map[string]struct {
		stays    []stay.Details
		refusals []refusal.Refusal
		want     int64 // 0: the page asks
	}{
		"nothing is known": {nil, nil, 0},
		"her only stay":    {[]stay.Details{first}, nil, 1},
		"several stays":    {[]stay.Details{first, second}, nil, 0},
		"the one that refused her": {
			[]stay.Details{first, second},
			[]refusal.Refusal{her(4, time.Hour)},
			4,
		},
		"the one that refused her last": {nil, []refusal.Refusal{her(4, time.Hour), her(5, time.Minute)}, 5},
		"before her only stay": {
			[]stay.Details{first},
			[]refusal.Refusal{her(4, 119*time.Minute)},
			4,
		},
		"but not two hours later": {
			[]stay.Details{first},
			[]refusal.Refusal{her(4, 121*time.Minute)},
			1,
		},
		"a refused code, at one of hers": {
			[]stay.Details{first, second},
			[]refusal.Refusal{code(2, time.Hour)},
			2,
		},
		"the last of those": {
			[]stay.Details{first, second},
			[]refusal.Refusal{code(2, time.Hour), code(1, 2*time.Minute)},
			1,
		},
		"one of long ago says nothing": {
			[]stay.Details{first, second},
			[]refusal.Refusal{code(2, 121*time.Minute)},
			0,
		},
		"nor does one elsewhere": {
			[]stay.Details{first, second},
			[]refusal.Refusal{code(4, time.Minute)},
			0,
		},
		"nor at a space, whose door is used by many": {
			[]stay.Details{first, space},
			[]refusal.Refusal{code(3, time.Minute)},
			0,
		},
		"nor a refusal to somebody else": {
			[]stay.Details{first, second},
			[]refusal.Refusal{{At: ago(time.Minute), LockerID: 2, AccountID: 8, Kind: refusal.Occupied}},
			0,
		},
		"a code after a refusal to somebody else there": {
			[]stay.Details{first, second},
			[]refusal.Refusal{code(2, time.Hour), {At: ago(time.Minute), LockerID: 2, AccountID: 8, Kind: refusal.Occupied}},
			2,
		},
	} {
		m := newMemory()
		m.stays, m.refusals = c.stays, c.refusals
		got, err := m.call(t.Context(), as(access.Hotline))
		if err != nil {
			t.Fatal(name, err)
		}
		var door int64
		if got.Door != nil {
			door = got.Door.ID
		}
		if door != c.want {
			t.Errorf("%s: door %d, want %d", name, door, c.want)
		}
		if open := got.Conclusion() == "Devant quelle porte\u00a0? La réponse en dépend."; open != (c.want == 0) {
			t.Errorf("%s: %s", name, got.Conclusion())
		}
	}
}

func TestWhomACallIsNotAbout(t *testing.T) {
	service := NewService(newMemory(), fixed{})
	for name, call := range map[string]func() error{
		"somebody whom nobody knows": func() error {
			_, err := service.OfCustomer(t.Context(), as(access.Hotline), operator, 8, 0, true)
			return err
		},
		"somebody known to another operator": func() error {
			_, err := service.OfCustomer(t.Context(), as(access.Hotline), 2, zoe, 0, true)
			return err
		},
		"a locker of another operator": func() error {
			_,
				err := service.OfDoor(t.Context(), as(access.Hotline), 2, 1, true)
			return err
		},
	} {
		if err := call(); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is stored of controllers is out of date where nobody hears them.
func TestADoorThatIsNotHeard(t *testing.T) {
	for _, heard := range []bool{true, false} {
		m := newMemory()
		m.door.Controller, m.door.Open, m.door.MovedAt = &Controller{Software: "2.1"}, new(true), new(ago(time.Hour))
		got, err := NewService(m, fixed{}).OfDoor(t.Context(), as(access.Technician), operator, 1, heard)
		if err != nil {
			t.Fatal(err)
		}
		if told := got.Door.Controller != nil && got.Door.Open != nil && len(got.Events) == 1; told != heard {
			t.Errorf("heard: %t, yet %+v, %+v", heard, got.Door, got.Events)
		}
	}
}
