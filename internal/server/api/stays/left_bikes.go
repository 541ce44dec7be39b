package stays

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/photo"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// LeftBikeInput opens a file about a bicycle.
type LeftBikeInput struct {
	IDOccupation int64  `json:"idOccupation,omitempty" doc:"Une utilisation qui a dépassé son délai d'enlèvement"`
	IDStation    int64  `json:"idStation,omitempty" doc:"Sans utilisation : le parc collectif où le vélo a été trouvé"`
	Description  string `json:"description"`
	Marquage     string `json:"marquage,omitempty" doc:"L'identifiant FNUCI : 10 chiffres ou lettres, sauf I et O"`
	Etiquette    string `json:"etiquette,omitempty" doc:"Le numéro de celle qui est posée sur le vélo ; obligatoire sans utilisation"`
	AvisAppose   bool   `json:"avisAppose,omitempty" doc:"Le préavis est donné : un avis est apposé sur le vélo"`
}

// LeftBikePatch holds what changes of a bicycle.
type LeftBikePatch struct {
	Description *string `json:"description,omitempty" doc:"Absent : inchangé"`
	Marquage    *string `json:"marquage,omitempty" doc:"Absent : inchangé"`
	Etiquette   *string `json:"etiquette,omitempty" doc:"Absent : inchangé"`
}

// LeftBikeStep is a step that staff take.
type LeftBikeStep struct {
	Etape        leftbike.Step  `json:"etape" enum:"preavis,enleve,rendu,donne,detruit,repris"`
	AvisAppose   bool           `json:"avisAppose,omitempty" doc:"Avec preavis ; obligatoire quand le propriétaire n'est pas connu"`
	Depot        string         `json:"depot,omitempty" doc:"Obligatoire avec enleve"`
	Rayon        string         `json:"rayon,omitempty"`
	RemisA       string         `json:"remisA,omitempty" doc:"Obligatoire avec rendu, donne et detruit"`
	Justificatif leftbike.Proof `json:"justificatif,omitempty" enum:"facture,identification,cle,autre" doc:"Obligatoire avec rendu"`
}

// LeftBikeFile is a file with its bylaw and what its removal costs.
type LeftBikeFile struct {
	shape.LeftBike
	Reglement       BikeBylaw   `json:"reglement" doc:"Tel qu'à l'ouverture du dossier"`
	IDPaiement      *int64      `json:"idPaiement" doc:"Celui de l'utilisation"`
	FraisEnlevement money.Cents `json:"fraisEnlevement" doc:"En centimes, compris dans le prix de l'utilisation"`
	Photos          []api.Photo `json:"photos" doc:"Dans l'ordre de leur ajout"`
}

// BikeBylaw is the bylaw of an operator about bicycles that are left.
type BikeBylaw struct {
	PreavisJours    int    `json:"preavisJours"`
	EnlevementJours int    `json:"enlevementJours"`
	GardeJours      int    `json:"gardeJours"`
	FinJours        int    `json:"finJours"`
	TexteAvis       string `json:"texteAvis"`
}

// LeftBikeList is a page of files.
type LeftBikeList struct {
	Items []shape.LeftBike `json:"items" doc:"Le plus récent d'abord"`
	Total int              `json:"total"`
}

