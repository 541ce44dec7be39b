package guess_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/people/account/guess"
)

func TestParts(t *testing.T) {
	mine := []string{
		"jean.dupont@grandval.test", "Dupont", "Jean-Élie", "Métropole de Grandval", "consigne demo",
		"Łukasik", "N’Diaye",
	}
	for _, few := range []string{
		"aaaaaaaaaaaa", "azertyuiop12", "qwertyuiop12", "123456789012", "987654321098", "1qaz2wsx3edc", "abcabcabcabc",
		"Kx7!Kx7!Kx7!",
		"password1234", "P@ssw0rd2026", "MotDePasse!1", "motdepasse2026", "soleilsoleil1", "Consigne2026!",
		"Consigne-demo-2026", "C0ns1gne1234",
		"Ete2026!Ete2026!", "Été2026!!!!!", "azerty-uiop-12", "Lyon69000Lyon", "vivelafrance", "hiver-2026-HIVER",
		"Nice06000Nice", "Besançon2026!!",
		"jeandupont38", "Dupont-Jean-Elie", "Grandval.Metropole1", "jean.dupont@grandval.test",
		"Lukasik2026!!", "N'Diaye-N‘Diaye", "Ｍｏｔｄｅｐａｓｓｅ２０２６",
	} {
		if got := guess.Parts(few, mine); got > guess.Few {
			t.Errorf("%q: %d parts", few, got)
		}
	}
	for _, many := range []string{
		"tiroir-girafe-nuage", "kV8#qz!Lw2@t", "un mot de passe solide", "correct horse battery staple", "493817206554",
		"Un été à vélo-cargo", "kV8-qz!-Lw2@t", "azur-poivre-tigre",
		"Une phrase que personne ne dit", "Dupont aime les girafes bleues", "parapluie violet 42",
	} {
		if got := guess.Parts(many, mine); got <= guess.Few {
			t.Errorf("%q: %d parts", many, got)
		}
	}
	for password, want := range map[string]int{
		"": 0, "xk": 2, "aaaaaaaaaaaa": 1, "password": 1, "dupont": 0,
		"dupont2026": 1, "kV8#qz!Lw2@t": 12,
	} {
		if got := guess.Parts(password, mine); got != want {
			t.Errorf("%q: %d parts, want %d", password, got, want)
		}
	}
}

func TestRepeatingAddsNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		block := rapid.StringMatching(`[a-z0-9é!]{1,8}`).Draw(t, "block")
		times := rapid.IntRange(2, 10).Draw(t, "times")
		once, often := guess.Parts(block, nil), guess.Parts(strings.Repeat(block, times), nil)
		if often > once {
			t.Errorf("%q: %d parts once, %d parts %d times", block, once, often, times)
		}
		if own := guess.Parts(block, []string{block}); own > once {
			t.Errorf("%q costs more to whom it belongs", block)
		}
	})
}

func TestTheLongestPasswordIsQuick(t *testing.T) {
	guess.Parts("", nil)
	began := time.Now()
	guess.Parts(strings.Repeat("aé1!", 32), []string{"a b c d"})
	if took := time.Since(began); took > time.Second {
		t.Errorf("it took %s", took)
	}
}
