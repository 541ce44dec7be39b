package account

import "consigne/internal/kernel/sealing"

// seal encrypts a secret of a second factor or of a step, for its owner.
func (t *tokens) seal(secret []byte, owner string) (string, error) {
	return sealing.Key(t.factorKey).Seal(secret, owner)
}

// open decrypts what seal returned for the same owner.
func (t *tokens) open(sealed, owner string) ([]byte, error) {
	return sealing.Key(t.factorKey).Open(sealed, owner)
}
