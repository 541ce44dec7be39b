package operator

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/text"
)

// Form describes in which quality an operator collects the money of its customers.
type Form string

// The forms, by their names on the wire.
const (
	Regie      Form = "regie"      // a department of a community, with a public accountant
	Mandataire Form = "mandataire" // collects in the name of a community
	Societe    Form = "societe"    // collects for itself
)

// Label returns the word of screens and documents; empty for no form.
func (f Form) Label() string {
	return map[Form]string{Regie: "Régie", Mandataire: "Mandataire", Societe: "Société"}[f]
}

// Identity is who an operator is on its documents, and its VAT (docs/rules.md#vat). Its zero texts are not told yet.
type Identity struct {
	LegalName string // raison sociale
	SIRET     string // 14 digits
	VATNumber string // without spaces; empty when exempt
	Form      Form
	VATRate   money.Rate // 0 when exempt
	Exemption string     // mention of the exemption; empty: there is VAT
	Prefix    string     // of the numbers of documents; unique among all operators, archived ones included

	Company      string      // form of a société: « SAS »; empty: not told, or another form
	Capital      money.Cents // of a société; 0: not told
	RegisterCity string      // of the RCS in which a société stands
	Principal    string      // in whose name and for whose account a mandataire collects
}

// DefaultIdentity is that of an operator that has told nothing yet.
func DefaultIdentity(operatorID int64) Identity {
	return Identity{VATRate: 2000, Prefix: DefaultPrefix(operatorID)}
}

// DefaultPrefix returns the prefix of documents of an operator that chose none. No other operator may choose it.
func DefaultPrefix(operatorID int64) string { return fmt.Sprintf("EX%d", operatorID) }

// longestPrefix leaves 20 characters in all to a number (« -A2026-000017 » has 13), the most that an electronic invoice
// takes (BT-1). Longer ones of before go on.
const longestPrefix = 7

// maxCapital is above that of any company: more is a slip.
const maxCapital = money.Cents(100_000_000_000_000)

// maxRate is above all rates of the European Union: more is a slip.
const maxRate = 3000

var (
	prefixForm    = regexp.MustCompile(`^[A-Z0-9]{2,8}$`)
	defaultPrefix = regexp.MustCompile(`^EX[0-9]+$`)
)

const (
	msgSIRETLength   = "Le SIRET compte 14 chiffres"
	msgSIRETKey      = "Ce SIRET n'existe pas : sa clé de contrôle est fausse. Vérifiez chaque chiffre."
	msgForm          = "Choisissez Régie, Mandataire ou Société"
	msgVATForm       = "Ce numéro n'a pas la forme d'un numéro de TVA d'un pays de l'Union européenne, comme FR 40 303 265 045"
	msgVATKey        = "Ce numéro de TVA n'existe pas : sa clé de contrôle est fausse. Vérifiez chaque caractère."
	msgVATSiren      = "Ce numéro de TVA n'est pas celui de l'entreprise dont vous avez saisi le SIRET"
	msgVATMissing    = "Veuillez renseigner le numéro de TVA, ou la mention d'exonération si vous ne facturez pas la TVA"
	msgVATExempt     = "Un exploitant exonéré ne porte pas de numéro de TVA sur ses documents : videz ce champ, ou la mention d'exonération"
	msgRate          = "Le taux de TVA est compris entre 0,01 % et 30 %"
	msgRateExempt    = "Avec une mention d'exonération, le taux de TVA est 0"
	msgRateMissing   = "Veuillez renseigner un taux de TVA, ou la mention d'exonération si vous ne facturez pas la TVA"
	msgPrefix        = "Le préfixe compte 2 à 8 lettres majuscules ou chiffres, sans accent ni espace"
	msgPrefixDefault = "Les préfixes EX suivis d'un nombre sont réservés aux exploitants qui n'en ont pas choisi"
	msgPrefixLong    = "Un nouveau préfixe compte 2 à 7 lettres majuscules ou chiffres, pour que les numéros tiennent en 20 caractères"
	msgCapital       = "Le capital social n'est pas négatif, et tient en 1 000 milliards d'euros"
	msgPrefixTaken   = "Ce préfixe est déjà celui d'un autre exploitant"
)

// Validate checks the typed identity of an operator (docs/rules.md#vat) and returns it cleaned: numbers without spaces,
// capital letters, and the default prefix for none.
func (i Identity) Validate(operatorID int64) (Identity, error) {
	i.SIRET, i.VATNumber = text.Key(i.SIRET), strings.ToUpper(text.Key(i.VATNumber))
	i.Prefix = strings.ToUpper(text.Code(i.Prefix))
	if i.Prefix == "" {
		i.Prefix = DefaultPrefix(operatorID)
	}
	var broken fault.Broken
	broken.Line("raisonSociale", &i.LegalName)
	broken.Unless(i.LegalName != "", "raisonSociale", "Veuillez renseigner la raison sociale")
	broken.Line("mentionExoneration", &i.Exemption)
	broken.Unless(i.Form.Label() != "", "forme", msgForm)
	if !siretForm.MatchString(i.SIRET) {
		broken.Unless(false, "siret", msgSIRETLength)
	} else {
		broken.Unless(validSIRET(i.SIRET), "siret", msgSIRETKey)
	}
	i.checkVAT(&broken)
	i.checkForm(&broken)
	switch {
	case !prefixForm.MatchString(i.Prefix):
		broken.Unless(false, "prefixeDocuments", msgPrefix)
	case i.Prefix != DefaultPrefix(operatorID):
		broken.Unless(!defaultPrefix.MatchString(i.Prefix), "prefixeDocuments", msgPrefixDefault)
	}
	return i, broken.Err()
}

