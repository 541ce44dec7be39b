// Package security records the events that concern the safety of accounts: failed sign-ins, lock-outs,
// new addresses, refusals, and changes of passwords, e-mails, roles and keys (docs/rules.md#security-events). They are
// kept apart from the audit log, in a table for administrators and in a log stream of their own
// ("security": true) for those who monitor the node. An event may hold an address, and never a
// password, a code or an e-mail.
package security

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/transaction"
)

// Kind is the kind of an event, in French because it is shown on screen.
type Kind string

// The kinds of event.
const (
	LoginFailed Kind = "connexion.echec"
	LockedOut   Kind = "connexion.blocage"
	// a sign-in to the account from an address from which nobody had within account.FamiliarFor
	NewAddress      Kind = "connexion.nouvelle_adresse"
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
	KeyChanged      Kind = "cle.modification"
	KeyReplaced     Kind = "cle.remplacement"   // its secret
	KeyExpired      Kind = "cle.apres_fin"      // a use of a key after its end; noted once an hour
	KeyNewNetwork   Kind = "cle.nouveau_reseau" // the first use of a key from a network
	WebhookSecret   Kind = "cle.notification"   // a secret that signs webhooks was given out
)

// Event is one security event.
type Event struct {
	ID        int64
	At        time.Time
	Kind      Kind
	AccountID int64  // the account concerned; 0: none
	ActorID   int64  // the account that acted; 0: unknown, or a key
	KeyID     int64  // the key that acted; 0 in an event to be noted: that of the context, if no account acted
	TypedKey  string // keyed hash of the e-mail that was typed; empty: none was
	Address   string // the caller's address; empty: this machine, or erased
	Reason    string // a fixed word, a route, a role or the number of a key
}

// Line is an event with the names that its accounts have now.
type Line struct {
	Event
	AccountName, ActorName string // empty: none, or erased; of a key: « clé LABEL »
}

// Filter selects events; zero values select all.
type Filter struct {
	Kind         Kind
	Family       Family
	AccountID    int64
	ActorID      int64
	Address      string
	Network      string // as network.Wide writes it
	Reason       string
	From, Before *time.Time // From included, Before excluded
}

// DayCount is how many events of a day there are of a kind or, without one, of a family.
type DayCount struct {
	Family Family
	Kind   Kind
	Count  int  // paging.MostNumbered at most
	Capped bool // there are more
}

// watched are the counts of a day, in the order of the screens.
var watched = []DayCount{
	{Family: SignIns, Kind: LoginFailed},
	{Family: SignIns, Kind: LockedOut},
	{Family: Refusals},
	{Family: Rights},
	{Family: Accounts},
	{Family: Providers},
	{Family: Keys},
}

// EventStore stores events.
type EventStore interface {
	KeepSecurityEvent(ctx context.Context, event Event) error
	// SecurityEvents returns a page of events, newest first.
	SecurityEvents(ctx context.Context, filter Filter, window paging.Window) (paging.Page[Line], error)
	// SecurityEventsAfter returns the first events after a key, newest first; with a nil key, the newest.
	SecurityEventsAfter(ctx context.Context, filter Filter, after *paging.Key, most int) ([]Line, error)
	// CountSecurityEvents counts events, as far as paging.MostNumbered.
	CountSecurityEvents(ctx context.Context, filter Filter) (count int, capped bool, err error)
}

// Recorder stores events and writes them to the log stream.
type Recorder struct {
	store EventStore
	log   *slog.Logger

	mutex  sync.Mutex
	minute time.Time
	denied map[string]bool // by caller and route, in the current minute
}

// NewRecorder returns a Recorder that stores events in store. With a nil log, as for a command typed in a
// shell, events are stored and not logged.
func NewRecorder(store EventStore, log *slog.Logger) *Recorder {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Recorder{store: store, log: log, denied: map[string]bool{}}
}

// Note stores an event, in the transaction of ctx if there is one, and writes it to the log once that is
// committed. Without an Address, the event gets that of the request.
func (r *Recorder) Note(ctx context.Context, event Event) error {
	if event.Address == "" {
		event.Address = AddressOf(ctx)
	}
	if event.ActorID == 0 && event.KeyID == 0 {
		event.KeyID = access.KeyIn(ctx)
	}
	if err := r.store.KeepSecurityEvent(ctx, event); err != nil {
		return err
	}
	transaction.AfterCommit(ctx, func() { r.write(ctx, event) })
	return nil
}

// NoteDenied notes that a caller was refused a route, at most once a minute for each pair, so that
// repeated calls fill neither the table nor the log.
func (r *Recorder) NoteDenied(ctx context.Context, accountID int64, route string, at time.Time) error {
	if !r.first(strconv.FormatInt(accountID, 10)+" "+route, at.Truncate(time.Minute)) {
		return nil
	}
	return r.Note(ctx, Event{At: at, Kind: Denied, AccountID: accountID, ActorID: accountID, Reason: route})
}

func (r *Recorder) first(key string, minute time.Time) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if !minute.Equal(r.minute) {
		r.minute = minute
		clear(r.denied)
	}
	if r.denied[key] {
		return false
	}
	r.denied[key] = true
	return true
}

// Events returns a page of events, newest first.
func (r *Recorder) Events(ctx context.Context, filter Filter, window paging.Window) (paging.Page[Line], error) {
	return r.store.SecurityEvents(ctx, filter, window)
}

// exportBatch is the number of events that an export reads at a time.
const exportBatch = 500

// Export calls write with all events of the filter, newest first, in batches.
func (r *Recorder) Export(ctx context.Context, filter Filter, write func([]Line) error) error {
	var after *paging.Key
	for {
		lines, err := r.store.SecurityEventsAfter(ctx, filter, after, exportBatch)
		if err != nil || len(lines) == 0 {
			return err
		}
		if err := write(lines); err != nil {
			return err
		}
		last := lines[len(lines)-1]
		after = &paging.Key{At: last.At, ID: last.ID}
	}
}

// Day counts the events of the day of Paris that holds the instant.
func (r *Recorder) Day(ctx context.Context, at time.Time) ([]DayCount, error) {
	today := clock.DayOf(at)
	first, next := today.Begins(), (today + 1).Begins()
	day := slices.Clone(watched)
	for i := range day {
		filter := Filter{Kind: day[i].Kind, Family: day[i].Family, From: &first, Before: &next}
		var err error
		if day[i].Count, day[i].Capped, err = r.store.CountSecurityEvents(ctx, filter); err != nil {
			return nil, err
		}
	}
	return day, nil
}

func (r *Recorder) write(ctx context.Context, event Event) {
	attributes := []slog.Attr{slog.Bool("security", true), slog.String("event", string(event.Kind))}
	if event.AccountID != 0 {
		attributes = append(attributes, slog.Int64("account", event.AccountID))
	}
	if event.ActorID != 0 {
		attributes = append(attributes, slog.Int64("actor", event.ActorID))
	}
	if event.KeyID != 0 {
		attributes = append(attributes, slog.Int64("key", event.KeyID))
	}
	for _, text := range []slog.Attr{
		slog.String("typed", event.TypedKey), slog.String("address", event.Address),
		slog.String("reason", event.Reason),
	} {
		if text.Value.String() != "" {
			attributes = append(attributes, text)
		}
	}
	r.log.LogAttrs(ctx, slog.LevelWarn, "security", attributes...)
}

type addressKey struct{}

// WithAddress adds the caller's address to the context.
func WithAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

// AddressOf returns the caller's address; empty: this machine.
func AddressOf(ctx context.Context) string {
	address, _ := ctx.Value(addressKey{}).(string)
	return address
}
