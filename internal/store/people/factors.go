package people

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/fault"
)

// Factors implements account.FactorStore.
func (s *Store) Factors(ctx context.Context, accountID int64) ([]account.Factor, error) {
	return s.factors(ctx, `account_id = $1`, accountID)
}

// FactorByCredential implements account.FactorStore.
func (s *Store) FactorByCredential(ctx context.Context, credentialID string) (account.Factor, error) {
	return db.First(s.factors(ctx, `credential_id = $1`, credentialID))
}

func (s *Store) factors(ctx context.Context, where string, args ...any) ([]account.Factor, error) {
	type row struct {
		account.Factor
		credential *string
		created    int64
		used       *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list second factors", func(r *row) []any {
		return []any{&r.ID, &r.AccountID, &r.Means, &r.Name, &r.Secret, &r.credential, &r.LastStep, &r.created, &r.used}
	}, `SELECT id, account_id, kind, name, secret, credential_id, last_step, created_at, used_at FROM second_factors WHERE `+where+` ORDER BY id`, args...)
	factors := make([]account.Factor, len(rows))
	for i, r := range rows {
		factors[i] = r.Factor
		factors[i].CredentialID, factors[i].CreatedAt, factors[i].UsedAt = db.TextOf(r.credential), db.Instant(r.created),
			db.InstantOrNil(r.used)
	}
	return factors, err
}

