package places

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/availability"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// ContractHours are hours of a day of the week that count.
type ContractHours struct {
	Jour int64  `json:"jour" doc:"De 1 (lundi) à 7"`
	De   string `json:"de" example:"07:00" maxLength:"5"`
	A    string `json:"a" example:"21:00" maxLength:"5" doc:"24:00 au plus tard"`
}

// ContractInput is the terms of an « Engagement de disponibilité » from a month on.
type ContractInput struct {
	APartirDe           string                     `json:"aPartirDe" example:"2026-10" maxLength:"7" doc:"AAAA-MM, d'un mois qui n'est pas clôturé ; vaut jusqu'au suivant"`
	Heures              []ContractHours            `json:"heures" maxItems:"28" doc:"Qui comptent ; vide : toutes"`
	Feries              bool                       `json:"feries" doc:"Les jours fériés comptent comme les autres ; sinon ils ne comptent pas"`
	Objectif            int64                      `json:"objectif" example:"9900" doc:"En centièmes de pour cent : 9900 pour 99 %. 0 : aucun"`
	CausesExclues       []station.OutageCause      `json:"causesExclues" maxItems:"20" doc:"Qui ne comptent pas comme une indisponibilité"`
	AttributionsExclues []availability.Attribution `json:"attributionsExclues" maxItems:"4" doc:"De même"`
	Penalite            availability.Penalty       `json:"penalite" enum:"aucune,heure,point" doc:"Par heure de casier qui manque à l'objectif, ou par point"`
	Montant             money.Cents                `json:"montant" example:"500" doc:"En centimes, d'une heure ou d'un point"`
}

// Contract is a version of an « Engagement de disponibilité ».
type Contract struct {
	ID int64 `json:"id" doc:"0 : aucun engagement, toutes les heures comptent"`
	ContractInput
	SaisiLe *time.Time `json:"saisiLe" doc:"null : aucun engagement"`
}

// Contracts lists the versions of an operator's contract.
type Contracts struct {
	Items []Contract `json:"items" doc:"De la dernière à la première"`
}

// AvailabilityFigures is what a month adds up to.
type AvailabilityFigures struct {
	SecondesDues          int64  `json:"secondesDues" doc:"De casier, que l'engagement compte et qui sont passées"`
	SecondesIndisponibles int64  `json:"secondesIndisponibles" doc:"Ce qui se chevauche compte une fois"`
	SecondesExclues       int64  `json:"secondesExclues" doc:"Indisponibles pour des causes que l'engagement exclut"`
	SecondesSansEcoute    int64  `json:"secondesSansEcoute" doc:"Muettes pendant que le serveur n'écoutait pas : comptées à personne"`
	TauxDisponibilite     *int64 `json:"tauxDisponibilite" doc:"En centièmes de pour cent, arrondi vers le bas ; null : rien n'est dû"`
}

// AvailabilityStation is a month of a station.
type AvailabilityStation struct {
	IDStation int64  `json:"idStation"`
	Nom       string `json:"nom"`
	Casiers   int    `json:"casiers"`
	AvailabilityFigures
}

// AvailabilityLocker is a month of a locker.
type AvailabilityLocker struct {
	IDCasier int64  `json:"idCasier"`
	Nom      string `json:"nom"`
	AvailabilityFigures
}

// AvailabilityCost is a sum of a month with its penalty.
type AvailabilityCost struct {
	AvailabilityFigures
	Penalite money.Cents `json:"penalite"`
}

// UnheardSpan is when the server heard no controller.
type UnheardSpan struct {
	Du time.Time `json:"du"`
	Au time.Time `json:"au"`
}

