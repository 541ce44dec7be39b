package prices

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/server/api"
)

// TariffChanges are the parts of a tariff that one save changes together.
type TariffChanges struct {
	Informations  *TariffInput          `json:"informations,omitempty" doc:"Toutes : un champ absent n'est pas renseigné"`
	Periodes      []PeriodChange        `json:"periodes,omitempty"`
	Beneficiaires *BeneficiaryChanges   `json:"beneficiaires,omitempty"`
	Stations      []StationLockers      `json:"stations,omitempty"`
	Application   *Coverage             `json:"application,omitempty" doc:"Après stations"`
	TypesSuivis   *[]station.LockerType `json:"typesSuivis,omitempty" doc:"Remplace les types suivis ; vide : aucun"`
}

// PeriodChange adds, changes or removes a period.
type PeriodChange struct {
	ID        int64 `json:"id,omitempty" doc:"Absent : une plage de plus"`
	Supprimer bool  `json:"supprimer,omitempty"`
	PeriodInput
}

// BeneficiaryChanges removes users, then adds others.
type BeneficiaryChanges struct {
	ToutRetirer bool     `json:"toutRetirer,omitempty" doc:"Sans ajout : le tarif est ouvert à tous les usagers"`
	Retraits    []int64  `json:"retraits,omitempty" doc:"Identifiants ; un usager déjà retiré est ignoré"`
	Ajouts      []string `json:"ajouts,omitempty" doc:"Adresses ou *@domaine ; une adresse incorrecte fait tout refuser"`
}

// StationLockers are the lockers of one station to which a tariff is to apply.
type StationLockers struct {
	IDStation int64 `json:"idStation"`
	LockerIDs
}

// Coverage names all lockers of some types at several stations.
type Coverage struct {
	IDStations []int64              `json:"idStations,omitempty" doc:"Aucune : toutes celles de l'exploitant"`
	Types      []station.LockerType `json:"types,omitempty" doc:"Identifiants de types ; aucun : tous"`
}

func (s area) registerTariffSave() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "save-tariff", Method: http.MethodPut, Path: "/api/admin/tarif/{id}/modifier", Tags: []string{tariffTag},
		Summary: "Modifier plusieurs parties d'une condition tarifaire en une fois",
		Description: "Tout est enregistré, ou rien. Ce qui n'est pas nommé reste ; l'application s'ajoute aux casiers qui ont déjà le tarif. " +
			"Le prix des utilisations en cours ou passées ne change pas.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Body TariffChanges
	},
	) (*api.Answer[TariffWithLists], error) {
		changes, err := typedChanges(in.Body)
		if err != nil {
			return nil, err
		}
		saved, err := s.Tariffs.Save(ctx, api.ActorOf(ctx), in.ID, changes, in.Seen)
		return api.Reply(tariffWithLists(saved)), err
	})
}

func typedChanges(in TariffChanges) (tariff.Changes, error) {
	changes := tariff.Changes{Coverage: typedCoverage(in.Application)}
	if in.Informations != nil {
		typed, err := typedTariff(*in.Informations)
		if err != nil {
			return changes, err
		}
		changes.General = &typed
	}
	for i, p := range in.Periodes {
		typed, err := typedPeriod(p.PeriodInput)
		if err != nil {
			return changes, fault.Within(tariff.PeriodField(i), err)
		}
		typed.ID = p.ID
		changes.Periods = append(changes.Periods, tariff.PeriodChange{Period: typed, Remove: p.Supprimer})
	}
	if b := in.Beneficiaires; b != nil {
		changes.Beneficiaries = tariff.BeneficiaryChange{RemoveAll: b.ToutRetirer, Remove: b.Retraits, Add: b.Ajouts}
	}
	for _, at := range in.Stations {
		changes.Lockers = append(changes.Lockers, at.typed(at.IDStation))
	}
	changes.Follow = in.TypesSuivis
	return changes, nil
}

func typedCoverage(in *Coverage) *tariff.Coverage {
	if in == nil {
		return nil
	}
	return &tariff.Coverage{StationIDs: in.IDStations, Types: in.Types}
}