// CreateFactor implements account.FactorStore.
func (s *Store) CreateFactor(ctx context.Context, f account.Factor) (int64, error) {
	id, err := s.db.Insert(ctx, "create second factor", `
		INSERT INTO second_factors (account_id, kind, name, secret, credential_id, last_step, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
		f.AccountID, f.Means, f.Name, f.Secret, db.TextOrNull(f.CredentialID), f.LastStep, db.Millis(f.CreatedAt))
	if db.Duplicate(err) {
		return 0, fault.Conflict("Cette clé d'accès est déjà enregistrée.")
	}
	return id, err
}

// RenameFactor implements account.FactorStore.
func (s *Store) RenameFactor(ctx context.Context, accountID, id int64, name string) (bool, error) {
	return s.db.CompareAndSet(ctx, "rename second factor", `UPDATE second_factors SET name = $3 WHERE account_id = $1
		AND id = $2`, accountID, id, name)
}

// DeleteFactor implements account.FactorStore.
func (s *Store) DeleteFactor(ctx context.Context, accountID, id int64) (bool, error) {
	return s.db.CompareAndSet(ctx, "delete second factor", `DELETE FROM second_factors WHERE account_id = $1
		AND id = $2`, accountID, id)
}

// DeleteFactors implements account.FactorStore.
func (s *Store) DeleteFactors(ctx context.Context, accountID int64) error {
	if err := s.db.Exec(ctx, "delete second factors", `DELETE FROM second_factors
		WHERE account_id = $1`, accountID); err != nil {
		return err
	}
	return s.db.Exec(ctx, "delete recovery codes", `DELETE FROM recovery_codes WHERE account_id = $1`, accountID)
}

// UseStep implements account.FactorStore. The database decides between calls with the same code.
func (s *Store) UseStep(ctx context.Context, factorID, step int64, at time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "use code", `UPDATE second_factors SET last_step = $2, used_at = $3 WHERE id = $1
		AND last_step < $2`,
		factorID, step, db.Millis(at))
}

// UsePasskey implements account.FactorStore.
func (s *Store) UsePasskey(ctx context.Context, factorID int64, secret string, at time.Time) error {
	return s.db.Exec(ctx, "use passkey", `UPDATE second_factors SET secret = $2, used_at = $3
		WHERE id = $1`, factorID, secret, db.Millis(at))
}

// ReplaceRecoveryCodes implements account.FactorStore.
func (s *Store) ReplaceRecoveryCodes(ctx context.Context, accountID int64, hashes []string) error {
	if err := s.db.Exec(ctx, "delete recovery codes", `DELETE FROM recovery_codes
		WHERE account_id = $1`, accountID); err != nil {
		return err
	}
	for _, hash := range hashes {
		if err := s.db.Exec(ctx, "create recovery code", `INSERT INTO recovery_codes (account_id, code_hash)
			VALUES ($1, $2)`, accountID, hash); err != nil {
			return err
		}
	}
	return nil
}

// UseRecoveryCode implements account.FactorStore.
func (s *Store) UseRecoveryCode(ctx context.Context, accountID int64, hash string, at time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "use recovery code",
		`UPDATE recovery_codes SET used_at = $3 WHERE account_id = $1 AND code_hash = $2
			AND used_at IS NULL`, accountID, hash, db.Millis(at))
}

// RecoveryCodesLeft implements account.FactorStore.
func (s *Store) RecoveryCodesLeft(ctx context.Context, accountID int64) (int, error) {
	return s.db.Count(ctx, "count recovery codes", `SELECT COUNT(*) FROM recovery_codes WHERE account_id = $1
		AND used_at IS NULL`, accountID)
}

// CreateStep implements account.FactorStore.
func (s *Store) CreateStep(ctx context.Context, step account.Step) error {
	return s.db.Exec(ctx, "create step", `
		INSERT INTO sign_in_steps (token_hash, kind, account_id, session_id, way, provider, identity_id, issuer, id_token,
		state, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		step.TokenHash, step.Kind, db.OrNull(step.AccountID), step.SessionID, step.Way, step.Provider,
		db.OrNull(step.Proof.IdentityID), step.Proof.Issuer, step.Proof.IDToken, step.State, db.Millis(step.ExpiresAt))
}

// StepByToken implements account.FactorStore.
func (s *Store) StepByToken(ctx context.Context, tokenHash string, now time.Time) (account.Step, error) {
	step := account.Step{TokenHash: tokenHash}
	var accountID, identityID *int64
	var expires int64
	err := s.db.Reader(ctx).QueryRowContext(ctx,
		`SELECT kind, account_id, session_id, way, provider, identity_id, issuer, id_token, state, expires_at
			FROM sign_in_steps WHERE token_hash = $1 AND expires_at > $2`, tokenHash, db.Millis(now),
	).Scan(&step.Kind, &accountID, &step.SessionID, &step.Way, &step.Provider, &identityID, &step.Proof.Issuer,
		&step.Proof.IDToken, &step.State, &expires)
	step.AccountID, step.Proof.IdentityID, step.ExpiresAt = db.IdOrZero(accountID), db.IdOrZero(identityID),
		db.Instant(expires)
	return step, db.Found(err)
}

// CountStepTry implements account.FactorStore.
func (s *Store) CountStepTry(ctx context.Context, tokenHash string, most int) (bool, error) {
	return s.db.CompareAndSet(ctx, "count try", `UPDATE sign_in_steps SET tries = tries + 1 WHERE token_hash = $1
		AND tries < $2`, tokenHash, most)
}

// SetStepState implements account.FactorStore.
func (s *Store) SetStepState(ctx context.Context, tokenHash, state string) error {
	return s.db.Exec(ctx, "set state of step", `UPDATE sign_in_steps SET state = $2
		WHERE token_hash = $1`, tokenHash, state)
}

// LatestExpiry implements account.FactorStore.
func (s *Store) LatestExpiry(
	ctx context.Context, kind account.StepKind, accountID int64, sessionID string,
) (*time.Time, error) {
	var expires *int64
	err := s.db.Reader(ctx).QueryRowContext(ctx,
		`SELECT MAX(expires_at) FROM sign_in_steps WHERE account_id = $1 AND session_id = $2 AND kind = $3`,
		accountID, sessionID, kind,
	).Scan(&expires)
	return db.InstantOrNil(expires), db.Found(err)
}

// EndStep implements account.FactorStore.
func (s *Store) EndStep(ctx context.Context, tokenHash string) (bool, error) {
	return s.db.CompareAndSet(ctx, "end step", `DELETE FROM sign_in_steps WHERE token_hash = $1`, tokenHash)
}
