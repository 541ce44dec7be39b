package remote

import (
	"context"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/domain/occupation"
	"consigne/internal/kernel/fault"
)

// Command tells a station's controller a code. It is sent again until the controller
// says that it has it, or the code is used or expires.
type Command struct {
	ID        int64
	StationID int64
	Code      Code
}

// Delivery is how far the live code of a locker has come.
type Delivery struct {
	Received bool // the controller has it
	Used     bool
}

// Commands is what the package needs kept of them. What is not found is fault.NotFound.
type Commands interface {
	// ClaimCommands takes the commands that are due and hides them from others until then.
	ClaimCommands(ctx context.Context, now, until time.Time) ([]Command, error)
	// CommandReceived ends the sending of a command to that locker, if there is one.
	CommandReceived(ctx context.Context, lockerID, commandID int64, at time.Time) error
	// UseCommand wipes the command's code; false when the code was used already, or never was.
	UseCommand(ctx context.Context, lockerID, commandID int64) (bool, error)
	// DeliveryOf finds how far the command of the locker that is live at that instant has come.
	DeliveryOf(ctx context.Context, lockerID int64, now time.Time) (Delivery, error)
}

// resendAfter is how long a controller may take to say that it has a code.
const resendAfter = 2 * time.Second

// OnCommand has act called once each code that a controller may wait for is committed. It must not block.
func (s *Service) OnCommand(act func()) { s.wake = act }

// DueCommands takes what is to be sent now. What stays unacknowledged comes due again,
// on any node.
func (s *Service) DueCommands(ctx context.Context) ([]Command, error) {
	now := s.clock.Now()
	return s.store.ClaimCommands(ctx, now, now.Add(resendAfter))
}

// Received notes that the station's controller has the command. Once or often is the
// same. fault.NotFound: the locker is not of that station.
func (s *Service) Received(ctx context.Context, stationID, lockerID, commandID int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		if _, err := s.lockerAt(ctx, stationID, lockerID); err != nil {
			return err
		}
		return s.store.CommandReceived(ctx, lockerID, commandID, s.clock.Now())
	})
}

// UsedAtController notes that the command's code opened its door: the code is wiped and
// the journal tells it, once. The controller may tell it late, long after the code's
// life. fault.NotFound: the locker is not of that station.
func (s *Service) UsedAtController(ctx context.Context, stationID, lockerID, commandID int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		locker, err := s.lockerAt(ctx, stationID, lockerID)
		if err != nil {
			return err
		}
		if first, err := s.store.UseCommand(ctx, lockerID, commandID); err != nil || !first {
			return err
		}
		return s.record(ctx, journal.CodeUsed, 0, locker)
	})
}

// DeliveryOf tells how far the locker's code has come. fault.NotFound: no controller
// waits for it.
func (s *Service) DeliveryOf(ctx context.Context, lockerID int64) (Delivery, error) {
	return s.store.DeliveryOf(ctx, lockerID, s.clock.Now())
}

func (s *Service) lockerAt(ctx context.Context, stationID, lockerID int64) (occupation.Locker, error) {
	locker, err := s.store.LockerForStay(ctx, lockerID)
	if err == nil && locker.StationID != stationID {
		err = fault.Missing()
	}
	return locker, err
}
