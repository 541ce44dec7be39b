package desk

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// Statistics holds the figures of the built-in dashboard for a period. Amounts are in cents, durations in minutes,
// rates from 0 to 1; days are days of Europe/Paris, both included.
type Statistics struct {
	Exploitant *shape.Named    `json:"exploitant" doc:"null : toute la plateforme"`
	Periode    Days            `json:"periode"`
	Precedente Days            `json:"precedente" doc:"Autant de jours, juste avant"`
	Pas        statistics.Pace `json:"pas" enum:"jour,semaine,mois"`
	Resume     Summary         `json:"resume"`
	Serie      []Step          `json:"serie"`
	Heures     []HourOfWeek    `json:"heures"`
	Occupation []Occupancy     `json:"occupation" doc:"Les stations, de la plus occupée à la moins occupée"`
	Tarifs     []Revenue       `json:"tarifs" doc:"Les sommes encaissées sur la période, moins les remboursements faits sur la période"`
	Statuts    []StatusRevenue `json:"statuts"`
	Casiers    RankedLockers   `json:"casiers"`
}

// Days is a range of days.
type Days struct {
	Du string `json:"du" format:"date"`
	Au string `json:"au" format:"date"`
}

// Compared is a figure with that of the previous period.
type Compared[N any] struct {
	Valeur     N `json:"valeur"`
	Precedente N `json:"precedente"`
}

// Summary holds the figures of the whole period.
type Summary struct {
	Utilisations    Compared[int64]       `json:"utilisations"`
	Recettes        Compared[money.Cents] `json:"recettes" doc:"encaisse moins rembourse"`
	Encaisse        Compared[money.Cents] `json:"encaisse" doc:"Compté le jour où l'argent est entré"`
	Rembourse       Compared[money.Cents] `json:"rembourse" doc:"Compté le jour où le remboursement a été fait ; sans ceux qui attendent"`
	DureeMoyenne    Compared[*float64]    `json:"dureeMoyenne"`
	DureeMediane    Compared[*float64]    `json:"dureeMediane"`
	Depassements    Compared[int64]       `json:"depassements"`
	Enlevements     Compared[int64]       `json:"enlevements"`
	UsagersNouveaux Compared[int64]       `json:"usagersNouveaux"`
	UsagersRevenus  Compared[int64]       `json:"usagersRevenus"`
	TauxOccupation  Compared[*float64]    `json:"tauxOccupation"`
}

// Step is one point of the series.
type Step struct {
	Days
	Utilisations            int64       `json:"utilisations"`
	UtilisationsPrecedentes int64       `json:"utilisationsPrecedentes"`
	Recettes                money.Cents `json:"recettes"`
	Encaisse                money.Cents `json:"encaisse"`
	Rembourse               money.Cents `json:"rembourse"`
	DureeMoyenne            *float64    `json:"dureeMoyenne"`
	DureeMediane            *int64      `json:"dureeMediane"`
	Depassements            int64       `json:"depassements"`
	Enlevements             int64       `json:"enlevements"`
	UsagersNouveaux         int64       `json:"usagersNouveaux"`
	UsagersRevenus          int64       `json:"usagersRevenus"`
}

// HourOfWeek is the number of stays that began in one hour of the week.
type HourOfWeek struct {
	Jour         int   `json:"jour" minimum:"1" maximum:"7" doc:"1 : lundi"`
	Heure        int   `json:"heure" minimum:"0" maximum:"23"`
	Utilisations int64 `json:"utilisations"`
}

// Occupancy is the share of a station's time that was taken.
type Occupancy struct {
	ID         int64      `json:"id"`
	Nom        string     `json:"nom"`
	Exploitant string     `json:"exploitant"`
	Taux       []*float64 `json:"taux" doc:"Un par point de la série"`
	Moyenne    *float64   `json:"moyenne"`
	Precedente *float64   `json:"precedente"`
}

// Revenue is the revenue of a tariff.
type Revenue struct {
	ID         int64       `json:"id" doc:"0 : sans tarif"`
	Libelle    string      `json:"libelle"`
	Nombre     int64       `json:"nombre"`
	Montant    money.Cents `json:"montant"`
	Precedente money.Cents `json:"precedente"`
}

