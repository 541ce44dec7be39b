package money

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// Reconciliation compares a month of an operator with what the payment provider moved (docs/rules.md#reconciliation).
type Reconciliation struct {
	Mois               string                  `json:"mois" example:"2026-10"`
	Depuis             *time.Time              `json:"depuis" doc:"Depuis quand les relevés du prestataire sont lus ; null : ils ne l'ont pas encore été. Ce qui précède n'est pas rapproché."`
	LuLe               *time.Time              `json:"luLe" doc:"De la dernière lecture complète des relevés"`
	Chiffres           []ReconciliationFigure  `json:"chiffres" doc:"Un par état, dans l'ordre"`
	Montant            money.Cents             `json:"montant" doc:"Ce que nous tenons pour encaissé, moins ce que nous tenons pour remboursé : la somme des chiffres"`
	MontantPrestataire money.Cents             `json:"montantPrestataire" doc:"Ce que le prestataire a mouvementé : la somme des chiffres"`
	EcartsAExpliquer   int                     `json:"ecartsAExpliquer"`
	AvantRegistre      ReconciliationBefore    `json:"avantRegistre" doc:"Ce qui a eu lieu avant le début du registre, et n'est pas rapproché : ni les chiffres ni leurs sommes ne le comptent"`
	Versements         []ReconciliationPayout  `json:"versements" doc:"La part de l'exploitant dans les versements reçus dans le mois, le dernier d'abord"`
	NonVerse           ReconciliationUnsettled `json:"nonVerse" doc:"Ce que le prestataire détient encore à ce jour, quel que soit le mois"`
	SansExploitant     *int                    `json:"sansExploitant,omitempty" doc:"Écarts du mois à expliquer dont rien ne dit l'exploitant ; pour les administrateurs"`
}

// ReconciliationFigure is what is in one state.
type ReconciliationFigure struct {
	Etat               reconciliation.State `json:"etat" enum:"rapproche,en_attente,manque_chez_le_prestataire,inconnu_chez_nous,autre_montant,en_double,en_retard,remboursement_non_demande"`
	Nombre             int                  `json:"nombre"`
	Montant            money.Cents          `json:"montant" doc:"Chez nous ; un remboursement compte en moins"`
	MontantPrestataire money.Cents          `json:"montantPrestataire"`
	Expliques          int                  `json:"expliques" doc:"Écarts expliqués, parmi nombre"`
}

// ReconciliationBefore is what moved before the ledger began.
type ReconciliationBefore struct {
	Nombre             int         `json:"nombre" doc:"De mouvements"`
	Montant            money.Cents `json:"montant" doc:"Chez nous ; un remboursement compte en moins"`
	MontantPrestataire money.Cents `json:"montantPrestataire"`
}

// ReconciliationPayout is the operator's part of a payout.
type ReconciliationPayout struct {
	ID             string                      `json:"id" doc:"Du prestataire" example:"po_1QxYz"`
	Date           string                      `json:"date" format:"date" doc:"De l'arrivée en banque"`
	Statut         reconciliation.PayoutStatus `json:"statut" enum:"en_cours,recu,echoue"`
	Nombre         int                         `json:"nombre" doc:"De mouvements de l'exploitant"`
	Brut           money.Cents                 `json:"brut" doc:"Encaissé"`
	Remboursements money.Cents                 `json:"remboursements" doc:"Rendu ou repris, en moins"`
	Frais          money.Cents                 `json:"frais" doc:"Gardés par le prestataire"`
	Net            money.Cents                 `json:"net" doc:"brut + remboursements − frais"`
}

// ReconciliationUnsettled is what is in no payout yet.
type ReconciliationUnsettled struct {
	Nombre int         `json:"nombre"`
	Net    money.Cents `json:"net"`
}

