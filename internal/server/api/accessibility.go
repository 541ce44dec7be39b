package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// AccessibilityContacts describes whom to tell what a person with a disability cannot use.
type AccessibilityContacts struct {
	Contacts []string `json:"contacts" nullable:"false" doc:"Adresses mailto: ou https: ; vide : l'administrateur de la plateforme"`
}

func (s *server) registerAccessibility() {
	register(s, rule{audience: public}, huma.Operation{
		OperationID: "accessibility-contacts", Method: http.MethodGet, Path: "/api/accessibilite", Tags: []string{"Accessibilité"},
		Summary: "À qui signaler un défaut d'accessibilité", Description: "Sans connexion.",
	}, func(context.Context, *struct{}) (*answer[AccessibilityContacts], error) {
		return reply(AccessibilityContacts{Contacts: append([]string{}, s.AccessibilityContacts...)}), nil
	})
}
