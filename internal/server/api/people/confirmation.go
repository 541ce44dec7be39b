package people

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/server/api"
)

// ConfirmationRequest carries the token of a link that asks a person to confirm a registration.
type ConfirmationRequest struct {
	Jeton string `json:"jeton" required:"false"`
}

// Confirmation names the operator with which a registration was confirmed.
type Confirmation struct {
	Exploitant string `json:"exploitant"`
}

func (s area) registerConfirmation() {
	// Public: the token in the link identifies the account.
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "confirm-registration", Method: http.MethodPost, Path: "/api/compte/inscription/confirmer",
		Tags:        []string{"Session"},
		Summary:     "Confirmer une inscription chez un exploitant",
		Description: "Avec le jeton du courriel, valable sept jours et une fois : l'exploitant voit alors la personne elle-même.",
		Errors:      []int{http.StatusGone, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct{ Body ConfirmationRequest }) (*api.Answer[Confirmation], error) {
		operatorID, err := s.Accounts.Confirm(ctx, in.Body.Jeton, api.ClientAddress(ctx))
		if err != nil {
			return nil, err
		}
		host, err := s.Operators.ByID(ctx, operatorID)
		return api.Reply(Confirmation{host.Name}), err
	})
}
