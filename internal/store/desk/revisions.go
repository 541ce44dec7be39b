package desk

import (
	"context"
	"slices"

	"consigne/internal/domain/desk/audit"
)

// EditsSince implements audit.Revisions.
func (s *Store) EditsSince(ctx context.Context, object audit.Object, revision int64) (int64, []audit.Line, error) {
	now, err := s.facts.Revision(ctx, object)
	if err != nil {
		return 0, nil, err
	}
	lines, err := s.lines(ctx, `SELECT j.id, j.at FROM audit_log j WHERE j.object_kind = $1 AND j.object_id = $2
		AND j.revision > $3
		ORDER BY j.at DESC, j.id DESC`, object.Kind, object.ID, revision)
	slices.Reverse(lines)
	return now, lines, err
}
