package people

import (
	"context"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/signon"
	"consigne/internal/kernel/fault"
)

// Providers implements signon.ProviderStore.
func (s *Store) Providers(ctx context.Context) ([]signon.Provider, error) {
	return s.providers(ctx, `TRUE`)
}

// ProviderByID implements signon.ProviderStore.
func (s *Store) ProviderByID(ctx context.Context, id int64) (signon.Provider, error) {
	return db.First(s.providers(ctx, `p.id = $1`, id))
}

func (s *Store) providers(ctx context.Context, where string, args ...any) ([]signon.Provider, error) {
	type row struct {
		signon.Provider
		domain *string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list providers", func(r *row) []any {
		return []any{&r.ID, &r.Label, &r.Issuer, &r.ClientID, &r.Secret, &r.Required, &r.Active, &r.Version, &r.domain}
	}, `SELECT p.id, p.label, p.issuer, p.client_id, p.secret, p.required, p.active, p.revision, d.domain
		FROM signon_providers p LEFT JOIN signon_domains d ON d.provider_id = p.id WHERE `+where+` ORDER BY p.id, d.domain`, args...)
	list := []signon.Provider{}
	for _, r := range rows {
		if last := len(list) - 1; last < 0 || list[last].ID != r.ID {
			list = append(list, r.Provider)
		}
		if r.domain != nil {
			last := &list[len(list)-1]
			last.Domains = append(last.Domains, *r.domain)
		}
	}
	return list, err
}

// CompulsoryFor implements signon.ProviderStore. It runs before every sign-in by password.
func (s *Store) CompulsoryFor(ctx context.Context, domain string) (signon.Provider, error) {
	return db.First(db.Collect(ctx, s.db.Reader(ctx), "look for a compulsory provider", func(p *signon.Provider) []any { return []any{&p.Label, &p.Issuer} }, `
		SELECT p.label, p.issuer FROM signon_domains d JOIN signon_providers p ON p.id = d.provider_id WHERE d.domain = $1
		AND d.compulsory = $2`, domain, true))
}

// CreateProvider implements signon.ProviderStore.
func (s *Store) CreateProvider(ctx context.Context, p signon.Provider) (int64, error) {
	id, err := s.db.Insert(ctx, "create provider", `
		INSERT INTO signon_providers (label, issuer, client_id, secret, required, active) VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`,
		p.Label, p.Issuer, p.ClientID, p.Secret, p.Required, p.Active)
	if db.Duplicate(err) {
		return 0, signon.TakenIssuer()
	}
	p.ID = id
	if err != nil {
		return 0, err
	}
	return id, s.writeDomains(ctx, p)
}

// UpdateProvider implements signon.ProviderStore.
func (s *Store) UpdateProvider(ctx context.Context, p signon.Provider) error {
	err := s.db.Exec(ctx, "change provider", `
		UPDATE signon_providers SET label = $2, issuer = $3, client_id = $4, secret = $5, required = $6, active = $7
		WHERE id = $1`,
		p.ID, p.Label, p.Issuer, p.ClientID, p.Secret, p.Required, p.Active)
	if db.Duplicate(err) {
		return signon.TakenIssuer()
	}
	if err != nil {
		return err
	}
	return s.writeDomains(ctx, p)
}

