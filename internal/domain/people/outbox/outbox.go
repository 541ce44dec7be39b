// Package outbox defines the queue of mails to send (docs/rules.md#mails). A queued mail holds no text
// and no token: both are made when the mail is sent, so that the queue holds nothing worth stealing and
// a mail is never out of date. It holds no address either, except for mails that must go to the address
// known when they were queued.
package outbox

import (
	"context"
	"fmt"
	"time"

	"consigne/internal/kernel/money"
	"consigne/internal/kernel/transaction"
)

// Kind selects the mail template of a queued mail.
type Kind string

// The kinds of mail.
const (
	PasswordReset    Kind = "mot_de_passe_oublie"
	PasswordChanged  Kind = "mot_de_passe_change"
	Invitation       Kind = "invitation"
	Banned           Kind = "compte_banni"
	StationSilent    Kind = "station_muette"
	Inactive         Kind = "compte_inactif"
	LoginsFailed     Kind = "connexions_echouees"
	EmailConfirm     Kind = "adresse_a_confirmer" // sent to the new address
	EmailRequested   Kind = "adresse_demandee"    // sent to the current address; EmailChanged goes to the former one
	EmailChanged     Kind = "adresse_changee"
	FactorAdded      Kind = "facteur_ajoute"
	FactorRemoved    Kind = "facteur_retire"
	FactorsReset     Kind = "facteurs_effaces" // by a colleague
	RecoveryUsed     Kind = "code_secours_utilise"
	RecoveryRenewed  Kind = "codes_secours_remplaces"
	IdentityAdded    Kind = "fournisseur_lie"
	IdentityRemoved  Kind = "fournisseur_retire"
	SessionsEnded    Kind = "sessions_terminees" // by a colleague
	Receipt          Kind = "recu"
	TermUnpaid       Kind = "echeance_impayee"
	PriceCorrected   Kind = "prix_corrige"            // a stay was refunded because its price was wrong
	PriceChanged     Kind = "abonnement_prix"         // the tariff of a subscription has another price
	RenewalAhead     Kind = "abonnement_reconduction" // a subscription by the year is about to renew (L215-1)
	WebhookSuspended Kind = "notification_suspendue"  // nothing is sent to an endpoint any more
	OfferMade        Kind = "offre"                   // of a place, to who waits for one
	StillWaiting     Kind = "toujours_interesse"      // asks who waits whether they still do
	Confirmation     Kind = "inscription_a_confirmer" // sent to nobody if its account is not a claim
	Paid             Kind = "encaissement"            // with the receipt
	StayUnpaid       Kind = "utilisation_impayee"
	Refunded         Kind = "remboursement" // with the credit note
	Ended            Kind = "abonnement_termine"
	OverrunSoon      Kind = "depassement_proche"
	BikeFound        Kind = "velo_laisse" // a file about a bicycle was opened
	BikeNotice       Kind = "velo_preavis"
	BikeRemoved      Kind = "velo_enleve"
	BikeClosed       Kind = "velo_clos"
	DoorCode         Kind = "code_ouverture" // dropped once the code opens nothing any more
)

// Mail is one queued mail.
type Mail struct {
	ID             int64
	Kind           Kind
	AccountID      int64       // 0: nobody, for example because the person was erased
	StationID      int64       // the station that the mail is about; 0: none
	WebhookID      int64       // the endpoint of webhooks that the mail is about; 0: none
	PaymentID      int64       // the payment whose documents the mail brings; 0: none
	SubscriptionID int64       // the subscription that the mail is about; 0: none
	StayID         int64       // the stay that the mail is about; 0: none
	WaitID         int64       // the wait that the mail is about; 0: none
	LeftBikeID     int64       // the file about a bicycle that the mail is about; 0: none
	NoticeID       int64       // the notice to a subscriber that the mail is; 0: none
	Attempt        string      // uuid of the charge, refund or act of staff whose document the mail brings; empty: none
	Amount         money.Cents // what is given back
	Recipient      string      // empty: the e-mail that the account has when the mail is sent
	CreatedAt      time.Time
	Counted        bool // among the mails to its address
}

// Name returns the name under which the mail is delivered. It is the same at every attempt, so that a
// mail is recognised after an interruption.
func (m Mail) Name() string {
	return fmt.Sprintf("%s-%d", m.CreatedAt.UTC().Format("20060102T150405.000"), m.ID)
}

// Queue is what the sender needs to read and end mails. Which mails are due, and how often they were
// tried, is stored by package queue.
type Queue interface {
	transaction.Runner
	RecipientCounter
	// MailByID finds a mail. fault.NotFound: it was sent or dropped.
	MailByID(ctx context.Context, id int64) (Mail, error)
	// DropMail deletes a mail of which no copy is kept on this machine.
	DropMail(ctx context.Context, id int64) error
	// KeepMail marks a mail as sent whose copy stays on this machine. When the person is erased, the
	// mail becomes due again, for nobody, so that the copy is deleted. False: the person was erased
	// while the mail was being sent.
	KeepMail(ctx context.Context, id int64, at time.Time) (bool, error)
	// PutOffMail makes a mail that is not sent due at a later instant.
	PutOffMail(ctx context.Context, id int64, until time.Time) error
	// CountMail marks a mail as counted among those to its address.
	CountMail(ctx context.Context, id int64, at time.Time) error
}
