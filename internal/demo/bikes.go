package demo

import (
	"context"
	"slices"

	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/leftbike"
)

// bikes are those that were left in the first collective park of an operator that has one, with the days ago on which
// their files were opened. It draws nothing.
var bikes = []struct {
	leftbike.Bike
	opened, removed int // days ago; removed 0: it stands there
}{
	{leftbike.Bike{Description: "Vélo de ville vert, panier en osier", Mark: "BC4K7P20Z8", Tag: "V-031"}, 64, 29},
	{leftbike.Bike{Description: "VTT noir, roue avant voilée", Tag: "V-037"}, 12, 0},
	{leftbike.Bike{Description: "Vélo pliant gris, sans selle", Tag: "V-034"}, 33, 0}, // its removal is due
}

// addLeftBikes opens files about bicycles that were left: one is in the depot, one under notice, one to be removed.
func (l *loader) addLeftBikes(ctx context.Context) error {
	for _, f := range l.fleets {
		at := slices.IndexFunc(f.fittings, func(fitted fitting) bool { return fitted.site.kind != station.Individual })
		if at < 0 {
			continue
		}
		for _, bike := range bikes {
			opened := l.daysAgo(bike.opened)
			file := leftbike.File{
				OperatorID: f.id, StationID: f.fittings[at].stationID, OpenedAt: opened, Bike: bike.Bike,
				Bylaw: operator.Bylaw{NoticeDays: 30, KeepingDays: 90}, NoticedAt: &opened, Posted: true,
			}
			if bike.removed > 0 {
				removed := l.daysAgo(bike.removed)
				file.RemovedAt, file.Depot, file.Shelf = &removed, "Dépôt central", "B2"
			}
			if _, err := l.store.AddLeftBike(ctx, file); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}