// ReconciliationDifference is a difference that a person has to explain.
type ReconciliationDifference struct {
	ID                 int64                      `json:"id" doc:"Un écart qui change d'état ou de montant en devient un autre"`
	Etat               reconciliation.State       `json:"etat" enum:"en_attente,manque_chez_le_prestataire,inconnu_chez_nous,autre_montant,en_double,en_retard,remboursement_non_demande"`
	Type               reconciliation.Kind        `json:"type" enum:"encaissement,remboursement,remboursement_revenu,contestation,autre"`
	Montant            money.Cents                `json:"montant" doc:"Chez nous ; un remboursement compte en moins"`
	MontantPrestataire money.Cents                `json:"montantPrestataire"`
	Instant            *time.Time                 `json:"instant" doc:"Chez nous ; null : nous ne le connaissons pas"`
	InstantPrestataire *time.Time                 `json:"instantPrestataire" doc:"null : il ne le connaît pas"`
	Paiement           *int64                     `json:"paiement" doc:"Le paiement concerné ; null : aucun n'est connu"`
	Contestation       *shape.Dispute             `json:"contestation" doc:"Du paiement, si c'en est une ; null : non"`
	Reference          string                     `json:"reference" doc:"Du mouvement, chez le prestataire" example:"txn_1QxYz"`
	ConstateLe         time.Time                  `json:"constateLe"`
	Explication        *ReconciliationExplanation `json:"explication" doc:"null : personne ne l'a expliqué"`
}

// ReconciliationExplanation is what a person said of a difference.
type ReconciliationExplanation struct {
	Commentaire string       `json:"commentaire"`
	Par         *shape.Named `json:"par" doc:"null : ce compte n'est plus"`
	Le          time.Time    `json:"le"`
}

// ReconciliationPage is a page of differences.
type ReconciliationPage struct {
	Items         []ReconciliationDifference `json:"items"`
	Total         int                        `json:"total"`
	TotalPlafonne bool                       `json:"totalPlafonne,omitempty" doc:"Il y en a plus que total, qui s'arrête à 10 000"`
	api.Neighbours
}

// ReconciliationComment explains a difference.
type ReconciliationComment struct {
	Commentaire string `json:"commentaire" maxLength:"1000" doc:"Obligatoire"`
}

// OrphanInput selects the differences of which nothing tells whose they are.
type OrphanInput struct {
	SansExploitant shape.Flag `query:"sansExploitant" doc:"1 : les écarts dont rien ne dit l'exploitant, pour les administrateurs"`
}

// operatorOr returns the operator of the path, or 0 for what is nobody's, which administrators alone may see.
func (in OrphanInput) operatorOr(ctx context.Context, id int64) (int64, error) {
	if !in.SansExploitant.Value {
		return id, nil
	}
	if !api.ActorOf(ctx).Admin {
		return 0, fault.NotFound()
	}
	return 0, nil
}

const reconciliationPath = "/api/admin/exploitant/{id}/rapprochement"

