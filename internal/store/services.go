package store

import (
	"consigne/internal/domain/outbox"
	"consigne/internal/domain/security"
)

// Each method of this file returns what one service needs stored.

// ForMails returns the store of the mails to be sent.
func (s *Store) ForMails() outbox.Queue { return s }

// ForSecurity returns the store of security.Watch.
func (s *Store) ForSecurity() security.EventStore { return s }
