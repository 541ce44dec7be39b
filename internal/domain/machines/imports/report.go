package imports

import "consigne/internal/kernel/fault"

// Outcome is what becomes of a line.
type Outcome string

// The outcomes.
const (
	Created   Outcome = "créé"
	Changed   Outcome = "modifié"
	Linked    Outcome = "rattaché" // to what the operator had already
	Unchanged Outcome = "inchangé"
	Refused   Outcome = "refusé"
)

// Outcomes lists the outcomes in the order in which they are shown.
var Outcomes = []Outcome{Created, Changed, Linked, Unchanged, Refused}

// LineReport describes what becomes of a line of a file, or, with number 0, what is wrong with the file.
type LineReport struct {
	Kind      Kind
	Number    int
	Reference string
	Outcome   Outcome
	Problems  []fault.Violation // the fields are columns; empty: the line as a whole
}

// Totals counts the lines of a file by outcome.
type Totals struct {
	Kind  Kind
	Lines map[Outcome]int
}

// Reporter is told of each line, in order.
type Reporter interface {
	// Begin is called before the first line of a file, again when its transaction starts over: what was told of the file
	// since does not count.
	Begin(kind Kind) error
	Line(line LineReport) error
}
