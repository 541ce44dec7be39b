package api

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Period is a period in which a stay must start for a tariff to apply.
type Period struct {
	ID           int64    `json:"id"`
	Libelle      string   `json:"libelle"`
	JoursSemaine []string `json:"joursSemaine" doc:"1 (lundi) à 7 (dimanche)"`
	DateDebut    *string  `json:"dateDebut" doc:"AAAA-MM-JJ"`
	DateFin      *string  `json:"dateFin" doc:"AAAA-MM-JJ, comprise"`
	HeureDebut   *string  `json:"heureDebut" doc:"HH-MM"`
	HeureFin     *string  `json:"heureFin" doc:"HH-MM, non comprise ; avant heureDebut : le lendemain"`
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
}

// LockerChoice is one locker of the station.
type LockerChoice struct {
	ID          int64      `json:"id"`
	Nom         string     `json:"nom"`
	Type        LockerType `json:"type"`
	Selectionne bool       `json:"selectionne"`
}

// LockerIDs lists the lockers of a station to which a tariff is to apply.
type LockerIDs struct {
	IDCasiers []int64 `json:"idCasiers" doc:"Vide : la station est retirée"`
}

// TariffStationInput names a tariff and a station.
type TariffStationInput struct {
	IDInput
	StationID int64 `path:"stationId"`
}

