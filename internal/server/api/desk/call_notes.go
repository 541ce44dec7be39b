package desk

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/hotline"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// CallNote is what staff wrote down during a call.
type CallNote struct {
	ID          int64        `json:"id"`
	Note        string       `json:"note"`
	Le          time.Time    `json:"le"`
	Par         *shape.Named `json:"par" doc:"null : un compte qui n'est plus connu"`
	Casier      *int64       `json:"casier" doc:"Celui dont parlait l'appel ; null : aucun"`
	Usager      *int64       `json:"usager" doc:"null : elle ne concerne que le casier"`
	Supprimable bool         `json:"supprimable" doc:"Par l'appelant"`
}

// NoteInput is a note to keep.
type NoteInput struct {
	Usager *int64 `json:"usager,omitempty" doc:"Absent : elle ne concerne que le casier"`
	Casier *int64 `json:"casier,omitempty"`
	Note   string `json:"note,omitempty" doc:"Obligatoire"`
}

func (s area) registerCallNotes(tag string) {
	const path = "/api/admin/recit/exploitant/{id}/note"
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "write-call-note", Method: http.MethodPost, Path: path, Tags: []string{tag},
		Summary: "Noter quelque chose pour le prochain appel de cette personne ou devant ce casier",
		Description: "D'une personne : pour qui peut lire les utilisateurs. Gardée un an, effacée avec la personne ; son texte n'est pas " +
			"au journal.",
		DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body NoteInput
	},
	) (*api.Answer[CallNote], error) {
		actor := api.ActorOf(ctx)
		note, err := s.Calls.WriteNote(ctx, actor, hotline.Note{
			OperatorID: in.ID, AccountID: idOf(in.Body.Usager), LockerID: idOf(in.Body.Casier), Text: in.Body.Note,
		})
		return api.Reply(noteBody(note, actor)), err
	})
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OperatorInPath,
	}, huma.Operation{
		OperationID: "delete-call-note", Method: http.MethodDelete, Path: path + "/{idNote}", Tags: []string{tag},
		Summary: "Supprimer une note", Description: "Pour qui l'a écrite, et les gestionnaires.",
		DefaultStatus: http.StatusNoContent,
	}, func(ctx context.Context, in *struct {
		api.IDInput
		IDNote int64 `path:"idNote"`
	},
	) (*struct{}, error) {
		return nil, s.Calls.DeleteNote(ctx, api.ActorOf(ctx), in.ID, in.IDNote)
	})
}

func noteBody(n hotline.Note, viewer access.Actor) CallNote {
	body := CallNote{
		ID: n.ID, Note: n.Text, Le: n.At.In(clock.Paris), Casier: shape.OrNull(n.LockerID),
		Usager: shape.OrNull(n.AccountID), Supprimable: n.MayDelete(viewer),
	}
	if n.AuthorName != "" {
		body.Par = &shape.Named{ID: n.AuthorID, Nom: n.AuthorName}
	}
	return body
}
