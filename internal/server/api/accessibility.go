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

func (s *Server) registerAccessibility() {
	Register(s, Rule{Audience: Public}, huma.Operation{
		OperationID: "accessibility-contacts", Method: http.MethodGet, Path: "/api/accessibilite",
		Tags:    []string{"Accessibilité"},
		Summary: "À qui signaler un défaut d'accessibilité", Description: "Sans connexion.",
	}, func(context.Context, *struct{}) (*Answer[AccessibilityContacts], error) {
		return Reply(AccessibilityContacts{Contacts: append([]string{}, s.AccessibilityContacts...)}), nil
	})
}
