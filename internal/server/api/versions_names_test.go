package api

import (
	"testing"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
)

func TestAConflictNamesColleaguesOnly(t *testing.T) {
	manager := access.Actor{AccountID: 1, Roles: map[int64][]access.Role{1: {access.Manager}, 2: {access.Customer}}}
	for _, c := range []struct {
		name   string
		viewer access.Actor
		edit   audit.Entry
		named  bool
	}{
		{"a colleague", manager, audit.Entry{ActorID: 5, OperatorID: 1}, true},
		{"oneself, elsewhere", manager, audit.Entry{ActorID: 1, OperatorID: 2}, true},
		{"another operator's staff", manager, audit.Entry{ActorID: 5, OperatorID: 2}, false},
		{"the platform", manager, audit.Entry{ActorID: 5}, false},
		{"the platform, for an administrator", access.Actor{AccountID: 9, Admin: true}, audit.Entry{ActorID: 5}, true},
	} {
		told := editConflict(c.viewer,
			&audit.Overwrite{Edits: []audit.Line{{Entry: c.edit, ActorName: "Zoé"}}}).Modifications[0]
		if named := told.Acteur != nil; named != c.named || (!c.named && told.Exploitant != nil) {
			t.Errorf("%s: %+v", c.name, told)
		}
	}
}
