// Package money counts in cents.
package money

// Cents is an amount in hundredths of a euro.
type Cents int64
