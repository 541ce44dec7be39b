package app

import (
	"consigne/internal/server/api"
	"consigne/internal/server/api/desk"
	"consigne/internal/server/api/machines"
	"consigne/internal/server/api/money"
	"consigne/internal/server/api/people"
	"consigne/internal/server/api/places"
	"consigne/internal/server/api/prices"
	"consigne/internal/server/api/stays"
)

// Areas register the calls of the API.
var Areas = []api.Area{
	people.Register, places.Register, prices.Register, stays.Register, money.Register, desk.Register, machines.Register,
}

// Spec returns the OpenAPI document, which is checked in as docs/openapi.json.
func Spec() []byte { return api.Spec(Areas...) }

// Policy returns the rule of each call, a line each.
func Policy() string { return api.Policy(Areas...) }
