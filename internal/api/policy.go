package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/access"
	"consigne/internal/fault"
)

// policy says who may make each call: a call that is not in it is refused.
var policy = map[string]rule{
	"POST /api/compte/connexion":                 {audience: public},
	"GET /api/token/refresh":                     {audience: public}, // checks its two tokens itself
	"GET /api/token/invalidate":                  {audience: public}, // likewise
	"POST /api/mot-de-passe/demander-changement": {audience: public},
	"POST /api/mot-de-passe/changer":             {audience: public},

	"GET /api/admin/compte/details":            {audience: staff, at: operatorInQuery},
	"GET /api/admin/exploitants":               {audience: staff},
	"GET /api/admin/exploitant/{id}/compteurs": {audience: holders, right: access.StationsRead, at: operatorInPath},

	"GET /api/admin/station/exploitant/{id}":   {audience: holders, right: access.StationsRead, at: operatorInPath},
	"DELETE /api/admin/station/{id}/supprimer": {audience: holders, right: access.StationsWrite, at: ownerOfStation},
}

// Owners finds the operator to which an object belongs.
type Owners interface {
	OperatorExists(ctx context.Context, id int64) (bool, error)
	// StationOperator returns fault.NotFound for a station that does not exist.
	StationOperator(ctx context.Context, id int64) (int64, error)
}

type audience int

const (
	nobody  audience = iota // what is not declared
	public                  // anyone
	staff                   // ROLE_ADMIN or ROLE_BACK; of the operator concerned, if one is named
	holders                 // staff with the rule's right at the operator concerned
)

// rule is one line of the policy.
type rule struct {
	audience audience
	right    access.Right
	at       place
}

// place is how a call tells the operator concerned.
type place int

const (
	platform        place = iota // none
	operatorInPath               // {id}
	operatorInQuery              // ?exploitant=, or none
	ownerOfStation               // that of station {id}
)

// String words the rule for the documentation.
func (r rule) String() string {
	switch r.audience {
	case public:
		return "aucun"
	case staff:
		return "personnel d'un exploitant, ou administrateur"
	case holders:
		return string(r.right)
	}
	return "refusé"
}

// refusals lists the statuses with which the policy itself may answer.
func (r rule) refusals() []int {
	switch {
	case r.audience == public:
		return nil
	case r.at == platform:
		return []int{http.StatusUnauthorized, http.StatusForbidden}
	}
	return []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}
}

// authorise lets a call through to its handler, with the caller in its context,
// or answers for it.
func (s *server) authorise(ctx huma.Context, next func(huma.Context)) {
	actor, err := s.admit(ctx)
	if err != nil {
		body := s.explain(ctx.Context(), err)
		for name, values := range body.headers {
			ctx.SetHeader(name, values[0])
		}
		ctx.SetHeader("Content-Type", "application/json")
		ctx.SetStatus(body.Code)
		_ = s.api.Marshal(ctx.BodyWriter(), "application/json", body) // the client is gone: nobody to tell
		return
	}
	next(huma.WithValue(ctx, actorKey{}, actor))
}

func (s *server) admit(ctx huma.Context) (access.Actor, error) {
	operation := ctx.Operation()
	rule := policy[operation.Method+" "+operation.Path]
	switch rule.audience {
	case public:
		return access.Actor{}, nil
	case nobody:
		return access.Actor{}, fault.Denied()
	}
	actor, err := s.Accounts.Authenticate(ctx.Context(), bearerIn(ctx.Header("Authorization")))
	if err != nil {
		return actor, err
	}
	if !actor.Staff() {
		return actor, fault.Denied()
	}
	return actor, s.permit(ctx, rule, actor)
}

// permit checks scope, then right. An operator that the caller names must be
// theirs (403); an object of an operator that is not theirs does not exist (404).
func (s *server) permit(ctx huma.Context, rule rule, actor access.Actor) error {
	var operatorID int64
	switch rule.at {
	case platform:
		return nil
	case operatorInQuery:
		text := ctx.Query("exploitant")
		if text == "" {
			return nil
		}
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return fault.At("exploitant", "La valeur du paramètre « exploitant » n'est pas correcte.")
		}
		operatorID = id
	case operatorInPath, ownerOfStation:
		id, err := strconv.ParseInt(ctx.Param("id"), 10, 64)
		if err != nil {
			return fault.Missing()
		}
		operatorID = id
	}

	if rule.at == ownerOfStation {
		owner, err := s.Owners.StationOperator(ctx.Context(), operatorID)
		if err != nil {
			return err
		}
		if !actor.StaffAt(owner) {
			return fault.Missing()
		}
		operatorID = owner
	} else {
		if !actor.StaffAt(operatorID) {
			return fault.Denied()
		}
		exists, err := s.Owners.OperatorExists(ctx.Context(), operatorID)
		if err != nil {
			return err
		}
		if !exists {
			return fault.Missing()
		}
	}
	if rule.audience == holders && !actor.Can(rule.right, operatorID) {
		return fault.Denied()
	}
	return nil
}

type actorKey struct{}

// actorOf returns the caller that the policy admitted.
func actorOf(ctx context.Context) access.Actor {
	actor, _ := ctx.Value(actorKey{}).(access.Actor)
	return actor
}

// bearerIn returns the token of an Authorization header, or "".
func bearerIn(header string) string {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