// Availability is a month of an operator.
type Availability struct {
	Mois              string                `json:"mois" example:"2026-10"`
	ClotureLe         *time.Time            `json:"clotureLe" doc:"null : le mois n'est pas clôturé"`
	MesureDu          time.Time             `json:"mesureDu"`
	MesureAu          time.Time             `json:"mesureAu" doc:"La fin du mois, ou cet instant"`
	Engagement        Contract              `json:"engagement"`
	Total             AvailabilityCost      `json:"total" doc:"D'un mois clôturé : avec les causes connues à sa clôture"`
	DepuisCloture     *AvailabilityCost     `json:"depuisCloture" doc:"Avec les causes changées depuis ; null : aucune ne l'a été"`
	Stations          []AvailabilityStation `json:"stations" doc:"Par nom"`
	Casiers           []AvailabilityLocker  `json:"casiers" doc:"De la station demandée par « idStation »"`
	ServeurSansEcoute []UnheardSpan         `json:"serveurSansEcoute"`
}

// SpanRuling is what was said of a span.
type SpanRuling struct {
	Depuis       time.Time                `json:"depuis" doc:"Vaut à partir d'ici, jusqu'à la qualification suivante"`
	Cause        station.OutageCause      `json:"cause" enum:"serrure,porte,clavier,controleur,reseau,alimentation,vandalisme,proprete,objet_laisse,autre"`
	Attribution  availability.Attribution `json:"attribution" enum:"exploitant,collectivite,tiers,force_majeure"`
	Commentaire  string                   `json:"commentaire"`
	DitLe        *time.Time               `json:"ditLe" doc:"null : la première, du système"`
	Par          string                   `json:"par" doc:"Vide : du système"`
	ApresCloture bool                     `json:"apresCloture" doc:"Dite après la clôture du mois, dont elle ne change pas les chiffres"`
}

// UnavailableSpan is a time in which a locker or a station could not be used.
type UnavailableSpan struct {
	ID             int64             `json:"id"`
	IDStation      int64             `json:"idStation"`
	IDCasier       *int64            `json:"idCasier" doc:"null : la station entière"`
	Genre          availability.Kind `json:"genre" enum:"hors_service,porte_bloquee,muette,station_inactive"`
	Du             time.Time         `json:"du"`
	Au             *time.Time        `json:"au" doc:"null : en cours"`
	Qualifications []SpanRuling      `json:"qualifications" doc:"De la première à la dernière ; aucune n'en efface une autre"`
}

// MonthSpan is a span with what it covers of a month.
type MonthSpan struct {
	UnavailableSpan
	SecondesDues   int64 `json:"secondesDues" doc:"Qu'il couvre dans le mois, d'un casier"`
	SecondesCompte int64 `json:"secondesComptees" doc:"De celles-ci, comptées comme indisponibles"`
}

// MonthSpans lists the spans of a month.
type MonthSpans struct {
	Items []MonthSpan `json:"items" doc:"Les plus récents d'abord"`
}

// RulingInput is what a person says of a span.
type RulingInput struct {
	Cause       station.OutageCause      `json:"cause" enum:"serrure,porte,clavier,controleur,reseau,alimentation,vandalisme,proprete,objet_laisse,autre"`
	Attribution availability.Attribution `json:"attribution" enum:"exploitant,collectivite,tiers,force_majeure"`
	Commentaire string                   `json:"commentaire,omitempty" maxLength:"255"`
	Depuis      *time.Time               `json:"depuis,omitempty" doc:"Dans l'intervalle ; absent : depuis son début"`
}

// MonthInput names a month of an operator.
type MonthInput struct {
	api.IDInput
	Mois string `path:"mois" example:"2026-10" doc:"AAAA-MM"`
}

func (in MonthInput) month() (clock.Month, error) {
	month, err := clock.ParseMonth(in.Mois)
	if err != nil {
		return 0, fault.NotFound()
	}
	return month, nil
}

const availabilityTag = "Disponibilité"

