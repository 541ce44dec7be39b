package stays

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// SubscriptionCounts counts subscriptions by the day on which something would happen to them.
type SubscriptionCounts struct {
	Nombre int          `json:"nombre"`
	Jours  []CountOfDay `json:"jours" doc:"Dans l'ordre"`
}

// CountOfDay counts subscriptions of a day.
type CountOfDay struct {
	Jour   string `json:"jour" doc:"AAAA-MM-JJ" example:"2027-01-15"`
	Nombre int    `json:"nombre"`
}

// TariffEffect is what a change of a tariff would do to its subscriptions.
type TariffEffect struct {
	Prevenus  SubscriptionCounts  `json:"prevenus" doc:"Les abonnés qu'un courriel préviendrait du prix, par jour de leur première échéance à ce prix s'il part aujourd'hui"`
	Inchanges *SubscriptionCounts `json:"inchanges,omitempty" doc:"Avec unite : les abonnements qui continuent dans leur unité et à leur prix, par jour de leur prochaine échéance"`
	Termines  SubscriptionCounts  `json:"termines" doc:"Les abonnements qui ne seraient plus reconduits, par jour de leur fin"`
}

func (s area) registerSubscriptionEffects() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "tariff-subscription-effect", Method: http.MethodGet, Path: "/api/admin/tarif/{id}/abonnements/effet",
		Tags:        []string{subscriptionTag},
		Summary:     "L'effet sur les abonnements d'une modification de leur tarif, avant de l'enregistrer",
		Description: "Rien n'est modifié.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Montant shape.Number `query:"montant" minimum:"0" doc:"Le nouveau prix d'une échéance, en centimes. Absent : inchangé"`
		Unite   string       `query:"unite" enum:"mois,an" doc:"L'unité de ce prix. Absente : inchangée"`
		Retirer []int64      `query:"retirer,explode" doc:"Identifiants des usagers autorisés à retirer"`
		Ajouter []string     `query:"ajouter,explode" doc:"Adresses ou *@domaine à ajouter"`
	},
	) (*api.Answer[TariffEffect], error) {
		edit := subscription.Edit{Taken: in.Retirer, Added: in.Ajouter, Unit: pricing.Unit(in.Unite)}
		if amount := in.Montant.Pointer(); amount != nil {
			edit.Amount = new(money.Cents(*amount))
		}
		effect, err := s.Subscriptions.EffectOfEdit(ctx, in.ID, edit)
		body := TariffEffect{Prevenus: countsOf(effect.Told), Termines: countsOf(effect.Ended)}
		if in.Unite != "" {
			body.Inchanges = new(countsOf(effect.Kept))
		}
		return api.Reply(body), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Admins}, huma.Operation{
		OperationID: "user-subscription-effect", Method: http.MethodGet,
		Path: "/api/admin/utilisateur/{id}/abonnements/effet", Tags: []string{subscriptionTag},
		Summary: "Les abonnements d'un utilisateur qui prendraient fin s'il était banni",
		Errors:  []int{http.StatusNotFound},
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[SubscriptionCounts], error) {
		if _, err := s.Accounts.DetailsAt(ctx, api.ActorOf(ctx), in.ID, 0); err != nil {
			return nil, err
		}
		effect, err := s.Subscriptions.EffectOfBan(ctx, in.ID)
		return api.Reply(countsOf(effect.Ended)), err
	})
}

func countsOf(days subscription.Days) SubscriptionCounts {
	return SubscriptionCounts{days.Total(), shape.Each(days.InOrder(),
		func(d clock.Day) CountOfDay { return CountOfDay{d.String(), days[d]} })}
}
