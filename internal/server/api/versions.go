package api

import (
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api/shape"
)

// VersionInput carries the version that the author of a write saw. It is exported because huma reads exported embedded
// types only.
type VersionInput struct {
	IfMatch string `header:"If-Match" doc:"La version lue. Si d'autres ont modifié depuis ce que l'appel remplace, il est refusé (409) et le champ « conflit » dit par qui ; absente : rien n'est comparé. Pour une liste d'une condition tarifaire, celle de la condition"`

	Seen int64 // 0: not told
}

// Resolve implements huma.Resolver. It reads "3", W/"3" and 3.
func (in *VersionInput) Resolve(huma.Context) []error {
	text := strings.Trim(strings.TrimPrefix(in.IfMatch, "W/"), `"`)
	if text == "" || text == "*" {
		return nil
	}
	version, err := strconv.ParseInt(text, 10, 64)
	if err != nil || version < 1 {
		return []error{&huma.ErrorDetail{Message: "not a version", Location: "header.If-Match", Value: in.IfMatch}}
	}
	in.Seen = version
	return nil
}

// EditConflict describes what a write would have replaced.
type EditConflict struct {
	Version       int64             `json:"version" doc:"Celle d'aujourd'hui ; à rendre dans If-Match pour enregistrer malgré tout"`
	Modifications []shape.AuditLine `json:"modifications" doc:"De la plus ancienne à la plus récente ; les vingt dernières au plus"`
}

// editConflict hides who made a change from those who are no colleagues of theirs: another operator's staff or, unless
// the viewer is an administrator, the platform's.
func editConflict(viewer access.Actor, overwrite *audit.Overwrite) *EditConflict {
	edits := shape.Each(overwrite.Edits, func(line audit.Line) shape.AuditLine {
		body := shape.AuditBody(line)
		own := line.ActorID == viewer.AccountID && line.ActorKeyID == viewer.KeyID()
		if !own && !viewer.StaffAt(line.OperatorID) {
			body.Acteur, body.Exploitant = nil, nil
		}
		return body
	})
	return &EditConflict{Version: overwrite.Revision, Modifications: edits}
}
