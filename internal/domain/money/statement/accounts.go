package statement

import (
	"cmp"
	"regexp"
	"strings"

	"consigne/internal/kernel/fault"
)

// Accounts holds the numbers of the accounts in which the FEC enters the money of an operator.
type Accounts struct {
	Customers   string `json:"customers"`   // what customers owe
	Sales       string `json:"sales"`       // services sold, without VAT once it is due
	VAT         string `json:"vat"`         // collected
	CreditNotes string `json:"creditNotes"` // given back, without VAT
	Provider    string `json:"provider"`    // what the provider of payments owes
	Cash        string `json:"cash"`        // « Espèces »
	Cheques     string `json:"cheques"`     // « Chèque »
	Bank        string `json:"bank"`        // « Virement », « Carte bancaire » at a counter, and others
	NotOwed     string `json:"notOwed"`     // collected without being owed, until given back
	Carried     string `json:"carried"`     // what was billed before there was a ledger
	Fees        string `json:"fees"`        // kept by the provider
	Disputed    string `json:"disputed"`    // taken back by the holder's bank, until the dispute is closed
	Lost        string `json:"lost"`        // disputes that were lost
	Prepaid     string `json:"prepaid"`     // billed for months to come
	Differences string `json:"differences"` // between the provider's statements and the ledger
}

// DefaultAccounts returns those of the French chart of accounts (PCG).
func DefaultAccounts() Accounts {
	return Accounts{
		Customers: "411000", Sales: "706000", VAT: "445710", CreditNotes: "709600", Provider: "467100", Cash: "531000",
		Cheques: "511200", Bank: "512000",
		NotOwed: "467200", Carried: "471000",
		Fees: "627000", Disputed: "467300", Lost: "654000", Differences: "471100", Prepaid: "487000",
	}
}

// accountForm is that of a number of the chart: a class from 1 to 8 and at least two more digits.
var accountForm = regexp.MustCompile(`^[1-8][0-9]{2}[0-9A-Z]{0,9}$`)

const msgAccount = "Un numéro de compte commence par trois chiffres, le premier de 1 à 8, suivis de 0 à 9 chiffres ou lettres majuscules"

// named pairs each account with its name on the wire.
func (a *Accounts) named() map[string]*string {
	return map[string]*string{
		"usagers": &a.Customers, "prestations": &a.Sales, "tvaCollectee": &a.VAT, "avoirs": &a.CreditNotes,
		"prestataire": &a.Provider,
		"especes":     &a.Cash, "cheques": &a.Cheques, "banque": &a.Bank, "nonDu": &a.NotOwed, "repris": &a.Carried,
		"frais": &a.Fees, "contestes": &a.Disputed, "pertes": &a.Lost, "ecarts": &a.Differences, "avance": &a.Prepaid,
	}
}

// Or returns the accounts with those of another set where they have none.
func (a Accounts) Or(other Accounts) Accounts {
	others := other.named()
	for name, number := range a.named() {
		*number = cmp.Or(*number, *others[name])
	}
	return a
}

// Validate checks typed numbers and returns them cleaned: capital letters, without spaces.
func (a Accounts) Validate() (Accounts, error) {
	var broken fault.Broken
	for name, number := range a.named() {
		*number = strings.ToUpper(strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "").Replace(*number))
		broken.Unless(accountForm.MatchString(*number), name, msgAccount)
	}
	return a, broken.Err()
}
