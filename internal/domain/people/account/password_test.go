package account

import (
	"context"
	"strings"
	"testing"

	"consigne/internal/kernel/fault"
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
		want                 verdict
	}{
		{"right", hash, "un mot de passe solide", rightPassword},
		{"wrong", hash, "un mot de passe solidE", wrongPassword},
		{"no password yet", "", "", wrongPassword},
		{"an older, cheaper hash", "$argon2id$v=19$m=8,t=1,p=1$c2VsZGV0ZXN0$fo3kFdh1J5VvGkYL0sUvFg", "autre", wrongPassword},
		{"composed, in full width and with a ligature", hash, "un mot de passe ｓｏｌｉｄｅ", rightPassword},
	} {
		got, err := h.verify(ctx, c.hash, c.password)
		if err != nil || got != c.want {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
	const composed, decomposed = "Hêtre pourpre à l’été étoilé 7",
		"He\u0302tre pourpre a\u0300 l’e\u0301te\u0301 e\u0301toile\u0301 7"
	salt := make([]byte, argonSalt)
	for _, c := range []struct {
		kept, typed string // kept: as it was hashed before passwords were normalised
		want        verdict
	}{
		{composed, composed, rightPassword},
		{composed, decomposed, rightPassword},
		{decomposed, decomposed, rightAsTyped},
		{decomposed, decomposed + " ", wrongPassword},
		{decomposed, composed, wrongPassword},
		{"ﬁn de l'été ½", "ﬁn de l'été ½", rightAsTyped},
	} {
		if got, err := h.verify(ctx, derive(c.kept, salt), c.typed); err != nil || got != c.want {
			t.Errorf("%q for %q: %v, %v", c.typed, c.kept, got, err)
		}
		hash, err := h.hash(ctx, c.kept)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.verify(ctx, hash, c.kept); err != nil || got != rightPassword {
			t.Errorf("%q hashed anew: %v, %v", c.kept, got, err)
		}
	}
	if _, err := h.verify(ctx, "pas un hachage", "x"); err == nil {
		t.Error("a broken hash must be an error, not a refusal")
	}
}

func TestNewPasswords(t *testing.T) {
	long := "Une phrase de rien du tout, mais à moi. " // 40 characters
	for password, want := range map[string]string{
		"kV8#qz!Lw2@":                        "Le mot de passe doit contenir au moins 12 caractères.",
		"kV8#qz!Lw2@é":                       "",
		strings.Repeat(long, 4)[:128]:        "",
		strings.Repeat("kV8#qz!Lw2@é", 11):   "Le mot de passe ne peut dépasser 128 caractères.",
		strings.Repeat("é", 128):             msgCommon,
		"kV8#qz!Lwe\u0301\u0302":             "Le mot de passe doit contenir au moins 12 caractères.", // é counts once
		strings.Repeat("e\u0301kV8#qz!", 16): "",                                                      // 128, typed with 144
		"kV8#qz!Lw2@\ufffdété":               msgUnreadable,
		"Ｍｏｔｄｅｐａｓｓｅ２０２６":                     msgCommon,
		"123456789012":                       msgCommon,
		"Motdepasse2026!":                    msgCommon,
		"Consigne-demo-2026":                 msgOwn,
		"Grandval.Zola1902":                  msgOwn,
		"zola@exemple.test":                  msgOwn,
		"Zola aime les girafes de Grandval":  "",
	} {
		err := ValidatePassword("motDePasse", password, []string{"zola@exemple.test", "Zola", "Émile", "Grandval"})
		refusal := fault.Of(err)
		if got := refusal != nil; got != (want != "") ||
			got && (refusal.Detail != want || refusal.Violations[0].Field != "motDePasse") {
			t.Errorf("%q: %v, want %q", password, err, want)
		}
	}
}

func TestEmails(t *testing.T) {
	for email, good := range map[string]bool{
		"a@exemple.fr": true, "prenom.nom+tag@sous.exemple.fr": true,
		"": false, "a": false, "a@": false, "a@localhost": false, "Nom <a@exemple.fr>": false,
		"a@exemple.fr, b@exemple.fr":      false,
		"a@exemple.fr\nBcc: b@exemple.fr": false, " a@exemple.fr": false, strings.Repeat("a", 250) + "@exemple.fr": false,
	} {
		if err := ValidateEmail("mail", email); (err == nil) != good {
			t.Errorf("%q: %v", email, err)
		}
	}
}
