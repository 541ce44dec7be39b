package prices

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// TariffWithLists is a price condition with its periods, its beneficiaries and the lockers it applies to.
type TariffWithLists struct {
	shape.Tariff
	Periodes      []Period      `json:"periodes" doc:"Aucune : toujours"`
	Beneficiaires []Beneficiary `json:"beneficiaires" doc:"Aucun : tout le monde"`
	Stations      []TariffSite  `json:"stations" doc:"Par casier : celle du casier, seule"`
}

// Beneficiary is an e-mail, or a whole domain, to which a tariff is limited.
type Beneficiary struct {
	ID    int64  `json:"id"`
	Email string `json:"email" doc:"Une adresse, ou *@domaine"`
}

// TariffSite is a station where a tariff applies, with the lockers it applies to.
type TariffSite struct {
	ID          int64         `json:"id"`
	Nom         string        `json:"nom"`
	StationType station.Kind  `json:"stationType" enum:"indiv,collec,collec-comptage"`
	Casiers     []shape.Named `json:"casiers"`
	Quota       *int64        `json:"quota,omitempty" doc:"Combien d'abonnements y sont vendus ; absent : sans limite. Absent aussi du tarif d'un casier"`
}

// TariffInput holds the fields of a tariff to create or change; an absent field is not set. Amounts are accepted as
// any number, so that one out of bounds gets the sentence for it.
type TariffInput struct {
	LibelleAdmin                  string        `json:"libelleAdmin,omitempty"`
	LibelleUtilisateur            string        `json:"libelleUtilisateur,omitempty"`
	Abonnement                    bool          `json:"abonnement,omitempty"`
	TypeTarif                     *pricing.Unit `json:"typeTarif,omitempty" doc:"heure ou jour ; mois ou an pour un abonnement"`
	Montant                       *float64      `json:"montant,omitempty" doc:"Centimes, de 0 à 1 000 000 000"`
	MontantPromo                  *float64      `json:"montantPromo,omitempty"`
	MontantPlafond                *float64      `json:"montantPlafond,omitempty" doc:"Pour le type heure seulement"`
	NombreMinutesPlafond          *float64      `json:"nombreMinutesPlafond,omitempty" doc:"Multiple de 60"`
	NombreMinutesGratuites        *float64      `json:"nombreMinutesGratuites,omitempty"`
	Franchise                     bool          `json:"franchise,omitempty"`
	NombreMinutesAvantDepassement *float64      `json:"nombreMinutesAvantDepassement,omitempty"`
	MontantDepassement            *float64      `json:"montantDepassement,omitempty"`
	UniteDureeDepassement         *pricing.Unit `json:"uniteDureeDepassement,omitempty" doc:"heure ou jour"`
	NombreMinutesAvantEnlevement  *float64      `json:"nombreMinutesAvantEnlevement,omitempty"`
	MontantEnlevement             *float64      `json:"montantEnlevement,omitempty"`
	RappelMinutes                 *float64      `json:"rappelMinutes,omitempty" doc:"Moins que nombreMinutesAvantDepassement, sans lequel il est oublié"`
	NombreMaxOccupations          *float64      `json:"nombreMaxOccupations,omitempty" doc:"Utilisations à la fois que paie un abonnement, de 1 à 1 000 ; absent : 1"`
	PlaceAttribuee                bool          `json:"placeAttribuee,omitempty" doc:"D'un abonnement : un casier peut être attribué à l'abonné"`
}

// NewTariff is a tariff to create, optionally with its lists.
type NewTariff struct {
	TariffInput
	Periodes      []PeriodInput        `json:"periodes,omitempty"`
	Beneficiaires []string             `json:"beneficiaires,omitempty" doc:"Adresses ou *@domaine"`
	Application   *Coverage            `json:"application,omitempty" doc:"Absente : à aucun casier encore"`
	TypesSuivis   []station.LockerType `json:"typesSuivis,omitempty" doc:"Un casier de ces types, créé plus tard, prendra ce tarif"`
}

