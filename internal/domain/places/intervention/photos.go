package intervention

import (
	"context"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/places/photo"
	"consigne/internal/kernel/access"
)

// PhotosOf names the photos of an intervention.
func (i Intervention) PhotosOf() photo.Object {
	return photo.Object{OperatorID: i.OperatorID, Kind: photo.OfIntervention, ID: i.ID}
}

// Photographed is called in the transaction that adds a photo, whatever the state.
func (s *Service) Photographed(ctx context.Context, actor access.Actor, id int64) error {
	i, err := s.store.InterventionByID(ctx, id)
	if err != nil {
		return err
	}
	return s.tell(ctx, actor, i, Line{Kind: LinePhoto}, audit.InterventionPhoto, nil)
}
