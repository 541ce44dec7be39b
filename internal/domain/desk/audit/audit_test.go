package audit_test

import (
	"reflect"
	"testing"

	"consigne/internal/domain/desk/audit"
)

func TestDifferences(t *testing.T) {
	for _, c := range []struct {
		name          string
		before, after map[string]any
		want          map[string]any
	}{
		{
			"nothing",
			map[string]any{"nom": "Gare", "actif": true},
			map[string]any{"nom": "Gare", "actif": true},
			map[string]any{},
		},
		{
			"one fact",
			map[string]any{"nom": "Gare", "actif": true},
			map[string]any{"nom": "Gare", "actif": false},
			map[string]any{"actif": []any{true, false}},
		},
		{"a fact that is gone", map[string]any{"nom": "Gare"}, nil, map[string]any{"nom": []any{"Gare", nil}}},
		{
			"another type",
			map[string]any{"montant": 50},
			map[string]any{"montant": "50"},
			map[string]any{"montant": []any{50, "50"}},
		},
	} {
		if got := audit.Differences(c.before, c.after); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
