package prices

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// Period is a period in which a stay must start for a tariff to apply.
type Period struct {
	ID      int64  `json:"id"`
	Libelle string `json:"libelle"`
	shape.PeriodTimes
}

// PeriodInput holds the fields of a period to create or change.
type PeriodInput struct {
	Libelle      string   `json:"libelle,omitempty"`
	JoursSemaine []string `json:"joursSemaine,omitempty" doc:"Aucun : tous"`
	Debut        *string  `json:"debut,omitempty" doc:"AAAA-MM-JJ"`
	Fin          *string  `json:"fin,omitempty" doc:"AAAA-MM-JJ"`
	DateDebut    *string  `json:"dateDebut,omitempty" doc:"Autre nom de debut, tel que la lecture le rend"`
	DateFin      *string  `json:"dateFin,omitempty" doc:"Autre nom de fin, tel que la lecture le rend"`
	HeureDebut   *string  `json:"heureDebut,omitempty" doc:"HH-MM ou HH:MM"`
	HeureFin     *string  `json:"heureFin,omitempty" doc:"HH-MM ou HH:MM"`
}

// BeneficiariesInput adds e-mails to a tariff, or replaces those it has.
type BeneficiariesInput struct {
	Emails []string    `json:"emails,omitempty"`
	Mode   tariff.Mode `json:"mode,omitempty" doc:"1 : ajouter ; 2 : tout remplacer"`
}

// LockerChoices lists the lockers of a station to which a tariff applies.
type LockerChoices struct {
	Casiers []LockerChoice `json:"casiers"`
	Quota   *int64         `json:"quota" doc:"Combien d'abonnements y sont vendus ; null : sans limite"`
}

// LockerChoice is one locker of the station.
type LockerChoice struct {
	ID          int64            `json:"id"`
	Nom         string           `json:"nom"`
	Type        shape.LockerType `json:"type"`
	Selectionne bool             `json:"selectionne"`
}

// LockerIDs lists the lockers of a station to which a tariff is to apply.
type LockerIDs struct {
	IDCasiers []int64        `json:"idCasiers" doc:"Vide : la station est retirée"`
	Quota     shape.Nullable `json:"quota,omitzero" doc:"Combien d'abonnements y sont vendus, de 0 à 10 000 ; null : sans limite ; absent : inchangé"`
}

// TariffStationInput names a tariff and a station.
type TariffStationInput struct {
	api.IDInput
	StationID int64 `path:"stationId"`
}

