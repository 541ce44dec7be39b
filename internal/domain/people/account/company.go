package account

import (
	"context"
	"regexp"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// Company is that for which a person pays, as their receipts name it; the zero Company: the person pays for themselves.
type Company struct {
	Name    string `json:"name"`
	SIREN   string `json:"siren"`
	Address string `json:"address"` // in one line
}

var sirenForm = regexp.MustCompile(`^[0-9]{9}$`)

const (
	msgCompanyName    = "Veuillez renseigner le nom de la société"
	msgCompanyAddress = "Veuillez renseigner l'adresse de la société"
	msgSIRENLength    = "Le SIREN compte 9 chiffres"
	msgSIRENKey       = "Ce SIREN n'existe pas\u00a0: sa clé de contrôle est fausse. Vérifiez chaque chiffre."
)

// check checks a typed company, and cleans it: a SIREN without spaces.
func (c *Company) check(broken *fault.Broken) {
	c.SIREN = text.Key(c.SIREN)
	broken.Line("societe.nom", &c.Name)
	broken.Unless(c.Name != "", "societe.nom", msgCompanyName)
	broken.Line("societe.adresse", &c.Address)
	broken.Unless(c.Address != "", "societe.adresse", msgCompanyAddress)
	if !sirenForm.MatchString(c.SIREN) {
		broken.Unless(false, "societe.siren", msgSIRENLength)
	} else {
		broken.Unless(text.ValidSIREN(c.SIREN), "societe.siren", msgSIRENKey)
	}
}

// SetCompany stores for which company a customer of the operator pays; nil: for themselves. Documents that are numbered
// from then on name it. operatorID 0 is an administrator's. fault.NotFound: the operator knows no such person.
// audit.Overwrite: somebody changed the person after the revision that the actor saw; 0: not told.
func (s *Service) SetCompany(
	ctx context.Context, actor access.Actor, operatorID, accountID int64, typed *Company, seen int64,
) (Company, error) {
	company := Company{}
	if typed != nil {
		var broken fault.Broken
		company = *typed
		company.check(&broken)
		if err := broken.Err(); err != nil {
			return company, err
		}
	}
	return company, s.store.Atomically(ctx, func(ctx context.Context) error {
		id := accountID
		if operatorID != 0 {
			var err error
			if id, err = s.store.KnownCustomer(ctx, accountID, operatorID); err != nil {
				return err
			}
		}
		before, err := s.store.AccountByID(ctx, id)
		if err != nil || before.Company == company {
			return err
		}
		if err := audit.Unchanged(ctx, s.store, object(id), seen, identityEdits); err != nil {
			return err
		}
		if err := s.store.SetCompany(ctx, id, company); err != nil {
			return err
		}
		return s.record(ctx, audit.AccountChanged, actor, operatorID, id, map[string]any{"champs": "societe"})
	})
}
