package desk

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/diagnosis"
	"consigne/internal/domain/desk/hotline"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// CallCandidates are whom and what a search for a call finds, at most ten of each.
type CallCandidates struct {
	Usagers   []CallCustomer `json:"usagers" doc:"Vide pour qui ne peut lire les utilisateurs"`
	Casiers   []StayPlace    `json:"casiers"`
	Stations  []shape.Named  `json:"stations"`
	Paiements []CallPayment  `json:"paiements"`

	Documents     []FoundDocument `json:"documents"`
	Interventions []shape.Repair  `json:"interventions"`
}

// FoundDocument is a receipt or credit note that a search found.
type FoundDocument struct {
	shape.PaymentDocument
	IDPaiement int64 `json:"idPaiement"`
}

// CallCustomer is a person whom a call may be from.
type CallCustomer struct {
	ID        int64  `json:"id"`
	Nom       string `json:"nom"`
	Prenom    string `json:"prenom"`
	Email     string `json:"email"`
	Telephone string `json:"telephone"`
	Actif     bool   `json:"actif"`
	Anonymise bool   `json:"anonymise"`
}

// StayPlace is a locker with its station.
type StayPlace struct {
	shape.StayLocker
	Station shape.Named `json:"station"`
}

// CallPayment is a payment that a call may be about.
type CallPayment struct {
	ID              int64          `json:"id"`
	UUIDReservation string         `json:"uuidReservation"`
	Montant         money.Cents    `json:"montant"`
	PaiementStatut  payment.Status `json:"paiementStatut" enum:"RUNNING,NOT_PRESENTED,FREE,ATTEMPT_PROCESS,PAID,UNPAID,ERROR,PAYMENT_ERROR_MEANT_OF_PAYMENT,PERMANENT_ERROR,MANUAL,CANCELLED,INVALID_PAYMENT"`
	Usager          *shape.Named   `json:"usager" doc:"Null pour qui ne peut lire les utilisateurs"`
}

// Call is what staff need while somebody is on the telephone.
type Call struct {
	Usager      *shape.AccountDetails `json:"usager" doc:"Null : aucun n'est nommé"`
	Casier      *CallDoor             `json:"casier" doc:"Null : aucun n'est nommé, et rien ne dit lequel"`
	EnCours     []shape.Stay          `json:"enCours" doc:"Les utilisations en cours, de l'usager ou derrière la porte ; sans leur usager pour qui ne peut lire les utilisateurs"`
	Abonnements []shape.Subscription  `json:"abonnements"`
	Paiements   []shape.Payment       `json:"paiements" doc:"De ce qui est en cours, puis les derniers, avec les lignes de leur prix et leurs présentations"`
	Conclusion  string                `json:"conclusion" doc:"Une phrase sur les causes"`
	Causes      []CallCause           `json:"causes" doc:"Pourquoi la porte n'ouvre pas : les certaines d'abord"`
	Chronologie []CallEvent           `json:"chronologie" doc:"Les dernières 24 heures, du plus récent au plus ancien"`
	Notes       []CallNote            `json:"notes" doc:"Des appels précédents, de la personne puis du casier sans personne nommée, de la plus récente à la plus ancienne"`
	Actions     []CallAct             `json:"actions" doc:"Ce que l'appelant peut faire maintenant"`
}

// CallDoor is the locker that a call is about.
type CallDoor struct {
	StayPlace
	Version        int64             `json:"version" doc:"Croît à chaque modification du casier ; à rendre dans If-Match"`
	Etat           station.State     `json:"etat" enum:"Libre,Occupé,Inactif"`
	Actif          bool              `json:"actif"`
	HorsService    *shape.Outage     `json:"horsService" doc:"Null : en service"`
	StationActive  bool              `json:"stationActive"`
	StationOutage  *shape.Outage     `json:"stationHorsService" doc:"Null : en service"`
	NbMaxSpaces    int               `json:"nbMaxSpaces" doc:"Places ; 1 pour un casier"`
	NombreOccupees int               `json:"nombreOccupees"`
	Controleur     *shape.Controller `json:"controleur" doc:"Null : aucun n'est connu"`
	Porte          *shape.Door       `json:"porte" doc:"Null : le contrôleur n'en a rien dit"`
}

