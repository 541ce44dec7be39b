package api

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/places/ownership"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// The rights over the members of a team, by the role in ?role=.
var (
	teamRead  = map[access.Role]access.Right{access.Hotline: access.HotlineRead, access.Technician: access.TechniciansRead}
	teamWrite = map[access.Role]access.Right{access.Hotline: access.HotlineWrite, access.Technician: access.TechniciansWrite}
)

type audience int

const (
	nobody     audience = iota // not declared: refused
	public                     // anyone
	staff                      // ROLE_ADMIN, or ROLE_BACK, of the operator concerned if one is named; a key with a right
	holders                    // staff or a key with the rule's right at the operator concerned
	managers                   // ROLE_ADMIN, Gestionnaire at the operator concerned, or a key with all rights of one there
	admins                     // ROLE_ADMIN
	keys                       // the field API: a key for it, which determines the operator
	dashboards                 // the built-in dashboard: its token determines the operator and the account
	provider                   // Stripe, which signs its notices; refused when Stripe is not configured
)

// rule is one line of the policy.
type rule struct {
	audience audience
	right    access.Right
	byRole   map[access.Role]access.Right   // the right by role, if it depends on ?role=
	byKind   map[worklist.Kind]access.Right // a right that does as well, by the {genre} of a line of the worklist
	at       place
	own      bool  // the call is about the account that makes it, which a key is not
	stepUp   bool  // who has a second factor has proved with it, lately and in this session, who they are; a key has none
	slow     bool  // the call has no deadline
	outside  bool  // the call waits for a system outside, and has longer
	maxBody  int64 // bytes; 0: defaultMaxBody
}

// place is where a call names the operator concerned.
type place int

const (
	platform            place = iota // none
	operatorInPath                   // {id}
	operatorInQuery                  // ?exploitant=; without it, holders must be administrators
	ownerOfStation                   // the operator of station {id}
	ownerOfLocker                    // the operator of locker {id}
	ownerOfStay                      // the operator of stay {id}
	ownerOfTariff                    // the operator of tariff {id}
	ownerOfPeriod                    // the operator of the tariff of period {id}
	ownerOfBeneficiary               // the operator of the tariff of beneficiary {id}
	ownerOfContact                   // the operator of contact {id}
	ownerOfPayment                   // the operator of payment {id}
	ownerOfSubscription              // the operator of subscription {id}
	ownerOfDocument                  // the operator of document {id}
	ownerOfReplay                    // the operator of replay {id}
	ownerOfBatch                     // the operator of batch of refunds {id}
	ownerOfNotification              // the operator of endpoint of webhooks {id}
	ownerOfDelivery                  // the operator of the endpoint of delivery {id}
)

// String describes the rule in the API's documentation.
func (r rule) String() string {
	switch r.audience {
	case public:
		return "aucun"
	case staff:
		if r.own {
			return "personnel d'un exploitant, ou administrateur, pour soi"
		}
		return "personnel d'un exploitant, ou administrateur"
	case holders:
		if r.byRole != nil {
			return string(r.byRole[access.Hotline]) + " ou " + string(r.byRole[access.Technician]) + ", selon le rôle"
		}
		if r.byKind != nil {
			return string(r.right) + ", ou " + string(r.byKind[worklist.KindSpace]) + " pour les espaces et les stations muettes"
		}
		return string(r.right)
	case managers:
		return "gestionnaire de l'exploitant, ou administrateur"
	case admins:
		return "administrateur"
	case keys:
		return "clé de l'exploitant, pour le terrain"
	case dashboards:
		return "jeton du tableau de bord"
	case provider:
		return "signature de Stripe"
	}
	return "refusé"
}

// where returns where a call names the operator concerned.
func (p place) where() string {
	switch p {
	case platform:
		return "plateforme"
	case operatorInPath:
		return "exploitant du chemin"
	case operatorInQuery:
		return "exploitant du paramètre"
	}
	return "exploitant de l'objet"
}

// Policy returns the rule of each call, a line each, parted by tabs: method, path, right, where the operator is named, and whether a
// fresh proof of identity is asked for.
func Policy() string {
	calls := newServer(Parts{}).mux.calls
	var out strings.Builder
	for _, name := range slices.SortedFunc(maps.Keys(calls), func(a, b string) int {
		return cmp.Or(strings.Compare(a[strings.Index(a, "/"):], b[strings.Index(b, "/"):]), strings.Compare(a, b))
	}) {
		method, path, _ := strings.Cut(name, " ")
		rule, proof := calls[name].rule, ""
		if rule.stepUp {
			proof = "nouvelle preuve d'identité"
		}
		fmt.Fprintf(&out, "%s\t%s\t%s\t%s\t%s\n", method, path, rule, rule.at.where(), proof)
	}
	return out.String()
}

// refusals lists the statuses with which the policy itself may refuse a call.
func (r rule) refusals() []int {
	switch {
	case r.audience == public:
		return nil
	case r.audience == provider:
		return []int{http.StatusNotFound}
	case r.audience == keys:
		return []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}
	case r.at == platform && r.audience != dashboards:
		return []int{http.StatusUnauthorized, http.StatusForbidden}
	}
	return []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}
}

