package tariff

import (
	"context"
	"slices"
	"strings"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// Beneficiary is an e-mail to which a tariff is reserved, or `*@domaine.fr` for all e-mails of a
// domain.
type Beneficiary struct {
	ID    int64
	Email string
}

// matches reports whether the e-mail is the beneficiary's, without regard to case.
func (b Beneficiary) matches(email string) bool {
	pattern, folded := account.FoldEmail(b.Email), account.FoldEmail(email)
	if domain, whole := strings.CutPrefix(pattern, "*@"); whole {
		_, own, found := strings.Cut(folded, "@")
		return found && own == domain
	}
	return pattern == folded
}

// reserved reports whether the tariff is reserved to its beneficiaries.
func (t Tariff) reserved() bool { return len(t.Beneficiaries) > 0 }

// Admits reports whether a customer with the e-mail may use the tariff; empty: an unknown customer.
func (t Tariff) Admits(email string) bool {
	return !t.reserved() || (email != "" &&
		slices.ContainsFunc(t.Beneficiaries, func(b Beneficiary) bool { return b.matches(email) }))
}

// Admission returns what Admits does, for many customers.
func (t Tariff) Admission() func(email string) bool {
	named := make(map[string]bool, len(t.Beneficiaries))
	for _, b := range t.Beneficiaries {
		named[account.FoldEmail(b.Email)] = true
	}
	return func(email string) bool {
		folded := account.FoldEmail(email)
		_, domain, found := strings.Cut(folded, "@")
		return !t.reserved() || email != "" && (named[folded] || found && named[companyPatternStart+domain])
	}
}

// With returns the tariff without some of its beneficiaries, and with some e-mails.
func (t Tariff) With(taken []int64, added []string) Tariff {
	t.Beneficiaries = slices.DeleteFunc(slices.Clone(t.Beneficiaries),
		func(b Beneficiary) bool { return slices.Contains(taken, b.ID) })
	for _, email := range added {
		t.Beneficiaries = append(t.Beneficiaries, Beneficiary{Email: email})
	}
	return t
}

// Mode reports whether typed beneficiaries are added to those of the tariff or replace them.
type Mode int

// The modes: « Ajouter » and « Tout remplacer ».
const (
	Add        Mode = 1
	ReplaceAll Mode = 2
)

const (
	msgMode             = "Veuillez cocher l'une des deux cases"
	msgNoEmail          = "Veuillez renseigner au moins un email"
	msgBadEmail         = "Cet email n'est pas valide : "
	msgManyEmails       = "Une liste compte au plus 10 000 emails"
	maxBeneficiaries    = 10_000
	companyPatternStart = "*@"
)

// ChangeBeneficiaries adds e-mails to a tariff, or replaces those it has. One invalid e-mail refuses
// the whole list. audit.Overwrite: a list that is to be replaced was changed after the revision of the tariff that the
// actor saw; 0: not told.
func (s *Service) ChangeBeneficiaries(
	ctx context.Context, actor access.Actor, id int64, emails []string, mode Mode, seen int64,
) ([]Beneficiary, error) {
	if mode != Add && mode != ReplaceAll {
		return nil, fault.Invalid("mode", msgMode)
	}
	cleaned, err := cleanEmails(emails)
	if err != nil {
		return nil, err
	}
	if len(cleaned) == 0 {
		return nil, fault.Invalid("emails", msgNoEmail)
	}
	var list []Beneficiary
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		if mode == ReplaceAll {
			if err := audit.Unchanged(ctx, s.store, object(id), seen, audit.By(audit.TariffBeneficiaries)); err != nil {
				return err
			}
			if err := s.store.ClearBeneficiaries(ctx, id, s.clock.Now()); err != nil {
				return err
			}
		}
		if err := s.store.AddBeneficiaries(ctx, id, cleaned, s.clock.Now()); err != nil {
			return err
		}
		t, err := s.store.TariffByID(ctx, id)
		if err != nil {
			return err
		}
		if list = t.Beneficiaries; len(list) > maxBeneficiaries {
			return fault.Invalid("emails", msgManyEmails)
		}
		act := "ajout"
		if mode == ReplaceAll {
			act = "remplacement"
		}
		return s.recordBeneficiaries(ctx, actor, t, act, len(cleaned))
	})
	return list, err
}

// RemoveBeneficiary removes one e-mail from its tariff.
func (s *Service) RemoveBeneficiary(ctx context.Context, actor access.Actor, beneficiaryID int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		id, err := s.store.BeneficiaryTariff(ctx, beneficiaryID)
		if err != nil {
			return err
		}
		t, err := s.store.TariffByID(ctx, id)
		if err != nil {
			return err
		}
		if err := s.store.DeleteBeneficiary(ctx, beneficiaryID, s.clock.Now()); err != nil {
			return err
		}
		return s.recordBeneficiaries(ctx, actor, t, "suppression", 1)
	})
}

// recordBeneficiaries adds an audit line with the number of e-mails and no e-mail, because the audit
// log holds no personal data.
func (s *Service) recordBeneficiaries(ctx context.Context, actor access.Actor, t Tariff, act string, count int) error {
	return s.record(ctx, audit.TariffBeneficiaries, actor, t, map[string]any{"libelle": t.AdminLabel, act: count})
}

// cleanEmails returns the e-mails as they are written, drops empty ones and keeps each one once.
func cleanEmails(typed []string) ([]string, error) {
	kept, seen := []string{}, map[string]bool{}
	for _, email := range typed {
		email = text.Email(email)
		folded := account.FoldEmail(email)
		if email == "" || seen[folded] {
			continue
		}
		if !validEmail(email) {
			return nil, fault.Invalid("emails", msgBadEmail+email)
		}
		seen[folded] = true
		kept = append(kept, email)
	}
	if len(kept) > maxBeneficiaries {
		return nil, fault.Invalid("emails", msgManyEmails)
	}
	return kept, nil
}

// validEmail reports whether the text is an e-mail or a pattern for a domain. A pattern is valid if an
// e-mail of that domain would be.
func validEmail(email string) bool {
	if domain, whole := strings.CutPrefix(email, companyPatternStart); whole {
		email = "usager@" + domain
	}
	return !strings.Contains(email, "*") && account.ValidateEmail("emails", email) == nil
}
