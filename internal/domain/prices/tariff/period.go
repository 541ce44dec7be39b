package tariff

import (
	"context"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Period is a range of time in which a stay must start for a tariff to apply (plage horaire,
// docs/rules.md#tariffs). Days, dates and hours are those of Europe/Paris.
type Period struct {
	ID       int64
	TariffID int64
	Label    string
	Weekdays Weekdays
	From     string // first date, YYYY-MM-DD; empty: no first date
	To       string // last date, included; empty: no last date
	Opens    *int   // minute of the day; nil: midnight
	Closes   *int   // minute of the day, excluded; at or before Opens: on the next day; nil: the end of the day
}

// Weekdays is a set of weekdays.
type Weekdays uint8

// EveryDay is the set of all seven days.
const EveryDay Weekdays = 1<<7 - 1

// Day returns the set of one day, from 1 (Monday) to 7 (Sunday).
func Day(number int) Weekdays { return 1 << (number - 1) }

// Days lists the numbers of the days, in order.
func (w Weekdays) Days() []int {
	days := []int{}
	for number := 1; number <= 7; number++ {
		if w&Day(number) != 0 {
			days = append(days, number)
		}
	}
	return days
}

const minutesOfADay = 24 * 60

// Contains reports whether a stay that starts at the instant falls within the period. Hours after
// midnight belong to the day on which their range begins: the weekday and date of that day decide.
func (p Period) Contains(at time.Time) bool {
	local := at.In(clock.Paris)
	minute := local.Hour()*60 + local.Minute()
	opens, closes := 0, minutesOfADay
	if p.Opens != nil {
		opens = *p.Opens
	}
	if p.Closes != nil {
		closes = *p.Closes
	}
	if closes > opens {
		return minute >= opens && minute < closes && p.covers(local)
	}
	return (minute >= opens && p.covers(local)) || (minute < closes && p.covers(local.AddDate(0, 0, -1)))
}

// covers reports whether the weekday and date of the day are among the period's.
func (p Period) covers(day time.Time) bool {
	number := int(day.Weekday()+6)%7 + 1
	date := day.Format(time.DateOnly)
	return p.Weekdays&Day(number) != 0 && (p.From == "" || date >= p.From) && (p.To == "" || date <= p.To)
}

const (
	msgPeriodLabel = "Veuillez renseigner le libellé de la plage horaire"
	msgDate        = "Le format de la date n'est pas correct"
	msgDateOrder   = "La date de fin ne peut précéder la date de début"
	// MsgHour is the message for a value that is not an hour of the day.
	MsgHour = "Le format de l'heure n'est pas correct"
)

// Validate checks the typed data of a period (docs/rules.md#tariffs) and returns it trimmed. When no
// weekday is chosen, all seven are set.
func (p Period) Validate() (Period, error) {
	if p.Weekdays == 0 {
		p.Weekdays = EveryDay
	}
	var broken fault.Broken
	broken.Line("libelle", &p.Label)
	broken.Unless(p.Label != "", "libelle", msgPeriodLabel)
	broken.Unless(isDate(p.From), "debut", msgDate)
	broken.Unless(isDate(p.To), "fin", msgDate)
	broken.Unless(p.From == "" || p.To == "" || p.From <= p.To, "fin", msgDateOrder)
	broken.Unless(isMinute(p.Opens), "heureDebut", MsgHour)
	broken.Unless(isMinute(p.Closes), "heureFin", MsgHour)
	return p, broken.Err()
}

func isDate(date string) bool {
	_, err := time.Parse(time.DateOnly, date)
	return date == "" || err == nil
}

func isMinute(minute *int) bool { return minute == nil || (*minute >= 0 && *minute < minutesOfADay) }

// AddPeriod adds a period to the tariff typed.TariffID and returns its id.
func (s *Service) AddPeriod(ctx context.Context, actor access.Actor, typed Period) (int64, error) {
	valid, err := typed.Validate()
	if err != nil {
		return 0, err
	}
	err = s.onPeriods(ctx, actor, "ajout", &valid, func(ctx context.Context) error {
		valid.ID, err = s.store.CreatePeriod(ctx, valid, s.clock.Now())
		return err
	})
	return valid.ID, err
}

// ChangePeriod replaces a period. audit.Overwrite: it was changed after the revision of the tariff that the actor
// saw; 0: not told.
func (s *Service) ChangePeriod(ctx context.Context, actor access.Actor, typed Period, seen int64) (Period, error) {
	valid, err := typed.Validate()
	if err != nil {
		return Period{}, err
	}
	before, err := s.store.PeriodByID(ctx, typed.ID)
	if err != nil {
		return Period{}, err
	}
	valid.TariffID = before.TariffID
	concerns := func(line audit.Line) bool {
		return line.Action == audit.TariffPeriods && line.Number(periodFact) == valid.ID
	}
	err = s.onPeriods(ctx, actor, "modification", &valid, func(ctx context.Context) error {
		if err := audit.Unchanged(ctx, s.store, object(before.TariffID), seen, concerns); err != nil {
			return err
		}
		return s.store.UpdatePeriod(ctx, valid, s.clock.Now())
	})
	return valid, err
}

// RemovePeriod deletes a period.
func (s *Service) RemovePeriod(ctx context.Context, actor access.Actor, id int64) error {
	before, err := s.store.PeriodByID(ctx, id)
	if err != nil {
		return err
	}
	return s.onPeriods(ctx, actor, "suppression", &before, func(ctx context.Context) error {
		return s.store.DeletePeriod(ctx, id, s.clock.Now())
	})
}

// periodFact names, in the audit log, the number of the period that a line is about.
const periodFact = "plage"

// onPeriods runs one write on a period of a tariff, and records it in the audit log.
func (s *Service) onPeriods(
	ctx context.Context, actor access.Actor, act string, p *Period, write func(context.Context) error,
) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		t, err := s.store.TariffOutline(ctx, p.TariffID)
		if err != nil {
			return err
		}
		if err := write(ctx); err != nil {
			return err
		}
		return s.record(ctx, audit.TariffPeriods, actor, t,
			map[string]any{"libelle": t.AdminLabel, act: p.Label, periodFact: p.ID})
	})
}

// Within reports whether a stay that starts at the instant falls within any of the periods, or the
// tariff has none.
func (t Tariff) Within(at time.Time) bool {
	return len(t.Periods) == 0 || slices.ContainsFunc(t.Periods, func(p Period) bool { return p.Contains(at) })
}