func (s area) registerLeftBikes() {
	const (
		path = "/api/admin/exploitant/{id}/velos-laisses"
		one  = "/api/admin/velo-laisse/{id}"
	)
	tags, conflict := []string{"Vélos laissés"}, []int{http.StatusConflict}
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "list-left-bikes", Method: http.MethodGet, Path: path, Tags: tags,
		Summary: "Les dossiers des vélos laissés d'un exploitant",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.PageInput
		Etape       []string `query:"etape,explode" enum:"ouvert,preavis,enleve,rendu,donne,detruit,repris,annule"`
		Station     []int64  `query:"station,explode"`
		Utilisateur int64    `query:"utilisateur"`
		Occupation  int64    `query:"occupation"`
		Etiquette   string   `query:"etiquette" maxLength:"255"`
	},
	) (*api.Answer[LeftBikeList], error) {
		offset, limit := in.Window()
		list, total, err := s.LeftBikes.List(ctx, leftbike.Filter{
			OperatorID: in.ID, StationIDs: in.Station, AccountID: in.Utilisateur, StayID: in.Occupation, Tag: in.Etiquette,
			Steps: shape.Each(in.Etape, func(key string) leftbike.Step { return leftbike.Step(key) }),
		}, offset, limit)
		return api.Reply(LeftBikeList{shape.Each(list, shape.LeftBikeBody), total}), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, Or: access.MaintenanceMode, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "open-left-bike", Method: http.MethodPost, Path: path, Tags: tags,
		Summary: "Ouvrir un dossier pour un vélo laissé",
		Description: "Depuis une utilisation qui a dépassé son délai d'enlèvement, ou dans un parc collectif avec le numéro de l'étiquette. " +
			"409 : un dossier est déjà ouvert pour ce vélo, ou l'utilisation n'a pas dépassé ce délai.",
		DefaultStatus: http.StatusCreated, Errors: conflict,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body LeftBikeInput
	},
	) (*api.Answer[LeftBikeFile], error) {
		b := in.Body
		return s.leftBikeAnswer(ctx)(s.LeftBikes.Open(ctx, api.ActorOf(ctx), in.ID, leftbike.Opening{
			StayID: b.IDOccupation, StationID: b.IDStation, Posted: b.AvisAppose,
			Bike: leftbike.Bike{Description: b.Description, Mark: b.Marquage, Tag: b.Etiquette},
		}))
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OwnerOfLeftBike,
	}, huma.Operation{
		OperationID: "get-left-bike", Method: http.MethodGet, Path: one, Tags: tags, Summary: "Le dossier d'un vélo laissé",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[LeftBikeFile], error) {
		return s.leftBikeAnswer(ctx)(s.LeftBikes.Whole(ctx, in.ID))
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, Or: access.MaintenanceMode, At: api.OwnerOfLeftBike,
	}, huma.Operation{
		OperationID: "describe-left-bike", Method: http.MethodPatch, Path: one, Tags: tags,
		Summary: "Décrire un vélo laissé", Description: "409 : le dossier est clos.", Errors: conflict,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body LeftBikePatch
	},
	) (*api.Answer[LeftBikeFile], error) {
		b := in.Body
		return s.leftBikeAnswer(ctx)(s.LeftBikes.Describe(ctx, api.ActorOf(ctx), in.ID,
			b.Description, b.Marquage, b.Etiquette))
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfLeftBike,
	}, huma.Operation{
		OperationID: "take-left-bike-step", Method: http.MethodPost, Path: one + "/etape", Tags: tags,
		Summary: "Passer à une étape du dossier d'un vélo laissé",
		Description: "L'enlèvement met fin à l'utilisation, à son prix de l'instant, et libère le casier. " +
			"409 : l'étape ne suit pas celle du dossier, ou pas encore ; le motif dit à partir de quel jour.",
		DefaultStatus: http.StatusOK, Errors: conflict,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body LeftBikeStep
	},
	) (*api.Answer[LeftBikeFile], error) {
		b := in.Body
		return s.leftBikeAnswer(ctx)(s.LeftBikes.Take(ctx, api.ActorOf(ctx), in.ID, leftbike.Act{
			Step: b.Etape, Posted: b.AvisAppose, Depot: b.Depot, Shelf: b.Rayon, Recipient: b.RemisA, Proof: b.Justificatif,
		}))
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfLeftBike,
	}, huma.Operation{
		OperationID: "undo-left-bike-step", Method: http.MethodDelete, Path: one + "/etape", Tags: tags,
		Summary: "Annuler la dernière étape du dossier d'un vélo laissé",
		Description: "La première annulée, le dossier l'est aussi. L'utilisation à laquelle l'enlèvement a mis fin reste terminée. " +
			"409 : le vélo a été remis.",
		DefaultStatus: http.StatusOK, Errors: conflict,
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[LeftBikeFile], error) {
		return s.leftBikeAnswer(ctx)(s.LeftBikes.Undo(ctx, api.ActorOf(ctx), in.ID))
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OwnerOfLeftBike,
	}, huma.Operation{
		OperationID: "print-left-bike", Method: http.MethodGet, Path: one + "/dossier.pdf", Tags: tags,
		Summary:   "Le dossier d'un vélo laissé, à imprimer, avec ses photos réduites",
		Responses: api.FileAnswers("application/pdf", &huma.Schema{Type: huma.TypeString, Format: "binary"}),
	}, func(ctx context.Context, in *api.IDInput) (*huma.StreamResponse, error) {
		whole, err := s.LeftBikes.Whole(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		photos, err := s.Photos.Prints(ctx, whole.PhotosOf())
		if err != nil {
			return nil, err
		}
		var file bytes.Buffer
		if err := s.PrintLeftBike(&file, whole, photos); err != nil {
			return nil, err
		}
		return api.SendFile("application/pdf", "inline", fmt.Sprintf("velo-laisse-%d.pdf", in.ID), file.Bytes()), nil
	})
	s.registerLeftBikePhotos(tags, one)
}

