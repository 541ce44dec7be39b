package store

import (
	"consigne/internal/domain/security"
)

// Each method of this file returns what one service needs stored.

// ForSecurity returns the store of security.Watch.
func (s *Store) ForSecurity() security.EventStore { return s }
