package desk

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// AuditPage is a page of the audit log.
type AuditPage struct {
	Items         []shape.AuditLine `json:"items"`
	Total         int               `json:"total"`
	TotalPlafonne bool              `json:"totalPlafonne,omitempty" doc:"Il y en a plus que total, qui s'arrête à 10 000"`
	api.Neighbours
}

// AuditFilters select lines of the audit log.
type AuditFilters struct {
	Objet  string       `query:"objet" json:"objet,omitempty" doc:"TYPE:ID ; station:ID comprend ses casiers et leurs utilisations. TYPE seul : tous les objets de ce type"`
	Acteur int64        `query:"acteur" json:"acteur,omitempty" doc:"Le compte qui a agi"`
	Action audit.Action `query:"action" json:"action,omitempty" maxLength:"64"`
	Du     string       `query:"du" json:"du,omitempty" doc:"AAAA-MM-JJ, compris"`
	Au     string       `query:"au" json:"au,omitempty" doc:"AAAA-MM-JJ, compris"`
}

// filter converts the filters, for an operator or for all (0). It returns fault.Invalid for what is no day or object.
func (f AuditFilters) filter(operatorID int64) (audit.Filter, error) {
	filter := audit.Filter{OperatorID: operatorID, ActorID: f.Acteur, Action: f.Action}
	var err error
	if filter.From, err = shape.Midnight("du", f.Du, 0); err != nil {
		return filter, err
	}
	if filter.Before, err = shape.Midnight("au", f.Au, 1); err != nil {
		return filter, err
	}
	kind, text, one := strings.Cut(f.Objet, ":")
	switch {
	case one:
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id < 0 || kind == "" {
			return filter, shape.BadQuery("objet")
		}
		return filter.On(audit.Object{Kind: kind, ID: id}), nil
	case f.Objet != "":
		filter.Object.Kind = kind
	}
	return filter, nil
}

// mayKnowPeople reports whether who asks may know the customers of an operator, or of all (0), by name.
func mayKnowPeople(ctx context.Context, operatorID int64) bool {
	return api.ActorOf(ctx).Can(access.HotlineRead, operatorID)
}

func (s area) registerAudit() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInQuery,
	}, huma.Operation{
		OperationID: "read-journal", Method: http.MethodGet, Path: "/api/admin/journal", Tags: []string{"Journal"},
		Summary: "Le journal, du plus récent au plus ancien", Description: api.KeyedPages,
	}, func(ctx context.Context, in *struct {
		api.KeyInput
		Exploitant int64 `query:"exploitant"`
		AuditFilters
	},
	) (*api.Answer[AuditPage], error) {
		filter, err := in.filter(in.Exploitant)
		if err != nil {
			return nil, err
		}
		window, err := in.Window()
		if err != nil {
			return nil, err
		}
		page, err := s.Audit.Lines(ctx, filter, window)
		people := mayKnowPeople(ctx, in.Exploitant)
		items := shape.Each(page.Items, func(line audit.Line) shape.AuditLine { return shape.AuditBodyFor(line, people) })
		return api.Reply(AuditPage{items, page.Total, page.Capped, api.NeighboursOf(page)}), err
	})
}