// TariffStation is a station where a tariff applies, in short.
type TariffStation struct {
	IDStation            int64        `json:"idStation"`
	LibelleAdminStation  string       `json:"libelleAdminStation"`
	LibellePublicStation string       `json:"libellePublicStation"`
	NbCasiers            int          `json:"nbCasiers" doc:"Ceux auxquels le tarif s'applique"`
	Type                 station.Kind `json:"type" enum:"indiv,collec,collec-comptage"`
	Quota                *int64       `json:"quota" doc:"Combien d'abonnements y sont vendus ; null : sans limite"`
}

// LockerTariffs lists the tariffs that may apply to a locker.
type LockerTariffs struct {
	IDCasier         int64             `json:"idCasier"`
	LibelleCasier    string            `json:"libelleCasier"`
	TarifsAutre      []TariffWithLists `json:"tarifsAutre"`
	TarifsAbonnement []TariffWithLists `json:"tarifsAbonnement"`
}

// LockerTariff is the tariff that would apply to a locker now, and the others.
type LockerTariff struct {
	TarifApplique              *shape.Tariff  `json:"tarifApplique" doc:"À une personne inconnue, maintenant"`
	AutresConditionsTarifaires []shape.Tariff `json:"autresConditionsTarifaires"`
}

const tariffTag = "Tarifs"

func (s area) registerTariffs() {
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsRead, At: api.OperatorInQuery,
	}, huma.Operation{
		OperationID: "list-tariffs", Method: http.MethodGet, Path: "/api/admin/tarif/tarif-pour-exploitant",
		Tags:    []string{tariffTag},
		Summary: "Les conditions tarifaires d'un exploitant, par libellé, avec leurs listes",
	}, func(ctx context.Context, in *struct {
		Exploitant int64 `query:"exploitant"`
	},
	) (*api.Answer[[]TariffWithLists], error) {
		if in.Exploitant == 0 {
			return nil, fault.Invalid("exploitant", "Veuillez préciser l'exploitant.")
		}
		list, err := s.Tariffs.List(ctx, in.Exploitant)
		return api.Reply(shape.Each(list, tariffWithLists)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsRead, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "get-tariff", Method: http.MethodGet, Path: "/api/admin/tarif/{id}/infos-generales-tarif",
		Tags:    []string{tariffTag},
		Summary: "Les informations générales d'une condition tarifaire",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[shape.Tariff], error) {
		t, err := s.Tariffs.Outline(ctx, in.ID)
		return api.Reply(shape.TariffBody(t)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "create-tariff", Method: http.MethodPost, Path: "/api/admin/exploitant/{id}/tarif/creation-tarif",
		Tags:    []string{tariffTag},
		Summary: "Créer une condition tarifaire", DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body NewTariff
	},
	) (*api.Answer[api.Created], error) {
		typed, err := typedTariff(in.Body.TariffInput)
		if err != nil {
			return nil, err
		}
		typed.OperatorID, typed.Follows = in.ID, in.Body.TypesSuivis
		for _, p := range in.Body.Periodes {
			period, err := typedPeriod(p)
			if err != nil {
				return nil, err
			}
			typed.Periods = append(typed.Periods, period)
		}
		for _, email := range in.Body.Beneficiaires {
			typed.Beneficiaries = append(typed.Beneficiaries, tariff.Beneficiary{Email: email})
		}
		id, err := s.Tariffs.Create(ctx, api.ActorOf(ctx), typed, typedCoverage(in.Body.Application))
		return api.Reply(api.Created{ID: id}), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "change-tariff", Method: http.MethodPut, Path: "/api/admin/tarif/{id}/modifier-informations-generales",
		Tags:        []string{tariffTag},
		Summary:     "Modifier une condition tarifaire",
		Description: "Le prix des utilisations en cours ou passées ne change pas.", Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.VersionInput
		Body TariffInput
	},
	) (*api.Answer[shape.Tariff], error) {
		typed, err := typedTariff(in.Body)
		if err != nil {
			return nil, err
		}
		typed.ID, typed.Revision = in.ID, in.Seen
		changed, err := s.Tariffs.Change(ctx, api.ActorOf(ctx), typed)
		return api.Reply(shape.TariffBody(changed)), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "copy-tariff", Method: http.MethodPost, Path: "/api/admin/tarif/{id}/dupliquer",
		Tags:          []string{tariffTag},
		Summary:       "Dupliquer une condition tarifaire, avec ses plages horaires, ses usagers et ses casiers",
		DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[api.Created], error) {
		id, err := s.Tariffs.Copy(ctx, api.ActorOf(ctx), in.ID)
		return api.Reply(api.Created{ID: id}), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsWrite, At: api.OwnerOfTariff,
	}, huma.Operation{
		OperationID: "delete-tariff", Method: http.MethodDelete, Path: "/api/admin/tarif/{id}/supprimer",
		Tags:          []string{tariffTag},
		Summary:       "Supprimer une condition tarifaire",
		Description:   "Refusé tant qu'une utilisation ou un abonnement est en cours.",
		DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *api.IDInput) (*struct{}, error) {
		return &struct{}{}, s.Tariffs.Archive(ctx, api.ActorOf(ctx), in.ID)
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsRead, At: api.OwnerOfStation,
	}, huma.Operation{
		OperationID: "station-tariffs", Method: http.MethodGet, Path: "/api/admin/station/{id}/tarifs",
		Tags:    []string{tariffTag},
		Summary: "Les conditions tarifaires de chaque casier d'une station",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[[]LockerTariffs], error) {
		st, err := s.Stations.ByID(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		lockers, err := s.Stations.Lockers(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		tariffs, err := s.Tariffs.AtStation(ctx, in.ID)
		return api.Reply(shape.Each(lockers,
			func(l station.Locker) LockerTariffs { return lockerTariffs(st, l, tariffs[l.ID]) })), err
	})

	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.TariffsRead, At: api.OwnerOfLocker,
	}, huma.Operation{
		OperationID: "locker-tariff", Method: http.MethodGet, Path: "/api/admin/casier/{id}/tarif", Tags: []string{tariffTag},
		Summary: "La condition tarifaire d'un casier, et les autres",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[LockerTariff], error) {
		of, err := s.Tariffs.AtLocker(ctx, in.ID)
		return api.Reply(LockerTariff{shape.TariffOrNil(of.Applied), shape.Each(of.Others, shape.TariffBody)}), err
	})
}

