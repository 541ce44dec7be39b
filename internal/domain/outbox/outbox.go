// Package outbox is the queue of letters to send. A queued mail holds no text and no
// token: they are made at the moment of sending, so that the queue has nothing worth
// stealing and a letter is never out of date. Nor does it hold an address, but for the
// letters that must reach the one of the moment when they were queued.
package outbox

import (
	"context"
	"fmt"
	"time"
)

// Kind says which letter a queued mail becomes.
type Kind string

// The letters.
const (
	PasswordReset   Kind = "mot_de_passe_oublie"
	PasswordChanged Kind = "mot_de_passe_change"
	Invitation      Kind = "invitation"
	Banned          Kind = "compte_banni"
	StationSilent   Kind = "station_muette"
	Inactive        Kind = "compte_inactif"
	LoginsFailed    Kind = "connexions_echouees"
	EmailConfirm    Kind = "adresse_a_confirmer" // to the new address
	EmailAsked      Kind = "adresse_demandee"    // to the address before, as is the next
	EmailChanged    Kind = "adresse_changee"
	Confirmation    Kind = "inscription_a_confirmer" // its account may be no claim: then nobody is written to
)

// Mail is one queued letter.
type Mail struct {
	ID        int64
	Kind      Kind
	AccountID int64  // 0: nobody, be it that the person was erased
	StationID int64  // that the letter is about; 0: none
	Recipient string // empty: the e-mail that the account has when it is sent
	CreatedAt time.Time
}

// Name is what its letter is called: the same at every attempt, so that a letter
// is found again whatever was interrupted.
func (m Mail) Name() string {
	return fmt.Sprintf("%s-%d", m.CreatedAt.UTC().Format("20060102T150405.000"), m.ID)
}

// Queue is what the sender needs of the mails. Which are due, and how often they were tried,
// is known to package queue.
type Queue interface {
	// MailByID finds a mail. fault.NotFound: it has ended.
	MailByID(ctx context.Context, id int64) (Mail, error)
	// DropMail ends a mail of which nothing is kept here.
	DropMail(ctx context.Context, id int64) error
	// KeepMail ends a mail whose letter stays here, until its person is erased: then it
	// comes due again, for nobody. False: the person was erased while it was sent.
	KeepMail(ctx context.Context, id int64, at time.Time) (bool, error)
}
