package operator

import (
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// The messages for data that breaks a rule.
const (
	msgAllFields = "Veuillez renseigner tous les champs"
	msgName      = "Veuillez renseigner le champ Nom"
	msgContact   = "Veuillez renseigner un email valide"
	msgMetabase  = "L'identifiant Metabase doit être un nombre entier positif"
)

// Validate checks the typed data of an operator (docs/rules.md#text) and returns it trimmed.
func (o Operator) Validate() (Operator, error) {
	o.Email, o.PostalCode, o.City = text.Email(o.Email), text.Code(o.PostalCode), text.Town(o.City)
	var broken fault.Broken
	for _, f := range []struct {
		name     string
		text     *string
		optional bool
	}{
		{"libelleExploitant", &o.Name, false},
		{"email", &o.Email, false},
		{"adresseLibelle", &o.Street, false},
		{"adresseComplement", &o.StreetExtra, true},
		{"adresseCodePostal", &o.PostalCode, false},
		{"adresseVille", &o.City, false},
	} {
		broken.Line(f.name, f.text)
		broken.Unless(f.optional || *f.text != "", f.name, msgAllFields)
	}
	if err := broken.Err(); err != nil {
		return o, err
	}
	if refusal := fault.Of(account.ValidateEmail("email", o.Email)); refusal != nil {
		broken.Unless(false, "email", refusal.Detail)
	}
	broken.PostalCode("adresseCodePostal", o.PostalCode)
	broken.City("adresseVille", o.City)
	broken.Unless(o.MetabaseID == nil || *o.MetabaseID > 0, "metabaseId", msgMetabase)
	return o, broken.Err()
}

// Validate checks the typed data of a contact and returns it trimmed. Only the name is required
// (docs/rules.md#teams).
func (c Contact) Validate() (Contact, error) {
	c.Phone, c.Email = text.Plain(c.Phone), text.Email(c.Email)
	var broken fault.Broken
	for _, f := range []struct {
		name string
		text *string
	}{
		{"nom", &c.LastName},
		{"prenom", &c.FirstName},
		{"telephone", &c.Phone},
		{"email", &c.Email},
		{"fonction", &c.Function},
	} {
		broken.Line(f.name, f.text)
	}
	broken.Unless(c.LastName != "", "nom", msgName)
	broken.Unless(c.Email == "" || account.ValidateEmail("email", c.Email) == nil, "email", msgContact)
	return c, broken.Err()
}