// CallCause is a cause for which a door does not open.
type CallCause struct {
	Cause    diagnosis.Cause `json:"cause" enum:"banni,station_inactive,casier_inactif,enlevement,mauvaise_station,mauvais_casier,attribue,occupe,complet,abonnement_impaye,abonnement_termine,abonnement_utilise,sans_tarif,station_muette,code_non_recu,trop_de_codes,code_faux,code_expire,code_utilise,code_absent,horloge,chevauchement,deja_terminee,inconnu,carte_refusee,carte_expiree,sans_carte,porte_ouverte"`
	Certaine bool            `json:"certaine" doc:"Vrai : Consigne refuse pour cela maintenant, ou l'a refusé à l'instant ; faux : le fait est vrai et peut expliquer un refus"`
	Depuis   *time.Time      `json:"depuis"`
	Phrase   string          `json:"phrase"`
	Suite    string          `json:"suite" doc:"Ce qu'il y a à faire"`
}

// CallEvent is an event of the last hours.
type CallEvent struct {
	Instant time.Time `json:"instant"`
	Genre   string    `json:"genre" doc:"Une action du journal, ou porte.refus, casier.code_recu, casier.code_expire, porte.ouverte, porte.fermee, paiement.tentative, courriel.attente, courriel.envoi"`
	Phrase  string    `json:"phrase"`
	Objet   CallThing `json:"objet"`
}

// CallThing names an object.
type CallThing struct {
	Type string `json:"type" enum:"compte,station,casier,utilisation,paiement,abonnement"`
	ID   int64  `json:"id"`
}

// CallAct is an act that the caller may do now.
type CallAct struct {
	Action hotline.ActKind `json:"action" enum:"generer-code,generer-code-maintenance,activer,desactiver,terminer,bannir,retablir,manual,annuler,generer-ordre,switch-gratuit,rembourser,demander-remboursement,refuser-remboursement,retirer-remboursement"`
	Objet  CallThing       `json:"objet"`
}

func (s area) registerCalls() {
	const tag = "Récit d'appel"
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "search-call", Method: http.MethodGet, Path: "/api/admin/recit/exploitant/{id}", Tags: []string{tag},
		Summary:     "De qui ou de quoi parle un appel",
		Description: "Les usagers par téléphone en toute écriture, nom ou e-mail, pour qui peut les lire ; les casiers par code et station ; les stations ; les paiements par le début de leur uuid, de cinq caractères au moins ; reçus, avoirs et interventions par leur numéro. Dix au plus de chaque sorte.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Recherche string `query:"recherche" maxLength:"255"`
	},
	) (*api.Answer[CallCandidates], error) {
		actor := api.ActorOf(ctx)
		found, err := s.Calls.Search(ctx, actor, in.ID, in.Recherche)
		customers := actor.Can(access.HotlineRead, in.ID)
		return api.Reply(CallCandidates{
			Usagers: shape.Each(found.Customers, callCustomerBody),
			Casiers: shape.Each(found.Lockers, func(p hotline.Spot) StayPlace { return spotBody(p) }),
			Stations: shape.Each(found.Stations,
				func(p hotline.Spot) shape.Named { return shape.Named{ID: p.StationID, Nom: p.StationName} }),
			Paiements: shape.Each(found.Payments, func(p payment.Details) CallPayment {
				body := CallPayment{ID: p.ID, UUIDReservation: p.UUID, Montant: p.Amount, PaiementStatut: p.Status}
				if customers {
					body.Usager = &shape.Named{ID: p.Account.ID, Nom: fullName(p.Account)}
				}
				return body
			}),
			Documents: shape.Each(found.Documents, func(d document.Document) FoundDocument {
				return FoundDocument{shape.DocumentBody(d), d.PaymentID}
			}),
			Interventions: shape.Each(found.Interventions, shape.RepairBody),
		}), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.HotlineRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "read-call-of-user", Method: http.MethodGet,
		Path: "/api/admin/recit/exploitant/{id}/usager/{idUtilisateur}", Tags: []string{tag},
		Summary:     "L'appel d'un usager",
		Description: "Sans casier nommé : celui qui l'a refusé en dernier, sinon celui de sa seule utilisation en cours, sinon celui de ses casiers où un code a été refusé en dernier.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		IDUtilisateur int64 `path:"idUtilisateur"`
		Casier        int64 `query:"casier"`
	},
	) (*api.Answer[Call], error) {
		actor := api.ActorOf(ctx)
		got, err := s.Calls.OfCustomer(ctx, actor, in.ID, in.IDUtilisateur, in.Casier, s.Controllers != nil)
		return api.Reply(s.callBody(got, actor, in.ID)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "read-call-of-locker", Method: http.MethodGet,
		Path: "/api/admin/recit/exploitant/{id}/casier/{idCasier}", Tags: []string{tag},
		Summary: "L'appel d'une personne inconnue devant un casier",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		IDCasier int64 `path:"idCasier"`
	},
	) (*api.Answer[Call], error) {
		actor := api.ActorOf(ctx)
		got, err := s.Calls.OfDoor(ctx, actor, in.ID, in.IDCasier, s.Controllers != nil)
		return api.Reply(s.callBody(got, actor, in.ID)), err
	})
	s.registerCallNotes(tag)
}

