package audit

import (
	"iter"
	"time"
)

// Name is what an object is called now.
type Name struct {
	Text     string    // of a place, a tariff, staff…; empty: none
	Customer string    // the customer whose it is; empty: nobody's, or erased
	Since    time.Time // when it began, which tells it from others of the same name; zero: no need
}

// For returns the name for a reader who may know customers, or may not; empty: there is none.
func (n Name) For(people bool) string {
	if people && n.Customer != "" {
		return n.Customer
	}
	return n.Text
}

// kindOf names the kind of object whose number a change holds, by its name on the wire.
var kindOf = map[string]string{
	"responsable": KindAccount, "compte": KindAccount, "station": KindStation, "casier": KindLocker, "tarif": KindTariff,
	"exploitant": KindOperator, "cle": KindKey, "utilisation": KindStay,
}

// Identified yields the object of the line and those whose numbers its changes hold.
func (l Line) Identified() iter.Seq[Object] {
	return func(yield func(Object) bool) {
		if !yield(l.Object) {
			return
		}
		for field, value := range l.Changes {
			for id := range identifiers(value) {
				if kind, ok := kindOf[field]; ok && !yield(Object{kind, id}) {
					return
				}
			}
		}
	}
}

// identifiers yields the numbers of a change, as read from JSON: its value, or those before and after.
func identifiers(value any) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		values, pair := value.([]any)
		if !pair {
			values = []any{value}
		}
		for _, one := range values {
			if id, ok := one.(float64); ok && !yield(int64(id)) {
				return
			}
		}
	}
}

// NamesOf returns the names of what the changes of the line identify, by field and number, as far as the reader may
// know them.
func (l Line) NamesOf(people bool) map[string]map[int64]string {
	names := map[string]map[int64]string{}
	for field, value := range l.Changes {
		for id := range identifiers(value) {
			name := l.Names[Object{kindOf[field], id}].For(people)
			if name == "" {
				continue
			}
			if names[field] == nil {
				names[field] = map[int64]string{}
			}
			names[field][id] = name
		}
	}
	return names
}
