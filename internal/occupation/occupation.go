// Package occupation holds the stays of users in lockers (domain.md § 4).
package occupation

import "time"

// Occupation is one stay of one user in one locker.
type Occupation struct {
	ID         int64
	OperatorID int64
	LockerID   int64
	AccountID  int64
	Place      int  // from 1 to the locker's capacity; no two open stays share one
	Test       bool // its user was staff when it started
	StartedAt  time.Time
	EndedAt    *time.Time // nil: in progress
}