func (s area) callBody(c hotline.Call, viewer access.Actor, operatorID int64) Call {
	body := Call{
		EnCours: shape.Each(c.Open, s.At().Stay), Abonnements: shape.Each(c.Subscriptions, s.At().Subscription),
		Paiements:  shape.Each(c.Payments, func(p payment.Details) shape.Payment { return s.At().Payment(p, viewer) }),
		Conclusion: c.Conclusion(), Causes: shape.Each(c.Findings, causeBody), Chronologie: shape.Each(c.Events, eventBody),
		Actions: shape.Each(c.Acts,
			func(a hotline.Act) CallAct { return CallAct{a.Kind, CallThing{a.Object.Kind, a.Object.ID}} }),
	}
	body.Notes = shape.Each(c.Notes, func(n hotline.Note) CallNote { return noteBody(n, viewer) })
	if c.Customer != nil {
		person := shape.AccountDetailsBody(*c.Customer, viewer, operatorID)
		body.Usager = &person
	}
	if c.Door != nil {
		body.Casier = doorBody(*c.Door)
	}
	if !viewer.Can(access.HotlineRead, operatorID) {
		for i := range body.EnCours {
			body.EnCours[i].User = shape.Account{}
		}
	}
	return body
}

func callCustomerBody(u account.Details) CallCustomer {
	return CallCustomer{
		ID: u.ID, Nom: u.LastName, Prenom: u.FirstName, Email: u.Email, Telephone: u.Phone,
		Actif: u.Active, Anonymise: u.Anonymised,
	}
}

func fullName(u stay.Account) string {
	if u.FirstName == "" {
		return u.LastName
	}
	return u.FirstName + " " + u.LastName
}

func spotBody(p hotline.Spot) StayPlace {
	return StayPlace{shape.StayLocker{
		ID: p.LockerID, Nom: p.LockerName, Complement: p.Complement,
		Type: shape.LockerTypes[p.Type],
	}, shape.Named{ID: p.StationID, Nom: p.StationName}}
}

func doorBody(d hotline.Door) *CallDoor {
	body := &CallDoor{
		StayPlace: StayPlace{shape.StayLocker{
			ID: d.ID, Nom: d.Name, Complement: d.Complement,
			Type: shape.LockerTypes[d.Type],
		}, shape.Named{ID: d.StationID, Nom: d.StationName}},
		Version: d.Revision,
		Etat:    d.State(), Actif: d.Active, HorsService: shape.OutageOrNil(d.Outage),
		StationActive: d.StationActive, StationOutage: shape.OutageOrNil(d.StationOutage),
		NbMaxSpaces: d.Capacity, NombreOccupees: d.Occupied,
	}
	if d.Controller != nil {
		body.Controleur = &shape.Controller{
			MuetteDepuis: shape.InParis(d.Controller.SilentSince),
			Logiciel:     d.Controller.Software,
		}
	}
	if d.Open != nil && d.MovedAt != nil {
		body.Porte = &shape.Door{Etat: "fermee", Depuis: d.MovedAt.In(clock.Paris)}
		if *d.Open {
			body.Porte.Etat = "ouverte"
		}
	}
	return body
}

func causeBody(f diagnosis.Finding) CallCause {
	return CallCause{
		Cause: f.Cause, Certaine: f.Certain, Depuis: shape.InParis(f.Since), Phrase: f.Sentence,
		Suite: f.Next,
	}
}

func eventBody(m hotline.Event) CallEvent {
	return CallEvent{m.At.In(clock.Paris), m.Kind, m.Sentence, CallThing{m.Object.Kind, m.Object.ID}}
}
