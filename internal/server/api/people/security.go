package people

import (
	"context"
	"net/http"
	"net/netip"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/network"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
	"consigne/internal/server/sheet"
)

// SecurityEvent is an event that concerns the security of accounts.
type SecurityEvent struct {
	ID        int64          `json:"id"`
	Instant   time.Time      `json:"instant"`
	Famille   securityFamily `json:"famille"`
	Type      securityKind   `json:"type"`
	Compte    *int64         `json:"compte" doc:"Le numéro du compte concerné ; null : aucun compte n'a l'adresse saisie"`
	NomCompte string         `json:"nomCompte" doc:"Le prénom et le nom du compte à présent"`
	Acteur    *int64         `json:"acteur" doc:"Le numéro du compte qui a agi ; null : une clé, ou personne de connu"`
	NomActeur string         `json:"nomActeur" doc:"Le prénom et le nom de l'acteur à présent ; d'une clé : clé LIBELLÉ"`
	Saisie    string         `json:"saisie" doc:"Empreinte de l'adresse e-mail saisie, la même pour une même adresse"`
	Adresse   string         `json:"adresse" doc:"L'adresse IP de l'appel"`
	Reseau    string         `json:"reseau" doc:"Son réseau : le /24, ou le /48 d'une adresse IPv6"`
	Motif     string         `json:"motif"`
}

// SecurityPage is a page of security events.
type SecurityPage struct {
	Items         []SecurityEvent `json:"items"`
	Total         int             `json:"total"`
	TotalPlafonne bool            `json:"totalPlafonne,omitempty" doc:"Il y en a plus que total, qui s'arrête à 10 000"`
	api.Neighbours
}

// SecurityDay counts the security events of a day.
type SecurityDay struct {
	Jour      string          `json:"jour" doc:"AAAA-MM-JJ, à Paris"`
	Compteurs []SecurityCount `json:"compteurs"`
}

// SecurityCount is the number of events of a kind or, without one, of a family.
type SecurityCount struct {
	Famille       securityFamily `json:"famille"`
	Type          securityKind   `json:"type,omitempty" doc:"Absent : tous ceux de la famille"`
	Total         int            `json:"total"`
	TotalPlafonne bool           `json:"totalPlafonne,omitempty" doc:"Il y en a plus que total, qui s'arrête à 10 000"`
}

// SecurityFilters select security events.
type SecurityFilters struct {
	Famille securityFamily `query:"famille" json:"famille,omitempty"`
	Type    securityKind   `query:"type" json:"type,omitempty"`
	Compte  int64          `query:"compte" json:"compte,omitempty"`
	Acteur  int64          `query:"acteur" json:"acteur,omitempty"`
	Adresse string         `query:"adresse" json:"adresse,omitempty" maxLength:"64" doc:"Une adresse IP, ou son réseau : 192.0.2.0/24, 2001:db8:1::/48"`
	Motif   string         `query:"motif" json:"motif,omitempty" maxLength:"255" doc:"Le motif entier"`
	Du      string         `query:"du" json:"du,omitempty" doc:"AAAA-MM-JJ, compris"`
	Au      string         `query:"au" json:"au,omitempty" doc:"AAAA-MM-JJ, compris"`
}

func (f SecurityFilters) filter() (security.Filter, error) {
	filter := security.Filter{
		Kind: security.Kind(f.Type), Family: security.Family(f.Famille), AccountID: f.Compte, ActorID: f.Acteur,
		Reason: f.Motif,
	}
	if f.Adresse != "" {
		var ok bool
		if filter.Network, ok = network.ParseWide(f.Adresse); !ok {
			address, err := netip.ParseAddr(f.Adresse)
			if err != nil {
				return filter, fault.Invalid("adresse",
					"Indiquez une adresse IP, ou un réseau comme 192.0.2.0/24 ou 2001:db8:1::/48.")
			}
			filter.Address = address.Unmap().String()
		}
	}
	var err error
	if filter.From, err = shape.Midnight("du", f.Du, 0); err != nil {
		return filter, err
	}
	filter.Before, err = shape.Midnight("au", f.Au, 1)
	return filter, err
}

type (
	securityFamily security.Family
	securityKind   security.Kind
)

