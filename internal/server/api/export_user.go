package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/account"
	"consigne/internal/domain/journal"
	"consigne/internal/domain/occupation"
	"consigne/internal/domain/payment"
	"consigne/internal/domain/security"
	"consigne/internal/domain/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
)

// UserExport holds all data about one person (right of access).
type UserExport struct {
	Date             time.Time      `json:"date"`
	Utilisateur      UserDetails    `json:"utilisateur"`
	Utilisations     []Use          `json:"utilisations"`
	Abonnements      []Subscription `json:"abonnements"`
	Paiements        []Payment      `json:"paiements"`
	TarifsReserves   []string       `json:"tarifsReserves" doc:"Les conditions tarifaires qui citent son adresse, ou son domaine"`
	Rattachements    []UserClaim    `json:"rattachements" doc:"Les comptes que des exploitants ont ouverts avec son adresse"`
	Sessions         []UserSession  `json:"sessions"`
	Liens            []UserLink     `json:"liens" doc:"Les liens envoyés pour choisir un mot de passe"`
	DerniereActivite time.Time      `json:"derniereActivite" doc:"Telle qu'elle est notée : connexions et semblables"`
	Avertissement    *time.Time     `json:"avertissement" doc:"L'envoi du courriel qui annonce l'anonymisation du compte inactif"`
	AdresseEnAttente *string        `json:"adresseEnAttente" doc:"L'adresse e-mail qu'un collègue a saisie et que la personne n'a pas confirmée"`
	Securite         []UserEvent    `json:"evenementsSecurite" doc:"Du plus récent au plus ancien"`
	Journal          []JournalLine  `json:"journal" doc:"Ce qui a été fait de son compte"`
	Actes            []JournalLine  `json:"actes" doc:"Ce que la personne a fait d'autre"`
}

// UserClaim is an account that an operator opened with the person's e-mail.
type UserClaim struct {
	Compte       int64      `json:"compte"`
	Exploitant   Named      `json:"exploitant"`
	Creation     time.Time  `json:"creation"`
	Confirmation *time.Time `json:"confirmation" doc:"Absente : rien ne dit que ce compte est le sien ; son export le contient"`
}

// UserSession is a sign-in session.
type UserSession struct {
	Debut    time.Time `json:"debut"`
	Fin      time.Time `json:"fin" doc:"Au plus tard"`
	Terminee bool      `json:"terminee"`
}

// UserLink is a link that was sent to set a password, without its token.
type UserLink struct {
	Creation    time.Time  `json:"creation"`
	Expiration  time.Time  `json:"expiration"`
	Utilisation *time.Time `json:"utilisation" doc:"Ou révocation"`
}

// UserEvent is a security event about the account, or of an act of the person.
type UserEvent struct {
	Instant time.Time     `json:"instant"`
	Type    security.Kind `json:"type"`
	Compte  *int64        `json:"compte" doc:"Le numéro du compte concerné"`
	Acteur  *int64        `json:"acteur" doc:"Le numéro du compte qui a agi ; null : personne de connu"`
	Adresse string        `json:"adresse" doc:"L'adresse IP de l'appel ; vide quand une autre personne a agi"`
	Motif   string        `json:"motif"`
}

type userExportAnswer struct {
	Disposition string `header:"Content-Disposition"`
	Body        UserExport
}

func (s *server) registerUserExport() {
	register(s, huma.Operation{
		OperationID: "export-user", Method: http.MethodGet, Path: "/api/admin/utilisateur/{id}/export", Tags: []string{userTag},
		Summary: "Tout ce qui est détenu sur une personne", Description: "Droit d'accès. La lecture laisse une ligne au journal.",
		Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *IDInput) (*userExportAnswer, error) {
		actor := actorOf(ctx)
		user, err := s.Accounts.User(ctx, actor, in.ID, 0)
		if err != nil {
			return nil, err
		}
		traces, err := s.Accounts.Traces(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		uses, err := whole(func(offset, limit int) ([]occupation.Use, int, error) {
			return s.Stays.OfUser(ctx, in.ID, 0, offset, limit)
		})
		if err != nil {
			return nil, err
		}
		bought, err := whole(func(offset, limit int) ([]subscription.Bought, int, error) {
			return s.Subscriptions.OfUser(ctx, in.ID, 0, offset, limit)
		})
		if err != nil {
			return nil, err
		}
		owed, err := whole(func(offset, limit int) ([]payment.Details, int, error) {
			return s.Payments.OfUser(ctx, in.ID, offset, limit)
		})
		if err != nil {
			return nil, err
		}
		lines := func(filter journal.Filter) ([]journal.Line, error) {
			return whole(func(offset, limit int) ([]journal.Line, int, error) {
				return s.Journal.Lines(ctx, filter, offset, limit)
			})
		}
		own := journal.Object{Kind: journal.KindAccount, ID: in.ID}
		undergone, err := lines(journal.Filter{Object: own})
		if err != nil {
			return nil, err
		}
		done, err := lines(journal.Filter{ActorID: in.ID})
		if err != nil {
			return nil, err
		}
		done = slices.DeleteFunc(done, func(l journal.Line) bool { return l.Object == own })
		return &userExportAnswer{
			Disposition: fmt.Sprintf(`attachment; filename="utilisateur-%d.json"`, in.ID),
			Body: UserExport{
				Date: s.Clock.Now().In(clock.Paris), Utilisateur: userDetails(user, actor, 0),
				Utilisations: each(uses, s.useBody), Abonnements: each(bought, s.subscriptionBody),
				Paiements: each(owed, func(d payment.Details) Payment { return s.paymentBody(d, access.Actor{}) }), TarifsReserves: traces.Reserved,
				Rattachements: each(traces.Claims, userClaimBody),
				Sessions:      each(traces.Sessions, userSessionBody), Liens: each(traces.Links, userLinkBody),
				DerniereActivite: traces.LastActive.In(clock.Paris), Avertissement: inParis(traces.Warned),
				AdresseEnAttente: textOrNil(traces.AskedEmail),
				Securite:         each(traces.Events, func(e security.Event) UserEvent { return userEventBody(e, in.ID) }),
				Journal:          each(undergone, journalBody), Actes: each(done, journalBody),
			},
		}, s.Accounts.RecordExport(ctx, actor, in.ID)
	})
}

func userClaimBody(link account.Link) UserClaim {
	return UserClaim{link.AccountID, Named{link.OperatorID, link.OperatorName}, link.ClaimedAt.In(clock.Paris), inParis(link.ConfirmedAt)}
}

func userSessionBody(session account.Session) UserSession {
	return UserSession{session.CreatedAt.In(clock.Paris), session.ExpiresAt.In(clock.Paris), session.Ended}
}

func userLinkBody(link account.PasswordLink) UserLink {
	body := UserLink{Creation: link.CreatedAt.In(clock.Paris), Expiration: link.ExpiresAt.In(clock.Paris)}
	body.Utilisation = inParis(link.UsedAt)
	return body
}

func userEventBody(e security.Event, accountID int64) UserEvent {
	body := UserEvent{e.At.In(clock.Paris), e.Kind, idOrNil(e.AccountID), idOrNil(e.ActorID), e.Address, e.Reason}
	if e.ActorID != 0 && e.ActorID != accountID { // the address is that of a colleague
		body.Adresse = ""
	}
	return body
}

// whole reads all pages of a list.
func whole[T any](page func(offset, limit int) ([]T, int, error)) ([]T, error) {
	const atOnce = 500
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