func (s area) registerAvailability() {
	s.registerContracts("/api/admin/exploitant/{id}/engagements-disponibilite")
	const path = "/api/admin/exploitant/{id}/disponibilite/{mois}"
	managers := api.Rule{Audience: api.Managers, At: api.OperatorInPath}
	api.Register(s.Server, managers, huma.Operation{
		OperationID: "availability", Method: http.MethodGet, Path: path, Tags: []string{availabilityTag},
		Summary:     "La disponibilité des casiers d'un exploitant pendant un mois",
		Description: "Une station ou un casier supprimé compte jusqu'à sa suppression. 404 : un mois à venir.",
	}, func(ctx context.Context, in *struct {
		MonthInput
		IDStation int64 `query:"idStation" doc:"Dont les casiers sont donnés aussi"`
	},
	) (*api.Answer[Availability], error) {
		month, err := in.month()
		if err != nil {
			return nil, err
		}
		report, err := s.Availability.Of(ctx, in.ID, month, in.IDStation)
		if err != nil {
			return nil, err
		}
		return api.Reply(availabilityBody(report)), nil
	})
	api.Register(s.Server, managers, huma.Operation{
		OperationID: "unavailable-spans", Method: http.MethodGet, Path: path + "/intervalles",
		Tags:    []string{availabilityTag},
		Summary: "Les indisponibilités d'une station pendant un mois",
	}, func(ctx context.Context, in *struct {
		MonthInput
		IDStation int64 `query:"idStation" required:"true"`
	},
	) (*api.Answer[MonthSpans], error) {
		month, err := in.month()
		if err != nil {
			return nil, err
		}
		list, err := s.Availability.Spans(ctx, in.ID, month, in.IDStation)
		return api.Reply(MonthSpans{shape.Each(list, monthSpanBody)}), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OwnerOfSpan}, huma.Operation{
		OperationID: "rule-on-span", Method: http.MethodPatch, Path: "/api/admin/intervalle/{id}",
		Tags:    []string{availabilityTag},
		Summary: "Dire la cause d'une indisponibilité, et à qui elle est due",
		Description: "S'ajoute à ce qui a été dit avant, qui reste lisible. D'un mois clôturé, les chiffres restent ceux de sa clôture ; " +
			"ceux que donnent les causes changées depuis sont donnés à côté.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body RulingInput
	},
	) (*api.Answer[UnavailableSpan], error) {
		typed := availability.Ruling{
			Cause: in.Body.Cause, Attribution: in.Body.Attribution, Comment: in.Body.Commentaire,
		}
		if in.Body.Depuis != nil {
			typed.Since = *in.Body.Depuis
		}
		span, err := s.Availability.Rule(ctx, api.ActorOf(ctx), in.ID, typed)
		if err != nil {
			return nil, err
		}
		return api.Reply(spanBody(span, nil)), nil
	})
	s.registerAvailabilityFiles(path)
}

func (s area) registerContracts(path string) {
	managers := api.Rule{Audience: api.Managers, At: api.OperatorInPath}
	api.Register(s.Server, managers, huma.Operation{
		OperationID: "availability-contracts", Method: http.MethodGet, Path: path, Tags: []string{availabilityTag},
		Summary: "Les versions de l'engagement de disponibilité d'un exploitant",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[Contracts], error) {
		list, err := s.Availability.Contracts(ctx, in.ID)
		return api.Reply(Contracts{shape.Each(list, contractBody)}), err
	})
	api.Register(s.Server, managers, huma.Operation{
		OperationID: "add-availability-contract", Method: http.MethodPost, Path: path, Tags: []string{availabilityTag},
		Summary:       "Ajouter une version de l'engagement de disponibilité",
		Description:   "Elle vaut à partir de son mois ; la dernière saisie d'un même mois vaut seule.",
		DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body ContractInput
	},
	) (*api.Answer[Contract], error) {
		typed, err := in.Body.contract(in.ID)
		if err != nil {
			return nil, err
		}
		added, err := s.Availability.AddContract(ctx, api.ActorOf(ctx), typed)
		if err != nil {
			return nil, err
		}
		return api.Reply(contractBody(added)), nil
	})
}

const msgMonth = "Saisissez un mois, comme 2026-10"