func (s area) registerTariffLists() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsRead, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "list-periods", Method: http.MethodGet, Path: "/api/admin/tarif/{id}/periodes-pour-tarif",
		Tags:    []string{tariffTag},
		Summary: "Les plages horaires d'une condition tarifaire",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[[]Period], error) {
		t, err := s.Tariffs.Outline(ctx, in.ID)
		return api.Reply(shape.Each(t.Periods, periodBody)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "create-period", Method: http.MethodPost, Path: "/api/admin/tarif/{id}/ajouter-plage-horaire",
		Tags:    []string{tariffTag},
		Summary: "Ajouter une plage horaire", DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body PeriodInput
	},
	) (*api.Answer[api.Created], error) {
		typed, err := typedPeriod(in.Body)
		if err != nil {
			return nil, err
		}
		typed.TariffID = in.ID
		id, err := s.Tariffs.AddPeriod(ctx, api.ActorOf(ctx), typed)
		return api.Reply(api.Created{ID: id}), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfPeriod,
	}, huma.Operation{
		OperationID: "change-period", Method: http.MethodPut, Path: "/api/admin/tarif-periode/{id}/modifier",
		Tags:    []string{tariffTag},
		Summary: "Modifier une plage horaire", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Body PeriodInput
	},
	) (*api.Answer[Period], error) {
		typed, err := typedPeriod(in.Body)
		if err != nil {
			return nil, err
		}
		typed.ID = in.ID
		changed, err := s.Tariffs.ChangePeriod(ctx, api.ActorOf(ctx), typed, in.Seen)
		return api.Reply(periodBody(changed)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfPeriod,
	}, huma.Operation{
		OperationID: "delete-period", Method: http.MethodDelete, Path: "/api/admin/tarif-periode/{id}/supprimer",
		Tags:    []string{tariffTag},
		Summary: "Supprimer une plage horaire", DefaultStatus: http.StatusNoContent,
	}, func(ctx context.Context, in *api.IDInput) (*struct{}, error) {
		return &struct{}{}, s.Tariffs.RemovePeriod(ctx, api.ActorOf(ctx), in.ID)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsRead, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "list-beneficiaries", Method: http.MethodGet, Path: "/api/admin/tarif/{id}/beneficiaires-pour-tarif",
		Tags:    []string{tariffTag},
		Summary: "Les usagers auxquels une condition tarifaire est limitée",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[[]Beneficiary], error) {
		t, err := s.Tariffs.ByID(ctx, in.ID)
		return api.Reply(shape.Each(t.Beneficiaries, beneficiaryBody)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "change-beneficiaries", Method: http.MethodPut, Path: "/api/admin/tarif/{id}/modifier-liste-usagers",
		Tags:    []string{tariffTag},
		Summary: "Ajouter des usagers, ou tout remplacer", Description: "Une adresse incorrecte fait refuser toute la liste.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Body BeneficiariesInput
	},
	) (*api.Answer[[]Beneficiary], error) {
		list, err := s.Tariffs.ChangeBeneficiaries(ctx, api.ActorOf(ctx), in.ID, in.Body.Emails, in.Body.Mode, in.Seen)
		return api.Reply(shape.Each(list, beneficiaryBody)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfBeneficiary,
	}, huma.Operation{
		OperationID: "delete-beneficiary", Method: http.MethodDelete, Path: "/api/admin/tarif/supprimer-usager/{id}",
		Tags:    []string{tariffTag},
		Summary: "Retirer un usager", DefaultStatus: http.StatusNoContent,
	}, func(ctx context.Context, in *api.IDInput) (*struct{}, error) {
		return &struct{}{}, s.Tariffs.RemoveBeneficiary(ctx, api.ActorOf(ctx), in.ID)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsRead, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "list-tariff-stations", Method: http.MethodGet, Path: "/api/admin/tarif/{id}/stations",
		Tags:    []string{tariffTag},
		Summary: "Les stations où s'applique une condition tarifaire",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[[]TariffStation], error) {
		t, err := s.Tariffs.ByID(ctx, in.ID)
		return api.Reply(shape.Each(t.Sites, func(site tariff.Site) TariffStation {
			return TariffStation{site.StationID, site.AdminLabel, site.Name, len(site.Lockers), site.Kind, site.Quota}
		})), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsRead, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "list-tariff-lockers", Method: http.MethodGet,
		Path: "/api/admin/tarif/{id}/station/{stationId}/casiers-pour-tarif", Tags: []string{tariffTag},
		Summary: "Les casiers d'une station, et ceux auxquels s'applique une condition tarifaire",
	}, func(ctx context.Context, in *TariffStationInput) (*api.Answer[LockerChoices], error) {
		choices, err := s.Tariffs.LockersAt(ctx, in.ID, in.StationID)
		return api.Reply(lockerChoicesBody(choices)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "change-tariff-lockers", Method: http.MethodPut,
		Path: "/api/admin/tarif/{id}/station/{stationId}/modifier-casiers", Tags: []string{tariffTag},
		Summary: "Choisir les casiers d'une station auxquels s'applique une condition tarifaire",
		Errors:  []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		TariffStationInput
		api.VersionInput
		Body LockerIDs
	},
	) (*api.Answer[LockerChoices], error) {
		at := in.Body.typed(in.StationID)
		choices, err := s.Tariffs.Apply(ctx, api.ActorOf(ctx), in.ID, at, in.Seen)
		return api.Reply(lockerChoicesBody(choices)), err
	})
}

func (l LockerIDs) typed(stationID int64) tariff.StationLockers {
	at := tariff.StationLockers{StationID: stationID, LockerIDs: l.IDCasiers}
	if l.Quota.Told {
		at.Quota = &l.Quota.Value
	}
	return at
}

func lockerChoicesBody(c tariff.Choices) LockerChoices {
	return LockerChoices{shape.Each(c.Lockers, lockerChoiceBody), c.Quota}
}

func lockerChoiceBody(c tariff.LockerChoice) LockerChoice {
	return LockerChoice{c.ID, c.Name, shape.LockerTypes[c.Type], c.Chosen}
}

func periodBody(p tariff.Period) Period { return Period{p.ID, p.Label, shape.PeriodTimesBody(p)} }

// typedPeriod converts the input. It returns fault.Invalid for a malformed day or hour.
func typedPeriod(in PeriodInput) (tariff.Period, error) {
	typed := tariff.Period{Label: in.Libelle, From: firstOf(in.Debut, in.DateDebut), To: firstOf(in.Fin, in.DateFin)}
	var broken fault.Broken
	for _, day := range in.JoursSemaine {
		number, err := strconv.Atoi(day)
		known := err == nil && number >= 1 && number <= 7
		broken.Unless(known, "joursSemaine", "Un jour de la semaine va de 1 (lundi) à 7 (dimanche)")
		if known {
			typed.Weekdays |= tariff.Day(number)
		}
	}
	typed.Opens = typedHour(&broken, "heureDebut", in.HeureDebut)
	typed.Closes = typedHour(&broken, "heureFin", in.HeureFin)
	return typed, broken.Err()
}

// typedHour parses HH-MM or HH:MM into a minute of the day.
func typedHour(broken *fault.Broken, field string, typed *string) *int {
	if typed == nil || *typed == "" {
		return nil
	}
	at, err := time.Parse("15:04", strings.ReplaceAll(*typed, "-", ":"))
	broken.Unless(err == nil, field, tariff.MsgHour)
	minute := at.Hour()*60 + at.Minute()
	return &minute
}

func firstOf(texts ...*string) string {
	for _, text := range texts {
		if text != nil && *text != "" {
			return *text
		}
	}
	return ""
}