// writeDomains replaces the domains of a provider.
func (s *Store) writeDomains(ctx context.Context, p signon.Provider) error {
	if err := s.deleteDomains(ctx, p.ID); err != nil {
		return err
	}
	for _, domain := range p.Domains {
		err := s.db.Exec(ctx, "add domain", `INSERT INTO signon_domains (provider_id, domain, compulsory)
			VALUES ($1, $2, $3)`, p.ID, domain, p.Required && p.Active)
		if db.Duplicate(err) {
			return signon.TakenDomain(domain)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) deleteDomains(ctx context.Context, providerID int64) error {
	return s.db.Exec(ctx, "delete domains", `DELETE FROM signon_domains WHERE provider_id = $1`, providerID)
}

// DeleteProvider implements signon.ProviderStore.
func (s *Store) DeleteProvider(ctx context.Context, id int64) error {
	if err := s.deleteDomains(ctx, id); err != nil {
		return err
	}
	return s.db.Exec(ctx, "delete provider", `DELETE FROM signon_providers WHERE id = $1`, id)
}

// KeepDeparture implements signon.DepartureStore.
func (s *Store) KeepDeparture(ctx context.Context, d signon.Departure) error {
	return s.db.Exec(ctx, "keep departure", `
		INSERT INTO signon_requests (state_hash, provider_id, browser_hash, secrets, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		d.StateHash, d.ProviderID, d.BrowserHash, d.Secrets, db.Millis(d.ExpiresAt))
}

// TakeDeparture implements signon.DepartureStore. The database decides between calls that bring back the same state.
func (s *Store) TakeDeparture(ctx context.Context, stateHash string) (signon.Departure, error) {
	departure := signon.Departure{StateHash: stateHash}
	var expires int64
	err := s.db.Writer(ctx).QueryRowContext(ctx,
		`DELETE FROM signon_requests WHERE state_hash = $1
			RETURNING provider_id, browser_hash, secrets, expires_at`, stateHash,
	).Scan(&departure.ProviderID, &departure.BrowserHash, &departure.Secrets, &expires)
	departure.ExpiresAt = db.Instant(expires)
	return departure, db.Found(err)
}

// Identities implements signon.IdentityStore.
func (s *Store) Identities(ctx context.Context, accountID int64) ([]signon.Identity, error) {
	return s.identities(ctx, `account_id = $1`, accountID)
}

// IdentityBySubject implements signon.IdentityStore.
func (s *Store) IdentityBySubject(ctx context.Context, issuer, subject string) (signon.Identity, error) {
	return db.First(s.identities(ctx, `issuer = $1 AND subject = $2`, issuer, subject))
}

func (s *Store) identities(ctx context.Context, where string, args ...any) ([]signon.Identity, error) {
	type row struct {
		signon.Identity
		created, used int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list identities", func(r *row) []any {
		return []any{&r.ID, &r.AccountID, &r.Issuer, &r.Subject, &r.Email, &r.created, &r.used}
	}, `SELECT id, account_id, issuer, subject, email, created_at, used_at FROM account_identities WHERE `+where+
		` ORDER BY id`, args...)
	list := make([]signon.Identity, len(rows))
	for i, r := range rows {
		list[i] = r.Identity
		list[i].CreatedAt, list[i].UsedAt = db.Instant(r.created), db.Instant(r.used)
	}
	return list, err
}

// CreateIdentity implements signon.IdentityStore.
func (s *Store) CreateIdentity(ctx context.Context, i signon.Identity, others []string) (int64, error) {
	var id int64
	err := s.db.Atomically(ctx, func(ctx context.Context) error {
		if err := s.lockAccount(ctx, i.AccountID); err != nil {
			return err
		}
		linked, err := s.Identities(ctx, i.AccountID)
		elsewhere := func(l signon.Identity) bool { return slices.Contains(others, l.Issuer) }
		if err != nil || slices.ContainsFunc(linked, elsewhere) {
			id = 0
			return err
		}
		id, err = s.insertIdentity(ctx, i)
		return err
	})
	return id, err
}

// lockAccount keeps others from linking an account until the transaction ends. On SQLite, which has one writer at a
// time, the transaction does.
func (s *Store) lockAccount(ctx context.Context, accountID int64) error {
	if s.db.OnSQLite() {
		return nil
	}
	var id int64
	const lock = `SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE`
	err := s.db.Writer(ctx).QueryRowContext(ctx, lock, accountID).Scan(&id)
	return db.Found(err)
}

func (s *Store) insertIdentity(ctx context.Context, i signon.Identity) (int64, error) {
	id, err := db.First(db.Collect(ctx, s.db.Writer(ctx), "create identity", func(id *int64) []any { return []any{id} }, `
		INSERT INTO account_identities (account_id, issuer, subject, email, created_at, used_at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT DO NOTHING RETURNING id`, i.AccountID, i.Issuer, i.Subject, i.Email, db.Millis(i.CreatedAt), db.Millis(i.UsedAt)))
	if fault.Is(err, fault.KindNotFound) {
		return 0, nil
	}
	return id, err
}

// UseIdentity implements signon.IdentityStore.
func (s *Store) UseIdentity(ctx context.Context, id int64, email string, at time.Time) error {
	return s.db.Exec(ctx, "use identity", `UPDATE account_identities SET email = $2, used_at = $3
		WHERE id = $1`, id, email, db.Millis(at))
}

// DeleteIdentity implements signon.IdentityStore.
func (s *Store) DeleteIdentity(ctx context.Context, accountID, id int64) (bool, error) {
	return s.db.CompareAndSet(ctx, "delete identity", `DELETE FROM account_identities WHERE account_id = $1
		AND id = $2`, accountID, id)
}

// KeepProof implements account.ProofStore.
func (s *Store) KeepProof(ctx context.Context, sessionID string, proof account.ProviderProof) error {
	return s.db.Exec(ctx, "keep provider of session", `INSERT INTO session_providers (session_id, identity_id, issuer,
		id_token) VALUES ($1, $2, $3, $4)`, sessionID, proof.IdentityID, proof.Issuer, proof.IDToken)
}

// OpenedBy implements signon.SessionStore.
func (s *Store) OpenedBy(ctx context.Context, sessionID string) (signon.Opened, error) {
	var opened signon.Opened
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT identity_id, issuer, id_token FROM session_providers
		WHERE session_id = $1`, sessionID).
		Scan(&opened.IdentityID, &opened.Issuer, &opened.IDToken)
	return opened, db.Found(err)
}

// EndSessionsOfIdentity implements signon.SessionStore.
func (s *Store) EndSessionsOfIdentity(ctx context.Context, identityID int64, except string, at time.Time) error {
	if err := s.db.Exec(ctx, "end steps", `DELETE FROM sign_in_steps WHERE identity_id = $1`, identityID); err != nil {
		return err
	}
	return s.db.Exec(ctx, "end sessions", `
		UPDATE sessions SET ended_at = $3 WHERE id IN (SELECT session_id FROM session_providers WHERE identity_id = $1)
		AND ended_at IS NULL AND id <> $2`,
		identityID, except, db.Millis(at))
}
