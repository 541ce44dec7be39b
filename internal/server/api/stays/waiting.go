package stays

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/stays/waiting"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
	"consigne/internal/server/sheet"
)

// WaitInput puts somebody on a waiting list.
type WaitInput struct {
	IDUtilisateur int64   `json:"idUtilisateur"`
	IDTarif       int64   `json:"idTarif" doc:"Un abonnement qui a un quota ou des places attribuées"`
	IDStations    []int64 `json:"idStations,omitempty" doc:"Celles qui conviennent, la préférée d'abord ; absent ou vide : toutes celles du tarif" maxItems:"200"`
}

// RankInput moves somebody in a waiting list.
type RankInput struct {
	Rang        int    `json:"rang" doc:"À partir de 1 ; au-delà du dernier : le dernier"`
	Commentaire string `json:"commentaire"`
}

// AcceptedOffer is how an offer is accepted.
type AcceptedOffer struct {
	IsReconductible *bool `json:"isReconductible,omitempty" doc:"Absent : true"`
}

// WaitList is a page of those who wait.
type WaitList struct {
	Items []shape.ListedWait `json:"items" doc:"Par tarif, puis par rang"`
	Total int                `json:"total"`
}

const (
	waitTag  = "Liste d'attente"
	waitPath = "/api/admin/attente/{id}"
)

func (s area) registerWaiting() {
	const path = "/api/admin/exploitant/{id}/attentes"
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "list-waits", Method: http.MethodGet, Path: path, Tags: []string{waitTag},
		Summary: "Qui attend un abonnement d'un exploitant, par tarif et par rang",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.PageInput
		Search      string   `query:"search" maxLength:"255" doc:"Chaque mot, dans le nom, le prénom ou l'email"`
		Utilisateur int64    `query:"utilisateur" doc:"Cette personne seule"`
		Tarif       []int64  `query:"tarif,explode"`
		Station     []int64  `query:"station,explode" doc:"L'une de celles qui conviennent"`
		Etat        []string `query:"etat,explode" enum:"en_attente,offre,sans_reponse"`
	},
	) (*api.Answer[WaitList], error) {
		offset, limit := in.Window()
		list, total, err := s.Waiting.List(ctx, waiting.Filter{
			OperatorID: in.ID, AccountID: in.Utilisateur, Search: in.Search, TariffIDs: in.Tarif, StationIDs: in.Station,
			States: shape.Each(in.Etat, func(key string) waiting.State { return waiting.State(key) }),
		}, offset, limit)
		return api.Reply(WaitList{shape.Each(list, s.At().ListedWait), total}), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "add-wait", Method: http.MethodPost, Path: path, Tags: []string{waitTag},
		Summary: "Inscrire un usager sur une liste d'attente", Description: waitWords,
		DefaultStatus: http.StatusCreated, Errors: []int{http.StatusConflict},
		Responses: api.JoinedAnswer[shape.ListedWait](s.Server),
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body WaitInput
	},
	) (*api.Joined[shape.ListedWait], error) {
		listed, added, err := s.Waiting.Join(ctx, api.ActorOf(ctx), in.Body.request(in.ID))
		return api.ReplyJoined(added, s.At().ListedWait(listed)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfWait,
	}, huma.Operation{
		OperationID: "move-wait", Method: http.MethodPatch, Path: waitPath + "/rang", Tags: []string{waitTag},
		Summary: "Changer un rang", Description: "Les autres gardent leur ordre.", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body RankInput
	},
	) (*api.Answer[shape.ListedWait], error) {
		listed, err := s.Waiting.Move(ctx, api.ActorOf(ctx), in.ID, in.Body.Rang, in.Body.Commentaire)
		return api.Reply(s.At().ListedWait(listed)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfWait,
	}, huma.Operation{
		OperationID: "remove-wait", Method: http.MethodDelete, Path: waitPath, Tags: []string{waitTag},
		Summary: "Retirer un usager d'une liste d'attente", Description: "Une offre en cours va au suivant.",
		DefaultStatus: http.StatusOK, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.ListedWait], error) {
		listed, err := s.Waiting.Remove(ctx, api.ActorOf(ctx), in.ID)
		return api.Reply(s.At().ListedWait(listed)), err
	})
	for _, format := range sheet.Formats() {
		api.Register(s.Server, api.Rule{
			Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath, Slow: true,
		}, huma.Operation{
			OperationID: api.OperationOf("download-demand", format), Method: http.MethodGet,
			Path: path + "/demande." + string(format), Tags: []string{waitTag},
			Summary:     "La demande d'un exploitant, par commune et par station" + api.InWords(format),
			Description: "Une ligne par station et par tarif. Qui attend à plusieurs stations compte à chacune.",
			Responses:   api.SheetAnswers(format),
		}, func(ctx context.Context, in *api.IDInput) (*huma.StreamResponse, error) {
			return s.StreamFile(ctx, demandTable, format, func(write func([][]sheet.Cell) error) error {
				list, err := s.Waiting.Demands(ctx, in.ID)
				if err != nil {
					return err
				}
				return write(shape.Each(list, demandLine))
			}), nil
		})
	}
	s.registerFieldWaiting()
}

