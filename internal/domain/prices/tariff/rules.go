package tariff

import (
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// The messages for data that breaks a rule.
const (
	msgNames        = "Veuillez renseigner les champs libellé, nom et type de tarif"
	msgOverrunUnit  = "Veuillez renseigner l'unité du coût en cas de dépassement"
	msgLimitOrder   = "Le temps limite avant dépassement ne peut être supérieur au temps limite avant enlèvement"
	msgUnit         = "Le type de tarif n'est pas correct"
	msgUnitOfStay   = "Un tarif horaire se compte à l'heure ou au jour"
	msgUnitOfTerm   = "Un abonnement se compte au mois ou à l'année"
	msgOverrunUnits = "L'unité du coût en cas de dépassement n'est pas correcte"
	msgFreeLimit    = "La durée gratuite ne peut dépasser le temps limite avant dépassement, ni atteindre celui avant enlèvement"
	msgReminder     = "Le rappel doit être plus court que le temps limite avant dépassement"
	msgWindow       = "La période du plafond doit être un nombre entier d'heures"

	// MsgAmount is the message for an amount that is out of bounds or not a whole number of cents.
	MsgAmount = "Un montant doit être compris entre 0 et 10 000 000 €, au centime près"
	// MsgMinutes is the message for a duration that is out of bounds or not a whole number of minutes.
	MsgMinutes = "Une durée doit être comprise entre 1 minute et 10 ans, à la minute près"
	// MsgMaxStays is the message for a number of stays at once that is out of bounds or not whole.
	MsgMaxStays = "Le nombre d'utilisations à la fois doit être compris entre 1 et 1 000"
	// MsgAllFields is the message for a missing amount or unit.
	MsgAllFields = "Veuillez renseigner tous les champs"

	maxMinutes = 10 * 366 * 24 * 60
	mostStays  = 1000 // at once, under one subscription
)

// Validate checks the typed data of a tariff (docs/rules.md#tariffs) and returns it trimmed, without
// the terms that its unit and kind do not use.
func (t Tariff) Validate() (Tariff, error) {
	var broken fault.Broken
	broken.Line("libelleAdmin", &t.AdminLabel)
	broken.Line("libelleUtilisateur", &t.PublicLabel)
	broken.Unless(t.AdminLabel != "", "libelleAdmin", msgNames)
	broken.Unless(t.PublicLabel != "", "libelleUtilisateur", msgNames)
	broken.Unless(t.Unit != "", "typeTarif", msgNames)
	if err := broken.Err(); err != nil {
		return t, err
	}
	t.Terms = trimmed(t.Terms)
	checkTerms(&broken, t.Terms)
	if t.OverrunAfter == nil {
		t.Reminder = nil
	}
	if t.Reminder != nil {
		broken.Unless(*t.Reminder >= 1 && *t.Reminder <= maxMinutes, "rappelMinutes", MsgMinutes)
		broken.Unless(*t.Reminder < *t.OverrunAfter, "rappelMinutes", msgReminder)
	}
	switch {
	case !t.Subscription:
		t.MaxStays, t.OwnPlace = 0, false
	case t.MaxStays == 0:
		t.MaxStays = 1
	}
	broken.Unless(t.MaxStays >= 0 && t.MaxStays <= mostStays, "nombreMaxOccupations", MsgMaxStays)
	return t, broken.Err()
}

// ValidateTerms applies the rules that concern the price.
func ValidateTerms(terms pricing.Terms) (pricing.Terms, error) {
	var broken fault.Broken
	broken.Unless(terms.Unit != "", "typeTarif", msgNames)
	if err := broken.Err(); err != nil {
		return terms, err
	}
	terms = trimmed(terms)
	checkTerms(&broken, terms)
	return terms, broken.Err()
}

// trimmed drops the terms that would never count.
func trimmed(t pricing.Terms) pricing.Terms {
	if t.Unit != pricing.Hour {
		t.Ceiling = nil
	}
	if t.Ceiling == nil {
		t.CeilingWindow = nil
	}
	if t.Subscription {
		t.FreeMinutes = nil
	}
	if t.FreeMinutes == nil {
		t.FreeDeducted = false
	}
	return t
}

func checkTerms(broken *fault.Broken, t pricing.Terms) {
	switch t.Unit {
	case pricing.Hour, pricing.Day:
		broken.Unless(!t.Subscription, "typeTarif", msgUnitOfTerm)
	case pricing.Month, pricing.Year:
		broken.Unless(t.Subscription, "typeTarif", msgUnitOfStay)
	default:
		broken.Unless(false, "typeTarif", msgUnit)
	}
	for _, amount := range []struct {
		field string
		cents *money.Cents
	}{
		{"montant", &t.Amount},
		{"montantPromo", t.PromoAmount},
		{"montantPlafond", t.Ceiling},
		{"montantDepassement", t.OverrunAmount},
		{"montantEnlevement", t.RemovalAmount},
	} {
		broken.Unless(amount.cents == nil || (*amount.cents >= 0 && *amount.cents <= money.Max), amount.field, MsgAmount)
	}
	for _, limit := range []struct {
		field   string
		minutes *int64
	}{
		{"nombreMinutesPlafond", t.CeilingWindow},
		{"nombreMinutesGratuites", t.FreeMinutes},
		{"nombreMinutesAvantDepassement", t.OverrunAfter},
		{"nombreMinutesAvantEnlevement", t.RemovalAfter},
	} {
		broken.Unless(limit.minutes == nil || (*limit.minutes >= 1 && *limit.minutes <= maxMinutes), limit.field, MsgMinutes)
	}
	switch t.OverrunUnit {
	case "":
		broken.Unless(t.OverrunAmount == nil, "uniteDureeDepassement", msgOverrunUnit)
	case pricing.Hour, pricing.Day:
	default:
		broken.Unless(false, "uniteDureeDepassement", msgOverrunUnits)
	}
	broken.Unless(atMost(t.OverrunAfter, t.RemovalAfter), "nombreMinutesAvantDepassement", msgLimitOrder)
	// The removal is due exactly at the removal limit, so the free time must end before it.
	freeEnds := atMost(t.FreeMinutes, t.OverrunAfter) &&
		(t.FreeMinutes == nil || t.RemovalAfter == nil || *t.FreeMinutes < *t.RemovalAfter)
	broken.Unless(freeEnds, "nombreMinutesGratuites", msgFreeLimit)
	broken.Unless(t.CeilingWindow == nil || *t.CeilingWindow%60 == 0, "nombreMinutesPlafond", msgWindow)
}

// atMost reports whether the first is at most the second, or one of them is absent.
func atMost(first, second *int64) bool { return first == nil || second == nil || *first <= *second }

// validateLists checks the periods and beneficiaries that come with a new tariff.
func (t *Tariff) validateLists() error {
	for i, p := range t.Periods {
		valid, err := p.Validate()
		if err != nil {
			return err
		}
		t.Periods[i] = valid
	}
	emails := make([]string, len(t.Beneficiaries))
	for i, b := range t.Beneficiaries {
		emails[i] = b.Email
	}
	cleaned, err := cleanEmails(emails)
	t.Beneficiaries = nil
	for _, email := range cleaned {
		t.Beneficiaries = append(t.Beneficiaries, Beneficiary{Email: email})
	}
	return err
}

func shortened(text string) string {
	if runes := []rune(text); len(runes) > fault.MaxText {
		return string(runes[:fault.MaxText])
	}
	return text
}
