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
	"consigne/internal/server/api/shape"
)

// The rights over the members of a team, by the role in ?role=.
var (
	TeamRead  = map[access.Role]access.Right{access.Hotline: access.HotlineRead, access.Technician: access.TechniciansRead}
	TeamWrite = map[access.Role]access.Right{
		access.Hotline:    access.HotlineWrite,
		access.Technician: access.TechniciansWrite,
	}
)

type audience int

const (
	nobody audience = iota // not declared: refused
	Public                 // anyone
	// ROLE_ADMIN, or ROLE_BACK, of the operator concerned if one is named; a key with a right
	Staff
	Holders // staff or a key with the rule's right at the operator concerned
	// ROLE_ADMIN, Gestionnaire at the operator concerned, or a key with all rights of one there
	Managers
	Admins          // ROLE_ADMIN
	FieldKeys       // the field API: a key for it, which determines the operator
	DashboardTokens // the built-in dashboard: its token determines the operator and the account
	Provider        // Stripe, which signs its notices; refused when Stripe is not configured
)

// Rule is one line of the policy.
type Rule struct {
	Audience audience
	Right    access.Right
	Or       access.Right                   // a right that does as well; empty: none
	ByRole   map[access.Role]access.Right   // the right by role, if it depends on ?role=
	ByKind   map[worklist.Kind]access.Right // a right that does as well, by the {genre} of a line of the worklist
	At       place
	Own      bool   // the call is about the account that makes it, which a key is not
	StepUp   bool   // who has a second factor has proved with it, lately and in this session, who they are; a key has none
	Slow     bool   // the call has no deadline
	Long     bool   // the call has one, and reads so much that it counts as a long answer as those without do
	Outside  bool   // the call waits for a system outside, and has longer
	MaxBody  int64  // bytes; 0: defaultMaxBody
	TooLong  string // the sentence for a longer body; empty: tooLongDetail
	Repeats  bool   // the same body changes nothing again: it needs no key, and no transaction that waits for its work
}

// place is where a call names the operator concerned.
type place int

const (
	platform            place = iota // none
	OperatorInPath                   // {id}
	OperatorInQuery                  // ?exploitant=; without it, holders must be administrators
	OwnerOfStation                   // the operator of station {id}
	OwnerOfLocker                    // the operator of locker {id}
	OwnerOfStay                      // the operator of stay {id}
	OwnerOfTariff                    // the operator of tariff {id}
	OwnerOfPeriod                    // the operator of the tariff of period {id}
	OwnerOfBeneficiary               // the operator of the tariff of beneficiary {id}
	OwnerOfContact                   // the operator of contact {id}
	OwnerOfPayment                   // the operator of payment {id}
	OwnerOfSubscription              // the operator of subscription {id}
	OwnerOfWait                      // the operator of wait {id}
	OwnerOfLeftBike                  // the operator of file {id} about a bicycle that was left
	OwnerOfDocument                  // the operator of document {id}
	OwnerOfReplay                    // the operator of replay {id}
	OwnerOfBatch                     // the operator of batch of refunds {id}
	OwnerOfNotification              // the operator of endpoint of webhooks {id}
	OwnerOfDelivery                  // the operator of the endpoint of delivery {id}
	OwnerOfSpan                      // the operator of span {id} of unavailability
	OwnerOfIntervention              // the operator of intervention {id}
)

// String describes the rule in the API's documentation.
func (r Rule) String() string {
	switch r.Audience {
	case Public:
		return "aucun"
	case Staff:
		if r.Own {
			return "personnel d'un exploitant, ou administrateur, pour soi"
		}
		return "personnel d'un exploitant, ou administrateur"
	case Holders:
		if r.ByRole != nil {
			return string(r.ByRole[access.Hotline]) + " ou " + string(r.ByRole[access.Technician]) + ", selon le rôle"
		}
		if r.ByKind != nil {
			return string(r.Right) + ", ou " + string(r.ByKind[worklist.KindSpace]) + " pour les espaces, les stations muettes et les interventions"
		}
		if r.Or != "" {
			return string(r.Right) + " ou " + string(r.Or)
		}
		return string(r.Right)
	case Managers:
		return "gestionnaire de l'exploitant, ou administrateur"
	case Admins:
		return "administrateur"
	case FieldKeys:
		return "clé de l'exploitant, pour le terrain"
	case DashboardTokens:
		return "jeton du tableau de bord"
	case Provider:
		return "signature de Stripe"
	}
	return "refusé"
}

// tooLong returns the sentence for a body that is longer than the rule allows.
func (r Rule) tooLong() string { return cmp.Or(r.TooLong, tooLongDetail) }

// where returns where a call names the operator concerned.
func (p place) where() string {
	switch p {
	case platform:
		return "plateforme"
	case OperatorInPath:
		return "exploitant du chemin"
	case OperatorInQuery:
		return "exploitant du paramètre"
	}
	return "exploitant de l'objet"
}

// Policy returns the rule of each call, a line each, parted by tabs: method, path, right, where the operator is named,
// and whether a fresh proof of identity is asked for.
func Policy(areas ...Area) string {
	calls := newServer(Components{}, areas...).mux.calls
	var out strings.Builder
	for _, name := range slices.SortedFunc(maps.Keys(calls), func(a, b string) int {
		return cmp.Or(strings.Compare(a[strings.Index(a, "/"):], b[strings.Index(b, "/"):]), strings.Compare(a, b))
	}) {
		method, path, _ := strings.Cut(name, " ")
		rule, proof := calls[name].rule, ""
		if rule.StepUp {
			proof = "nouvelle preuve d'identité"
		}
		fmt.Fprintf(&out, "%s\t%s\t%s\t%s\t%s\n", method, path, rule, rule.At.where(), proof)
	}
	return out.String()
}