const waitWords = "201 : inscrit, au dernier rang ; 200 : il attendait déjà cet abonnement, les stations s'ajoutent aux premières, et son attente est confirmée. " +
	"Une place libre est offerte aussitôt. 409 : l'usager ne peut avoir cet abonnement, ou l'a déjà."

// registerFieldWaiting adds the calls of the operator's application.
func (s area) registerFieldWaiting() {
	const (
		base = "/api/terrain/attentes"
		path = base + "/{id}"
	)
	tags, conflict := []string{"Terrain"}, []int{http.StatusConflict}
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-wait", Method: http.MethodPost, Path: base, Tags: tags,
		Summary: "Inscrire un usager sur une liste d'attente", Description: waitWords,
		DefaultStatus: http.StatusCreated, Errors: conflict, Responses: api.JoinedAnswer[shape.Wait](s.Server),
	}, func(ctx context.Context, in *struct{ Body WaitInput }) (*api.Joined[shape.Wait], error) {
		listed, added, err := s.Waiting.Join(ctx, access.Actor{}, in.Body.request(api.KeyOf(ctx).OperatorID))
		return api.ReplyJoined(added, s.fieldWait(ctx, listed)), err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-get-wait", Method: http.MethodGet, Path: path, Tags: tags,
		Summary: "Une attente, son rang et son offre",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.Wait], error) {
		listed, err := s.Waiting.OfOperator(ctx, api.KeyOf(ctx).OperatorID, in.ID)
		return api.Reply(s.fieldWait(ctx, listed)), err
	})
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: "field-accept-offer", Method: http.MethodPost, Path: path + "/acceptation", Tags: tags,
		Summary:       "Accepter l'offre en cours",
		Description:   "Elle devient un abonnement, qui commence aussitôt. 409 : aucune offre n'est en cours, ou l'usager ne peut plus avoir cet abonnement.",
		DefaultStatus: http.StatusCreated, Errors: conflict,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body *AcceptedOffer
	},
	) (*api.Answer[shape.Subscription], error) {
		renewed := in.Body == nil || in.Body.IsReconductible == nil || *in.Body.IsReconductible
		bought, err := s.Waiting.Accept(ctx, api.KeyOf(ctx).OperatorID, in.ID, renewed)
		return s.fieldSubscription(ctx, bought), err
	})
	for _, call := range []struct {
		operation, method, path, summary, description string
		act                                           func(context.Context, int64, int64) (waiting.Listed, error)
	}{
		{
			"field-refuse-offer", http.MethodPost, path + "/refus", "Refuser l'offre en cours",
			"Elle va au suivant. L'usager n'attend plus cette station, et garde son rang pour les autres ; sans autre station, l'attente se termine.",
			s.Waiting.Refuse,
		},
		{
			"field-confirm-wait", http.MethodPost, path + "/confirmation", "Confirmer que l'usager attend toujours",
			"Chaque année, et après une offre restée sans réponse.", s.Waiting.Confirm,
		},
		{
			"field-leave-wait", http.MethodDelete, path, "Quitter une liste d'attente", "Une offre en cours va au suivant.",
			s.Waiting.Withdraw,
		},
	} {
		api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
			OperationID: call.operation, Method: call.method, Path: call.path, Tags: tags, Summary: call.summary,
			Description: call.description, DefaultStatus: http.StatusOK, Errors: conflict,
		}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.Wait], error) {
			listed, err := call.act(ctx, api.KeyOf(ctx).OperatorID, in.ID)
			return api.Reply(s.fieldWait(ctx, listed)), err
		})
	}
}

func (in WaitInput) request(operatorID int64) waiting.Request {
	return waiting.Request{
		OperatorID: operatorID, AccountID: in.IDUtilisateur, TariffID: in.IDTarif, StationIDs: in.IDStations,
	}
}

func (s area) fieldWait(ctx context.Context, l waiting.Listed) shape.Wait {
	api.AnswerNames(ctx, l.AccountID)
	return s.At().CustomerWait(l)
}

var demandTable = api.Table{Name: "demande", Title: "Demande", Columns: []string{
	"Commune", "Code commune", "Station", "Abonnement", "Usagers en attente", "Offres en cours",
}}

func demandLine(d waiting.Demand) []sheet.Cell {
	return []sheet.Cell{
		sheet.Text(d.Commune), sheet.Text(d.CommuneCode), sheet.Text(d.Station), sheet.Text(d.Tariff),
		sheet.Number(d.People), sheet.Number(d.Offers),
	}
}
