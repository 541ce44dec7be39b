// Package security records the events that concern the safety of accounts: failed sign-ins, lock-outs,
// refusals, and changes of passwords, e-mails, roles and keys (docs/rules.md#security-events). They are
// kept apart from the audit log, in a table for administrators and in a log stream of their own
// ("security": true) for those who monitor the node. An event may hold an address, and never a
// password, a code or an e-mail.
package security

import (
	"context"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/transaction"
)

// Kind is the kind of an event, in French because it is shown on screen.
type Kind string

// The kinds of event.
const (
	LoginFailed     Kind = "connexion.echec"
	LockedOut       Kind = "connexion.blocage"
	Denied          Kind = "acces.refus"
	PasswordChanged Kind = "compte.mot_de_passe"
	EmailRequested  Kind = "compte.email_demande" // a new e-mail was typed, which is not confirmed
	EmailChanged    Kind = "compte.email"
	RoleGranted     Kind = "compte.role_ajoute"
	RoleTaken       Kind = "compte.role_retire"
	FactorAdded     Kind = "compte.facteur_ajoute"
	FactorRemoved   Kind = "compte.facteur_retire"
	FactorsReset    Kind = "compte.facteurs_effaces"
	RecoveryUsed    Kind = "compte.code_secours"
	RecoveryRenewed Kind = "compte.codes_secours"
	IdentityAdded   Kind = "compte.fournisseur_lie" // to an identity at a provider of single sign-on
	IdentityRemoved Kind = "compte.fournisseur_retire"
	ProviderCreated Kind = "fournisseur.creation" // the reason is its number
	ProviderChanged Kind = "fournisseur.modification"
	ProviderDeleted Kind = "fournisseur.suppression"
	SessionsEnded   Kind = "compte.sessions_terminees" // from a list of them, by the person or a colleague
	KeyCreated      Kind = "cle.creation"
	KeyRevoked      Kind = "cle.revocation"
)

// Event is one security event.
type Event struct {
	ID        int64
	At        time.Time
	Kind      Kind
	AccountID int64  // the account concerned; 0: none
	ActorID   int64  // the account that acted; 0: unknown
	TypedKey  string // keyed hash of the e-mail that was typed; empty: none was
	Address   string // the caller's address; empty: this machine, or erased
	Reason    string // a fixed word, a route, a role or the number of a key
}

// Filter selects events; zero values select all.
type Filter struct {
	Kind      Kind
	AccountID int64
	Address   string
}

// EventStore stores events.
type EventStore interface {
	KeepSecurityEvent(ctx context.Context, event Event) error
	// SecurityEvents returns a page of events, newest first.
	SecurityEvents(ctx context.Context, filter Filter, window paging.Window) (paging.Page[Event], error)
}

// Watch stores events and writes them to the log stream.
type Watch struct {
	store EventStore
	log   *slog.Logger

	mutex  sync.Mutex
	minute time.Time
	denied map[string]bool // by caller and route, in the current minute
}

// NewWatch returns a Watch that stores events in store. With a nil log, as for a command typed in a
// shell, events are stored and not logged.
func NewWatch(store EventStore, log *slog.Logger) *Watch {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Watch{store: store, log: log, denied: map[string]bool{}}
}

// Note stores an event, in the transaction of ctx if there is one, and writes it to the log once that is
// committed. Without an Address, the event gets that of the request.
func (w *Watch) Note(ctx context.Context, event Event) error {
	if event.Address == "" {
		event.Address = addressOf(ctx)
	}
	if err := w.store.KeepSecurityEvent(ctx, event); err != nil {
		return err
	}
	transaction.AfterCommit(ctx, func() { w.write(ctx, event) })
	return nil
}

// NoteDenied notes that a caller was refused a route, at most once a minute for each pair, so that
// repeated calls fill neither the table nor the log.
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

// Events returns a page of events, newest first.
func (w *Watch) Events(ctx context.Context, filter Filter, window paging.Window) (paging.Page[Event], error) {
	return w.store.SecurityEvents(ctx, filter, window)
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

// WithAddress adds the caller's address to the context.
func WithAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

func addressOf(ctx context.Context) string {
	address, _ := ctx.Value(addressKey{}).(string)
	return address
}
