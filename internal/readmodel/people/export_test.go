package people

// ByIndex makes searches use the trigram index among however few people: for all that match, or, if they are taken for
// many, for their total.
func (x *Index) ByIndex(many bool) {
	x.fewPeople = -1
	if many {
		x.fewMatches = -1
	}
}
