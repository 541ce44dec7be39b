package operator

import (
	"testing"

	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/fault"
)

func TestSettings(t *testing.T) {
	for name, c := range map[string]struct {
		typed *int
		want  int
		field string // of the refusal
	}{
		"not told":  {nil, 7, ""},
		"none":      {new(0), 0, ""},
		"some":      {new(10), 10, ""},
		"the most":  {new(90), 90, ""},
		"too long":  {new(91), 0, "delaiGraceJours"},
		"below all": {new(-1), 0, "delaiGraceJours"},
	} {
		got, err := SettingsInput{GraceDays: c.typed}.over(Settings{GraceDays: 7})
		if c.field != "" {
			if refused := fault.Of(err); refused == nil || refused.Violations[0].Field != c.field {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || got.GraceDays != c.want {
			t.Errorf("%s: %d, %v", name, got.GraceDays, err)
		}
	}
}

func TestReceiptsByMail(t *testing.T) {
	for typed, known := range map[outbox.Receipts]bool{"jamais": true, "abonnements": true, "toujours": true, "parfois": false, "": false} {
		got, err := SettingsInput{Receipts: &typed}.over(Settings{Receipts: outbox.ReceiptsOfTerms})
		if refused := fault.Of(err); known != (err == nil) || known && got.Receipts != typed ||
			!known && (refused == nil || refused.Violations[0].Field != "recusParCourriel") {
			t.Errorf("%q: %q, %v", typed, got.Receipts, err)
		}
	}
}
