package desk

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// auditWords are the words of what changed, as the console has them, whose tests compare them: the label of each field
// by kind of object (« »: of all others), the words of fields that hold one of a few, and the fields whose number
// identifies something.
var auditWords = func() (words struct {
	Fields   map[string]map[string]string `json:"champs"`
	Values   map[string]map[string]string `json:"valeurs"`
	Numbered []string                     `json:"numeros"`
},
) {
	if err := json.Unmarshal(auditWordsFile, &words); err != nil {
		panic(fmt.Errorf("read audit_words.json: %w", err))
	}
	return words
}()

//go:embed audit_words.json
var auditWordsFile []byte

// factsText returns « Actif : oui → non ; Motif : Serrure », in the order of the names on the wire.
func factsText(line audit.Line, people bool) string {
	names := line.NamesOf(people)
	texts := make([]string, 0, len(line.Changes))
	for _, field := range slices.Sorted(maps.Keys(line.Changes)) {
		values, pair := line.Changes[field].([]any)
		if !pair {
			values = []any{line.Changes[field]}
		}
		shown := make([]string, len(values))
		for i, value := range values {
			shown[i] = factText(field, value, names[field])
		}
		texts = append(texts, factLabel(line, field)+" : "+strings.Join(shown, " → "))
	}
	return strings.Join(texts, " ; ")
}

func factLabel(line audit.Line, field string) string {
	group := line.Object.Kind
	if prefix, _, _ := strings.Cut(string(line.Action), "."); prefix == "tache" || prefix == "ligne" {
		group = prefix
	}
	if label, ok := auditWords.Fields[group][field]; ok {
		return label
	}
	return wordOr(auditWords.Fields[""], field)
}

// factText returns a value as the console shows it; names are those that the field identifies, by number.
func factText(field string, value any, names map[int64]string) string {
	switch value := value.(type) {
	case nil:
		return "(vide)"
	case bool:
		switch {
		case field == "abonnement" && value:
			return "Abonnement"
		case field == "abonnement":
			return "Tarif horaire"
		case value:
			return "oui"
		}
		return "non"
	case float64:
		if name, ok := names[int64(value)]; ok {
			return name
		}
		return factNumber(field, value)
	case string:
		return factWords(field, value)
	}
	return fmt.Sprint(value)
}

func factNumber(field string, value float64) string {
	written := strconv.FormatFloat(value, 'f', -1, 64)
	switch {
	case slices.Contains(auditWords.Numbered, field):
		return "n° " + written
	case strings.HasPrefix(field, "montant"), field == "capitalSocial":
		return money.Cents(value).String()
	case field == "tauxTva":
		return strings.Replace(strconv.FormatFloat(value/100, 'f', -1, 64), ".", ",", 1) + " %"
	case strings.HasPrefix(field, "nombreMinutes"):
		return written + " min"
	}
	return wordOr(auditWords.Values[field], written)
}

func factWords(field, value string) string {
	if value == "" {
		return "(vide)"
	}
	if day, err := time.Parse(time.DateOnly, value); err == nil {
		return day.Format("02/01/2006")
	}
	if month, err := clock.ParseMonth(value); err == nil && field == "mois" {
		return month.French()
	}
	words := auditWords.Values[field]
	if field == "champs" {
		words = auditWords.Fields[""]
	}
	if words == nil || !slices.Contains([]string{"champs", "droits", "evenements"}, field) {
		return wordOr(words, value)
	}
	names := strings.Split(value, ", ")
	for i, name := range names {
		names[i] = strings.ToLower(wordOr(words, name))
	}
	return strings.Join(names, ", ")
}

func wordOr(words map[string]string, key string) string {
	if word, ok := words[key]; ok {
		return word
	}
	return key
}
