package account

import (
	"context"
	"strings"
	"testing"
)

func TestPasswordHash(t *testing.T) {
	h, ctx := newHasher(), context.Background()
	hash, err := h.hash(ctx, "un mot de passe solide")
	if err != nil {
		t.Fatal(err)
	}
	again, err := h.hash(ctx, "un mot de passe solide")
	if err != nil || again == hash {
		t.Error("two hashes of one password must differ")
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash: %s", hash)
	}
	for _, c := range []struct {
		name, hash, password string
		want                 bool
	}{
		{"right", hash, "un mot de passe solide", true},
		{"wrong", hash, "un mot de passe solidE", false},
		{"no password yet", "", "", false},
		{"an older, cheaper hash", "$argon2id$v=19$m=8,t=1,p=1$c2VsZGV0ZXN0$fo3kFdh1J5VvGkYL0sUvFg", "autre", false},
	} {
		got, err := h.verify(ctx, c.hash, c.password)
		if err != nil || got != c.want {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
	if _, err := h.verify(ctx, "pas un hachage", "x"); err == nil {
		t.Error("a broken hash must be an error, not a refusal")
	}
	for password, good := range map[string]bool{
		strings.Repeat("é", 11): false, strings.Repeat("é", 12): true, strings.Repeat("é", 256): true, strings.Repeat("é", 257): false,
	} {
		if err := ValidatePassword("motDePasse", password); (err == nil) != good {
			t.Errorf("%d characters: %v", len(password)/2, err)
		}
	}
}

func TestEmails(t *testing.T) {
	for email, good := range map[string]bool{
		"a@exemple.fr": true, "prenom.nom+tag@sous.exemple.fr": true,
		"": false, "a": false, "a@": false, "a@localhost": false, "Nom <a@exemple.fr>": false, "a@exemple.fr, b@exemple.fr": false,
		"a@exemple.fr\nBcc: b@exemple.fr": false, " a@exemple.fr": false, strings.Repeat("a", 250) + "@exemple.fr": false,
	} {
		if err := ValidateEmail("mail", email); (err == nil) != good {
			t.Errorf("%q: %v", email, err)
		}
	}
}
