package money

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/prices/repricing"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
	"consigne/internal/server/sheet"
)

// RefundBatchLine is one stay of a batch.
type RefundBatchLine struct {
	IDOccupation    int64               `json:"idOccupation"`
	IDPaiement      int64               `json:"idPaiement"`
	Station         string              `json:"station"`
	Casier          string              `json:"casier"`
	DebutOccupation time.Time           `json:"debutOccupation"`
	FinOccupation   time.Time           `json:"finOccupation"`
	MontantActuel   money.Cents         `json:"montantActuel"`
	MontantNouveau  money.Cents         `json:"montantNouveau"`
	ARembourser     money.Cents         `json:"aRembourser" doc:"Une fois demandé : ce qui a été demandé"`
	Etat            repricing.LineState `json:"etat" enum:"a_faire,en_cours,rembourse,refuse,ignore"`
	Motif           string              `json:"motif" doc:"Pourquoi elle a été refusée ou ignorée, ou rien"`
	Le              *time.Time          `json:"le,omitempty" doc:"De son état"`
}

// RefundBatchLines is a page of the lines of a batch.
type RefundBatchLines struct {
	Lignes  []RefundBatchLine `json:"lignes" doc:"Dans l'ordre des fins d'utilisation"`
	Suivant *int64            `json:"suivant,omitempty" doc:"Pour « apres » ; absent sur la dernière page"`
}

// RefundLineFilter selects the lines of a batch.
type RefundLineFilter struct {
	Etat         repricing.LineState `query:"etat" enum:"a_faire,en_cours,rembourse,refuse,ignore" doc:"Absent : toutes"`
	Apres        int64               `query:"apres" minimum:"0" doc:"« suivant » de la page qui précède"`
	ItemsPerPage int                 `query:"itemsPerPage" minimum:"1" maximum:"100" default:"20"`
}

func (s area) registerRefundBatches() {
	tags := []string{"Rejeu des prix"}
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OwnerOfBatch}, huma.Operation{
		OperationID: "get-refund-batch", Method: http.MethodGet, Path: "/api/admin/lot/{id}", Tags: tags,
		Summary: "Un lot de remboursements : où il en est",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.RefundBatch], error) {
		b, err := s.Replays.BatchByID(ctx, in.ID)
		return s.refundBatch(ctx, b, err)
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OwnerOfBatch}, huma.Operation{
		OperationID: "pause-refund-batch", Method: http.MethodPost, Path: "/api/admin/lot/{id}/pause", Tags: tags,
		Summary:     "Mettre un lot de remboursements en pause",
		Description: "Ce qui est déjà demandé au prestataire se termine.", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.RefundBatch], error) {
		b, err := s.Replays.Pause(ctx, api.ActorOf(ctx), in.ID)
		return s.refundBatch(ctx, b, err)
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OwnerOfBatch}, huma.Operation{
		OperationID: "resume-refund-batch", Method: http.MethodPost, Path: "/api/admin/lot/{id}/reprise", Tags: tags,
		Summary: "Reprendre un lot de remboursements", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.RefundBatch], error) {
		b, err := s.Replays.Resume(ctx, api.ActorOf(ctx), in.ID)
		return s.refundBatch(ctx, b, err)
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OwnerOfBatch}, huma.Operation{
		OperationID: "list-refund-batch-lines", Method: http.MethodGet, Path: "/api/admin/lot/{id}/lignes", Tags: tags,
		Summary: "Les lignes d'un lot de remboursements", Description: "« suivant » mène, par « apres », à la page suivante.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		RefundLineFilter
	},
	) (*api.Answer[RefundBatchLines], error) {
		lines, err := s.Replays.LinesAfter(ctx, in.ID, in.Etat, in.Apres, in.ItemsPerPage+1)
		if err != nil {
			return nil, err
		}
		body := RefundBatchLines{Lignes: shape.Each(lines[:min(len(lines), in.ItemsPerPage)], refundLineBody)}
		if len(lines) > in.ItemsPerPage {
			body.Suivant = &lines[in.ItemsPerPage-1].ID
		}
		return api.Reply(body), nil
	})
	for _, format := range sheet.Formats() {
		api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OwnerOfBatch, Slow: true}, huma.Operation{
			OperationID: api.OperationOf("download-refund-batch", format), Method: http.MethodGet,
			Path: "/api/admin/lot/{id}." + string(format), Tags: tags,
			Summary:     "Le compte rendu d'un lot de remboursements" + api.InWords(format),
			Description: "Toutes ses lignes, avec leur état.", Responses: api.SheetAnswers(format),
		}, func(ctx context.Context, in *api.IDInput) (*huma.StreamResponse, error) {
			return s.StreamFile(ctx, refundTable(in.ID), format, func(write func([][]sheet.Cell) error) error {
				return s.Replays.Report(ctx, in.ID,
					func(lines []repricing.BatchLine) error { return write(shape.Each(lines, refundCells)) })
			}), nil
		})
	}
}

func (s area) refundBatch(ctx context.Context, b repricing.Batch, err error) (*api.Answer[shape.RefundBatch], error) {
	if err != nil {
		return nil, err
	}
	figures, err := s.Replays.Figures(ctx, b.ID)
	return api.Reply(shape.RefundBatchBody(b, figures)), err
}

func refundLineBody(l repricing.BatchLine) RefundBatchLine {
	return RefundBatchLine{
		IDOccupation: l.StayID, IDPaiement: l.PaymentID, Station: l.StationName, Casier: l.LockerName,
		DebutOccupation: l.StartedAt.In(clock.Paris), FinOccupation: l.EndedAt.In(clock.Paris), MontantActuel: l.Old,
		MontantNouveau: l.New,
		ARembourser:    l.Amount, Etat: l.State, Motif: l.Reason, Le: shape.InParis(l.At),
	}
}

func refundTable(id int64) api.Table {
	return api.Table{Name: fmt.Sprintf("lot-%d", id), Title: fmt.Sprintf("Lot %d", id), Columns: []string{
		"Utilisation", "Paiement", "Début", "Fin", "Station", "Casier/Espace", "Prix facturé", "Prix corrigé", "À rembourser",
		"État", "Motif", "Le",
	}}
}

// refundStates are the words of the states in the report.
var refundStates = map[repricing.LineState]string{
	repricing.ToDo: "À faire", repricing.Asked: "En cours", repricing.Refunded: "Remboursé", repricing.Refused: "Refusé",
	repricing.Ignored: "Ignoré",
}

func refundCells(l repricing.BatchLine) []sheet.Cell {
	return []sheet.Cell{
		sheet.Number(l.StayID), sheet.Number(l.PaymentID), sheet.Minute(&l.StartedAt), sheet.Minute(&l.EndedAt),
		sheet.Text(l.StationName), sheet.Text(l.LockerName), sheet.Euros(l.Old), sheet.Euros(l.New), sheet.Euros(l.Amount),
		sheet.Text(refundStates[l.State]), sheet.Text(l.Reason), sheet.Minute(l.At),
	}
}
