package demo

import (
	"context"
	"time"

	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
)

// repair is an intervention with its line of time.
type repair struct {
	intervention.Intervention
	lines []intervention.Line
}

// addInterventions stores what has to be seen to at the first operator, and what was. It draws nothing.
func (l *loader) addInterventions(ctx context.Context) error {
	f := l.fleets[0]
	for _, r := range append(l.repairsOfOutages(f), l.otherRepairs(f)...) {
		r.OperatorID = f.id
		stored, err := l.store.AddIntervention(ctx, r.Intervention)
		if err != nil {
			return err
		}
		for _, line := range r.lines {
			if err := l.store.AddInterventionLine(ctx, stored.ID, line); err != nil {
				return err
			}
		}
	}
	return nil
}

// repairsOfOutages returns those for which lockers are out of service: of the first two, one is being repaired, and
// nobody sees to the other.
func (l *loader) repairsOfOutages(f *fleet) []repair {
	var list []repair
	for _, fitted := range f.fittings {
		for _, locker := range fitted.lockers {
			if fitted.site.closed || locker.Outage == nil || len(list) == 2 {
				continue
			}
			out := locker.Outage
			i := intervention.Intervention{
				StationID: fitted.stationID, LockerID: locker.ID, Cause: out.Cause, Description: out.Reason,
				State: intervention.Open, OpenedAt: *out.Since, Times: 1, TookOut: true,
			}
			lines := []intervention.Line{
				{At: i.OpenedAt, Kind: intervention.LineOpened, AccountID: f.technician, Note: out.Reason},
				{At: i.OpenedAt, Kind: intervention.LineOut, AccountID: f.technician},
			}
			if len(list) == 0 {
				i.State, i.AssigneeID, i.DueOn = intervention.Taken, f.technician, out.BackOn
				lines = append(lines,
					intervention.Line{
						At: i.OpenedAt.Add(2 * time.Hour), Kind: intervention.LineTaken, AccountID: f.manager,
						AssigneeID: f.technician,
					},
					intervention.Line{
						At: l.options.Now.Add(-26 * time.Hour), Kind: intervention.LineComment, AccountID: f.technician,
						Note: "Pièce en rupture chez le fournisseur, livraison annoncée.",
					})
			}
			list = append(list, repair{i, lines})
		}
	}
	return list
}

// otherRepairs returns one of a whole station, one that Consigne opened by itself, and one that is resolved: it had
// taken a locker out of service (breakdowns).
func (l *loader) otherRepairs(f *fleet) []repair {
	glass := l.daysAgo(2)
	refused := l.options.Now.Add(-3 * time.Hour)
	broken := l.daysAgo(41)
	mended := broken.Add(50 * time.Hour)
	sentence := "La porte a refusé trois fois en une heure, depuis " +
		refused.Add(-20*time.Minute).In(clock.Paris).Format("le 02/01/2006 à 15h04") + "."
	const bolt = "La porte ne se ferme plus"
	return []repair{
		{intervention.Intervention{
			StationID: f.fittings[1].stationID, Cause: "proprete", Description: "Verre brisé devant l'entrée",
			State: intervention.Open, OpenedAt: glass, Times: 2,
		}, []intervention.Line{
			{At: glass, Kind: intervention.LineOpened, AccountID: f.technician, Note: "Verre brisé devant l'entrée"},
			{
				At: glass.Add(19 * time.Hour), Kind: intervention.LineAgain, AccountID: f.manager,
				Note: "Un usager s'en est plaint au téléphone.",
			},
		}},
		{intervention.Intervention{
			StationID: f.fittings[0].stationID, LockerID: f.fittings[0].inService(6).ID, Cause: "clavier",
			Description: sentence, State: intervention.Open, OpenedAt: refused, Times: 1, SeenAt: &refused,
		}, []intervention.Line{{At: refused, Kind: intervention.LineOpened, Note: sentence}}},
		{intervention.Intervention{
			StationID: f.fittings[0].stationID, LockerID: f.fittings[0].lockers[3].ID, Cause: "serrure", Description: bolt,
			State: intervention.Resolved, OpenedAt: broken, Times: 1, AssigneeID: f.technician, Parts: "pêne, ressort",
			Minutes: 35, ResolvedAt: &mended,
		}, []intervention.Line{
			{At: broken, Kind: intervention.LineOpened, AccountID: f.manager, Note: bolt},
			{At: broken, Kind: intervention.LineOut, AccountID: f.manager},
			{
				At: broken.Add(18 * time.Hour), Kind: intervention.LineTaken, AccountID: f.technician,
				AssigneeID: f.technician,
			},
			{
				At: mended, Kind: intervention.LineResolved, AccountID: f.technician, Note: "Pêne remplacé, essais faits",
				Parts: "pêne, ressort", Minutes: 35,
			},
		}},
	}
}

// inService returns the first locker from that position on that is in service.
func (f fitting) inService(from int) station.Locker {
	for from < len(f.lockers)-1 && !f.lockers[from].Active {
		from++
	}
	return f.lockers[from]
}
