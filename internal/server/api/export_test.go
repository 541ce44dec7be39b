package api

// Rules returns the rule of each call.
func Rules(areas ...Area) map[string]Rule {
	all := map[string]Rule{}
	for route, call := range newServer(Components{}, areas...).mux.calls {
		all[route] = call.rule
	}
	return all
}

// What a rule is without an audience, and without a place.
const (
	Nobody   = nobody
	Platform = platform
)