// refusals lists the statuses with which the policy itself may refuse a call.
func (r Rule) refusals() []int {
	switch {
	case r.Audience == Public:
		return nil
	case r.Audience == Provider:
		return []int{http.StatusNotFound}
	case r.Audience == FieldKeys:
		return []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}
	case r.At == platform && r.Audience != DashboardTokens:
		return []int{http.StatusUnauthorized, http.StatusForbidden}
	}
	return []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}
}

// authorise passes an admitted call to its handler. It answers the others itself.
func (s *Server) authorise(ctx huma.Context, next func(huma.Context)) {
	known, end := RequestOf(ctx.Context()), func() {}
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
func (s *Server) admit(ctx huma.Context, known *Request) (err error) {
	rule := known.call.rule
	bearer := BearerIn(ctx.Header("Authorization"))
	switch rule.Audience {
	case Public:
		return nil
	case Provider:
		if s.Notices == nil {
			return fault.NotFound()
		}
		return nil
	case nobody:
		return fault.Forbidden()
	case FieldKeys:
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
	case DashboardTokens:
		known.Dashboard, err = s.admitDashboard(ctx.Context(), bearer)
		return err
	}
	actor, err := s.authenticate(ctx.Context(), known, bearer)
	if err != nil {
		return err
	}
	known.actor = actor
	if !actor.Staff() || rule.Audience == Admins && !actor.Admin || rule.Own && actor.Key != nil {
		return fault.Forbidden()
	}
	known.operator, err = s.permit(ctx, rule, actor)
	if err == nil && rule.StepUp && actor.Key == nil {
		err = s.Accounts.RequireStepUp(ctx.Context(), actor)
	}
	return err
}

// authenticate returns the caller: the key that identify found, or the account of a session.
func (s *Server) authenticate(ctx context.Context, known *Request, bearer string) (access.Actor, error) {
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
func (s *Server) permit(ctx huma.Context, rule Rule, actor access.Actor) (operatorID int64, err error) {
	switch rule.At {
	case platform:
		return 0, nil
	case OperatorInQuery:
		if ctx.Query("exploitant") == "" {
			if (rule.Audience == Holders || rule.Audience == Managers) && !actor.Admin {
				return 0, fault.Forbidden()
			}
			return 0, nil
		}
		if operatorID, err = strconv.ParseInt(ctx.Query("exploitant"), 10, 64); err != nil {
			return 0, shape.BadQuery("exploitant")
		}
		err = s.Owners.CheckNamed(ctx.Context(), actor, operatorID)
	case OperatorInPath:
		if operatorID, err = idIn(ctx); err == nil {
			err = s.Owners.CheckNamed(ctx.Context(), actor, operatorID)
		}
	default:
		var id int64
		if id, err = idIn(ctx); err == nil {
			operatorID, err = s.Owners.Of(ctx.Context(), actor, owned[rule.At], id)
		}
	}
	if err != nil {
		return 0, err
	}
	right := rule.Right
	if rule.ByRole != nil {
		var known bool
		if right, known = rule.ByRole[access.Role(ctx.Query("role"))]; !known {
			return 0, shape.BadQuery("role")
		}
	}
	if also, given := rule.ByKind[worklist.Kind(ctx.Param("genre"))]; given && actor.Can(also, operatorID) {
		return operatorID, nil
	}
	if rule.Or != "" && actor.Can(rule.Or, operatorID) {
		return operatorID, nil
	}
	if rule.Audience == Holders && !actor.Can(right, operatorID) ||
		rule.Audience == Managers && !actor.ManagerAt(operatorID) {
		return 0, fault.Forbidden()
	}
	return operatorID, nil
}

// owned holds the kind of the object {id}, by the place where a call names it.
var owned = map[place]ownership.Kind{
	OwnerOfStation:      ownership.Station,
	OwnerOfLocker:       ownership.Locker,
	OwnerOfStay:         ownership.Stay,
	OwnerOfTariff:       ownership.Tariff,
	OwnerOfPeriod:       ownership.Period,
	OwnerOfBeneficiary:  ownership.Beneficiary,
	OwnerOfContact:      ownership.Contact,
	OwnerOfPayment:      ownership.Payment,
	OwnerOfSubscription: ownership.Subscription,
	OwnerOfWait:         ownership.Wait,
	OwnerOfLeftBike:     ownership.LeftBike,
	OwnerOfDocument:     ownership.Document,
	OwnerOfReplay:       ownership.Replay,
	OwnerOfBatch:        ownership.Batch,
	OwnerOfNotification: ownership.Webhook,
	OwnerOfDelivery:     ownership.WebhookDelivery,
	OwnerOfSpan:         ownership.Span,
	OwnerOfIntervention: ownership.Intervention,
}

// idIn parses {id}; if it is not a number, nothing has that id and the error is fault.NotFound.
func idIn(ctx huma.Context) (int64, error) {
	id, err := strconv.ParseInt(ctx.Param("id"), 10, 64)
	if err != nil {
		return 0, fault.NotFound()
	}
	return id, nil
}

// BearerIn returns the token of an Authorization header, or "".
func BearerIn(header string) string {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