// Schema describes the families as a component of their own, with the labels from which the console's are generated.
func (securityFamily) Schema(r huma.Registry) *huma.Schema {
	const name = "SecurityFamily"
	schema, labels := &huma.Schema{Type: huma.TypeString}, map[security.Family]string{}
	for _, family := range security.Families() {
		schema.Enum = append(schema.Enum, string(family.Value))
		labels[family.Value] = family.Text
	}
	schema.Extensions = map[string]any{"x-libelles": labels}
	r.Map()[name] = schema
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// Schema describes the kinds in the same way, in the order of their families.
func (securityKind) Schema(r huma.Registry) *huma.Schema {
	const name = "SecurityKind"
	schema, labels, families := &huma.Schema{Type: huma.TypeString}, map[security.Kind]string{},
		map[security.Kind]security.Family{}
	for _, family := range security.Families() {
		for _, kind := range security.KindsOf(family.Value) {
			schema.Enum = append(schema.Enum, string(kind.Value))
			labels[kind.Value], families[kind.Value] = kind.Text, family.Value
		}
	}
	schema.Extensions = map[string]any{"x-libelles": labels, "x-familles": families}
	r.Map()[name] = schema
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

func (s area) registerSecurity() {
	tags := []string{"Journal"}
	api.Register(s.Server, api.Rule{Audience: api.Admins}, huma.Operation{
		OperationID: "list-security-events", Method: http.MethodGet, Path: "/api/admin/securite/evenements", Tags: tags,
		Summary: "Les événements de sécurité, du plus récent au plus ancien",
		Description: "Connexions refusées et blocages, connexions depuis une nouvelle adresse, accès refusés (une fois par minute, compte et " +
			"appel), changements de droit, d'adresse, de mot de passe, de second facteur et de clé. " + api.KeyedPages,
	}, func(ctx context.Context, in *struct {
		api.KeyInput
		SecurityFilters
	},
	) (*api.Answer[SecurityPage], error) {
		filter, err := in.filter()
		if err != nil {
			return nil, err
		}
		window, err := in.Window()
		if err != nil {
			return nil, err
		}
		page, err := s.Security.Events(ctx, filter, window)
		return api.Reply(SecurityPage{shape.Each(page.Items, securityBody), page.Total, page.Capped, api.NeighboursOf(page)}),
			err
	})
	api.Register(s.Server, api.Rule{Audience: api.Admins}, huma.Operation{
		OperationID: "read-security-day", Method: http.MethodGet, Path: "/api/admin/securite/journee", Tags: tags,
		Summary: "Combien d'événements de sécurité aujourd'hui",
	}, func(ctx context.Context, _ *struct{}) (*api.Answer[SecurityDay], error) {
		now := s.Clock.Now()
		counts, err := s.Security.Day(ctx, now)
		return api.Reply(SecurityDay{clock.DayOf(now).String(), shape.Each(counts, func(t security.DayCount) SecurityCount {
			return SecurityCount{securityFamily(t.Family), securityKind(t.Kind), t.Count, t.Capped}
		})}), err
	})
	for _, format := range sheet.Formats() {
		api.Register(s.Server, api.Rule{Audience: api.Admins, Slow: true}, huma.Operation{
			OperationID: api.OperationOf("download-security-events", format), Method: http.MethodPost,
			Path: "/api/admin/securite/evenements/exportation/format/" + string(format), Tags: tags,
			Summary:   "Télécharger l'export des événements de sécurité" + api.InWords(format),
			Responses: api.SheetAnswers(format),
		}, func(ctx context.Context, in *struct{ Body api.Export[SecurityFilters] }) (*huma.StreamResponse, error) {
			filter, err := in.Body.Filters.filter()
			if err != nil {
				return nil, err
			}
			return s.StreamFile(ctx, securityTable, format, func(write func([][]sheet.Cell) error) error {
				return s.Security.Export(ctx, filter,
					func(lines []security.Line) error { return write(shape.Each(lines, securityCells)) })
			}), nil
		})
	}
}

func securityBody(e security.Line) SecurityEvent {
	return SecurityEvent{
		ID: e.ID, Instant: e.At.In(clock.Paris), Famille: securityFamily(e.Kind.Family()), Type: securityKind(e.Kind),
		Compte: shape.IDOrNil(e.AccountID), NomCompte: e.AccountName, Acteur: shape.IDOrNil(e.ActorID),
		NomActeur: e.ActorName,
		Saisie:    e.TypedKey, Adresse: e.Address, Reseau: network.Wide(e.Address), Motif: e.Reason,
	}
}

var securityTable = api.Table{Name: "export_securite", Title: "Événements de sécurité", Columns: []string{
	"Instant", "Famille", "Événement", "Type", "N° du compte", "Compte", "N° de l'acteur", "Acteur", "Adresse", "Réseau",
	"Motif", "Empreinte de la saisie", "Numéro",
}}

func securityCells(e security.Line) []sheet.Cell {
	return []sheet.Cell{
		sheet.Second(e.At), sheet.Text(e.Kind.Family().Label()), sheet.Text(e.Kind.Label()), sheet.Text(string(e.Kind)),
		sheet.ID(e.AccountID), sheet.Text(e.AccountName), sheet.ID(e.ActorID), sheet.Text(e.ActorName), sheet.Text(e.Address),
		sheet.Text(network.Wide(e.Address)), sheet.Text(e.Reason), sheet.Text(e.TypedKey), sheet.Number(e.ID),
	}
}