func (in ContractInput) contract(operatorID int64) (availability.Contract, error) {
	from, err := clock.ParseMonth(in.APartirDe)
	if err != nil {
		return availability.Contract{}, fault.Invalid("aPartirDe", msgMonth)
	}
	return availability.Contract{OperatorID: operatorID, From: from, Terms: availability.Terms{
		Hours: shape.Each(in.Heures, func(h ContractHours) availability.Hours {
			return availability.Hours{Weekday: int(h.Jour), From: h.De, To: h.A}
		}),
		Holidays: in.Feries, Target: in.Objectif, LeftOut: in.CausesExclues, NotOurs: in.AttributionsExclues,
		Penalty: in.Penalite, Rate: in.Montant,
	}}, nil
}

func contractBody(c availability.Contract) Contract {
	body := Contract{ID: c.ID, ContractInput: ContractInput{
		Heures: shape.Each(c.Hours, func(h availability.Hours) ContractHours {
			return ContractHours{int64(h.Weekday), h.From, h.To}
		}),
		Feries: c.Holidays, Objectif: c.Target, CausesExclues: append([]station.OutageCause{}, c.LeftOut...),
		AttributionsExclues: append([]availability.Attribution{}, c.NotOurs...), Penalite: c.Penalty, Montant: c.Rate,
	}}
	if c.ID != 0 {
		body.APartirDe, body.SaisiLe = c.From.String(), shape.InParis(&c.At)
	}
	return body
}

func availabilityBody(r availability.Report) Availability {
	body := Availability{
		Mois: r.Month.String(), ClotureLe: shape.InParis(r.ClosedAt), MesureDu: r.From.In(clock.Paris),
		MesureAu: r.To.In(clock.Paris), Engagement: contractBody(r.Contract),
		Total: AvailabilityCost{figuresBody(r.Total), r.Penalty},
		Stations: shape.Each(r.Stations, func(st availability.StationFigures) AvailabilityStation {
			return AvailabilityStation{st.ID, st.Name, st.Lockers, figuresBody(st.Figures)}
		}),
		Casiers: shape.Each(r.Lockers, func(l availability.LockerFigures) AvailabilityLocker {
			return AvailabilityLocker{l.ID, l.Name, figuresBody(l.Figures)}
		}),
		ServeurSansEcoute: shape.Each(r.Unheard, func(u availability.Unheard) UnheardSpan {
			return UnheardSpan{u.From.In(clock.Paris), u.To.In(clock.Paris)}
		}),
	}
	if r.Since != nil {
		body.DepuisCloture = &AvailabilityCost{figuresBody(*r.Since), r.SinceCost}
	}
	return body
}

func figuresBody(f availability.Figures) AvailabilityFigures {
	return AvailabilityFigures{f.Due.Seconds(), f.Out.Seconds(), f.LeftOut.Seconds(), f.Unknown.Seconds(), f.Rate()}
}

func monthSpanBody(s availability.SpanReport) MonthSpan {
	return MonthSpan{spanBody(s.Span, s.ClosedAt), s.Due.Seconds(), s.Out.Seconds()}
}

func spanBody(s availability.Span, closed *time.Time) UnavailableSpan {
	body := UnavailableSpan{
		ID: s.ID, IDStation: s.StationID, Genre: s.Kind, Du: s.From.In(clock.Paris), Au: shape.InParis(s.To),
		Qualifications: []SpanRuling{{Depuis: s.From.In(clock.Paris), Cause: s.Cause, Attribution: s.Attribution}},
	}
	if s.LockerID != 0 {
		body.IDCasier = &s.LockerID
	}
	for _, r := range s.Later {
		body.Qualifications = append(body.Qualifications, SpanRuling{
			r.Since.In(clock.Paris), r.Cause, r.Attribution, r.Comment, shape.InParis(&r.At), r.ActorName,
			closed != nil && r.At.After(*closed),
		})
	}
	return body
}