// checkVAT checks that there is either a rate and a number of VAT, or the mention of an exemption.
func (i Identity) checkVAT(broken *fault.Broken) {
	if i.Exemption != "" {
		broken.Unless(i.VATRate == 0, "tauxTva", msgRateExempt)
		broken.Unless(i.VATNumber == "", "tvaIntracommunautaire", msgVATExempt)
		return
	}
	broken.Unless(i.VATRate != 0, "tauxTva", msgRateMissing)
	broken.Unless(i.VATRate >= 0 && i.VATRate <= maxRate, "tauxTva", msgRate)
	switch {
	case i.VATNumber == "":
		broken.Unless(false, "tvaIntracommunautaire", msgVATMissing)
	case !hasVATForm(i.VATNumber):
		broken.Unless(false, "tvaIntracommunautaire", msgVATForm)
	case strings.HasPrefix(i.VATNumber, "FR"):
		broken.Unless(validFrenchVAT(i.VATNumber), "tvaIntracommunautaire", msgVATKey)
		broken.Unless(!siretForm.MatchString(i.SIRET) || i.VATNumber[4:] == i.SIRET[:9], "tvaIntracommunautaire", msgVATSiren)
	}
}

// checkForm checks what documents say of a form, and forgets what belongs to another.
func (i *Identity) checkForm(broken *fault.Broken) {
	broken.Line("formeSociale", &i.Company)
	broken.Line("villeRcs", &i.RegisterCity)
	broken.Line("mandant", &i.Principal)
	if i.Form != Societe {
		i.Company, i.Capital, i.RegisterCity = "", 0, ""
	}
	if i.Form != Mandataire {
		i.Principal = ""
	}
	broken.Unless(i.Capital >= 0 && i.Capital <= maxCapital, "capitalSocial", msgCapital)
}

// facts returns the fields that the audit log compares, by their names on the wire.
func (i Identity) facts() map[string]any {
	return map[string]any{
		"raisonSociale": i.LegalName, "siret": i.SIRET, "tvaIntracommunautaire": i.VATNumber, "forme": string(i.Form),
		"tauxTva": int64(i.VATRate), "mentionExoneration": i.Exemption, "prefixeDocuments": i.Prefix,
		"formeSociale": i.Company, "capitalSocial": int64(i.Capital), "villeRcs": i.RegisterCity, "mandant": i.Principal,
	}
}

// IdentityStore stores identities, which OperatorStore returns with their operators.
type IdentityStore interface {
	// SetIdentity replaces the identity of an operator in service. TakenPrefix: another operator has its prefix.
	SetFiscalIdentity(ctx context.Context, operatorID int64, i Identity) error
	// HasNumbered reports whether a document of the operator was numbered in the year of Paris, or in a later one by a
	// clock that was ahead.
	HasNumbered(ctx context.Context, operatorID int64, year int) (bool, error)
}

// TakenPrefix returns the refusal of a prefix that another operator has.
func TakenPrefix() error { return fault.Invalid("prefixeDocuments", msgPrefixTaken) }

// IdentityChange is a typed identity. What a call leaves out of its last four fields (nil) stays as it is, so that
// clients that do not know them erase nothing.
type IdentityChange struct {
	Identity
	Company, RegisterCity, Principal *string
	Capital                          *money.Cents
}

func (c IdentityChange) on(before Identity) Identity {
	i := c.Identity
	or := func(typed *string, is string) string {
		if typed != nil {
			return *typed
		}
		return is
	}
	i.Company, i.RegisterCity = or(c.Company, before.Company), or(c.RegisterCity, before.RegisterCity)
	i.Principal, i.Capital = or(c.Principal, before.Principal), before.Capital
	if c.Capital != nil {
		i.Capital = *c.Capital
	}
	return i
}

// ChangeIdentity replaces the identity of an operator. audit.Overwrite: it was changed after the revision that the
// actor saw; 0: not told. What was numbered before keeps the identity of its time.
func (s *Service) ChangeIdentity(
	ctx context.Context, actor access.Actor, id, seen int64, typed IdentityChange,
) (Operator, error) {
	if _, err := typed.on(Identity{}).Validate(id); err != nil {
		return Operator{}, err
	}
	return s.changePart(ctx, actor, id, seen, func(before Operator) (was, is map[string]any, err error) {
		valid, err := typed.on(before.Identity).Validate(id)
		return before.Identity.facts(), valid.facts(), err
	}, func(ctx context.Context, before Operator) error {
		valid, err := typed.on(before.Identity).Validate(id)
		if err != nil {
			return err
		}
		if valid.Prefix != before.Identity.Prefix {
			if len(valid.Prefix) > longestPrefix && valid.Prefix != DefaultPrefix(id) {
				return fault.Invalid("prefixeDocuments", msgPrefixLong)
			}
			if err := s.mayChangePrefix(ctx, id); err != nil {
				return err
			}
		}
		return s.store.SetFiscalIdentity(ctx, id, valid)
	})
}

// mayChangePrefix refuses another prefix once a document has this year's, so that the numbers of a year have one.
func (s *Service) mayChangePrefix(ctx context.Context, id int64) error {
	year := s.clock.Now().In(clock.Paris).Year()
	numbered, err := s.store.HasNumbered(ctx, id, year)
	if err != nil || !numbered {
		return err
	}
	return fault.Invalid("prefixeDocuments",
		fmt.Sprintf(
			"Des documents de %d portent déjà ce préfixe : il peut changer à partir du 1er janvier %d, avant le premier document", year, year+1,
		))
}
