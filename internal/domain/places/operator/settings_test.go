package operator

import (
	"testing"

	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/fault"
)

func TestSettings(t *testing.T) {
	was := Settings{GraceDays: 7, NoticeDays: 30}
	for name, c := range map[string]struct {
		typed SettingsInput
		want  Settings
		field string // of the refusal
	}{
		"not told":              {SettingsInput{}, was, ""},
		"none":                  {SettingsInput{GraceDays: new(0), NoticeDays: new(0)}, Settings{}, ""},
		"one of them":           {SettingsInput{GraceDays: new(10)}, Settings{GraceDays: 10, NoticeDays: 30}, ""},
		"the other":             {SettingsInput{NoticeDays: new(60)}, Settings{GraceDays: 7, NoticeDays: 60}, ""},
		"the most":              {SettingsInput{GraceDays: new(90), NoticeDays: new(365)}, Settings{GraceDays: 90, NoticeDays: 365}, ""},
		"too long":              {SettingsInput{GraceDays: new(91)}, was, "delaiGraceJours"},
		"below all":             {SettingsInput{GraceDays: new(-1)}, was, "delaiGraceJours"},
		"too long a notice":     {SettingsInput{NoticeDays: new(366)}, was, "delaiPreavisJours"},
		"a notice below nought": {SettingsInput{NoticeDays: new(-1)}, was, "delaiPreavisJours"},
	} {
		got, err := c.typed.over(was, 50)
		if c.field != "" {
			if refused := fault.Of(err); refused == nil || refused.Violations[0].Field != c.field {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestFromWhichSumOnIsCollected(t *testing.T) {
	for name, c := range map[string]struct {
		typed *int
		want  int64 // as it is told
		field string
	}{
		"not told":            {nil, 80, ""},
		"the least":           {new(50), 50, ""},
		"more":                {new(200), 200, ""},
		"the most":            {new(2000), 2000, ""},
		"less than the least": {new(49), 0, "montantMinimumEncaissement"},
		"too much":            {new(2001), 0, "montantMinimumEncaissement"},
	} {
		got, err := SettingsInput{CollectFrom: c.typed}.over(Settings{CollectFrom: 80, CollectWithin: 30}, 50)
		if c.field != "" {
			if refused := fault.Of(err); refused == nil || refused.Violations[0].Field != c.field {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if told := got.facts(50)["montantMinimumEncaissement"]; err != nil || told != c.want || got.CollectWithin != 30 {
			t.Errorf("%s: %v, %v", name, told, err)
		}
	}
	if got, _ := (SettingsInput{CollectFrom: new(50)}).over(Settings{}, 50); got.CollectFrom != 0 {
		t.Errorf("the least is not kept as that of the provider: %s", got.CollectFrom)
	}
	for _, days := range []int{0, 91} {
		if _, err := (SettingsInput{CollectWithin: &days}).over(Settings{}, 50); err == nil {
			t.Errorf("%d days", days)
		}
	}
}

func TestReceiptsByMail(t *testing.T) {
	for typed, known := range map[outbox.Receipts]bool{
		"jamais": true, "abonnements": true, "toujours": true, "parfois": false, "": false,
	} {
		got, err := SettingsInput{Receipts: &typed}.over(Settings{Receipts: outbox.ReceiptsOfTerms}, 50)
		if refused := fault.Of(err); known != (err == nil) || known && got.Receipts != typed ||
			!known && (refused == nil || refused.Violations[0].Field != "recusParCourriel") {
			t.Errorf("%q: %q, %v", typed, got.Receipts, err)
		}
	}
	for days, good := range map[int]bool{0: false, 1: true, 60: true, 61: false} {
		got, err := SettingsInput{OfferDays: &days}.over(Settings{OfferDays: 7}, 50)
		if (err == nil) != good || good && got.OfferDays != days {
			t.Errorf("an offer good for %d days: %+v, %v", days, got, err)
		}
	}
}
