package desk

import (
	"slices"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
)

// conditions returns those of a filter. They name an index, the one whose lines are fewest whatever the filter
// combines: the columns that it begins with are compared as they are, the others in a form that no index serves. Left
// to themselves, the engines may read all lines of a frequent action for the few of one person.
func conditions(filter audit.Filter) db.Where {
	indexed := indexOf(filter)
	w := db.Where{}
	number := func(column string, value int64) {
		switch {
		case value == 0:
		case slices.Contains(indexed, column):
			w.Is(`j.`+column, value)
		default:
			w.Is(`j.`+column+` + 0`, value)
		}
	}
	text := func(column, value string) {
		switch {
		case value == "":
		case slices.Contains(indexed, column):
			w.Is(`j.`+column, value)
		default:
			w.Is(`j.`+column+` || ''`, value)
		}
	}
	number(`actor_id`, filter.ActorID)
	text(`action`, string(filter.Action))
	if filter.Action.Kind() == "" || filter.Object.ID != 0 { // otherwise the action implies the kind
		text(`object_kind`, filter.Object.Kind)
	}
	number(`object_id`, filter.Object.ID)
	if filter.StationID != 0 && filter.OperatorID != 0 && slices.Contains(indexed, `station_id`) {
		// All lines at a station are of its operator: for another one, none is read.
		w.Only(`j.station_id = (SELECT s.id FROM stations s WHERE s.id = ` + w.Arg(filter.StationID) +
			` AND s.operator_id = ` + w.Arg(filter.OperatorID) + `)`)
	} else {
		number(`operator_id`, filter.OperatorID)
		number(`station_id`, filter.StationID)
	}
	return w
}

// indexOf returns the columns compared for equality of the index for a filter. The lines of one object or of one
// person are few whatever else is asked for, and these indexes hold the other columns (docs/adr/0042-lists-by-key.md).
func indexOf(filter audit.Filter) []string {
	switch {
	case filter.Object.ID != 0:
		return []string{`object_kind`, `object_id`}
	case filter.ActorID != 0 && filter.Action != "":
		return []string{`actor_id`, `action`}
	case filter.ActorID != 0:
		return []string{`actor_id`}
	case filter.StationID != 0 && filter.Action != "":
		return []string{`station_id`, `action`}
	case filter.StationID != 0:
		return []string{`station_id`}
	case filter.Action != "":
		return []string{`operator_id`, `action`}
	}
	return []string{`operator_id`, `object_kind`}
}
