package prices

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// Simulation is the price that a stay would have. Amounts are in cents, durations in whole minutes.
type Simulation struct {
	PrixActuel                    money.Cents       `json:"prixActuel"`
	PrixAvantDepassement          money.Cents       `json:"prixAvantDepassement"`
	PrixDepassement               money.Cents       `json:"prixDepassement"`
	PrixEnlevement                money.Cents       `json:"prixEnlevement"`
	DateCalcul                    time.Time         `json:"dateCalcul"`
	DureeStationnementTotal       int64             `json:"dureeStationnementTotal"`
	DureeStationnementNormal      int64             `json:"dureeStationnementNormal"`
	DureeStationnementDepassement int64             `json:"dureeStationnementDepassement"`
	DateDebutStationnement        time.Time         `json:"dateDebutStationnement"`
	DateDebutDepassement          *time.Time        `json:"dateDebutDepassement"`
	DateEnlevement                *time.Time        `json:"dateEnlevement"`
	HorsPlage                     bool              `json:"horsPlage" doc:"Aucune plage horaire du tarif enregistré ne contient ce début : il ne s'y appliquerait pas"`
	Lignes                        []shape.PriceLine `json:"lignes" doc:"L'explication du prix ; leur somme est prixActuel"`
	Courbe                        []PricePoint      `json:"courbe" doc:"Ce que coûte une utilisation plus longue que apresMinutes, à chaque changement de prix"`
	MinutesCourbe                 int64             `json:"minutesCourbe" doc:"Jusqu'où va la courbe"`
}

// PricePoint is a moment at which a price changes.
type PricePoint struct {
	ApresMinutes int64       `json:"apresMinutes"`
	Prix         money.Cents `json:"prix"`
}

// SimulationInput simulates a tariff that is not saved.
type SimulationInput struct {
	Tarif               TariffInput `json:"tarif"`
	DateDebutSimulation string      `json:"dateDebutSimulation,omitempty" doc:"JJ-MM-AAAA hh:mm:00"`
	DateFinSimulation   string      `json:"dateFinSimulation,omitempty" doc:"JJ-MM-AAAA hh:mm:00"`
}

// Comparison compares what the last stays under a tariff cost with what they would have cost.
type Comparison struct {
	Utilisations     int                `json:"utilisations" doc:"Combien ont été comparées, 100 au plus"`
	TotalActuel      money.Cents        `json:"totalActuel"`
	TotalNouveau     money.Cents        `json:"totalNouveau"`
	PlusGrandsEcarts []ComparisonChange `json:"plusGrandsEcarts" doc:"Cinq au plus, le plus grand d'abord"`
}

// ComparisonChange is a stay whose price would have been different.
type ComparisonChange struct {
	IDOccupation    int64       `json:"idOccupation"`
	Station         string      `json:"station"`
	Casier          string      `json:"casier"`
	DebutOccupation time.Time   `json:"debutOccupation"`
	FinOccupation   time.Time   `json:"finOccupation"`
	Duree           int64       `json:"duree" doc:"Minutes entières"`
	MontantActuel   money.Cents `json:"montantActuel"`
	MontantNouveau  money.Cents `json:"montantNouveau"`
}

