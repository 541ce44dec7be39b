package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"consigne/internal/domain/people/account/guess"
	"consigne/internal/kernel/fault"
)

// The cost of argon2id. It is written into each hash, so that it can be raised later.
const (
	argonMemory  = 19 * 1024 // KiB
	argonTime    = 2
	argonThreads = 1
	argonKey     = 32
	argonSalt    = 16
)

// The length of a new password in characters. Longer passwords set before the upper limit existed can
// still be used.
const (
	minPassword = 12
	maxPassword = 128
)

const (
	msgUnreadable = "Le mot de passe contient un caractère illisible («\u00a0\ufffd\u00a0»). Veuillez le saisir à nouveau."

	msgCommon = "Ce mot de passe est trop facile à deviner. Choisissez par exemple quelques mots sans rapport entre eux."
	msgOwn    = "Ce mot de passe ressemble trop à votre nom, à votre adresse e-mail, à votre exploitant ou à «\u00a0consigne\u00a0»."
)

// product holds the words about the service that a stranger could guess for any account.
const product = "consigne consignes demo"

// ValidatePassword refuses a new password that is too short, too long, or easy to guess for somebody
// who knows the personal words: names, e-mail, operators (docs/rules.md#passwords).
func ValidatePassword(field, password string, personal []string) error {
	password = normalised(password)
	switch length := utf8.RuneCountInString(password); {
	case strings.ContainsRune(password, utf8.RuneError):
		return fault.Invalid(field, msgUnreadable)
	case length < minPassword:
		return fault.Invalid(field, "Le mot de passe doit contenir au moins 12 caractères.")
	case length > maxPassword:
		return fault.Invalid(field, "Le mot de passe ne peut dépasser 128 caractères.")
	case guess.Parts(password, nil) <= guess.Few:
		return fault.Invalid(field, msgCommon)
	case guess.Parts(password, append([]string{product}, personal...)) <= guess.Few:
		return fault.Invalid(field, msgOwn)
	}
	return nil
}

// hasher runs argon2id on at most one password per core at a time: each run takes 19 MiB, and many
// sign-ins at once must not exhaust the machine's memory.
type hasher struct {
	slots chan struct{}
	dummy string // verified for unknown accounts, so that they take the same time
}

func newHasher() *hasher {
	return &hasher{slots: make(chan struct{}, runtime.NumCPU()), dummy: dummy()}
}

// dummy returns the hash of a password that nobody knows.
var dummy = sync.OnceValue(func() string { return derive(rand.Text(), make([]byte, argonSalt)) })

// normalised returns the form of a password that is hashed and counted (NFKC, NIST SP 800-63B): keyboards, systems and
// browsers compose the same letters in different ways.
func normalised(password string) string { return norm.NFKC.String(password) }

// hash returns the hash of the normalised password in PHC format.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	release, err := h.acquire(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	salt := make([]byte, argonSalt)
	_, _ = rand.Read(salt) // never fails
	return derive(normalised(password), salt), nil
}

// verdict describes how a password matches a hash.
type verdict int

const (
	wrongPassword verdict = iota
	rightPassword
	rightAsTyped // and not normalised: the hash is older than that rule, and is to be made anew
)

// verify compares the normalised password with the hash, then what was typed if that differs. An empty hash matches no
// password and takes the same time; a hash that cannot be parsed is an error.
func (h *hasher) verify(ctx context.Context, hash, password string) (verdict, error) {
	release, err := h.acquire(ctx)
	if err != nil {
		return wrongPassword, err
	}
	defer release()
	known := hash != ""
	if !known {
		hash = h.dummy
	}
	var version int
	var memory, time uint32
	var threads uint8
	var rest string
	if _, err := fmt.Sscanf(hash, "$argon2id$v=%d$m=%d,t=%d,p=%d$%s", &version, &memory, &time, &threads,
		&rest); err != nil {
		return wrongPassword, fmt.Errorf("read password hash: %w", err)
	}
	var salt, key []byte
	for i, char := range rest {
		if char != '$' {
			continue
		}
		if salt, err = base64.RawStdEncoding.DecodeString(rest[:i]); err != nil {
			return wrongPassword, fmt.Errorf("read password salt: %w", err)
		}
		if key, err = base64.RawStdEncoding.DecodeString(rest[i+1:]); err != nil {
			return wrongPassword, fmt.Errorf("read password key: %w", err)
		}
	}
	matches := func(text string) bool {
		//nolint:gosec // G115: a key that was kept is 32 bytes long
		got := argon2.IDKey([]byte(text), salt, time, memory, threads, uint32(max(len(key), 1)))
		return subtle.ConstantTimeCompare(got, key) == 1 && known
	}
	switch form := normalised(password); {
	case matches(form):
		return rightPassword, nil
	case form != password && matches(password):
		return rightAsTyped, nil
	}
	return wrongPassword, nil
}

// renewHash hashes anew, normalised, a password that matched as it was typed.
func (s *Service) renewHash(ctx context.Context, account Account, password string, matched verdict) error {
	if matched != rightAsTyped {
		return nil
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return s.store.RenewHash(ctx, account.ID, account.PasswordHash, hash)
}

func (h *hasher) acquire(ctx context.Context) (func(), error) {
	select {
	case h.slots <- struct{}{}:
		return func() { <-h.slots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func derive(password string, salt []byte) string {
	key := argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonThreads, argonKey)
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonThreads,
		encode(salt), encode(key))
}
