package tariff

import (
	"context"
	"slices"
	"strings"

	"consigne/internal/domain/account"
	"consigne/internal/domain/journal"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Beneficiary is an e-mail to which a tariff is limited, or `*@domaine.fr` for
// all those of one domain.
type Beneficiary struct {
	ID    int64
	Email string
}

// matches tells whether the beneficiary is that e-mail's. Case does not count.
func (b Beneficiary) matches(email string) bool {
	pattern, folded := account.FoldEmail(b.Email), account.FoldEmail(email)
	if domain, whole := strings.CutPrefix(pattern, "*@"); whole {
		_, own, found := strings.Cut(folded, "@")
		return found && own == domain
	}
	return pattern == folded
}

// reserved tells whether the tariff is limited to certain users.
func (t Tariff) reserved() bool { return len(t.Beneficiaries) > 0 }

// Admits tells whether the tariff is open to the e-mail; empty: an unknown user's.
func (t Tariff) Admits(email string) bool {
	return !t.reserved() || (email != "" && slices.ContainsFunc(t.Beneficiaries, func(b Beneficiary) bool { return b.matches(email) }))
}

// Mode says what becomes of the beneficiaries that a tariff has.
type Mode int

// The modes of « Ajouter » and « Tout remplacer ».
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

// ChangeBeneficiaries adds e-mails to a tariff, or replaces those it has. One bad
// e-mail refuses them all.
func (s *Service) ChangeBeneficiaries(ctx context.Context, actor access.Actor, id int64, emails []string, mode Mode) ([]Beneficiary, error) {
	if mode != Add && mode != ReplaceAll {
		return nil, fault.At("mode", msgMode)
	}
	cleaned, err := cleanEmails(emails)
	if err != nil {
		return nil, err
	}
	if len(cleaned) == 0 {
		return nil, fault.At("emails", msgNoEmail)
	}
	var list []Beneficiary
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		if mode == ReplaceAll {
			if err := s.store.ClearBeneficiaries(ctx, id); err != nil {
				return err
			}
		}
		if err := s.store.AddBeneficiaries(ctx, id, cleaned); err != nil {
			return err
		}
		t, err := s.store.TariffByID(ctx, id)
		if err != nil {
			return err
		}
		if list = t.Beneficiaries; len(list) > maxBeneficiaries {
			return fault.At("emails", msgManyEmails)
		}
		act := "ajout"
		if mode == ReplaceAll {
			act = "remplacement"
		}
		return s.recordBeneficiaries(ctx, actor, t, act, len(cleaned))
	})
	return list, err
}

// RemoveBeneficiary takes one e-mail off its tariff.
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
		if err := s.store.DeleteBeneficiary(ctx, beneficiaryID); err != nil {
			return err
		}
		return s.recordBeneficiaries(ctx, actor, t, "suppression", 1)
	})
}

// recordBeneficiaries tells how many, never who: the journal holds no personal data.
func (s *Service) recordBeneficiaries(ctx context.Context, actor access.Actor, t Tariff, act string, count int) error {
	return s.record(ctx, journal.TariffUsers, actor, t, map[string]any{"libelle": t.AdminLabel, act: count})
}

// cleanEmails trims, leaves empty lines out and keeps each e-mail once.
func cleanEmails(typed []string) ([]string, error) {
	kept, seen := []string{}, map[string]bool{}
	for _, email := range typed {
		email = strings.TrimSpace(email)
		folded := account.FoldEmail(email)
		if email == "" || seen[folded] {
			continue
		}
		if !validEmail(email) {
			return nil, fault.At("emails", msgBadEmail+email)
		}
		seen[folded] = true
		kept = append(kept, email)
	}
	if len(kept) > maxBeneficiaries {
		return nil, fault.At("emails", msgManyEmails)
	}
	return kept, nil
}

// validEmail takes an e-mail or a pattern: what holds for a user of the domain
// holds for the pattern.
func validEmail(email string) bool {
	if domain, whole := strings.CutPrefix(email, companyPatternStart); whole {
		email = "usager@" + domain
	}
	return !strings.Contains(email, "*") && account.ValidateEmail("emails", email) == nil
}
