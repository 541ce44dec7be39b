package prices

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/prices/repricing"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
	"consigne/internal/server/sheet"
)

// ReplayInput asks for the stays of a tariff to be priced again.
type ReplayInput struct {
	Du          string      `json:"du" example:"2026-10-01" doc:"AAAA-MM-JJ, compris : les utilisations commencées à partir de ce jour"`
	Au          string      `json:"au" example:"2026-10-31" doc:"AAAA-MM-JJ, compris"`
	Tarif       TariffInput `json:"tarif" doc:"Les valeurs corrigées ; les libellés ne sont pas lus"`
	Comparaison bool        `json:"comparaison,omitempty" doc:"Une comparaison avant d'enregistrer le tarif : elle n'est pas dans la liste des rejeux, et rien n'en est remboursé"`
}

// Replay prices past stays of a tariff again. Amounts are in cents. While it runs, its figures are those of what it has
// read.
type Replay struct {
	ID               int64              `json:"id"`
	IDTarif          int64              `json:"idTarif"`
	LibelleTarif     string             `json:"libelleTarif"`
	Comparaison      bool               `json:"comparaison"`
	Du               string             `json:"du" example:"2026-10-01"`
	Au               string             `json:"au" example:"2026-10-31" doc:"Compris"`
	Valeurs          TariffInput        `json:"valeurs" doc:"Les valeurs corrigées"`
	Statut           repricing.State    `json:"statut" enum:"en_cours,termine,arrete,echec"`
	Progression      int                `json:"progression" minimum:"0" maximum:"100" doc:"En pour cent"`
	DemandeLe        time.Time          `json:"demandeLe" doc:"Les utilisations terminées depuis ne sont pas comptées"`
	DemandePar       *shape.Named       `json:"demandePar,omitempty"`
	TermineLe        *time.Time         `json:"termineLe,omitempty" doc:"Terminé, arrêté ou en échec"`
	Utilisations     shape.ReplayFigure `json:"utilisations" doc:"Celles qui ont été recalculées, et ce qu'elles ont coûté"`
	TotalNouveau     money.Cents        `json:"totalNouveau" doc:"Ce que les mêmes auraient coûté"`
	TropPercus       shape.ReplayFigure `json:"tropPercus" doc:"Celles qui ont coûté trop, et de combien"`
	Insuffisants     shape.ReplayFigure `json:"insuffisants" doc:"Celles qui ont coûté trop peu, et de combien"`
	Identiques       shape.ReplayFigure `json:"identiques" doc:"Celles dont le prix est juste, et ce qu'elles ont coûté"`
	AutresNatures    shape.ReplayFigure `json:"autresNatures" doc:"Non recalculées : d'une version du tarif avec abonnement quand les valeurs corrigées n'en ont pas, ou l'inverse"`
	ARembourser      shape.ReplayFigure `json:"aRembourser" doc:"Ce qu'un lot rembourserait : les trop-perçus encaissés par carte, sans ce qui est déjà rendu ni ce qu'un autre lot rend"`
	PlusGrandsEcarts []ReplayGap        `json:"plusGrandsEcarts" doc:"Vingt au plus, le plus grand d'abord"`
	IDLot            *int64             `json:"idLot,omitempty" doc:"Le lot de remboursements de ce rejeu"`
}

// ReplayGap is a stay whose price would have been different.
type ReplayGap struct {
	ComparisonChange
	Ecart       money.Cents `json:"ecart" doc:"montantNouveau − montantActuel"`
	ARembourser money.Cents `json:"aRembourser"`
}

// Replays lists the replays of a tariff.
type Replays struct {
	Rejeux []Replay `json:"rejeux" doc:"Cinquante au plus, le plus récent d'abord, sans les comparaisons"`
}

// ReplayCreated identifies a replay that was asked for.
type ReplayCreated struct {
	ID int64 `json:"id"`
}

