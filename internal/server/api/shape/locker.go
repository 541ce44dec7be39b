package shape

import (
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
)

// Locker is a casier, or an espace of a collective station. Some fields are there twice, under the two names that the
// screens use.
type Locker struct {
	ID                         int64         `json:"id"`
	Version                    int64         `json:"version" doc:"Croît à chaque modification ; à rendre dans If-Match"`
	Nom                        string        `json:"nom"`
	LibelleCasier              string        `json:"libelleCasier"`
	Type                       LockerType    `json:"type"`
	CasierType                 LockerType    `json:"casierType"`
	Complement                 string        `json:"complement"`
	ComplementCasier           string        `json:"complementCasier"`
	Etat                       station.State `json:"etat" enum:"Libre,Occupé,Inactif"`
	Actif                      bool          `json:"actif"`
	HorsService                *Outage       `json:"horsService" doc:"Null : en service"`
	Etiquettes                 []Tag         `json:"etiquettes"`
	StationCarteAdresse        string        `json:"stationCarteAdresse"`
	StationCartePort           string        `json:"stationCartePort"`
	NbMaxSpaces                int           `json:"nbMaxSpaces" doc:"Places ; 1 pour un casier"`
	NombreOccupees             int           `json:"nombreOccupees"`
	ConnexionSystemeComptage   string        `json:"connexionSystemeComptage"`
	Porte                      *Door         `json:"porte,omitempty" doc:"Si le contrôleur l'a fait savoir ; dans les listes de casiers"`
	Station                    Named         `json:"station"`
	Attribution                *LockerHolder `json:"attribution" doc:"L'abonné à qui il est attribué ; null : personne"`
	TarifApplique              *Tariff       `json:"tarifApplique" doc:"Null aussi pour qui ne peut lire les tarifs"`
	AutresConditionsTarifaires []Tariff      `json:"autresConditionsTarifaires"`
	Utilisations               []LockerStay  `json:"utilisations" doc:"Celles en cours, dans les listes de casiers"`
}

// Outage is why a locker or a station is out of service.
type Outage struct {
	Depuis      *time.Time          `json:"depuis" doc:"Null : pas connu"`
	Cause       station.OutageCause `json:"cause" enum:"serrure,porte,clavier,controleur,reseau,alimentation,vandalisme,proprete,objet_laisse,autre"`
	Motif       string              `json:"motif"`
	RetourPrevu *string             `json:"retourPrevu" format:"date" doc:"Null : pas connu"`
}

// OutageOrNil returns the shape of an outage; nil: in service.
func OutageOrNil(o *station.Outage) *Outage {
	if o == nil {
		return nil
	}
	body := &Outage{Depuis: InParis(o.Since), Cause: o.Cause, Motif: o.Reason}
	if o.BackOn != nil {
		body.RetourPrevu = new(o.BackOn.String())
	}
	return body
}

// LockerHolder is the subscriber whose place a locker is.
type LockerHolder struct {
	IDAbonnement int64   `json:"idAbonnement"`
	Utilisateur  Account `json:"utilisateur"`
}

// LockerType is the kind of vehicle that a locker is made for.
type LockerType struct {
	ID  station.LockerType `json:"id"`
	Nom string             `json:"nom"`
	Cle string             `json:"cle"`
}

// LockerTypes holds the shape of each type of locker.
var LockerTypes = map[station.LockerType]LockerType{
	station.CargoBike: {station.CargoBike, "Vélo cargo", "velo_cargo"},
	station.Bike:      {station.Bike, "Vélo", "velo"},
	station.Scooter:   {station.Scooter, "Trottinette", "trottinette"},
	station.Space:     {station.Space, "Collectif", "collectif"},
}

// LockerStay is a stay in progress as the station's page shows it.
type LockerStay struct {
	Utilisateur Account `json:"utilisateur"`
	Utilisation Stay    `json:"utilisation"`
	Tarif       *Tariff `json:"tarif"`
}

// Locker returns the shape of a locker with its open stays and its tariffs.
func (at At) Locker(l station.Locker, open []stay.Details, tariffs tariff.OfLocker) Locker {
	kind := LockerTypes[l.Type]
	var holder *LockerHolder
	if h := l.Holder; h != nil {
		holder = &LockerHolder{h.SubscriptionID, Account{
			ID: h.AccountID, Nom: h.LastName, Prenom: h.FirstName, Email: h.Email, Telephone: h.Phone,
		}}
	}
	return Locker{
		ID: l.ID, Version: l.Revision, Nom: l.Name, LibelleCasier: l.Name, Type: kind, CasierType: kind,
		Complement: l.Complement, ComplementCasier: l.Complement,
		Etat: l.State(), Actif: l.Active, HorsService: OutageOrNil(l.Outage), Etiquettes: Each(l.Tags, tagBody),
		StationCarteAdresse: l.CardAddress, StationCartePort: l.CardPorts, NbMaxSpaces: l.Capacity,
		NombreOccupees:           l.Occupied,
		ConnexionSystemeComptage: l.CounterReference, Station: Named{l.StationID, l.StationName}, Attribution: holder,
		TarifApplique: TariffOrNil(tariffs.Applied), AutresConditionsTarifaires: Each(tariffs.Others, TariffBody),
		Utilisations: Each(open, func(stay stay.Details) LockerStay {
			return LockerStay{
				Utilisateur: accountBody(stay.Account), Utilisation: at.Stay(stay),
				Tarif: TariffOrNil(stay.Tariff),
			}
		}),
	}
}