// authorise passes an admitted call to its handler. It answers the others itself.
func (s *server) authorise(ctx huma.Context, next func(huma.Context)) {
	known, end := requestOf(ctx.Context()), func() {}
	err := s.admit(ctx, known)
	if err == nil {
		end, err = s.beginAnswer(known)
	}
	if err != nil {
		body := s.explain(ctx.Context(), err)
		for name, values := range body.headers {
			ctx.SetHeader(name, values[0])
		}
		ctx.SetHeader("Content-Type", "application/json")
		ctx.SetStatus(body.Code)
		_ = s.api.Marshal(ctx.BodyWriter(), "application/json", body) // an error means that the client is gone
		return
	}
	defer end()
	next(ctx)
}

// admit checks the caller, and notes who it is and which operator the call concerns.
func (s *server) admit(ctx huma.Context, known *request) (err error) {
	rule := known.call.rule
	bearer := bearerIn(ctx.Header("Authorization"))
	switch rule.audience {
	case public:
		return nil
	case provider:
		if s.Notices == nil {
			return fault.NotFound()
		}
		return nil
	case nobody:
		return fault.Forbidden()
	case keys:
		if known.key.ID == 0 {
			if _, err := s.authenticateKey(ctx.Context(), bearer); err != nil { // what does not look like a key
				return err
			}
			return fault.Forbidden() // a good key that identify did not find and count
		}
		if !known.key.Field {
			return fault.Forbidden()
		}
		return nil
	case dashboards:
		known.dashboard, err = s.admitDashboard(ctx.Context(), bearer)
		return err
	}
	actor, err := s.authenticate(ctx.Context(), known, bearer)
	if err != nil {
		return err
	}
	known.actor = actor
	if !actor.Staff() || rule.audience == admins && !actor.Admin || rule.own && actor.Key != nil {
		return fault.Forbidden()
	}
	known.operator, err = s.permit(ctx, rule, actor)
	if err == nil && rule.stepUp && actor.Key == nil {
		err = s.Accounts.RequireStepUp(ctx.Context(), actor)
	}
	return err
}

// authenticate returns the caller: the key that identify found, or the account of a session.
func (s *server) authenticate(ctx context.Context, known *request, bearer string) (access.Actor, error) {
	if known.key.ID != 0 {
		return known.key.Actor(), nil
	}
	if known.caller == nil {
		actor, err := s.Accounts.Authenticate(ctx, bearer)
		if err != nil {
			return access.Actor{}, err
		}
		known.caller = &actor
	}
	return *known.caller, nil
}

// permit checks scope, then right. If the caller names an operator that is not theirs, the answer is 403; for an
// object of an operator that is not theirs, it is 404. It returns the operator concerned, 0 if there is none.
func (s *server) permit(ctx huma.Context, rule rule, actor access.Actor) (operatorID int64, err error) {
	switch rule.at {
	case platform:
		return 0, nil
	case operatorInQuery:
		if ctx.Query("exploitant") == "" {
			if rule.audience == holders && !actor.Admin {
				return 0, fault.Forbidden()
			}
			return 0, nil
		}
		if operatorID, err = strconv.ParseInt(ctx.Query("exploitant"), 10, 64); err != nil {
			return 0, badQuery("exploitant")
		}
		err = s.Owners.CheckNamed(ctx.Context(), actor, operatorID)
	case operatorInPath:
		if operatorID, err = idIn(ctx); err == nil {
			err = s.Owners.CheckNamed(ctx.Context(), actor, operatorID)
		}
	default:
		var id int64
		if id, err = idIn(ctx); err == nil {
			operatorID, err = s.Owners.Of(ctx.Context(), actor, owned[rule.at], id)
		}
	}
	if err != nil {
		return 0, err
	}
	right := rule.right
	if rule.byRole != nil {
		var known bool
		if right, known = rule.byRole[access.Role(ctx.Query("role"))]; !known {
			return 0, badQuery("role")
		}
	}
	if also, given := rule.byKind[worklist.Kind(ctx.Param("genre"))]; given && actor.Can(also, operatorID) {
		return operatorID, nil
	}
	if rule.audience == holders && !actor.Can(right, operatorID) || rule.audience == managers && !actor.ManagerAt(operatorID) {
		return 0, fault.Forbidden()
	}
	return operatorID, nil
}

// owned holds the kind of the object {id}, by the place where a call names it.
var owned = map[place]ownership.Kind{
	ownerOfStation:      ownership.Station,
	ownerOfLocker:       ownership.Locker,
	ownerOfStay:         ownership.Stay,
	ownerOfTariff:       ownership.Tariff,
	ownerOfPeriod:       ownership.Period,
	ownerOfBeneficiary:  ownership.Beneficiary,
	ownerOfContact:      ownership.Contact,
	ownerOfPayment:      ownership.Payment,
	ownerOfSubscription: ownership.Subscription,
	ownerOfDocument:     ownership.Document,
	ownerOfReplay:       ownership.Replay,
	ownerOfBatch:        ownership.Batch,
	ownerOfNotification: ownership.Webhook,
	ownerOfDelivery:     ownership.WebhookDelivery,
}

// idIn parses {id}; if it is not a number, nothing has that id and the error is fault.NotFound.
func idIn(ctx huma.Context) (int64, error) {
	id, err := strconv.ParseInt(ctx.Param("id"), 10, 64)
	if err != nil {
		return 0, fault.NotFound()
	}
	return id, nil
}

// bearerIn returns the token of an Authorization header, or "".
func bearerIn(header string) string {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
