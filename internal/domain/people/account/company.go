package account

import (
	"regexp"

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
