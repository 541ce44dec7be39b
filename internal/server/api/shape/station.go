package shape

import (
	"consigne/internal/domain/places/station"
)

func tagBody(label string) Tag { return Tag{label} }

// Address is a postal address; that of a station has coordinates.
type Address struct {
	Adresse    string `json:"adresse"`
	Complement string `json:"complement,omitempty"`
	CodePostal string `json:"codePostal"`
	Ville      string `json:"ville"`
	Latitude   string `json:"latitude,omitempty" doc:"Texte, tel que saisi"`
	Longitude  string `json:"longitude,omitempty" doc:"Texte, tel que saisi"`
}

// Station is a station and its counters.
type Station struct {
	ID                    int64              `json:"id"`
	Version               int64              `json:"version" doc:"Croît à chaque modification de la station, sans ses casiers ; à rendre dans If-Match"`
	Nom                   string             `json:"nom"`
	LibelleAdmin          string             `json:"libelleAdmin"`
	Actif                 bool               `json:"actif"`
	HorsService           *Outage            `json:"horsService" doc:"Null : en service"`
	StationType           station.Kind       `json:"stationType" enum:"indiv,collec,collec-comptage"`
	SystemeComptage       *string            `json:"systemeComptage"`
	Adresse               Address            `json:"adresse"`
	Descriptif            StationDescription `json:"descriptif" required:"false" doc:"Absent d'un nœud de la version précédente, pendant une mise à jour"`
	Exploitant            Named              `json:"exploitant"`
	NombreCasiersValides  int                `json:"nombreCasiersValides" doc:"Libres et occupés"`
	NombreCasiersLibres   int                `json:"nombreCasiersLibres"`
	NombreCasiersOccupes  int                `json:"nombreCasiersOccupes"`
	NombreCasiersInactifs int                `json:"nombreCasiersInactifs"`
	Etiquettes            []Tag              `json:"etiquettes" doc:"Celles de ses casiers"`
	Controleur            *Controller        `json:"controleur,omitempty" doc:"Si l'on en connaît un"`
	Casiers               []Locker           `json:"casiers,omitzero" doc:"Dans le détail seulement"`
}

// StationDescription is what a station says of itself in the open data.
type StationDescription struct {
	CodeCommune        *string `json:"codeCommune" doc:"Code INSEE de la commune" example:"38185"`
	IDOsm              *string `json:"idOsm" doc:"Objet OpenStreetMap : n (nœud), w (chemin) ou r (relation), puis son numéro" example:"n34172"`
	Mobilier           *string `json:"mobilier" enum:"ARCEAU,RATELIER,RACK DOUBLE ETAGE,CROCHET,SUPPORT GUIDON,POTELET,ARCEAU VELO GRANDE TAILLE,AUCUN EQUIPEMENT,AUTRE"`
	Couverture         *bool   `json:"couverture" doc:"Abritée de la pluie"`
	Surveillance       *bool   `json:"surveillance" doc:"Par un gardien ou des caméras"`
	Lumiere            *bool   `json:"lumiere" doc:"Éclairée la nuit"`
	Proprietaire       *string `json:"proprietaire" doc:"Organisation propriétaire de l'emplacement"`
	AnneeMiseEnService *int    `json:"anneeMiseEnService" example:"2017"`
	URLInformation     *string `json:"urlInformation" doc:"Page publique sur la station" example:"https://www.exemple.fr/stationnement-velo"`
}

// Tag is an étiquette.
type Tag struct {
	Libelle string `json:"libelle"`
}

// StationBody returns the shape of a station, without its lockers.
func StationBody(st station.Station) Station {
	body := Station{
		ID: st.ID, Version: st.Revision, Nom: st.Name, LibelleAdmin: st.AdminLabel, Actif: st.Active,
		HorsService: OutageOrNil(st.Outage), StationType: st.Kind,
		Adresse: Address{
			Adresse: st.Street, CodePostal: st.PostalCode, Ville: st.City, Latitude: st.Latitude, Longitude: st.Longitude,
		},
		Descriptif:            descriptionBody(st.Description),
		Exploitant:            Named{ID: st.OperatorID, Nom: st.OperatorName},
		NombreCasiersValides:  st.Counters.Valid(),
		NombreCasiersLibres:   st.Counters.Free,
		NombreCasiersOccupes:  st.Counters.Occupied,
		NombreCasiersInactifs: st.Counters.Inactive,
		Etiquettes:            Each(st.Tags, tagBody),
	}
	if st.CountingSystem != "" {
		body.SystemeComptage = &st.CountingSystem
	}
	return body
}

func descriptionBody(d *station.Description) StationDescription {
	if d == nil {
		return StationDescription{}
	}
	return StationDescription{
		CodeCommune: OrNull(d.CommuneCode), IDOsm: OrNull(d.OSMID), Mobilier: OrNull(d.Furniture), Couverture: d.Covered,
		Surveillance: d.Watched,
		Lumiere:      d.Lit, Proprietaire: OrNull(d.Owner), AnneeMiseEnService: OrNull(d.ServiceYear),
		URLInformation: OrNull(d.InfoURL),
	}
}
