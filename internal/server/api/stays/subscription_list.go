package stays

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
	"consigne/internal/server/sheet"
)

// SubscriptionList is a page of subscriptions.
type SubscriptionList struct {
	Items         []shape.ListedSubscription `json:"items"`
	Total         int                        `json:"total"`
	TotalPlafonne bool                       `json:"totalPlafonne,omitempty" doc:"Il y en a plus que total, qui s'arrête à 100 000"`
	RevenuMensuel money.Cents                `json:"revenuMensuel" doc:"Le revenu mensuel récurrent, de ceux que les filtres choisissent : le prix d'un mois, ou le douzième de celui d'un an, de chacun qui a commencé et sera reconduit, hors tests"`
}

// SubscriptionFilters are the filters of subscriptions. Days are whole days of Europe/Paris, both ends included.
type SubscriptionFilters struct {
	Search        string   `query:"search" json:"search,omitempty" maxLength:"255" doc:"Chaque mot, dans le nom, le prénom ou l'email"`
	Etat          []string `query:"etat,explode" json:"etat,omitempty" enum:"a_venir,en_cours,impaye,resilie,termine"`
	Tarif         []int64  `query:"tarif,explode" json:"tarif,omitempty"`
	Station       []int64  `query:"station,explode" json:"station,omitempty" doc:"Où le tarif s'applique aujourd'hui"`
	Reconduction  string   `query:"reconduction" json:"reconduction,omitempty" enum:"oui,non" doc:"oui : une autre échéance suivra celle en cours"`
	DateStartFrom string   `query:"dateStartFrom" json:"dateStartFrom,omitempty" doc:"AAAA-MM-JJ, début de l'abonnement"`
	DateStartTo   string   `query:"dateStartTo" json:"dateStartTo,omitempty"`
	DateNextFrom  string   `query:"dateNextFrom" json:"dateNextFrom,omitempty" doc:"AAAA-MM-JJ, prochaine échéance"`
	DateNextTo    string   `query:"dateNextTo" json:"dateNextTo,omitempty"`

	FilterTests shape.Flag `query:"filterTests" json:"filterTests,omitzero" doc:"1 : sans les abonnements de test"`
}

// filter converts the filters. It returns fault.Invalid for a malformed day.
func (f SubscriptionFilters) filter(operatorID int64) (subscription.Filter, error) {
	filter := subscription.Filter{
		OperatorID: operatorID, WithoutTests: f.FilterTests.Value, Search: f.Search,
		States:    shape.Each(f.Etat, func(key string) subscription.State { return subscription.State(key) }),
		TariffIDs: f.Tarif, StationIDs: f.Station,
	}
	if f.Reconduction != "" {
		filter.Renewed = new(f.Reconduction == "oui")
	}
	for _, day := range []struct {
		name, typed string
		later       int
		at          **time.Time
	}{
		{"dateStartFrom", f.DateStartFrom, 0, &filter.StartsFrom},
		{"dateStartTo", f.DateStartTo, 1, &filter.StartsBefore},
		{"dateNextFrom", f.DateNextFrom, 0, &filter.NextFrom},
		{"dateNextTo", f.DateNextTo, 1, &filter.NextBefore},
	} {
		var err error
		if *day.at, err = shape.Midnight(day.name, day.typed, day.later); err != nil {
			return filter, err
		}
	}
	return filter, nil
}

