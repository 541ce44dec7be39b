package access

import "context"

type callingKey struct{}

// WithKey adds to the context the service key that makes the call, or for which a job goes on.
func WithKey(ctx context.Context, keyID int64) context.Context {
	return context.WithValue(ctx, callingKey{}, keyID)
}

// KeyIn returns the service key of the context; 0: none. The audit log and the security events name it where no account
// acts, so that no write of a key is anonymous.
func KeyIn(ctx context.Context) int64 {
	keyID, _ := ctx.Value(callingKey{}).(int64)
	return keyID
}