func (s area) registerReconciliation() {
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath}, huma.Operation{
		OperationID: "read-reconciliation", Method: http.MethodGet, Path: reconciliationPath, Tags: []string{"Exploitants"},
		Summary: "Le rapprochement d'un mois avec les relevés du prestataire de paiement",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		MonthInput
	},
	) (*api.Answer[Reconciliation], error) {
		month, err := in.month()
		if err != nil {
			return nil, err
		}
		found, err := s.Reconciliation.Of(ctx, in.ID, month)
		if err != nil {
			return nil, err
		}
		body := reconciliationBody(in.Mois, found)
		if api.ActorOf(ctx).Admin {
			orphans, err := s.Reconciliation.Orphans(ctx, month)
			if err != nil {
				return nil, err
			}
			body.SansExploitant = &orphans
		}
		return api.Reply(body), nil
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath}, huma.Operation{
		OperationID: "list-differences", Method: http.MethodGet, Path: reconciliationPath + "/ecarts",
		Tags:        []string{"Exploitants"},
		Summary:     "Les écarts d'un mois avec les relevés du prestataire, du plus récent au plus ancien",
		Description: api.KeyedPages,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		MonthInput
		api.KeyInput
		OrphanInput
		Etat       reconciliation.State `query:"etat" enum:"en_attente,manque_chez_le_prestataire,inconnu_chez_nous,autre_montant,en_double,en_retard,remboursement_non_demande" doc:"Absent : tous les écarts"`
		AExpliquer shape.Flag           `query:"aExpliquer" doc:"1 : ceux que personne n'a expliqués"`
	},
	) (*api.Answer[ReconciliationPage], error) {
		month, err := in.month()
		if err != nil {
			return nil, err
		}
		window, err := in.Window()
		if err != nil {
			return nil, err
		}
		operatorID, err := in.operatorOr(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		filter := reconciliation.Filter{
			OperatorID: operatorID, Month: month.String(), State: in.Etat,
			Open: in.AExpliquer.Value,
		}
		page, err := s.Reconciliation.Differences(ctx, filter, window)
		return api.Reply(ReconciliationPage{
			shape.Each(page.Items, differenceBody), page.Total, page.Capped,
			api.NeighboursOf(page),
		}), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath}, huma.Operation{
		OperationID: "explain-difference", Method: http.MethodPost, Path: reconciliationPath + "/ecarts/{ecart}/explication",
		Tags:        []string{"Exploitants"},
		Summary:     "Expliquer un écart, qui n'attend dès lors plus personne",
		Description: "Rien n'est corrigé. 409 : il vient d'être expliqué. 404 : il s'est résolu, ou a changé.",
		Errors:      []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		OrphanInput
		Ecart int64 `path:"ecart"`
		Body  ReconciliationComment
	},
	) (*api.Answer[ReconciliationDifference], error) {
		operatorID, err := in.operatorOr(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		d, err := s.Reconciliation.Explain(ctx, api.ActorOf(ctx), operatorID, in.Ecart, in.Body.Commentaire)
		return api.Reply(differenceBody(d)), err
	})
}

func reconciliationBody(month string, o reconciliation.Overview) Reconciliation {
	here, there := o.Total()
	body := Reconciliation{
		Mois: month, LuLe: shape.InParis(o.Reading.ReadAt), Montant: here, MontantPrestataire: there,
		EcartsAExpliquer: o.Open(), AvantRegistre: ReconciliationBefore{o.Before.Number, o.Before.Here, o.Before.There},
		Chiffres: shape.Each(o.Figures, func(f reconciliation.Figure) ReconciliationFigure {
			return ReconciliationFigure{f.State, f.Number, f.Here, f.There, f.Explained}
		}),
		Versements: shape.Each(o.Payouts, func(p reconciliation.Share) ReconciliationPayout {
			return ReconciliationPayout{
				p.ID, p.ArrivesAt.In(clock.Paris).Format(time.DateOnly), p.Status, p.Number, p.Gross,
				p.Refunds, p.Fees, p.Net,
			}
		}),
		NonVerse: ReconciliationUnsettled{o.NotPaidOut.Number, o.NotPaidOut.Net},
	}
	if !o.Reading.Since.IsZero() {
		body.Depuis = shape.InParis(&o.Reading.Since)
	}
	return body
}

func differenceBody(d reconciliation.Difference) ReconciliationDifference {
	body := ReconciliationDifference{
		ID: d.ID, Etat: d.State, Type: d.Kind, Montant: d.Here, MontantPrestataire: d.There, Instant: shape.InParis(d.HereAt),
		InstantPrestataire: shape.InParis(d.ThereAt),
		Reference:          d.Reference, ConstateLe: d.FoundAt.In(clock.Paris),
		Contestation: shape.DisputeOrNil(d.Dispute),
	}
	if d.PaymentID != 0 {
		body.Paiement = &d.PaymentID
	}
	if e := d.Explanation; e != nil {
		body.Explication = &ReconciliationExplanation{e.Comment, shape.ActorOrNil(e.ActorID, e.Actor), e.At.In(clock.Paris)}
	}
	return body
}
