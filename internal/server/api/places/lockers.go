package places

import (
	"bytes"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/ownership"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// LockerInput holds the fields of a locker to create or change.
type LockerInput struct {
	Nom                      string             `json:"nom,omitempty"`
	Actif                    *bool              `json:"actif,omitempty" doc:"Absent : actif à la création, inchangé ensuite"`
	Etiquettes               []string           `json:"etiquettes,omitempty"`
	Complement               string             `json:"complement,omitempty" doc:"20 caractères au plus"`
	Type                     station.LockerType `json:"type,omitempty" doc:"1 Vélo cargo, 2 Vélo, 3 Trottinette, 4 espace"`
	StationCarteAdresse      string             `json:"stationCarteAdresse,omitempty"`
	StationCartePort         string             `json:"stationCartePort,omitempty" doc:"Nombres séparés par des virgules"`
	NbMaxSpaces              *int               `json:"nbMaxSpaces,omitempty" doc:"Places d'un espace"`
	ConnexionSystemeComptage *string            `json:"connexionSystemeComptage,omitempty"`
}

// LockerImport is a list of lockers to create, all or none.
type LockerImport struct {
	Casiers []LockerInput `json:"casiers"`
	Essai   bool          `json:"essai,omitempty" doc:"Vrai : rien n'est créé, les fautes sont rendues"`
}

// LockerImportResult lists what was created, or what is wrong.
type LockerImportResult struct {
	Ids    []int64         `json:"ids"`
	Fautes []api.Violation `json:"fautes" doc:"propertyPath : casiers.LIGNE.CHAMP, la première ligne étant 0"`
}

// SwitchReason may tell why a locker goes out of service, and until when.
type SwitchReason struct {
	Motif       string              `json:"motif,omitempty" doc:"255 caractères au plus ; au journal"`
	Cause       station.OutageCause `json:"cause,omitempty" enum:"serrure,porte,clavier,controleur,reseau,alimentation,vandalisme,proprete,objet_laisse,autre" doc:"D'une mise hors service ; absente : autre"`
	RetourPrevu string              `json:"retourPrevu,omitempty" doc:"D'une mise hors service : le jour, AAAA-MM-JJ"`
}

// outage returns what was typed. fault.Invalid: the day is none.
func (r *SwitchReason) outage() (station.Outage, error) {
	if r == nil {
		return station.Outage{}, nil
	}
	typed := station.Outage{Cause: r.Cause, Reason: r.Motif}
	if r.RetourPrevu != "" {
		day, err := clock.ParseDay(r.RetourPrevu)
		if err != nil {
			return typed, fault.Invalid("retourPrevu", "Le jour du retour n'est pas correct.")
		}
		typed.BackOn = &day
	}
	return typed, nil
}

func (s area) registerLockers() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.LockersRead, At: api.OwnerOfStation,
	}, huma.Operation{
		OperationID: "list-lockers", Method: http.MethodGet, Path: "/api/admin/station/{id}/casiers",
		Tags:        []string{"Casiers"},
		Summary:     "Les casiers d'une station, avec leurs utilisations en cours",
		Description: "Dans l'ordre naturel des noms : A2 avant A10.",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[[]shape.Locker], error) {
		lockers, err := s.lockersOf(ctx, in.ID)
		return api.Reply(lockers), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.LockersRead, At: api.OwnerOfLocker,
	}, huma.Operation{
		OperationID: "get-locker", Method: http.MethodGet, Path: "/api/admin/casier/{id}/fiche", Tags: []string{"Casiers"},
		Summary: "Un casier, avec ses utilisations en cours",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.Locker], error) {
		locker, err := s.Stations.LockerByID(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		return s.lockerAnswer(ctx, locker)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.LockersRead, At: api.OwnerOfStation,
	}, huma.Operation{
		OperationID: "print-door-labels", Method: http.MethodGet, Path: "/api/admin/station/{id}/etiquettes.pdf",
		Tags:        []string{"Casiers"},
		Summary:     "Les étiquettes des casiers d'une station, à coller sur leurs portes",
		Description: "Sur des planches de 21 étiquettes de 63,5 × 38,1 mm. Le code QR ouvre la fiche du casier.",
		Responses:   api.FileAnswers("application/pdf", &huma.Schema{Type: huma.TypeString, Format: "binary"}),
	}, func(ctx context.Context, in *api.IDInput) (*huma.StreamResponse, error) {
		labels, err := s.Stations.Labels(ctx, in.ID, s.PublicURL)
		if err != nil {
			return nil, err
		}
		var file bytes.Buffer
		if err := s.PrintLabels(&file, labels); err != nil {
			return nil, err
		}
		return api.SendFile("application/pdf", "inline", "etiquettes.pdf", file.Bytes()), nil
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.LockersWrite, At: api.OwnerOfStation,
	}, huma.Operation{
		OperationID: "create-locker", Method: http.MethodPost, Path: "/api/admin/station/{id}/creer-casier",
		Tags:    []string{"Casiers"},
		Summary: "Créer un casier ou un espace", DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body LockerInput
	},
	) (*api.Answer[api.Created], error) {
		id, err := s.Stations.AddLocker(ctx, api.ActorOf(ctx), in.ID, typedLocker(in.Body))
		return api.Reply(api.Created{ID: id}), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.LockersWrite, At: api.OwnerOfStation,
	}, huma.Operation{
		OperationID: "import-lockers", Method: http.MethodPost, Path: "/api/admin/station/{id}/importer-casiers",
		Tags:    []string{"Casiers"},
		Summary: "Créer plusieurs casiers, tous ou aucun", DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body LockerImport
	},
	) (*api.Answer[LockerImportResult], error) {
		typed := shape.Each(in.Body.Casiers, typedLocker)
		if in.Body.Essai {
			broken, err := s.Stations.CheckLockers(ctx, in.ID, typed)
			return api.Reply(LockerImportResult{Ids: []int64{}, Fautes: shape.Each(broken, api.ViolationBody)}), err
		}
		ids, err := s.Stations.ImportLockers(ctx, api.ActorOf(ctx), in.ID, typed)
		return api.Reply(LockerImportResult{Ids: ids, Fautes: []api.Violation{}}), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.LockersWrite, At: api.OwnerOfLocker,
	}, huma.Operation{
		OperationID: "change-locker", Method: http.MethodPut, Path: "/api/admin/casier/{id}", Tags: []string{"Casiers"},
		Summary: "Modifier un casier", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Body LockerInput
	},
	) (*api.Answer[shape.Locker], error) {
		typed := typedLocker(in.Body)
		typed.ID, typed.Revision = in.ID, in.Seen
		changed, err := s.Stations.ChangeLocker(ctx, api.ActorOf(ctx), typed, in.Body.Actif)
		if err != nil {
			return nil, err
		}
		return s.lockerAnswer(ctx, changed)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.LockersWrite, At: api.OwnerOfLocker,
	}, huma.Operation{
		OperationID: "delete-locker", Method: http.MethodDelete, Path: "/api/admin/casier/{id}", Tags: []string{"Casiers"},
		Summary:       "Supprimer un casier",
		Description:   "Son historique est conservé. Refusé tant qu'une utilisation y est en cours.",
		DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*struct{}, error) {
		return &struct{}{}, s.Stations.ArchiveLocker(ctx, api.ActorOf(ctx), in.ID)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.LockersWrite, At: api.OwnerOfLocker,
	}, huma.Operation{
		OperationID: "switch-locker", Method: http.MethodPatch, Path: "/api/admin/casier/{id}/switch-actif",
		Tags:    []string{"Casiers"},
		Summary: "Activer ou désactiver un casier", Description: "Le corps, facultatif, dit pourquoi, et jusqu'à quand.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Body *SwitchReason
	},
	) (*api.Answer[shape.Locker], error) {
		typed, err := in.Body.outage()
		if err != nil {
			return nil, err
		}
		switched, err := s.Stations.SwitchLocker(ctx, api.ActorOf(ctx), in.ID, in.Seen, typed)
		if err != nil {
			return nil, err
		}
		return s.lockerAnswer(ctx, switched)
	})
}

