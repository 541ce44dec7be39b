// Package security keeps what touches the safety of accounts — failed logins, lock-outs,
// refusals, changes of what opens an account — apart from the journal: for the
// administrators, in a table, and for those who watch the node, in a log stream of its own
// ("security": true). An event holds an address and never a password, a code or an e-mail.
package security

import (
	"context"
	"log/slog"
	"strconv"
	"sync"
	"time"
)

// Kind names what happened, in French: it is read on screen.
type Kind string

// The kinds of event.
const (
	LoginFailed     Kind = "connexion.echec"
	LockedOut       Kind = "connexion.blocage"
	Denied          Kind = "acces.refus"
	PasswordChanged Kind = "compte.mot_de_passe"
	EmailAsked      Kind = "compte.email_demande" // a colleague typed another; it is not confirmed
	EmailChanged    Kind = "compte.email"
	RoleGranted     Kind = "compte.role_ajoute"
	RoleTaken       Kind = "compte.role_retire"
	KeyCreated      Kind = "cle.creation"
	KeyRevoked      Kind = "cle.revocation"
)

// Kinds lists them all.
func Kinds() []Kind {
	return []Kind{
		LoginFailed, LockedOut, Denied, PasswordChanged, EmailAsked, EmailChanged, RoleGranted, RoleTaken, KeyCreated, KeyRevoked,
	}
}

// Event is one of them.
type Event struct {
	ID        int64
	At        time.Time
	Kind      Kind
	AccountID int64  // whom it is about; 0: no account
	ActorID   int64  // who did it; 0: nobody known
	TypedKey  string // keyed hash of what was typed as the account; empty: nothing was
	Address   string // where the call came from; empty: from this machine, or erased
	Reason    string // a fixed word, a route, a role or a number of key
}

// Filter picks events; zero values pick all.
type Filter struct {
	Kind      Kind
	AccountID int64
	Address   string
}

// Store keeps events.
type Store interface {
	KeepSecurityEvent(ctx context.Context, event Event) error
	// SecurityEvents returns a page of events, newest first, and how many there are in all.
	SecurityEvents(ctx context.Context, filter Filter, offset, limit int) ([]Event, int, error)
}

// Watch keeps events and writes them to the log stream.
type Watch struct {
	store Store
	log   *slog.Logger

	mutex  sync.Mutex
	minute time.Time
	denied map[string]bool // caller and route, in that minute
}

// NewWatch keeps events in store; log nil: they are not logged, as for a command that a
// person types.
func NewWatch(store Store, log *slog.Logger) *Watch {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Watch{store: store, log: log, denied: map[string]bool{}}
}

type noted struct{ events []Event }

type notedKey struct{}

// Atomically runs act in a transaction of atomically and, once it is committed, writes to
// the log what act noted.
func (w *Watch) Atomically(ctx context.Context, atomically func(context.Context, func(context.Context) error) error, act func(context.Context) error) error {
	kept := &noted{}
	err := atomically(ctx, func(ctx context.Context) error {
		kept.events = nil // a transaction that lost a race runs again
		return act(context.WithValue(ctx, notedKey{}, kept))
	})
	if err == nil {
		for _, event := range kept.events {
			w.write(ctx, event)
		}
	}
	return err
}

// Note keeps an event, in the transaction of the act that it tells of if there is one.
// Its address is the request's unless it is given.
func (w *Watch) Note(ctx context.Context, event Event) error {
	if event.Address == "" {
		event.Address = addressOf(ctx)
	}
	if err := w.store.KeepSecurityEvent(ctx, event); err != nil {
		return err
	}
	if kept, ok := ctx.Value(notedKey{}).(*noted); ok {
		kept.events = append(kept.events, event)
		return nil
	}
	w.write(ctx, event)
	return nil
}

// NoteDenied notes that a caller was refused a route, once a minute for each: whoever asks
// without end fills neither the table nor the log.
func (w *Watch) NoteDenied(ctx context.Context, accountID int64, route string, at time.Time) error {
	if !w.first(strconv.FormatInt(accountID, 10)+" "+route, at.Truncate(time.Minute)) {
		return nil
	}
	return w.Note(ctx, Event{At: at, Kind: Denied, AccountID: accountID, ActorID: accountID, Reason: route})
}

func (w *Watch) first(key string, minute time.Time) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if !minute.Equal(w.minute) {
		w.minute = minute
		clear(w.denied)
	}
	if w.denied[key] {
		return false
	}
	w.denied[key] = true
	return true
}

// Events returns a page of events, newest first, and how many there are in all.
func (w *Watch) Events(ctx context.Context, filter Filter, offset, limit int) ([]Event, int, error) {
	return w.store.SecurityEvents(ctx, filter, offset, limit)
}

func (w *Watch) write(ctx context.Context, event Event) {
	attributes := []slog.Attr{slog.Bool("security", true), slog.String("event", string(event.Kind))}
	if event.AccountID != 0 {
		attributes = append(attributes, slog.Int64("account", event.AccountID))
	}
	if event.ActorID != 0 {
		attributes = append(attributes, slog.Int64("actor", event.ActorID))
	}
	for _, text := range []slog.Attr{slog.String("typed", event.TypedKey), slog.String("address", event.Address), slog.String("reason", event.Reason)} {
		if text.Value.String() != "" {
			attributes = append(attributes, text)
		}
	}
	w.log.LogAttrs(ctx, slog.LevelWarn, "security", attributes...)
}

type addressKey struct{}

// WithAddress says from where the call comes.
func WithAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

func addressOf(ctx context.Context) string {
	address, _ := ctx.Value(addressKey{}).(string)
	return address
}
