package tariff_test

import (
	"testing"
	"time"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/clock"
)

func minute(hour, min int) *int { return new(hour*60 + min) }

func paris(text string) time.Time {
	at, err := time.ParseInLocation("2006-01-02 15:04:05", text, clock.Paris)
	if err != nil {
		panic(err)
	}
	return at
}

func TestPeriodContains(t *testing.T) {
	weekdays := tariff.Day(1) | tariff.Day(2) | tariff.Day(3) | tariff.Day(4) | tariff.Day(5)
	night := tariff.Period{Weekdays: tariff.EveryDay, Opens: minute(20, 0), Closes: minute(7, 0)}
	friday := tariff.Period{Weekdays: tariff.Day(5), Opens: minute(20, 0), Closes: minute(7, 0)}
	for _, c := range []struct {
		name   string
		period tariff.Period
		in     []string
		out    []string
	}{
		{"every day", tariff.Period{Weekdays: tariff.EveryDay}, []string{"2026-11-21 00:00:00", "2026-11-22 23:59:59"}, nil},
		{
			"weekdays",
			tariff.Period{Weekdays: weekdays},
			[]string{"2026-11-20 23:59:59", "2026-11-23 00:00:00"},
			[]string{"2026-11-21 00:00:00", "2026-11-22 23:59:59"},
		},
		{
			"dates, both included",
			tariff.Period{Weekdays: tariff.EveryDay, From: "2026-07-01", To: "2026-08-31"},
			[]string{"2026-07-01 00:00:00", "2026-08-31 23:59:59"},
			[]string{"2026-06-30 23:59:59", "2026-09-01 00:00:00"},
		},
		{
			"hours, the end left out",
			tariff.Period{Weekdays: tariff.EveryDay, Opens: minute(7, 30), Closes: minute(9, 0)},
			[]string{"2026-11-21 07:30:00", "2026-11-21 08:59:59"},
			[]string{"2026-11-21 07:29:59", "2026-11-21 09:00:00"},
		},
		{
			"across midnight", night,
			[]string{"2026-11-21 20:00:00", "2026-11-22 00:00:00", "2026-11-22 06:59:59"},
			[]string{"2026-11-21 19:59:59", "2026-11-22 07:00:00"},
		},
		{
			"a Friday night ends on Saturday morning", friday,
			[]string{"2026-11-20 20:00:00", "2026-11-21 06:59:00"},
			[]string{"2026-11-20 06:00:00", "2026-11-21 20:00:00", "2026-11-22 06:00:00"},
		},
		{
			"the last night of August",
			tariff.Period{Weekdays: tariff.EveryDay, To: "2026-08-31", Opens: minute(20, 0), Closes: minute(7, 0)},
			[]string{"2026-09-01 06:59:00"},
			[]string{"2026-09-01 20:00:00"},
		},
		{
			"the first night of July",
			tariff.Period{Weekdays: tariff.EveryDay, From: "2026-07-01", Opens: minute(20, 0), Closes: minute(7, 0)},
			[]string{"2026-07-01 20:00:00"},
			[]string{"2026-07-01 06:59:00"},
		},
		{
			"until midnight",
			tariff.Period{Weekdays: tariff.Day(6), Opens: minute(18, 0), Closes: minute(0, 0)},
			[]string{"2026-11-21 18:00:00", "2026-11-21 23:59:59"},
			[]string{"2026-11-22 00:00:00", "2026-11-21 17:59:00"},
		},
		{
			"from an hour on",
			tariff.Period{Weekdays: tariff.EveryDay, Opens: minute(18, 0)},
			[]string{"2026-11-21 23:59:59"},
			[]string{"2026-11-21 17:59:59", "2026-11-21 00:00:00"},
		},
		{
			"up to an hour",
			tariff.Period{Weekdays: tariff.EveryDay, Closes: minute(7, 0)},
			[]string{"2026-11-21 00:00:00", "2026-11-21 06:59:59"},
			[]string{"2026-11-21 07:00:00"},
		},
		{
			"the same hour twice is a whole day from it",
			tariff.Period{Weekdays: tariff.Day(6), Opens: minute(8, 0), Closes: minute(8, 0)},
			[]string{"2026-11-21 08:00:00", "2026-11-22 07:59:00"},
			[]string{"2026-11-21 07:59:00", "2026-11-22 08:00:00"},
		},
		{ // on 29 March 2026 the hour from 02:00 to 03:00 does not exist; the range holds the rest
			"summer time comes",
			tariff.Period{Weekdays: tariff.EveryDay, Opens: minute(1, 30), Closes: minute(3, 30)},
			[]string{"2026-03-29 01:59:59", "2026-03-29 03:00:00", "2026-03-29 03:29:59"},
			[]string{"2026-03-29 01:29:59", "2026-03-29 03:30:00"},
		},
	} {
		for _, at := range c.in {
			if !c.period.Contains(paris(at).UTC()) {
				t.Errorf("%s: %s is left out", c.name, at)
			}
		}
		for _, at := range c.out {
			if c.period.Contains(paris(at).UTC()) {
				t.Errorf("%s: %s is let in", c.name, at)
			}
		}
	}
}

// On 25 October 2026, 02:30 occurs twice, an hour apart; both instants are within the period.
func TestPeriodWhenSummerTimeEnds(t *testing.T) {
	period := tariff.Period{Weekdays: tariff.Day(7), Opens: minute(2, 0), Closes: minute(3, 0)}
	first := time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC)
	for at, want := range map[time.Time]bool{
		first.Add(-time.Hour): false, first: true, first.Add(time.Hour): true, first.Add(2 * time.Hour): false,
	} {
		if got := period.Contains(at); got != want {
			t.Errorf("%s: %v, want %v", at.In(clock.Paris), got, want)
		}
	}
}

func TestPeriodValidate(t *testing.T) {
	valid, err := tariff.Period{Label: " Nuit "}.Validate()
	if err != nil || valid.Label != "Nuit" || valid.Weekdays != tariff.EveryDay {
		t.Errorf("without a day, all are meant: %+v, %v", valid, err)
	}
	for _, c := range []struct {
		period tariff.Period
		want   []string
	}{
		{tariff.Period{}, []string{"libelle: Veuillez renseigner le libellé de la plage horaire"}},
		{tariff.Period{Label: "É", From: "2026-02-30"}, []string{"debut: Le format de la date n'est pas correct"}},
		{
			tariff.Period{Label: "É", From: "2026-02-02", To: "2026-02-01"},
			[]string{"fin: La date de fin ne peut précéder la date de début"},
		},
		{tariff.Period{Label: "É", From: "2026-02-02", To: "2026-02-02"}, nil},
		{tariff.Period{Label: "É", Opens: minute(24, 0)}, []string{"heureDebut: Le format de l'heure n'est pas correct"}},
	} {
		_, err := c.period.Validate()
		checkBroken(t, c.period.Label, err, c.want)
	}
}
