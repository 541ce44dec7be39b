package people

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/hotline"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/security"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/paging"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// AccountExport holds all data about one person (right of access).
type AccountExport struct {
	Date             time.Time            `json:"date"`
	Utilisateur      shape.AccountDetails `json:"utilisateur"`
	Utilisations     []shape.Stay         `json:"utilisations"`
	Abonnements      []shape.Subscription `json:"abonnements"`
	Attentes         []shape.ListedWait   `json:"attentes" doc:"D'une place d'un abonnement, terminées ou non"`
	VelosLaisses     []shape.LeftBike     `json:"velosLaisses" doc:"Les dossiers de vélos qu'elle a laissés"`
	Paiements        []shape.Payment      `json:"paiements"`
	TarifsReserves   []string             `json:"tarifsReserves" doc:"Les conditions tarifaires qui citent son adresse, ou son domaine"`
	Rattachements    []AccountClaim       `json:"rattachements" doc:"Les comptes que des exploitants ont ouverts avec son adresse"`
	Sessions         []AccountSession     `json:"sessions"`
	Liens            []AccountLink        `json:"liens" doc:"Les liens envoyés pour choisir un mot de passe"`
	DerniereActivite time.Time            `json:"derniereActivite" doc:"Telle qu'elle est notée : connexions et semblables"`
	Avertissement    *time.Time           `json:"avertissement" doc:"L'envoi du courriel qui annonce l'anonymisation du compte inactif"`
	AdresseEnAttente *string              `json:"adresseEnAttente" doc:"L'adresse e-mail qu'un collègue a saisie et que la personne n'a pas confirmée"`
	Securite         []AccountEvent       `json:"evenementsSecurite" doc:"Du plus récent au plus ancien"`
	SecondsFacteurs  []OwnFactor          `json:"secondsFacteurs" doc:"Sans leurs secrets"`
	Identites        []LinkedIdentity     `json:"identites" doc:"Chez les fournisseurs d'identité"`
	Refus            []AccountRefusal     `json:"refus" doc:"Ce que les portes lui ont refusé ces sept derniers jours"`
	Consentements    []AccountConsent     `json:"consentements" doc:"Donnés avant la reprise de ses données de l'ancien système d'un exploitant"`
	NotesAppel       []ExportedNote       `json:"notesAppel" doc:"Ce que le personnel a noté pendant ses appels"`
	Vues             []string             `json:"vues" doc:"Les noms des vues de la liste des paiements qu'elle a enregistrées"`
	Journal          []shape.AuditLine    `json:"journal" doc:"Ce qui a été fait de son compte"`
	Actes            []shape.AuditLine    `json:"actes" doc:"Ce que la personne a fait d'autre"`
}

// AccountClaim is an account that an operator opened with the person's e-mail.
type AccountClaim struct {
	Compte       int64       `json:"compte"`
	Exploitant   shape.Named `json:"exploitant"`
	Creation     time.Time   `json:"creation"`
	Confirmation *time.Time  `json:"confirmation" doc:"Absente : rien ne dit que ce compte est le sien ; son export le contient"`
}

// AccountSession is a sign-in session.
type AccountSession struct {
	Debut       time.Time   `json:"debut"`
	Utilisation time.Time   `json:"utilisation" doc:"La dernière, à dix minutes près"`
	Fin         time.Time   `json:"fin" doc:"Au plus tard"`
	Terminee    bool        `json:"terminee"`
	Moyen       account.Way `json:"moyen" enum:"mot-de-passe,cle-acces,fournisseur"`
	Fournisseur string      `json:"fournisseur"`
	Appareil    string      `json:"appareil"`
	Adresse     string      `json:"adresse" doc:"Le réseau de l'appel qui l'a ouverte"`
}

// AccountLink is a link that was sent to set a password, without its token.
type AccountLink struct {
	Creation    time.Time  `json:"creation"`
	Expiration  time.Time  `json:"expiration"`
	Utilisation *time.Time `json:"utilisation" doc:"Ou révocation"`
}

// AccountEvent is a security event about the account, or of an act of the person.
type AccountEvent struct {
	Instant time.Time     `json:"instant"`
	Type    security.Kind `json:"type"`
	Compte  *int64        `json:"compte" doc:"Le numéro du compte concerné"`
	Acteur  *int64        `json:"acteur" doc:"Le numéro du compte qui a agi ; null : personne de connu"`
	Adresse string        `json:"adresse" doc:"L'adresse IP de l'appel ; vide quand une autre personne a agi"`
	Motif   string        `json:"motif"`
}