// lockerTariffs sorts the tariffs of one locker by kind. Each tariff lists only the locker's own station: all its
// stations would repeat the operator's lockers hundreds of times.
func lockerTariffs(st station.Station, l station.Locker, of tariff.OfLocker) LockerTariffs {
	body := LockerTariffs{
		IDCasier: l.ID, LibelleCasier: l.Name, TarifsAutre: []TariffWithLists{},
		TarifsAbonnement: []TariffWithLists{},
	}
	for _, t := range of.All() {
		t.Sites = []tariff.Site{{
			StationID: st.ID, Name: st.Name, Kind: st.Kind,
			Lockers: []tariff.LockerRef{{ID: l.ID, Name: l.Name}},
		}}
		if t.Subscription {
			body.TarifsAbonnement = append(body.TarifsAbonnement, tariffWithLists(t))
		} else {
			body.TarifsAutre = append(body.TarifsAutre, tariffWithLists(t))
		}
	}
	return body
}

func tariffWithLists(t tariff.Tariff) TariffWithLists {
	return TariffWithLists{
		Tariff: shape.TariffBody(t), Periodes: shape.Each(t.Periods, periodBody),
		Beneficiaires: shape.Each(t.Beneficiaries, beneficiaryBody),
		Stations: shape.Each(t.Sites, func(site tariff.Site) TariffSite {
			return TariffSite{
				ID: site.StationID, Nom: site.Name, StationType: site.Kind,
				Casiers: shape.Each(site.Lockers,
					func(l tariff.LockerRef) shape.Named { return shape.Named{ID: l.ID, Nom: l.Name} }),
				Quota: site.Quota,
			}
		}),
	}
}

func beneficiaryBody(b tariff.Beneficiary) Beneficiary { return Beneficiary{b.ID, b.Email} }

