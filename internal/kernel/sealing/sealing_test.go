package sealing

import (
	"bytes"
	"testing"
)

func TestASecretOpensForItsOwnerAlone(t *testing.T) {
	installation := bytes.Repeat([]byte("secret"), 6)
	key, err := Derive(installation, "one purpose")
	if err != nil {
		t.Fatal(err)
	}
	other, err := Derive(installation, "another purpose")
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := key.Seal([]byte("hidden"), "row 1")
	if err != nil {
		t.Fatal(err)
	}
	if opened, err := key.Open(sealed, "row 1"); err != nil || string(opened) != "hidden" {
		t.Errorf("opened: %q, %v", opened, err)
	}
	for name, c := range map[string]struct {
		key           Key
		sealed, owner string
	}{
		"another row":     {key, sealed, "row 2"},
		"another purpose": {other, sealed, "row 1"},
		"cut":             {key, sealed[:8], "row 1"},
		"changed":         {key, "AAAA" + sealed[4:], "row 1"},
		"no base64":       {key, "é", "row 1"},
	} {
		if opened, err := c.key.Open(c.sealed, c.owner); err == nil {
			t.Errorf("%s: opened %q", name, opened)
		}
	}
}
