// Package outbox is the queue of letters to send. A queued mail holds no text
// and no token: both are made at the moment of sending, so that the queue has
// nothing worth stealing and a letter is never out of date.
package outbox

import (
	"context"
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
)

// Mail is one queued letter.
type Mail struct {
	ID        int64
	Kind      Kind
	Recipient string
	Attempts  int // this one included
}

// Queue is what the sender needs.
type Queue interface {
	// ClaimMail takes the mail due first and hides it from others for the lease;
	// fault.NotFound when none is due.
	ClaimMail(ctx context.Context, now time.Time, lease time.Duration) (Mail, error)
	// DropMail ends a mail that was sent, or has nobody to go to.
	DropMail(ctx context.Context, id int64) error
	PostponeMail(ctx context.Context, id int64, until time.Time) error
	// AbandonMail keeps the mail for people to look at, and tries it no more.
	AbandonMail(ctx context.Context, id int64, at time.Time) error
}
