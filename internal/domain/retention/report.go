package retention

// Counts are what a run does, or would do.
type Counts struct{ Warned, Anonymised, Lines int }

// Report is what a run did, or would do; an account that several operators know is
// counted at each. Operator 0: known at none, or of the platform.
type Report struct {
	Total       Counts
	ByOperator  map[int64]Counts
	Held        int // inactive, but something is open
	Unreachable int // whose letter could not be sent
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