// lockersOf returns the lockers of a station with their stays in progress.
func (s area) lockersOf(ctx context.Context, stationID int64) ([]shape.Locker, error) {
	lockers, err := s.Stations.Lockers(ctx, stationID)
	if err != nil {
		return nil, err
	}
	stays, err := s.Stays.OpenAtStation(ctx, stationID)
	if err != nil {
		return nil, err
	}
	byLocker := map[int64][]stay.Details{}
	for _, stay := range stays {
		byLocker[stay.LockerID] = append(byLocker[stay.LockerID], stay)
	}
	var tariffs map[int64]tariff.OfLocker
	if sees, err := s.seesTariffs(ctx, stationID); err != nil {
		return nil, err
	} else if sees {
		if tariffs, err = s.Tariffs.AtStation(ctx, stationID); err != nil {
			return nil, err
		}
	}
	doors, err := s.doorsAt(ctx, stationID)
	return shape.Each(lockers, func(l station.Locker) shape.Locker {
		body := s.At().Locker(l, byLocker[l.ID], tariffs[l.ID])
		body.Porte = doors[l.ID]
		return body
	}), err
}

func (s area) lockerAnswer(ctx context.Context, l station.Locker) (*api.Answer[shape.Locker], error) {
	stays, err := s.Stays.OpenInLocker(ctx, l.ID)
	if err != nil {
		return nil, err
	}
	var tariffs tariff.OfLocker
	if sees, err := s.seesTariffs(ctx, l.StationID); err != nil {
		return nil, err
	} else if sees {
		if tariffs, err = s.Tariffs.AtLocker(ctx, l.ID); err != nil {
			return nil, err
		}
	}
	return api.Reply(s.At().Locker(l, stays, tariffs)), nil
}

// seesTariffs reports whether the caller may read the tariffs of a station.
func (s area) seesTariffs(ctx context.Context, stationID int64) (bool, error) {
	actor := api.ActorOf(ctx)
	operatorID, err := s.Owners.Of(ctx, actor, ownership.Station, stationID)
	return err == nil && actor.Can(access.TariffsRead, operatorID), err
}

func typedLocker(in LockerInput) station.Locker {
	typed := station.Locker{
		Name: in.Nom, Active: in.Actif == nil || *in.Actif, Tags: in.Etiquettes, Complement: in.Complement, Type: in.Type,
		CardAddress: in.StationCarteAdresse, CardPorts: in.StationCartePort,
	}
	if in.NbMaxSpaces != nil {
		typed.Capacity = *in.NbMaxSpaces
	}
	if in.ConnexionSystemeComptage != nil {
		typed.CounterReference = *in.ConnexionSystemeComptage
	}
	return typed
}