func (s area) registerReplays() {
	tags := []string{"Rejeu des prix"}
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "create-replay", Method: http.MethodPost, Path: "/api/admin/tarif/{id}/rejeu", Tags: tags,
		DefaultStatus: http.StatusAccepted,
		Summary:       "Rejouer les prix d'un tarif avec des valeurs corrigées",
		Description:   "Recalcule, en tâche de fond, le prix des utilisations terminées et non gratuites de toutes les versions du tarif. Rien n'est modifié.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body ReplayInput
	},
	) (*api.Answer[ReplayCreated], error) {
		request, err := in.Body.request()
		if err != nil {
			return nil, err
		}
		id, err := s.Replays.Ask(ctx, api.ActorOf(ctx), in.ID, request)
		return api.Reply(ReplayCreated{id}), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "list-replays", Method: http.MethodGet, Path: "/api/admin/tarif/{id}/rejeux", Tags: tags,
		Summary: "Les rejeux d'un tarif",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[Replays], error) {
		list, err := s.Replays.Of(ctx, in.ID)
		return api.Reply(Replays{shape.Each(list, replayBody)}), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfReplay,
	}, huma.Operation{
		OperationID: "get-replay", Method: http.MethodGet, Path: "/api/admin/rejeu/{id}", Tags: tags,
		Summary: "Un rejeu : où il en est, et son résultat",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[Replay], error) {
		r, err := s.Replays.ByID(ctx, in.ID)
		return api.Reply(replayBody(r)), err
	})
	for _, format := range sheet.Formats() {
		api.Register(s.Server, api.Rule{
			Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfReplay, Slow: true,
		}, huma.Operation{
			OperationID: api.OperationOf("download-replay", format), Method: http.MethodGet,
			Path: "/api/admin/rejeu/{id}." + string(format), Tags: tags,
			Summary:     "Toutes les lignes d'un rejeu terminé" + api.InWords(format),
			Description: "Une par utilisation, de la première fin à la dernière. 409 : le rejeu n'est pas terminé.",
			Errors:      []int{http.StatusConflict}, Responses: api.SheetAnswers(format),
		}, func(ctx context.Context, in *api.IDInput) (*huma.StreamResponse, error) {
			r, err := s.Replays.Finished(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			return s.StreamFile(ctx, replayTable(r.ID), format, func(write func([][]sheet.Cell) error) error {
				return s.Replays.Lines(ctx, r.ID,
					func(lines []repricing.Line) error { return write(shape.Each(lines, replayCells)) })
			}), nil
		})
	}
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfReplay,
	}, huma.Operation{
		OperationID: "stop-replay", Method: http.MethodPatch, Path: "/api/admin/rejeu/{id}/arreter", Tags: tags,
		Summary: "Arrêter un rejeu en cours", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[Replay], error) {
		stopped, err := s.Replays.Stop(ctx, api.ActorOf(ctx), in.ID)
		return api.Reply(replayBody(stopped)), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OwnerOfReplay}, huma.Operation{
		OperationID: "create-refund-batch", Method: http.MethodPost, Path: "/api/admin/rejeu/{id}/remboursement", Tags: tags,
		DefaultStatus: http.StatusAccepted,
		Summary:       "Rembourser les trop-perçus d'un rejeu",
		Description: "« nombre » et « somme » sont ceux de « aRembourser » que la personne a vus. 409 : ils ne sont plus ceux du rejeu, le rejeu n'est pas " +
			"terminé ou date de plus d'un jour, c'est une comparaison, ou un lot de ce tarif est en cours. Le lot est préparé en tâche de fond, puis remboursé seulement si son " +
			"nombre et sa somme sont encore ceux-là.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body shape.RefundBatchInput
	},
	) (*api.Answer[shape.RefundBatch], error) {
		if !in.Body.Compris {
			return nil, fault.Invalid("compris", "Cochez la case « Je comprends ».")
		}
		b, err := s.Replays.Refund(ctx, api.ActorOf(ctx), in.ID, repricing.Agreement{
			Figure: repricing.Figure{Count: in.Body.Nombre, Sum: in.Body.Somme}, Comment: in.Body.Commentaire,
			Explained: in.Body.Lettre,
		})
		return api.Reply(shape.RefundBatchBody(b, nil)), err
	})
}

// request converts the input.
func (in ReplayInput) request() (repricing.Request, error) {
	terms, err := typedTerms(in.Tarif)
	if err != nil {
		return repricing.Request{}, err
	}
	from, err := typedDay("du", in.Du)
	if err != nil {
		return repricing.Request{}, err
	}
	to, err := typedDay("au", in.Au)
	return repricing.Request{From: from, To: to, Terms: terms, Comparison: in.Comparaison}, err
}

