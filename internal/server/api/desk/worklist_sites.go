package desk

import (
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/server/api/shape"
)

// OverdueInterventions lists the open interventions whose due day is past.
type OverdueInterventions struct {
	KindCounts
	Items []OverdueIntervention `json:"items" doc:"La plus en retard d'abord"`
}

// OverdueIntervention is an open intervention whose due day is past.
type OverdueIntervention struct {
	WorklistLine
	ID       int64               `json:"id"`
	Numero   int64               `json:"numero"`
	Cause    station.OutageCause `json:"cause" enum:"serrure,porte,clavier,controleur,reseau,alimentation,vandalisme,proprete,objet_laisse,autre"`
	Echeance string              `json:"echeance" doc:"AAAA-MM-JJ" format:"date"`
	Chargee  string              `json:"chargee" doc:"Qui s'en occupe, ou rien"`
	Station  shape.Named         `json:"station"`
	Casier   *shape.StayLocker   `json:"casier" doc:"null : toute la station"`
}

// DueLeftBikes lists the files about bicycles that were left whose next step may be taken.
type DueLeftBikes struct {
	KindCounts
	Items []DueLeftBike `json:"items" doc:"L'étape possible depuis le plus longtemps d'abord"`
}

// DueLeftBike is a file about a bicycle that was left whose next step may be taken.
type DueLeftBike struct {
	WorklistLine
	ID          int64             `json:"id"`
	Etape       leftbike.Step     `json:"etape" enum:"ouvert,preavis,enleve" doc:"Celle du dossier"`
	Description string            `json:"description"`
	Station     shape.Named       `json:"station"`
	Casier      *shape.StayLocker `json:"casier" doc:"null : trouvé dans un parc collectif"`
}

func overdueInterventionBody(i worklist.Intervention) OverdueIntervention {
	body := OverdueIntervention{
		WorklistLine: lineBody(i.Line), ID: i.ID, Numero: i.Number, Cause: i.Cause, Echeance: i.DueOn.String(),
		Chargee: i.Assignee,
	}
	body.Station, body.Casier = siteBody(i.Place)
	return body
}

func dueLeftBikeBody(b worklist.LeftBike) DueLeftBike {
	body := DueLeftBike{WorklistLine: lineBody(b.Line), ID: b.ID, Etape: b.Step, Description: b.Description}
	body.Station, body.Casier = siteBody(b.Place)
	return body
}

// siteBody returns the shapes of a station and of its locker; nil: the whole station.
func siteBody(p worklist.Place) (shape.Named, *shape.StayLocker) {
	station, locker := placeBody(p)
	if p.LockerID == 0 {
		return station, nil
	}
	return station, &locker
}