func (s area) registerSimulation() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsRead, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "simulate-tariff", Method: http.MethodGet, Path: "/api/admin/tarif/{id}/simulation-prix",
		Tags:    []string{tariffTag},
		Summary: "Simuler une occupation",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		DateDebutSimulation string `query:"dateDebutSimulation" doc:"JJ-MM-AAAA hh:mm:00, à Paris"`
		DateFinSimulation   string `query:"dateFinSimulation" doc:"JJ-MM-AAAA hh:mm:00, à Paris"`
	},
	) (*api.Answer[Simulation], error) {
		t, err := s.Tariffs.Outline(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		simulated, err := simulate(t.Terms, in.DateDebutSimulation, in.DateFinSimulation)
		if err == nil {
			simulated.Body.HorsPlage = !t.Within(simulated.Body.DateDebutStationnement)
		}
		return simulated, err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "simulate-draft", Method: http.MethodPost, Path: "/api/admin/exploitant/{id}/tarif/simulation",
		Tags:    []string{tariffTag},
		Summary: "Simuler une occupation sous un tarif qui n'est pas enregistré",
	}, func(_ context.Context, in *struct {
		api.IDInput
		Body SimulationInput
	},
	) (*api.Answer[Simulation], error) {
		terms, err := typedTerms(in.Body.Tarif)
		if err != nil {
			return nil, err
		}
		if terms, err = tariff.ValidateTerms(terms); err != nil {
			return nil, err
		}
		return simulate(terms, in.Body.DateDebutSimulation, in.Body.DateFinSimulation)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfTariff, Long: true,
	}, huma.Operation{
		OperationID: "compare-tariff", Method: http.MethodPost, Path: "/api/admin/tarif/{id}/comparaison",
		Tags:        []string{tariffTag},
		Summary:     "Ce que les 100 dernières utilisations auraient coûté avec d'autres valeurs",
		Description: "Rien n'est modifié.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body TariffInput
	},
	) (*api.Answer[Comparison], error) {
		terms, err := typedTerms(in.Body)
		if err != nil {
			return nil, err
		}
		compared, err := s.Tariffs.Compare(ctx, in.ID, terms)
		return api.Reply(Comparison{
			Utilisations: compared.Stays, TotalActuel: compared.Now, TotalNouveau: compared.Then,
			PlusGrandsEcarts: shape.Each(compared.Largest, comparisonChangeBody),
		}), err
	})
}

func simulate(terms pricing.Terms, start, end string) (*api.Answer[Simulation], error) {
	from, err := typedInstant("dateDebutSimulation", start)
	if err != nil {
		return nil, err
	}
	to, err := typedInstant("dateFinSimulation", end)
	if err != nil {
		return nil, err
	}
	simulated, err := tariff.Simulate(terms, from, to)
	return api.Reply(simulationBody(simulated)), err
}

func simulationBody(q tariff.Simulation) Simulation {
	return Simulation{
		PrixActuel: q.Amount(), PrixAvantDepassement: q.BeforeOverrun, PrixDepassement: q.OverrunPrice,
		PrixEnlevement: q.RemovalPrice,
		DateCalcul:     q.At.In(clock.Paris), DateDebutStationnement: q.Start.In(clock.Paris),
		DureeStationnementTotal: shape.WholeMinutes(q.Total), DureeStationnementNormal: shape.WholeMinutes(q.Normal),
		DureeStationnementDepassement: shape.WholeMinutes(q.Overrun),
		DateDebutDepassement:          instantOrNil(q.OverrunStart), DateEnlevement: instantOrNil(q.RemovalStart),
		Lignes:        shape.Each(q.Lines(), shape.PriceLineBody),
		Courbe:        shape.Each(q.Curve, func(p pricing.Point) PricePoint { return PricePoint{p.After, p.Price} }),
		MinutesCourbe: q.Horizon,
	}
}

func comparisonChangeBody(c tariff.Change) ComparisonChange {
	return ComparisonChange{
		IDOccupation: c.ID, Station: c.StationName, Casier: c.LockerName,
		DebutOccupation: c.StartedAt.In(clock.Paris), FinOccupation: c.EndedAt.In(clock.Paris),
		Duree: shape.WholeMinutes(c.EndedAt.Sub(c.StartedAt)), MontantActuel: c.Price, MontantNouveau: c.Then,
	}
}

func instantOrNil(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return shape.InParis(&at)
}

const typedLayout = "02-01-2006 15:04:05"

// typedInstant parses a date and hour of Paris. It refuses an hour that the change to summer time skips, and takes
// the first of an hour that the change to winter time repeats.
func typedInstant(field, typed string) (time.Time, error) {
	local, err := time.ParseInLocation(typedLayout, typed, clock.Paris)
	if err != nil || local.Format(typedLayout) != typed || local.Second() != 0 {
		if written, readable := time.Parse(typedLayout, typed); readable == nil && written.Format(typedLayout) == typed &&
			written.Second() == 0 {
			return time.Time{}, fault.Invalid(field, "Cette heure n'existe pas : l'horloge passe à l'heure d'été")
		}
		return time.Time{}, fault.Invalid(field, "Veuillez saisir une date JJ-MM-AAAA et une heure HH:MM")
	}
	if earlier := local.Add(-time.Hour); earlier.Format(typedLayout) == typed {
		return earlier, nil
	}
	return local, nil
}