func (s *server) registerTariffLists() {
	register(s, rule{audience: holders, right: access.TariffsRead, at: ownerOfTariff}, huma.Operation{
		OperationID: "list-periods", Method: http.MethodGet, Path: "/api/admin/tarif/{id}/periodes-pour-tarif", Tags: []string{tariffTag},
		Summary: "Les plages horaires d'une condition tarifaire",
	}, func(ctx context.Context, in *IDInput) (*answer[[]Period], error) {
		t, err := s.Tariffs.Outline(ctx, in.ID)
		return reply(each(t.Periods, periodBody)), err
	})

	register(s, rule{audience: holders, right: access.TariffsWrite, at: ownerOfTariff}, huma.Operation{
		OperationID: "create-period", Method: http.MethodPost, Path: "/api/admin/tarif/{id}/ajouter-plage-horaire", Tags: []string{tariffTag},
		Summary: "Ajouter une plage horaire", DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct {
		IDInput
		Body PeriodInput
	},
	) (*answer[Created], error) {
		typed, err := typedPeriod(in.Body)
		if err != nil {
			return nil, err
		}
		typed.TariffID = in.ID
		id, err := s.Tariffs.AddPeriod(ctx, actorOf(ctx), typed)
		return reply(Created{id}), err
	})

	register(s, rule{audience: holders, right: access.TariffsWrite, at: ownerOfPeriod}, huma.Operation{
		OperationID: "change-period", Method: http.MethodPut, Path: "/api/admin/tarif-periode/{id}/modifier", Tags: []string{tariffTag},
		Summary: "Modifier une plage horaire", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		IDInput
		VersionInput
		Body PeriodInput
	},
	) (*answer[Period], error) {
		typed, err := typedPeriod(in.Body)
		if err != nil {
			return nil, err
		}
		typed.ID = in.ID
		changed, err := s.Tariffs.ChangePeriod(ctx, actorOf(ctx), typed, in.seen)
		return reply(periodBody(changed)), err
	})

	register(s, rule{audience: holders, right: access.TariffsWrite, at: ownerOfPeriod}, huma.Operation{
		OperationID: "delete-period", Method: http.MethodDelete, Path: "/api/admin/tarif-periode/{id}/supprimer", Tags: []string{tariffTag},
		Summary: "Supprimer une plage horaire", DefaultStatus: http.StatusNoContent,
	}, func(ctx context.Context, in *IDInput) (*struct{}, error) {
		return &struct{}{}, s.Tariffs.RemovePeriod(ctx, actorOf(ctx), in.ID)
	})

	register(s, rule{audience: holders, right: access.TariffsRead, at: ownerOfTariff}, huma.Operation{
		OperationID: "list-beneficiaries", Method: http.MethodGet, Path: "/api/admin/tarif/{id}/beneficiaires-pour-tarif", Tags: []string{tariffTag},
		Summary: "Les usagers auxquels une condition tarifaire est limitée",
	}, func(ctx context.Context, in *IDInput) (*answer[[]Beneficiary], error) {
		t, err := s.Tariffs.ByID(ctx, in.ID)
		return reply(each(t.Beneficiaries, beneficiaryBody)), err
	})

	register(s, rule{audience: holders, right: access.TariffsWrite, at: ownerOfTariff}, huma.Operation{
		OperationID: "change-beneficiaries", Method: http.MethodPut, Path: "/api/admin/tarif/{id}/modifier-liste-usagers", Tags: []string{tariffTag},
		Summary: "Ajouter des usagers, ou tout remplacer", Description: "Une adresse incorrecte fait refuser toute la liste.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		IDInput
		VersionInput
		Body BeneficiariesInput
	},
	) (*answer[[]Beneficiary], error) {
		list, err := s.Tariffs.ChangeBeneficiaries(ctx, actorOf(ctx), in.ID, in.Body.Emails, in.Body.Mode, in.seen)
		return reply(each(list, beneficiaryBody)), err
	})

	register(s, rule{audience: holders, right: access.TariffsWrite, at: ownerOfBeneficiary}, huma.Operation{
		OperationID: "delete-beneficiary", Method: http.MethodDelete, Path: "/api/admin/tarif/supprimer-usager/{id}", Tags: []string{tariffTag},
		Summary: "Retirer un usager", DefaultStatus: http.StatusNoContent,
	}, func(ctx context.Context, in *IDInput) (*struct{}, error) {
		return &struct{}{}, s.Tariffs.RemoveBeneficiary(ctx, actorOf(ctx), in.ID)
	})

	register(s, rule{audience: holders, right: access.TariffsRead, at: ownerOfTariff}, huma.Operation{
		OperationID: "list-tariff-stations", Method: http.MethodGet, Path: "/api/admin/tarif/{id}/stations", Tags: []string{tariffTag},
		Summary: "Les stations où s'applique une condition tarifaire",
	}, func(ctx context.Context, in *IDInput) (*answer[[]TariffStation], error) {
		t, err := s.Tariffs.ByID(ctx, in.ID)
		return reply(each(t.Sites, func(site tariff.Site) TariffStation {
			return TariffStation{site.StationID, site.AdminLabel, site.Name, len(site.Lockers), site.Kind}
		})), err
	})

	register(s, rule{audience: holders, right: access.TariffsRead, at: ownerOfTariff}, huma.Operation{
		OperationID: "list-tariff-lockers", Method: http.MethodGet, Path: "/api/admin/tarif/{id}/station/{stationId}/casiers-pour-tarif", Tags: []string{tariffTag},
		Summary: "Les casiers d'une station, et ceux auxquels s'applique une condition tarifaire",
	}, func(ctx context.Context, in *TariffStationInput) (*answer[LockerChoices], error) {
		list, err := s.Tariffs.LockersAt(ctx, in.ID, in.StationID)
		return reply(LockerChoices{each(list, lockerChoiceBody)}), err
	})

	register(s, rule{audience: holders, right: access.TariffsWrite, at: ownerOfTariff}, huma.Operation{
		OperationID: "change-tariff-lockers", Method: http.MethodPut, Path: "/api/admin/tarif/{id}/station/{stationId}/modifier-casiers", Tags: []string{tariffTag},
		Summary: "Choisir les casiers d'une station auxquels s'applique une condition tarifaire", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		TariffStationInput
		VersionInput
		Body LockerIDs
	},
	) (*answer[LockerChoices], error) {
		list, err := s.Tariffs.Apply(ctx, actorOf(ctx), in.ID, in.StationID, in.Body.IDCasiers, in.seen)
		return reply(LockerChoices{each(list, lockerChoiceBody)}), err
	})
}

func lockerChoiceBody(c tariff.LockerChoice) LockerChoice {
	return LockerChoice{c.ID, c.Name, lockerTypes[c.Type], c.Chosen}
}

func periodBody(p tariff.Period) Period {
	body := Period{
		ID: p.ID, Libelle: p.Label, DateDebut: textOrNil(p.From), DateFin: textOrNil(p.To),
		HeureDebut: hourOrNil(p.Opens), HeureFin: hourOrNil(p.Closes),
	}
	body.JoursSemaine = each(p.Weekdays.Days(), strconv.Itoa)
	return body
}

func hourOrNil(minute *int) *string {
	if minute == nil {
		return nil
	}
	return new(hourOfMinute(*minute))
}

// hourOfMinute formats a minute of the day as HH-MM, and 1440 as 24-00.
func hourOfMinute(minute int) string { return fmt.Sprintf("%02d-%02d", minute/60, minute%60) }

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
