package opening

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/fault"
)

// Command sends an opening code to a station's controller. It is sent again until the controller
// acknowledges it, or the code is used or expires.
type Command struct {
	ID        int64
	StationID int64
	Code      Code
}

// Delivery is the progress of a locker's valid code.
type Delivery struct {
	Received bool // the controller has acknowledged the code
	Used     bool
}

// CommandStore stores commands. Methods return fault.NotFound for what does not exist.
type CommandStore interface {
	// ClaimCommands returns the commands that are due and hides them from other nodes until the instant
	// until.
	ClaimCommands(ctx context.Context, now, until time.Time) ([]Command, error)
	// CommandReceived stops the sending of that command to the locker, if it is still being sent.
	CommandReceived(ctx context.Context, lockerID, commandID int64, at time.Time) error
	// UseCommand deletes the command's code. It returns false when the code was already used or never
	// existed.
	UseCommand(ctx context.Context, lockerID, commandID int64, at time.Time) (bool, error)
	// DeliveryOf returns the progress of the locker's command whose code is valid at the instant.
	DeliveryOf(ctx context.Context, lockerID int64, now time.Time) (Delivery, error)
}

// resendAfter is how long the sender waits for a controller's acknowledgement before it sends a command
// again.
const resendAfter = 2 * time.Second

// OnCommand registers act, which is called after the commit of each code that a controller may wait
// for. act must not block.
func (s *Service) OnCommand(act func()) { s.wake = act }

// DueCommands returns the commands to send now. Those that are not acknowledged become due again, on
// any node.
func (s *Service) DueCommands(ctx context.Context) ([]Command, error) {
	now := s.clock.Now()
	return s.store.ClaimCommands(ctx, now, now.Add(resendAfter))
}

// Received records that the station's controller has acknowledged the command; repeating it changes
// nothing. fault.NotFound: the locker is not at that station.
func (s *Service) Received(ctx context.Context, stationID, lockerID, commandID int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		if _, err := s.lockerAt(ctx, stationID, lockerID); err != nil {
			return err
		}
		return s.store.CommandReceived(ctx, lockerID, commandID, s.clock.Now())
	})
}

// UsedAtController records that the command's code opened its door: it deletes the code and adds a line
// to the audit log, once. The controller may report it long after the code has expired. fault.NotFound:
// the locker is not at that station.
func (s *Service) UsedAtController(ctx context.Context, stationID, lockerID, commandID int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		locker, err := s.lockerAt(ctx, stationID, lockerID)
		if err != nil {
			return err
		}
		if first, err := s.store.UseCommand(ctx, lockerID, commandID, s.clock.Now()); err != nil || !first {
			return err
		}
		return s.record(ctx, audit.CodeUsed, 0, locker)
	})
}

// DeliveryOf returns the progress of the locker's code. fault.NotFound: no controller waits for it.
func (s *Service) DeliveryOf(ctx context.Context, lockerID int64) (Delivery, error) {
	return s.store.DeliveryOf(ctx, lockerID, s.clock.Now())
}

// UsedAt returns when the code that expires at the instant opened the locker; without an instant, the last code, as
// long as it would be valid. Nil: it did not, or no such code is known.
func (s *Service) UsedAt(ctx context.Context, lockerID int64, expires time.Time) (*time.Time, error) {
	var given Given
	var err error
	if expires.IsZero() {
		given, err = s.store.LastGiven(ctx, lockerID)
		if err == nil && !s.clock.Now().Before(given.ExpiresAt) {
			return nil, nil
		}
	} else {
		given, err = s.store.GivenUntil(ctx, lockerID, expires)
	}
	if fault.Is(err, fault.KindNotFound) {
		return nil, nil
	}
	return given.UsedAt, err
}

func (s *Service) lockerAt(ctx context.Context, stationID, lockerID int64) (stay.Locker, error) {
	locker, err := s.store.LockerForStay(ctx, lockerID)
	if err == nil && locker.StationID != stationID {
		err = fault.NotFound()
	}
	return locker, err
}