// typedTariff converts the input. It returns fault.Invalid if a number is missing, not whole or out of range.
func typedTariff(in TariffInput) (tariff.Tariff, error) {
	terms, err := typedTerms(in)
	typed := tariff.Tariff{
		AdminLabel: in.LibelleAdmin, PublicLabel: in.LibelleUtilisateur, Terms: terms, OwnPlace: in.PlaceAttribuee,
		Reminder: typedReminder(&fault.Broken{}, in), MaxStays: typedMaxStays(&fault.Broken{}, in),
	}
	if err == nil {
		return typed, nil
	}
	if _, named := typed.Validate(); named != nil &&
		(strings.TrimSpace(in.LibelleAdmin) == "" || strings.TrimSpace(in.LibelleUtilisateur) == "" || in.TypeTarif == nil) {
		return typed, named // the sentence about the first three fields comes first
	}
	return typed, err
}

func typedTerms(in TariffInput) (pricing.Terms, error) {
	terms := pricing.Terms{Subscription: in.Abonnement, FreeDeducted: in.Franchise}
	if in.TypeTarif != nil {
		terms.Unit = *in.TypeTarif
	}
	if in.UniteDureeDepassement != nil {
		terms.OverrunUnit = *in.UniteDureeDepassement
	}
	var broken fault.Broken
	broken.Unless(in.Montant != nil, "montant", tariff.MsgAllFields)
	if amount := wholeNumber[money.Cents](&broken, "montant", in.Montant, tariff.MsgAmount); amount != nil {
		terms.Amount = *amount
	}
	terms.PromoAmount = wholeNumber[money.Cents](&broken, "montantPromo", in.MontantPromo, tariff.MsgAmount)
	terms.Ceiling = wholeNumber[money.Cents](&broken, "montantPlafond", in.MontantPlafond, tariff.MsgAmount)
	terms.OverrunAmount = wholeNumber[money.Cents](&broken, "montantDepassement", in.MontantDepassement, tariff.MsgAmount)
	terms.RemovalAmount = wholeNumber[money.Cents](&broken, "montantEnlevement", in.MontantEnlevement, tariff.MsgAmount)
	terms.CeilingWindow = wholeNumber[int64](&broken, "nombreMinutesPlafond", in.NombreMinutesPlafond, tariff.MsgMinutes)
	terms.FreeMinutes = wholeNumber[int64](&broken, "nombreMinutesGratuites", in.NombreMinutesGratuites, tariff.MsgMinutes)
	terms.OverrunAfter = wholeNumber[int64](&broken, "nombreMinutesAvantDepassement", in.NombreMinutesAvantDepassement,
		tariff.MsgMinutes)
	terms.RemovalAfter = wholeNumber[int64](&broken, "nombreMinutesAvantEnlevement", in.NombreMinutesAvantEnlevement,
		tariff.MsgMinutes)
	typedReminder(&broken, in) // are no terms of the price, and refused with them
	typedMaxStays(&broken, in)
	return terms, broken.Err()
}

func typedReminder(broken *fault.Broken, in TariffInput) *int64 {
	return wholeNumber[int64](broken, "rappelMinutes", in.RappelMinutes, tariff.MsgMinutes)
}

// typedMaxStays returns 0 for what was not told.
func typedMaxStays(broken *fault.Broken, in TariffInput) int64 {
	most := wholeNumber[int64](broken, "nombreMaxOccupations", in.NombreMaxOccupations, tariff.MsgMaxStays)
	if most == nil {
		return 0
	}
	broken.Unless(*most > 0, "nombreMaxOccupations", tariff.MsgMaxStays)
	return *most
}

// exact is the limit below which a JSON number is certain to be the one that was sent.
const exact = 1 << 53

// wholeNumber converts an optional number to a whole number.
func wholeNumber[N money.Cents | int64](broken *fault.Broken, field string, number *float64, message string) *N {
	if number == nil {
		return nil
	}
	n := N(0)
	ok := *number > -exact && *number < exact
	if ok {
		n = N(*number)
		ok = float64(n) == *number
	}
	broken.Unless(ok, field, message)
	return &n
}
