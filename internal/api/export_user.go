package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/account"
	"consigne/internal/clock"
	"consigne/internal/journal"
	"consigne/internal/occupation"
	"consigne/internal/subscription"
)

// UserExport is all that is held of one person (right of access).
type UserExport struct {
	Date           time.Time      `json:"date"`
	Utilisateur    UserDetails    `json:"utilisateur"`
	Utilisations   []Use          `json:"utilisations"`
	Abonnements    []Subscription `json:"abonnements"`
	TarifsReserves []string       `json:"tarifsReserves" doc:"Les conditions tarifaires qui citent son adresse"`
	Sessions       []UserSession  `json:"sessions"`
	Journal        []JournalLine  `json:"journal" doc:"Ce qui a été fait de son compte"`
}

// UserSession is a login.
type UserSession struct {
	Debut    time.Time `json:"debut"`
	Fin      time.Time `json:"fin" doc:"Au plus tard"`
	Terminee bool      `json:"terminee"`
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
		lines, err := whole(func(offset, limit int) ([]journal.Line, int, error) {
			filter := journal.Filter{Object: journal.Object{Kind: journal.KindAccount, ID: in.ID}}
			return s.Journal.JournalLines(ctx, filter, offset, limit)
		})
		if err != nil {
			return nil, err
		}
		return &userExportAnswer{
			Disposition: fmt.Sprintf(`attachment; filename="utilisateur-%d.json"`, in.ID),
			Body: UserExport{
				Date: s.Clock.Now().In(clock.Paris), Utilisateur: userDetails(user, actor, 0),
				Utilisations: each(uses, s.useBody), Abonnements: each(bought, s.subscriptionBody), TarifsReserves: traces.Reserved,
				Sessions: each(traces.Sessions, userSessionBody), Journal: each(lines, journalBody),
			},
		}, s.Accounts.RecordExport(ctx, actor, in.ID)
	})
}

func userSessionBody(session account.Session) UserSession {
	return UserSession{session.CreatedAt.In(clock.Paris), session.ExpiresAt.In(clock.Paris), session.Ended}
}

// whole reads a paged list from its beginning to its end.
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
