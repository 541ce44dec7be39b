package shape

import (
	"time"

	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
)

// Repair is an intervention as the operator's systems may know it: nothing that staff wrote.
type Repair struct {
	ID           int64               `json:"id"`
	Numero       int64               `json:"numero" doc:"Chez l'exploitant"`
	Etat         intervention.State  `json:"etat" enum:"ouverte,prise_en_charge,resolue,rouverte"`
	Cause        station.OutageCause `json:"cause" enum:"serrure,porte,clavier,controleur,reseau,alimentation,vandalisme,proprete,objet_laisse,autre"`
	Station      Named               `json:"station"`
	Casier       *Named              `json:"casier" doc:"null : la station entière"`
	Ouverture    time.Time           `json:"ouverture"`
	Signalements int                 `json:"signalements" doc:"Combien de fois elle a été signalée ou constatée"`
	Resolution   *time.Time          `json:"resolution" doc:"null : elle est ouverte"`
}

// Intervention is an intervention as staff see it.
type Intervention struct {
	Repair
	Urgence      *intervention.Urgency `json:"urgence" enum:"urgente,normale" doc:"urgente : casier occupé ou station entière ; null : elle est résolue"`
	Complement   string                `json:"complement" doc:"Du casier"`
	Description  string                `json:"description"`
	Responsable  *Named                `json:"responsable" doc:"null : personne"`
	Echeance     *string               `json:"echeance" format:"date" doc:"null : aucune"`
	MisHors      bool                  `json:"misHorsService" doc:"Elle a mis le casier hors service : la remise en service la résout"`
	CasierActif  *bool                 `json:"casierActif" doc:"Si le casier est en service ; null : la station entière"`
	Pieces       string                `json:"pieces"`
	MinutesUsees int64                 `json:"minutes" doc:"De toutes ses résolutions"`
}

// InterventionLine is one line of time.
type InterventionLine struct {
	Instant     time.Time             `json:"instant"`
	Genre       intervention.LineKind `json:"genre" enum:"ouverture,signalement,evenement,retour,hors_service,prise_en_charge,liberation,modification,commentaire,photo,resolution,reouverture"`
	Auteur      *string               `json:"auteur" doc:"null : Consigne"`
	Texte       string                `json:"texte"`
	Responsable *string               `json:"responsable" doc:"D'une prise en charge"`
	Pieces      string                `json:"pieces"`
	Minutes     int64                 `json:"minutes"`
}

// RepairBody returns the shape of an intervention for the operator's systems.
func RepairBody(l intervention.Listed) Repair {
	body := Repair{
		ID: l.ID, Numero: l.Number, Etat: l.State, Cause: l.Cause, Station: Named{l.StationID, l.Station},
		Ouverture: l.OpenedAt.In(clock.Paris), Signalements: l.Times, Resolution: InParis(l.ResolvedAt),
	}
	if at := l.Locker; at != nil {
		body.Casier = &Named{at.ID, at.Name}
	}
	return body
}

// InterventionBody returns the shape of an intervention for staff.
func InterventionBody(l intervention.Listed) Intervention {
	body := Intervention{
		Repair: RepairBody(l), Urgence: OrNull(l.Urgency()), Description: l.Description, MisHors: l.TookOut,
		Pieces: l.Parts, MinutesUsees: l.Minutes,
	}
	if l.AssigneeID != 0 {
		body.Responsable = &Named{l.AssigneeID, l.Assignee}
	}
	if l.DueOn != nil {
		body.Echeance = new(l.DueOn.String())
	}
	if l.Locker != nil {
		body.CasierActif, body.Complement = &l.Locker.Active, l.Locker.Complement
	}
	return body
}

// InterventionLineBody returns the shape of a line of time.
func InterventionLineBody(t intervention.Told) InterventionLine {
	return InterventionLine{
		Instant: t.At.In(clock.Paris), Genre: t.Kind, Auteur: TextOrNil(t.Author), Texte: t.Note,
		Responsable: TextOrNil(t.Assignee), Pieces: t.Parts, Minutes: t.Minutes,
	}
}
