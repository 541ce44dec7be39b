// Package document holds the receipts (reçus) and credit notes (avoirs) that customers get (docs/rules.md#documents).
package document

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/money"
)

// Kind is the kind of a document.
type Kind string

// The kinds of documents, by their names on the wire.
const (
	Receipt    Kind = "recu"
	CreditNote Kind = "avoir"
)

// Record is all that a document says, frozen when it is numbered: the same record gives the same text for ever,
// whatever the tariff, the operator's name or the template became. It is stored as JSON. Amounts are in cents and
// include VAT, unless told otherwise.
type Record struct {
	Version   int       `json:"version"` // of this shape, from 1
	Kind      Kind      `json:"kind"`
	Number    string    `json:"number"`
	IssuedAt  time.Time `json:"issuedAt"`  // when it was numbered
	SettledAt time.Time `json:"settledAt"` // when the money was collected or given back
	Seller    Seller    `json:"seller"`
	Customer  string    `json:"customer"` // first and last name as known then; [AnonymisedCustomer] once erased
	// for which the person pays, as told then; nil: for themselves, or erased
	Company *account.Company `json:"company,omitempty"`

	Station   string     `json:"station,omitempty"` // of a stay
	Locker    string     `json:"locker,omitempty"`
	StartedAt *time.Time `json:"startedAt,omitempty"` // of the stay, or of the term of a subscription
	EndedAt   *time.Time `json:"endedAt,omitempty"`
	Tariff    string     `json:"tariff,omitempty"` // its public label
	Payment   string     `json:"payment"`          // uuid of the payment (uuidReservation)

	Lines   []Line      `json:"lines"` // how the price came about; a credit note has one, of what is given back
	Total   money.Cents `json:"total"`
	VATRate money.Rate  `json:"vatRate"`
	VAT     money.Cents `json:"vat"`

	Means   string      `json:"means"`             // « Carte bancaire », « Espèces »…
	Card    string      `json:"card,omitempty"`    // masked number
	Receipt string      `json:"receipt,omitempty"` // number of the receipt that a credit note corrects; empty: it has none
	Gives   *Settled    `json:"gives,omitempty"`   // back: the payment of a credit note that has no receipt
	Already money.Cents `json:"already,omitempty"` // of a credit note: what was given back of the payment before it
	Cancels string      `json:"cancels,omitempty"` // of a receipt: number of the credit note whose money came back
}

// Settled names a payment that was settled before the ledger, so that nothing else does.
type Settled struct {
	Number int64     `json:"number"`
	At     time.Time `json:"at"`
}

// AnonymisedCustomer is shown on documents in place of the name of an erased person.
const AnonymisedCustomer = "Usager anonymisé"

// Frozen returns the record as it is stored for ever: in JSON, without what an erasure replaces.
func (r Record) Frozen() ([]byte, error) {
	r.Customer, r.Card, r.Company = "", "", nil
	frozen, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("write a document's record: %w", err)
	}
	return frozen, nil
}

// Digest returns the SHA-256 of a frozen record in hexadecimal.
func Digest(frozen []byte) string {
	sum := sha256.Sum256(frozen)
	return hex.EncodeToString(sum[:])
}

// Net returns the total without VAT.
func (r Record) Net() money.Cents { return r.Total - r.VAT }

// Seller identifies the operator as the law wants it on a document.
type Seller struct {
	Name      string `json:"name"` // raison sociale, else the operator's name
	SIRET     string `json:"siret,omitempty"`
	VATNumber string `json:"vatNumber,omitempty"`
	Form      string `json:"form,omitempty"` // régie, mandataire, société, or which one: « SAS »

	Capital      money.Cents `json:"capital,omitempty"`
	RegisterCity string      `json:"registerCity,omitempty"` // of the RCS
	Principal    string      `json:"principal,omitempty"`    // of a mandataire

	Street      string `json:"street"`
	StreetExtra string `json:"streetExtra,omitempty"`
	PostalCode  string `json:"postalCode"`
	City        string `json:"city"`
	Email       string `json:"email,omitempty"`
	Exemption   string `json:"exemption,omitempty"` // why there is no VAT; empty: there is
}

// Line is a line of a document.
type Line struct {
	Label  string      `json:"label"`
	Amount money.Cents `json:"amount"`
}