func (s area) registerLeftBikePhotos(tags []string, one string) {
	takes, operation := api.TakesPhoto(api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, Or: access.MaintenanceMode, At: api.OwnerOfLeftBike,
	}, huma.Operation{
		OperationID: "add-left-bike-photo", Method: http.MethodPost, Path: one + "/photos", Tags: tags,
		Summary: "Ajouter une photo au dossier d'un vélo laissé", DefaultStatus: http.StatusCreated,
		Description: "Les photos sont effacées à la fin de la garde. 409 : le dossier est clos, ou a déjà dix photos.",
	})
	api.Register(s.Server, takes, operation, func(
		ctx context.Context, in *api.PhotoInput,
	) (*api.Answer[api.Photo], error) {
		file, err := s.LeftBikes.ByID(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		added, err := s.Photos.Add(ctx, api.ActorOf(ctx), file.PhotosOf(), in.RawBody,
			func(ctx context.Context, _ photo.Photo) error {
				return s.LeftBikes.Photographed(ctx, api.ActorOf(ctx), in.ID)
			})
		return api.Reply(api.PhotoBody(added)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OwnerOfLeftBike,
	}, api.SendsPhoto(huma.Operation{
		OperationID: "get-left-bike-photo", Method: http.MethodGet, Path: one + "/photos/{photo}", Tags: tags,
		Summary: "Une photo du dossier d'un vélo laissé",
	}), func(ctx context.Context, in *api.PhotoOfInput) (*huma.StreamResponse, error) {
		file, err := s.LeftBikes.ByID(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		content, err := s.Photos.Content(ctx, file.PhotosOf(), in.Photo)
		if err != nil {
			return nil, err
		}
		return api.SendPhoto(in.Photo, content), nil
	})
}

// leftBikeAnswer returns what answers with a file and its photos.
func (s area) leftBikeAnswer(ctx context.Context) func(leftbike.Whole, error) (*api.Answer[LeftBikeFile], error) {
	return func(w leftbike.Whole, err error) (*api.Answer[LeftBikeFile], error) {
		if err != nil {
			return nil, err
		}
		photos, err := s.Photos.Of(ctx, w.PhotosOf())
		b := w.Bylaw
		return api.Reply(LeftBikeFile{
			LeftBike:   shape.LeftBikeBody(w.Listed),
			Reglement:  BikeBylaw{b.NoticeDays, b.RemovalDays, b.KeepingDays, b.EndDays, b.NoticeText},
			IDPaiement: shape.OrNull(w.PaymentID), FraisEnlevement: w.Fee, Photos: shape.Each(photos, api.PhotoBody),
		}), err
	}
}
