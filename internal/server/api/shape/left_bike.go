package shape

import (
	"time"

	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/kernel/clock"
)

// LeftBike is a file about a bicycle that was left behind, as lists show it.
type LeftBike struct {
	ID           int64           `json:"id"`
	Etape        leftbike.Step   `json:"etape" enum:"ouvert,preavis,enleve,rendu,donne,detruit,repris,annule" doc:"rendu, donne, detruit, repris et annule closent le dossier"`
	Station      Named           `json:"station"`
	Casier       *StayLocker     `json:"casier" doc:"null : trouvé sans utilisation dans un parc collectif"`
	Utilisateur  *Account        `json:"utilisateur" doc:"null : le propriétaire n'est pas connu"`
	IDOccupation *int64          `json:"idOccupation"`
	Description  string          `json:"description"`
	Marquage     string          `json:"marquage" doc:"L'identifiant FNUCI, de 10 caractères, ou rien"`
	Etiquette    string          `json:"etiquette" doc:"Le numéro de celle qui a été posée sur le vélo, ou rien"`
	OuvertLe     time.Time       `json:"ouvertLe"`
	Preavis      *time.Time      `json:"preavis" doc:"null : il n'a pas été donné"`
	AvisAppose   bool            `json:"avisAppose" doc:"Sur le vélo"`
	EnleveLe     *time.Time      `json:"enleveLe"`
	Depot        string          `json:"depot"`
	Rayon        string          `json:"rayon"`
	GardeJusquAu *string         `json:"gardeJusquAu" doc:"AAAA-MM-JJ ; null : le vélo n'a pas été enlevé" format:"date"`
	ClosLe       *time.Time      `json:"closLe"`
	RemisA       string          `json:"remisA" doc:"À qui le vélo a été rendu, donné ou confié"`
	Justificatif *leftbike.Proof `json:"justificatif" enum:"facture,identification,cle,autre" doc:"D'un vélo rendu"`
	Suites       []NextStep      `json:"suites" doc:"Les étapes qui peuvent suivre"`
}

// NextStep is a step that may follow.
type NextStep struct {
	Etape     leftbike.Step `json:"etape" enum:"ouvert,preavis,enleve,rendu,donne,detruit,repris,annule"`
	APartirDu string        `json:"aPartirDu" doc:"AAAA-MM-JJ" format:"date"`
}

// LeftBikeBody returns the shape of a file.
func LeftBikeBody(l leftbike.Listed) LeftBike {
	body := LeftBike{
		ID: l.ID, Etape: l.Step(), Station: Named{l.Station.ID, l.Station.Name}, IDOccupation: OrNull(l.StayID),
		Description: l.Description, Marquage: l.Mark, Etiquette: l.Tag, OuvertLe: l.OpenedAt.In(clock.Paris),
		Preavis: InParis(l.NoticedAt), AvisAppose: l.Posted, EnleveLe: InParis(l.RemovedAt), Depot: l.Depot, Rayon: l.Shelf,
		ClosLe: InParis(l.EndedAt), RemisA: l.Recipient, Justificatif: OrNull(l.Proof),
		Suites: Each(l.Next(), func(n leftbike.Next) NextStep { return NextStep{n.Step, n.From.String()} }),
	}
	if l.LockerID != 0 {
		body.Casier = &StayLocker{l.Locker.ID, l.Locker.Name, l.Locker.Complement, LockerTypes[l.Locker.Type]}
	}
	if l.AccountID != 0 {
		body.Utilisateur = new(accountBody(l.Account))
	}
	if until := l.KeptUntil(); until != 0 {
		body.GardeJusquAu = new(until.String())
	}
	return body
}