// StatusRevenue is the number and amount of the payments in a status.
type StatusRevenue struct {
	Cle        payment.Status `json:"cle"`
	Libelle    string         `json:"libelle"`
	Couleur    string         `json:"couleur"`
	Nombre     int64          `json:"nombre"`
	Montant    money.Cents    `json:"montant" doc:"EN COURS : le prix des utilisations jusqu'ici"`
	Precedente money.Cents    `json:"precedente"`
}

// RankedLockers lists the lockers used most and, of those in service, the lockers used least.
type RankedLockers struct {
	Frequentes []RankedLocker `json:"frequentes"`
	Delaisses  []RankedLocker `json:"delaisses"`
}

// RankedLocker is a locker and how much it was used.
type RankedLocker struct {
	ID           int64       `json:"id"`
	Nom          string      `json:"nom"`
	Station      shape.Named `json:"station"`
	Utilisations int64       `json:"utilisations"`
	Minutes      int64       `json:"minutes"`
}

// DaysInput selects the period.
type DaysInput struct {
	Du string `query:"du" required:"true" doc:"AAAA-MM-JJ"`
	Au string `query:"au" required:"true" doc:"AAAA-MM-JJ, compris"`
}

const longestPeriod = 3 * 366

func (in DaysInput) period() (statistics.Period, error) {
	first, err := clock.ParseDay(in.Du)
	if err != nil {
		return statistics.Period{}, shape.BadQuery("du")
	}
	last, err := clock.ParseDay(in.Au)
	if err != nil {
		return statistics.Period{}, shape.BadQuery("au")
	}
	period := statistics.Period{First: first, Last: last}
	switch days := period.Days(); {
	case days < 1:
		return period, fault.Invalid("au", "La date de fin doit suivre la date de début.")
	case days > longestPeriod:
		return period, fault.Invalid("au", "La période ne peut dépasser trois ans.")
	}
	return period, nil
}

func (s area) registerStatistics() {
	const tag = "Statistiques"
	api.Register(s.Server, api.Rule{Audience: api.DashboardTokens}, huma.Operation{
		OperationID: "statistics", Method: http.MethodGet, Path: "/api/statistiques", Tags: []string{tag},
		Summary:     "Les chiffres d'une période, et de celle d'avant",
		Description: "Sans les utilisations de test. Trois ans au plus.",
	}, func(ctx context.Context, in *DaysInput) (*api.Answer[Statistics], error) {
		report, err := s.report(ctx, *in)
		if err != nil {
			return nil, err
		}
		id := dashboardOperator(ctx)
		body := statisticsOf(report, id == 0)
		if id != 0 {
			operator, err := s.Operators.ByID(ctx, id)
			if err != nil {
				return nil, err
			}
			body.Exploitant = &shape.Named{ID: operator.ID, Nom: operator.Name}
		}
		return api.Reply(body), nil
	})
	s.registerStatisticsFiles(tag)
}

// TodayFigures holds the figures of the present day of Europe/Paris beside those of the same weekday a week before.
type TodayFigures struct {
	Jour         string                `json:"jour" format:"date"`
	Precedent    string                `json:"precedent" format:"date" doc:"Une semaine avant"`
	Heure        int                   `json:"heure" minimum:"0" maximum:"23" doc:"Entamée, à Paris"`
	Utilisations ComparedByHour        `json:"utilisations"`
	Depassements Compared[int64]       `json:"depassements"`
	Recettes     Compared[money.Cents] `json:"recettes" doc:"Encaissées ce jour-là, moins les remboursements de ce jour-là"`
}

// ComparedByHour is a figure of today with that of the whole day a week before, and of its hours up to now.
type ComparedByHour struct {
	Valeur            int64 `json:"valeur"`
	Precedente        int64 `json:"precedente"`
	PrecedenteALHeure int64 `json:"precedenteALHeure" doc:"Avant la même heure pleine"`
}

func (s area) registerToday() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "operator-today", Method: http.MethodGet, Path: "/api/admin/exploitant/{id}/journee",
		Tags:    []string{"Exploitants"},
		Summary: "Les chiffres du jour, et du même jour de la semaine d'avant", Description: "Sans les utilisations de test.",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[TodayFigures], error) {
		today, err := s.Statistics.Today(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		return api.Reply(TodayFigures{
			Jour: today.Day.String(), Precedent: today.Before.String(), Heure: today.Hour,
			Utilisations: ComparedByHour{today.Stays.Value, today.Stays.Before, today.StaysByHour},
			Depassements: comparedBody(today.Overruns), Recettes: comparedBody(today.Revenue),
		}), nil
	})
}

