package retention

// Counts are the numbers of warnings, anonymisations and deleted audit lines of a run.
type Counts struct{ Warned, Anonymised, Lines int }

// Report is the result of a run, or of a preview. An account that several operators know is counted at
// each of them. Operator 0 stands for accounts that no operator knows and for audit lines of the
// platform.
type Report struct {
	Total       Counts
	ByOperator  map[int64]Counts
	Held        int // inactive accounts kept because something is open
	Unreachable int // accounts whose warning could not be sent
}

func (r *Report) add(operators []int64, c Counts) {
	if len(operators) == 0 {
		operators = []int64{0}
	}
	for _, id := range operators {
		sum := r.ByOperator[id]
		r.ByOperator[id] = Counts{sum.Warned + c.Warned, sum.Anonymised + c.Anonymised, sum.Lines + c.Lines}
	}
	r.Total = Counts{r.Total.Warned + c.Warned, r.Total.Anonymised + c.Anonymised, r.Total.Lines + c.Lines}
}