func (s area) registerSubscriptionList() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInQuery,
	}, huma.Operation{
		OperationID: "list-subscriptions", Method: http.MethodGet, Path: "/api/admin/abonnements",
		Tags:    []string{subscriptionTag},
		Summary: "Les abonnements d'un exploitant, du plus récent au plus ancien",
	}, func(ctx context.Context, in *struct {
		api.PageInput
		Exploitant int64 `query:"exploitant" required:"true"`
		SubscriptionFilters
	},
	) (*api.Answer[SubscriptionList], error) {
		filter, err := in.filter(in.Exploitant)
		if err != nil {
			return nil, err
		}
		offset, limit := in.Window()
		page, err := s.Subscriptions.List(ctx, filter, offset, limit)
		total, capped := filter.Shown(page.Total)
		return api.Reply(SubscriptionList{
			shape.Each(page.Items, s.At().ListedSubscription), total, capped, page.Revenue,
		}), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsRead, At: api.OwnerOfSubscription,
	}, huma.Operation{
		OperationID: "get-subscription", Method: http.MethodGet, Path: "/api/admin/abonnement/{id}",
		Tags:    []string{subscriptionTag},
		Summary: "Un abonnement",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.ListedSubscription], error) {
		one, err := s.Subscriptions.Listed(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		return api.Reply(s.At().ListedSubscription(one)), nil
	})
	for _, format := range sheet.Formats() {
		api.Register(s.Server, api.Rule{
			Audience: api.Holders, Right: access.EventsRead, At: api.OperatorInPath, Slow: true,
		}, huma.Operation{
			OperationID: api.OperationOf("download-operator-subscriptions", format), Method: http.MethodPost,
			Path:      "/api/admin/abonnements/exportation/exploitant/{id}/format/" + string(format),
			Tags:      []string{subscriptionTag},
			Summary:   "Télécharger l'export des abonnements d'un exploitant" + api.InWords(format),
			Responses: api.SheetAnswers(format),
		}, func(ctx context.Context, in *struct {
			api.IDInput
			Body api.Export[SubscriptionFilters]
		},
		) (*huma.StreamResponse, error) {
			filter, err := in.Body.Filters.filter(in.ID)
			if err != nil {
				return nil, err
			}
			return s.StreamFile(ctx, subscriptionTable, format, func(write func([][]sheet.Cell) error) error {
				return s.Subscriptions.Export(ctx, filter, func(list []subscription.Listed) error {
					now := s.Clock.Now()
					return write(shape.Each(list, func(l subscription.Listed) []sheet.Cell { return subscriptionLine(l, now) }))
				})
			}), nil
		})
	}
}

var subscriptionTable = api.Table{Name: "export_abonnements", Title: "Abonnements", Columns: []string{
	"Nom", "Prénom", "Email", "Abonnement", "Stations", "Station ou casier", "État", "Début", "Fin", "Prochaine échéance",
	"Prix", "Unité",
	"Statut de paiement",
}}

// stateLabels are the names of the states, as the screens have them.
var stateLabels = map[subscription.State]string{
	subscription.ToCome: "À venir", subscription.Running: "En cours", subscription.Unpaid: "Impayé",
	subscription.Cancelled: "Résilié", subscription.Over: "Terminé",
}

func subscriptionLine(l subscription.Listed, now time.Time) []sheet.Cell {
	state := stateLabels[l.State(now)]
	if l.State(now) == subscription.Cancelled {
		state += ", jusqu'au " + l.EndsAt.In(clock.Paris).Format("02/01/2006")
	}
	status := payment.NotPresented
	if l.PaymentID != 0 {
		status = payment.Status(l.PaymentStatus)
	}
	return []sheet.Cell{
		sheet.Text(l.Account.LastName), sheet.Text(l.Account.FirstName), sheet.Text(l.Account.Email),
		sheet.Text(l.Tariff.AdminLabel), sheet.Text(stationNames(l.Stations)), sheet.Text(placeName(l.Bought, now)),
		sheet.Text(state), sheet.Minute(&l.StartsAt),
		sheet.Minute(l.EndsAt), sheet.Minute(l.NextAt), sheet.Euros(l.Tariff.UnitPrice()), sheet.Text(string(l.Tariff.Unit)),
		sheet.Text(status.Label()),
	}
}

// placeName names the station at which a subscription counts, with its own locker; empty: none.
func placeName(b subscription.Bought, now time.Time) string {
	if b.LockerID == 0 || !b.Runs(now) {
		return b.StationName
	}
	return b.StationName + ", casier " + b.LockerName
}

// stationNames names the first stations of a tariff, and says how many others there are.
func stationNames(stations []subscription.Station) string {
	names := shape.Each(stations[:min(len(stations), shape.FirstStations)],
		func(st subscription.Station) string { return st.Name })
	if others := len(stations) - len(names); others > 0 {
		names = append(names, fmt.Sprintf("et %d de plus", others))
	}
	return strings.Join(names, ", ")
}
