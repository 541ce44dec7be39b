package demo

import (
	"context"
	"time"

	"consigne/internal/domain/places/availability"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
)

// outages are what lockers that are out of service have, in turn, with in how many days they are thought to be back.
var outages = []struct {
	station.Outage
	back int // 0: nobody knows
}{
	{station.Outage{Cause: "serrure", Reason: "Pêne bloqué, pièce commandée"}, 4},
	{station.Outage{Cause: "vandalisme", Reason: "Porte forcée"}, 0},
	{station.Outage{Cause: "porte"}, 11},
	{station.Outage{Cause: "clavier", Reason: "Touche 5 sans effet"}, 2},
}

// outageOf returns the outage of the next locker that is out of service. It draws nothing.
func (l *loader) outageOf(since time.Time) *station.Outage {
	next := outages[l.out%len(outages)]
	l.out++
	outage := next.Outage
	outage.Since = &since
	if next.back > 0 {
		outage.BackOn = new(clock.DayOf(l.options.Now) + clock.Day(next.back))
	}
	return &outage
}

// worksAgo is since how many days a station is closed for works; its lockers were used no later.
const worksAgo = 20

// breakdowns are those of the last two months at the first stations of an operator, which are over. It draws nothing.
var breakdowns = []struct {
	fitting, locker int // locker -1: the whole station
	kind            availability.Kind
	cause           station.OutageCause // of what was out of service
	ago             int                 // days
	lasted          time.Duration
	ruling          availability.Ruling // what was said of it later; the zero Ruling: nothing
}{
	{0, -1, availability.SilentStation, "", 52, 7*time.Hour + 20*time.Minute, availability.Ruling{
		Cause: "alimentation", Attribution: availability.Authority, Comment: "Coupure du réseau électrique de la gare",
	}},
	{0, 3, availability.OutOfService, "serrure", 41, 50 * time.Hour, availability.Ruling{}},
	{2, 5, availability.StuckDoor, "", 33, 3 * time.Hour, availability.Ruling{}},
	{2, -1, availability.SilentStation, "", 24, 45 * time.Minute, availability.Ruling{}},
	{0, 8, availability.OutOfService, "vandalisme", 16, 75 * time.Hour, availability.Ruling{}},
	{3, 1, availability.StuckDoor, "", 9, 26 * time.Hour, availability.Ruling{
		Cause: "objet_laisse", Attribution: availability.Others, Comment: "Antivol coincé dans la porte",
	}},
	{0, -1, availability.SilentStation, "", 4, 2 * time.Hour, availability.Ruling{}},
}

// addAvailability stores what could not be used, at each operator since when and at the first one also what was out
// before, and its contract.
func (l *loader) addAvailability(ctx context.Context) error {
	for _, f := range l.fleets {
		for _, fitted := range f.fittings {
			if err := l.addOutages(ctx, f.id, fitted); err != nil {
				return err
			}
		}
	}
	f := l.fleets[0]
	terms := availability.Terms{
		Holidays: true, Target: 97_00, LeftOut: []station.OutageCause{"vandalisme"},
		NotOurs: []availability.Attribution{availability.Authority, availability.ForceMajeure},
		Penalty: availability.ByHour, Rate: 50,
	}
	for day := range 7 {
		terms.Hours = append(terms.Hours, availability.Hours{Weekday: day + 1, From: "06:00", To: "23:00"})
	}
	at := l.daysAgo(120)
	contract := availability.Contract{
		OperatorID: f.id, From: clock.MonthOf(at), At: at, ActorID: f.manager, Terms: terms,
	}
	if _, err := l.store.AddContract(ctx, contract); err != nil {
		return err
	}
	for _, b := range breakdowns {
		began := l.daysAgo(b.ago)
		span := availability.Span{StationID: f.fittings[b.fitting].stationID, Kind: b.kind, From: began}
		span.To = new(began.Add(b.lasted))
		if b.locker >= 0 {
			span.LockerID = f.fittings[b.fitting].lockers[b.locker].ID
		}
		if b.ruling.Cause != "" {
			b.ruling.Since, b.ruling.At, b.ruling.ActorID = began, span.To.Add(time.Hour), f.manager
			span.Later = []availability.Ruling{b.ruling}
		}
		if err := l.addSpan(ctx, f.id, span, b.cause); err != nil {
			return err
		}
	}
	return nil
}

// addOutages stores the spans of what is out of service at a station.
func (l *loader) addOutages(ctx context.Context, operatorID int64, fitted fitting) error {
	if len(fitted.lockers) > 0 && fitted.site.closed {
		span := availability.Span{
			StationID: fitted.stationID, Kind: availability.InactiveStation, From: l.daysAgo(worksAgo),
		}
		if err := l.addSpan(ctx, operatorID, span, station.OtherCause); err != nil {
			return err
		}
	}
	for _, locker := range fitted.lockers {
		if locker.Outage == nil {
			continue
		}
		span := availability.Span{
			StationID: fitted.stationID, LockerID: locker.ID, Kind: availability.OutOfService, From: *locker.Outage.Since,
		}
		if err := l.addSpan(ctx, operatorID, span, locker.Outage.Cause); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) addSpan(
	ctx context.Context, operatorID int64, span availability.Span, cause station.OutageCause,
) error {
	span.OperatorID = operatorID
	span.Cause, span.Attribution = availability.Begun(span.Kind, cause)
	return l.store.ImportSpan(ctx, span)
}
