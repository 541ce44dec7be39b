package shape

import (
	"cmp"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/money"
)

// PaymentFilters are the filters of payments, under their names in docs/rules.md#lists. Days are whole days of
// Europe/Paris, both ends included.
type PaymentFilters struct {
	Search                string   `query:"search" json:"search,omitempty" maxLength:"255" doc:"Chaque mot, dans le nom, le prénom, l'email ou, de trois caractères au moins, au début de l'identifiant"`
	Nom                   string   `query:"nom" json:"nom,omitempty" maxLength:"255"`
	Prenom                string   `query:"prenom" json:"prenom,omitempty" maxLength:"255"`
	Email                 string   `query:"email" json:"email,omitempty" maxLength:"255"`
	UUID                  string   `query:"uuid" json:"uuid,omitempty" maxLength:"36" doc:"Le début de l'identifiant"`
	DateStartFrom         string   `query:"dateStartFrom" json:"dateStartFrom,omitempty" doc:"AAAA-MM-JJ, début de l'utilisation"`
	DateStartTo           string   `query:"dateStartTo" json:"dateStartTo,omitempty"`
	DateEndFrom           string   `query:"dateEndFrom" json:"dateEndFrom,omitempty" doc:"AAAA-MM-JJ, fin de l'utilisation"`
	DateEndTo             string   `query:"dateEndTo" json:"dateEndTo,omitempty"`
	DateStartPayment      string   `query:"dateStartPayment" json:"dateStartPayment,omitempty" doc:"AAAA-MM-JJ, encaissement"`
	DateEndPayment        string   `query:"dateEndPayment" json:"dateEndPayment,omitempty"`
	DateStartPresentation string   `query:"dateStartPresentation" json:"dateStartPresentation,omitempty" doc:"AAAA-MM-JJ, dernière présentation"`
	DateEndPresentation   string   `query:"dateEndPresentation" json:"dateEndPresentation,omitempty"`
	StartDuration         Number   `query:"startDuration" json:"startDuration,omitzero" minimum:"0" doc:"Minutes"`
	EndDuration           Number   `query:"endDuration" json:"endDuration,omitzero" minimum:"0" doc:"Minutes"`
	CostMin               Number   `query:"costMin" json:"costMin,omitzero" minimum:"0" doc:"Centimes"`
	CostMax               Number   `query:"costMax" json:"costMax,omitzero" minimum:"0" doc:"Centimes"`
	Station               []int64  `query:"station,explode" json:"station,omitempty"`
	Casiers               []int64  `query:"casiers,explode" json:"casiers,omitempty"`
	LockerType            []int    `query:"lockerType,explode" json:"lockerType,omitempty" doc:"1 à 4"`
	PaymentStatus         []string `query:"paymentStatus,explode" json:"paymentStatus,omitempty" enum:"RUNNING,NOT_PRESENTED,FREE,ATTEMPT_PROCESS,PAID,UNPAID,ERROR,PAYMENT_ERROR_MEANT_OF_PAYMENT,PERMANENT_ERROR,MANUAL,CANCELLED,INVALID_PAYMENT"`
	RefundStatus          []string `query:"refundStatus,explode" json:"refundStatus,omitempty" enum:"fait,en_attente" doc:"Avec un remboursement fait, ou un qui attend"`
	UseStatus             []string `query:"useStatus,explode" json:"useStatus,omitempty" enum:"en_cours,terminee,temps_depasse,velo_enleve"`
	HidePostponed         Flag     `query:"hidePostponed" json:"hidePostponed,omitzero" doc:"1 : sans ceux que « À traiter » reporte"`
	ToFollow              Flag     `query:"toFollow" json:"toFollow,omitzero" doc:"1 : seulement ceux à suivre : présentés en vain, chez le prestataire depuis plus d'une heure, ou contestés sans décision de la banque"`
	FilterTests           Flag     `query:"filterTests" json:"filterTests,omitzero" doc:"1 : sans les utilisations de test"`
}

// PlatformPaymentFilters are the filters of the platform's payments, which can select one operator.
type PlatformPaymentFilters struct {
	PaymentFilters
	ChosenOperator
}

// ChosenOperator narrows the lists of the platform to one operator. The first name wins, because the policy checks
// it.
type ChosenOperator struct {
	Exploitant       int64 `query:"exploitant" json:"exploitant,omitempty"`
	SelectedOperator int64 `query:"selectedOperator" json:"selectedOperator,omitempty" doc:"Pour les administrateurs"`
}

// Operator returns the operator that was chosen; 0: all.
func (c ChosenOperator) Operator() int64 { return cmp.Or(c.Exploitant, c.SelectedOperator) }

// Filter converts the filters. It returns fault.Invalid for a malformed day or an unknown locker type.
func (f PaymentFilters) Filter(operatorID int64) (payment.Filter, error) {
	filter := payment.Filter{
		OperatorID: operatorID, WithoutTests: f.FilterTests.Value, NotPostponed: f.HidePostponed.Value,
		ToFollow: f.ToFollow.Value, Search: f.Search,
		LastName: f.Nom, FirstName: f.Prenom, Email: f.Email, UUID: f.UUID,
		MinMinutes: f.StartDuration.Pointer(), MaxMinutes: f.EndDuration.Pointer(),
		MinAmount: (*money.Cents)(f.CostMin.Pointer()), MaxAmount: (*money.Cents)(f.CostMax.Pointer()),
		StationIDs: f.Station, LockerIDs: f.Casiers, LockerTypes: f.LockerType,
		Statuses:     Each(f.PaymentStatus, func(key string) payment.Status { return payment.Status(key) }),
		Refunds:      Each(f.RefundStatus, func(key string) payment.RefundState { return payment.RefundState(key) }),
		StayStatuses: Each(f.UseStatus, func(key string) payment.StayStatus { return payment.StayStatus(key) }),
	}
	for _, days := range []struct {
		first, last         string
		firstName, lastName string
		span                *payment.Span
	}{
		{f.DateStartFrom, f.DateStartTo, "dateStartFrom", "dateStartTo", &filter.Started},
		{f.DateEndFrom, f.DateEndTo, "dateEndFrom", "dateEndTo", &filter.Ended},
		{f.DateStartPayment, f.DateEndPayment, "dateStartPayment", "dateEndPayment", &filter.Settled},
		{f.DateStartPresentation, f.DateEndPresentation, "dateStartPresentation", "dateEndPresentation", &filter.Attempted},
	} {
		from, err := Midnight(days.firstName, days.first, 0)
		if err != nil {
			return filter, err
		}
		before, err := Midnight(days.lastName, days.last, 1)
		if err != nil {
			return filter, err
		}
		*days.span = payment.Span{From: from, Before: before}
	}
	for _, kind := range f.LockerType {
		if kind < 1 || kind > 4 {
			return filter, BadQuery("lockerType")
		}
	}
	return filter, nil
}