// AccountRefusal is what a door refused to the person.
type AccountRefusal struct {
	Instant time.Time    `json:"instant"`
	Casier  int64        `json:"casier" doc:"Son identifiant"`
	Motif   refusal.Kind `json:"motif"`
}

// AccountConsent is to what a person agreed before an operator handed their data over.
type AccountConsent struct {
	Exploitant shape.Named `json:"exploitant"`
	Instant    time.Time   `json:"instant"`
	Version    string      `json:"version" doc:"Du texte accepté"`
	Reference  string      `json:"reference" doc:"De la personne, dans l'ancien système"`
}

// ExportedNote is what staff wrote down during a call of the person.
type ExportedNote struct {
	Exploitant int64     `json:"exploitant" doc:"Son identifiant"`
	Le         time.Time `json:"le"`
	Casier     *int64    `json:"casier"`
	Note       string    `json:"note"`
}

type accountExportAnswer struct {
	Disposition string `header:"Content-Disposition"`
	Body        AccountExport
}

func (s area) registerAccountExport() {
	// Managers: of customers of their operator alone.
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInQuery, Long: true}, huma.Operation{
		OperationID: "export-user", Method: http.MethodGet, Path: "/api/admin/utilisateur/{id}/export",
		Tags:    []string{accountTag},
		Summary: "Tout ce qui est détenu sur une personne",
		Description: "Droit d'accès. La lecture laisse une ligne au journal. Un gestionnaire le peut, avec exploitant, d'un usager du sien " +
			"seul. 409 : un autre exploitant le connaît aussi.",
		Errors: []int{http.StatusNotFound, http.StatusConflict},
	}, func(ctx context.Context, in *AccountInput) (*accountExportAnswer, error) {
		actor := api.ActorOf(ctx)
		details, err := s.Accounts.DetailsAt(ctx, actor, in.ID, in.Exploitant)
		if err != nil {
			return nil, err
		}
		if err := details.MayControl(actor, in.Exploitant); err != nil {
			return nil, err
		}
		person := shape.AccountDetailsBody(details, actor, in.Exploitant)
		person.MoyenPaiements = shape.Each(details.Cards, shape.AccountCardBody)
		footprint, err := s.Accounts.Footprint(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		if !actor.Admin { // a manager is not told what others opened with the person's address
			footprint.Claims = slices.DeleteFunc(footprint.Claims,
				func(l account.Link) bool { return l.OperatorID != in.Exploitant })
		}
		identities, err := s.SignOn.IdentitiesOf(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		stays, err := whole(func(offset, limit int) ([]stay.Details, int, error) {
			return s.Stays.OfAccount(ctx, in.ID, 0, offset, limit)
		})
		if err != nil {
			return nil, err
		}
		bought, err := whole(func(offset, limit int) ([]subscription.Bought, int, error) {
			return s.Subscriptions.OfAccount(ctx, in.ID, 0, offset, limit)
		})
		if err != nil {
			return nil, err
		}
		waits, err := s.Waiting.OfAccount(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		bikes, err := s.LeftBikes.OfAccount(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		notes, err := s.Calls.NotesOf(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		owed, err := whole(func(offset, limit int) ([]payment.Details, int, error) {
			return s.Payments.OfAccount(ctx, in.ID, offset, limit)
		})
		if err != nil {
			return nil, err
		}
		lines := func(filter audit.Filter) ([]audit.Line, error) {
			all, window := []audit.Line{}, paging.First(atOnce)
			for {
				page, err := s.Audit.Lines(ctx, filter, window)
				if all = append(all, page.Items...); err != nil || page.Next == nil {
					return all, err
				}
				window.After = page.Next
			}
		}
		own := audit.Object{Kind: audit.KindAccount, ID: in.ID}
		undergone, err := lines(audit.Filter{Object: own})
		if err != nil {
			return nil, err
		}
		done, err := lines(audit.Filter{ActorID: in.ID})
		if err != nil {
			return nil, err
		}
		done = slices.DeleteFunc(done, func(l audit.Line) bool { return l.Object == own })
		documents, err := s.Documents.Of(ctx, shape.Each(owed, func(d payment.Details) int64 { return d.ID })...)
		if err != nil {
			return nil, err
		}
		return &accountExportAnswer{
			Disposition: fmt.Sprintf(`attachment; filename="utilisateur-%d.json"`, in.ID),
			Body: AccountExport{
				Date: s.Clock.Now().In(clock.Paris), Utilisateur: person,
				Utilisations: shape.Each(stays, s.At().StayForStaff), Abonnements: shape.Each(bought, s.At().Subscription),
				Attentes: shape.Each(waits, s.At().ListedWait), VelosLaisses: shape.Each(bikes, shape.LeftBikeBody),
				Paiements: shape.Each(owed, func(d payment.Details) shape.Payment {
					body := s.At().Payment(d, access.Actor{})
					body.Documents = shape.Each(documents[d.ID], shape.DocumentBody)
					return body
				}), TarifsReserves: footprint.Reserved,
				Rattachements:    shape.Each(footprint.Claims, accountClaimBody),
				Sessions:         shape.Each(footprint.Sessions, accountSessionBody),
				Liens:            shape.Each(footprint.Links, accountLinkBody),
				DerniereActivite: footprint.LastActive.In(clock.Paris), Avertissement: shape.InParis(footprint.Warned),
				AdresseEnAttente: shape.TextOrNil(footprint.PendingEmail),
				Securite: shape.Each(footprint.Events,
					func(e security.Event) AccountEvent { return accountEventBody(e, in.ID) }),
				SecondsFacteurs: shape.Each(footprint.Factors, ownFactorBody),
				Identites:       shape.Each(identities, linkedIdentityBody),
				Refus: shape.Each(footprint.Refusals, func(r refusal.Refusal) AccountRefusal {
					return AccountRefusal{r.At.In(clock.Paris), r.LockerID, r.Kind}
				}),
				Consentements: shape.Each(footprint.Consents, func(c account.Consent) AccountConsent {
					return AccountConsent{
						shape.Named{ID: c.OperatorID, Nom: c.OperatorName},
						c.At.In(clock.Paris), c.Version, c.Reference,
					}
				}),
				NotesAppel: shape.Each(notes, func(n hotline.Note) ExportedNote {
					return ExportedNote{n.OperatorID, n.At.In(clock.Paris), shape.OrNull(n.LockerID), n.Text}
				}),
				Vues:    shape.Each(footprint.Views, func(name string) string { return name }),
				Journal: shape.Each(undergone, shape.AuditBody), Actes: shape.Each(done, shape.AuditBody),
			},
		}, s.Accounts.RecordExport(ctx, actor, in.ID, in.Exploitant)
	})
}

func accountClaimBody(link account.Link) AccountClaim {
	return AccountClaim{
		link.AccountID,
		shape.Named{ID: link.OperatorID, Nom: link.OperatorName},
		link.ClaimedAt.In(clock.Paris), shape.InParis(link.ConfirmedAt),
	}
}

func accountSessionBody(session account.Session) AccountSession {
	from := session.Origin
	return AccountSession{
		Debut: session.CreatedAt.In(clock.Paris), Utilisation: session.RotatedAt.In(clock.Paris),
		Fin:      session.ExpiresAt.In(clock.Paris),
		Terminee: session.Ended, Moyen: from.Way, Fournisseur: from.Provider, Appareil: from.Device, Adresse: from.Network,
	}
}

func accountLinkBody(link account.PasswordLink) AccountLink {
	body := AccountLink{Creation: link.CreatedAt.In(clock.Paris), Expiration: link.ExpiresAt.In(clock.Paris)}
	body.Utilisation = shape.InParis(link.UsedAt)
	return body
}

func accountEventBody(e security.Event, accountID int64) AccountEvent {
	body := AccountEvent{
		e.At.In(clock.Paris), e.Kind, shape.IDOrNil(e.AccountID), shape.IDOrNil(e.ActorID), e.Address,
		e.Reason,
	}
	if e.ActorID != 0 && e.ActorID != accountID { // the address is that of a colleague
		body.Adresse = ""
	}
	return body
}

// atOnce is the number of lines that an export reads at once.
const atOnce = 500

// whole reads all pages of a list.
func whole[T any](page func(offset, limit int) ([]T, int, error)) ([]T, error) {
	all := []T{}
	for {
		some, total, err := page(len(all), atOnce)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
		if len(some) == 0 || len(all) >= total {
			return all, nil
		}
	}
}
