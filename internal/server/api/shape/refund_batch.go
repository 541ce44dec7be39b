package shape

import (
	"time"

	"consigne/internal/domain/prices/repricing"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// RefundBatchInput agrees to the refunds of a replay.
type RefundBatchInput struct {
	Commentaire string      `json:"commentaire,omitempty" doc:"Obligatoire ; reste avec chaque remboursement"`
	Nombre      int64       `json:"nombre" doc:"« aRembourser.nombre » du rejeu"`
	Somme       money.Cents `json:"somme" doc:"« aRembourser.somme » du rejeu"`
	Compris     bool        `json:"compris" doc:"La case « Je comprends » ; 422 si elle n'est pas cochée"`
	Lettre      bool        `json:"lettre,omitempty" doc:"Écrire à chaque personne remboursée, avec les deux explications du prix"`
}

// RefundBatch refunds what a replay found to be paid too much. Amounts are in cents.
type RefundBatch struct {
	ID           int64                `json:"id"`
	IDRejeu      int64                `json:"idRejeu"`
	IDTarif      int64                `json:"idTarif"`
	LibelleTarif string               `json:"libelleTarif"`
	Statut       repricing.BatchState `json:"statut" enum:"preparation,en_cours,en_pause,termine,refuse" doc:"refuse : le nombre ou la somme ne sont plus ceux qui ont été acceptés ; rien n'a été remboursé"`
	Nombre       int64                `json:"nombre" doc:"Accepté"`
	Somme        money.Cents          `json:"somme" doc:"Acceptée"`
	Commentaire  string               `json:"commentaire"`
	Lettre       bool                 `json:"lettre"`
	DemandeLe    time.Time            `json:"demandeLe"`
	DemandePar   *Named               `json:"demandePar,omitempty"`
	TermineLe    *time.Time           `json:"termineLe,omitempty"`
	AFaire       ReplayFigure         `json:"aFaire"`
	EnCours      ReplayFigure         `json:"enCours" doc:"La réponse du prestataire est attendue"`
	Rembourses   ReplayFigure         `json:"rembourses"`
	Refuses      ReplayFigure         `json:"refuses"`
	Ignores      ReplayFigure         `json:"ignores" doc:"Il n'y avait plus rien à rendre"`
	Actions      []string             `json:"actions" enum:"pause,reprise" doc:"Ce qui peut être fait maintenant"`
}

// RefundBatchBody returns the shape of a batch of refunds and of its figures.
func RefundBatchBody(b repricing.Batch, figures map[repricing.LineState]repricing.Figure) RefundBatch {
	body := RefundBatch{
		ID: b.ID, IDRejeu: b.ReplayID, IDTarif: b.TariffID, LibelleTarif: b.TariffName, Statut: b.State,
		Nombre: b.Agreed.Count, Somme: b.Agreed.Sum,
		Commentaire: b.Comment, Lettre: b.Explained, DemandeLe: b.AskedAt.In(clock.Paris),
		DemandePar: ActorOrNil(b.AskedBy, b.AskerName), TermineLe: InParis(b.EndedAt),
		AFaire: ReplayFigureBody(figures[repricing.ToDo]), EnCours: ReplayFigureBody(figures[repricing.Asked]),
		Rembourses: ReplayFigureBody(figures[repricing.Refunded]),
		Refuses:    ReplayFigureBody(figures[repricing.Refused]), Ignores: ReplayFigureBody(figures[repricing.Ignored]),
		Actions: []string{},
	}
	switch b.State {
	case repricing.Working:
		body.Actions = append(body.Actions, "pause")
	case repricing.Paused:
		body.Actions = append(body.Actions, "reprise")
	}
	return body
}

// ReplayFigure is a number of stays and a sum over them.
type ReplayFigure struct {
	Nombre int64       `json:"nombre"`
	Somme  money.Cents `json:"somme" doc:"En centimes, jamais négative"`
}

// ReplayFigureBody returns the shape of a count and its sum.
func ReplayFigureBody(f repricing.Figure) ReplayFigure { return ReplayFigure{f.Count, f.Sum} }
