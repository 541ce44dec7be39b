package station

import (
	"context"
	"io"
	"strconv"
	"time"
)

// Labels are what is stuck on the doors of a station, one for each locker.
type Labels struct {
	Station string
	At      time.Time
	Doors   []DoorLabel
}

// DoorLabel tells whose door it is to people, and to a camera by the address of the locker's sheet.
type DoorLabel struct {
	Locker  string
	Address string
}

// LabelPrinter writes labels as a PDF file.
type LabelPrinter func(w io.Writer, labels Labels) error

// Labels returns the labels of the lockers of a station; console is the address of the console. fault.NotFound: no such
// station.
func (s *Service) Labels(ctx context.Context, stationID int64, console string) (Labels, error) {
	at, err := s.ByID(ctx, stationID)
	if err != nil {
		return Labels{}, err
	}
	lockers, err := s.Lockers(ctx, stationID)
	if err != nil {
		return Labels{}, err
	}
	labels := Labels{Station: at.Name, At: s.clock.Now()}
	for _, l := range lockers {
		labels.Doors = append(labels.Doors, DoorLabel{l.Name, console + "/c/" + strconv.FormatInt(l.ID, 10)})
	}
	return labels, nil
}