func typedDay(field, typed string) (clock.Day, error) {
	day, err := clock.ParseDay(typed)
	if err != nil {
		return 0, fault.Invalid(field, "Veuillez saisir une date AAAA-MM-JJ")
	}
	return day, nil
}

func replayTable(id int64) api.Table {
	return api.Table{Name: fmt.Sprintf("rejeu-%d", id), Title: fmt.Sprintf("Rejeu %d", id), Columns: []string{
		"Utilisation", "Paiement", "Début", "Fin", "Durée (min)", "Station", "Casier/Espace", "Prix facturé", "Prix corrigé",
		"Écart", "À rembourser", "Statut de paiement", "Remarque",
	}}
}

func replayCells(l repricing.Line) []sheet.Cell {
	remark := ""
	switch {
	case l.Other:
		remark = "Autre nature : non recalculée"
	case l.Batched:
		remark = "Dans un lot de remboursements"
	}
	return []sheet.Cell{
		sheet.Number(l.ID), sheet.Number(l.PaymentID), sheet.Minute(&l.StartedAt), sheet.Minute(&l.EndedAt),
		sheet.Number(shape.WholeMinutes(l.EndedAt.Sub(l.StartedAt))), sheet.Text(l.StationName), sheet.Text(l.LockerName),
		sheet.Euros(l.Price), sheet.Euros(l.New), sheet.Euros(l.Gap()), sheet.Euros(l.Refundable),
		sheet.Text(l.Status.Label()), sheet.Text(remark),
	}
}

func replayBody(r repricing.Replay) Replay {
	return Replay{
		ID: r.ID, IDTarif: r.TariffID, LibelleTarif: r.TariffName, Comparaison: r.Comparison, Du: r.From.String(),
		Au:      r.To.String(),
		Valeurs: termsBody(r.Terms), Statut: r.State, Progression: r.Percent(),
		DemandeLe: r.AskedAt.In(clock.Paris), DemandePar: shape.ActorOrNil(r.AskedBy, r.AskerName),
		TermineLe:    shape.InParis(r.EndedAt),
		Utilisations: shape.ReplayFigureBody(r.Totals.Old), TotalNouveau: r.Totals.New.Sum,
		TropPercus:   shape.ReplayFigureBody(r.Totals.More),
		Insuffisants: shape.ReplayFigureBody(r.Totals.Less), Identiques: shape.ReplayFigureBody(r.Totals.Same),
		AutresNatures: shape.ReplayFigureBody(r.Totals.Other),
		ARembourser:   shape.ReplayFigureBody(r.Totals.Refundable), PlusGrandsEcarts: shape.Each(r.Largest, replayGapBody),
		IDLot: shape.IDOrNil(r.BatchID),
	}
}

func replayGapBody(l repricing.Line) ReplayGap {
	return ReplayGap{
		ComparisonChange: ComparisonChange{
			IDOccupation: l.ID, Station: l.StationName, Casier: l.LockerName,
			DebutOccupation: l.StartedAt.In(clock.Paris), FinOccupation: l.EndedAt.In(clock.Paris),
			Duree: shape.WholeMinutes(l.EndedAt.Sub(l.StartedAt)), MontantActuel: l.Price, MontantNouveau: l.New,
		},
		Ecart: l.Gap(), ARembourser: l.Refundable,
	}
}

// termsBody is the inverse of typedTerms.
func termsBody(t pricing.Terms) TariffInput {
	body := TariffInput{
		Abonnement: t.Subscription, TypeTarif: &t.Unit, Montant: numberOf(&t.Amount), MontantPromo: numberOf(t.PromoAmount),
		MontantPlafond: numberOf(t.Ceiling), NombreMinutesPlafond: numberOf(t.CeilingWindow),
		NombreMinutesGratuites: numberOf(t.FreeMinutes),
		Franchise:              t.FreeDeducted, NombreMinutesAvantDepassement: numberOf(t.OverrunAfter),
		MontantDepassement:           numberOf(t.OverrunAmount),
		NombreMinutesAvantEnlevement: numberOf(t.RemovalAfter), MontantEnlevement: numberOf(t.RemovalAmount),
	}
	if t.OverrunUnit != "" {
		body.UniteDureeDepassement = &t.OverrunUnit
	}
	return body
}

func numberOf[N ~int64](n *N) *float64 {
	if n == nil {
		return nil
	}
	return new(float64(*n))
}