func (s area) report(ctx context.Context, in DaysInput) (statistics.Report, error) {
	period, err := in.period()
	if err != nil {
		return statistics.Report{}, err
	}
	return s.Statistics.Report(ctx, dashboardOperator(ctx), period)
}

// ranked is how many lockers are listed at each end.
const ranked = 10

func statisticsOf(r statistics.Report, ofAll bool) Statistics {
	named := func(l statistics.RankedLocker) RankedLocker { return rankedLocker(l, ofAll) }
	sum := r.Summary
	body := Statistics{
		Periode: daysBody(r.Period), Precedente: daysBody(r.Previous), Pas: r.Period.Pace(),
		Resume: Summary{
			Utilisations: comparedBody(sum.Stays),
			Recettes:     Compared[money.Cents]{sum.Money.Value.Revenue(), sum.Money.Before.Revenue()},
			Encaisse:     Compared[money.Cents]{sum.Money.Value.Collected, sum.Money.Before.Collected},
			Rembourse:    Compared[money.Cents]{sum.Money.Value.Refunded, sum.Money.Before.Refunded},

			DureeMoyenne: comparedBody(sum.Mean),
			DureeMediane: Compared[*float64]{decimalOf(sum.Median.Value), decimalOf(sum.Median.Before)},
			Depassements: comparedBody(sum.Overruns), Enlevements: comparedBody(sum.Removals),
			UsagersNouveaux: comparedBody(sum.NewCustomers), UsagersRevenus: comparedBody(sum.ReturningCustomers),
			TauxOccupation: comparedBody(sum.Occupancy),
		},
		Serie: shape.Each(r.Steps, func(step statistics.Step) Step {
			return Step{
				Days: daysBody(step.Period), Utilisations: step.Stays.Value, UtilisationsPrecedentes: step.Stays.Before,
				Recettes: step.Money.Revenue(), Encaisse: step.Money.Collected, Rembourse: step.Money.Refunded,
				DureeMoyenne: step.Mean, DureeMediane: step.Median, Depassements: step.Overruns, Enlevements: step.Removals,
				UsagersNouveaux: step.NewCustomers, UsagersRevenus: step.ReturningCustomers,
			}
		}),
		Occupation: shape.Each(r.Stations, func(o statistics.Occupancy) Occupancy {
			return Occupancy{o.StationID, o.Name, o.Operator, o.Rates, o.Rate.Value, o.Rate.Before}
		}),
		Tarifs: shape.Each(r.Tariffs, func(t statistics.Revenue) Revenue {
			return Revenue{t.TariffID, t.Label, t.Payments, t.Money.Value.Revenue(), t.Money.Before.Revenue()}
		}),
		Statuts: shape.Each(r.Statuses, func(b statistics.Billed) StatusRevenue {
			look := b.Status.Display()
			return StatusRevenue{b.Status, look.Label, look.Colour, b.Payments, b.Amount.Value, b.Amount.Before}
		}),
		Casiers: RankedLockers{shape.Each(r.Busiest(ranked), named), shape.Each(r.Idlest(ranked), named)},
	}
	for day, hours := range r.Hours {
		for hour, n := range hours {
			body.Heures = append(body.Heures, HourOfWeek{day + 1, hour, n})
		}
	}
	return body
}

func daysBody(p statistics.Period) Days {
	return Days{p.First.String(), p.Last.String()}
}

func comparedBody[N any](c statistics.Compared[N]) Compared[N] { return Compared[N]{c.Value, c.Before} }

// decimalOf converts an optional whole number to a floating-point number.
func decimalOf(n *int64) *float64 {
	if n == nil {
		return nil
	}
	return new(float64(*n))
}

// rankedLocker adds the operator to the station's name where there are several operators.
func rankedLocker(l statistics.RankedLocker, ofAll bool) RankedLocker {
	place := l.StationName
	if ofAll {
		place += " – " + l.Operator
	}
	return RankedLocker{l.ID, l.Name, shape.Named{ID: l.StationID, Nom: place}, l.Stays, l.Minutes}
}
