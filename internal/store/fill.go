package store

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"consigne/internal/occupation"
	"consigne/internal/operator"
	"consigne/internal/station"
)

// Empty tells whether nobody has put anything into the database yet.
func (s *Store) Empty(ctx context.Context) (bool, error) {
	count, err := s.count(ctx, "look for data", `SELECT (SELECT COUNT(*) FROM accounts) + (SELECT COUNT(*) FROM operators)`)
	return count == 0, err
}

// CreateOperator returns the new id.
func (s *Store) CreateOperator(ctx context.Context, o operator.Operator, at time.Time) (int64, error) {
	return s.insert(ctx, "create operator", `
		INSERT INTO operators (name, name_folded, email, street, street_extra, postal_code, city, metabase_id, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
		o.Name, fold(o.Name), o.Email, o.Street, o.StreetExtra, o.PostalCode, o.City, o.MetabaseID, millis(at))
}

// CreateStation returns the new id.
func (s *Store) CreateStation(ctx context.Context, st station.Station, at time.Time) (int64, error) {
	var counting *string
	if st.CountingSystem != "" {
		counting = &st.CountingSystem
	}
	return s.insert(ctx, "create station", `
		INSERT INTO stations (operator_id, admin_label, admin_label_folded, name, name_folded, kind, counting_system, is_active,
		  street, postal_code, city, latitude, longitude, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id`,
		st.OperatorID, st.AdminLabel, fold(st.AdminLabel), st.Name, fold(st.Name), st.Kind, counting, st.Active,
		st.Street, st.PostalCode, st.City, st.Latitude, st.Longitude, millis(at))
}

// CreateLocker returns the new id.
func (s *Store) CreateLocker(ctx context.Context, l station.Locker, at time.Time) (int64, error) {
	var counted, countedAt *int64
	if l.Count != nil {
		occupied, instant := int64(l.Count.Occupied), millis(l.Count.At)
		counted, countedAt = &occupied, &instant
	}
	id, err := s.insert(ctx, "create locker", `
		INSERT INTO lockers (station_id, name, type_id, complement, is_active, card_address, card_ports, capacity,
		  counter_reference, counted, counted_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
		l.StationID, l.Name, l.Type, l.Complement, l.Active, l.CardAddress, l.CardPorts, l.Capacity,
		l.CounterReference, counted, countedAt, millis(at))
	if err != nil {
		return 0, err
	}
	for i, label := range l.Tags {
		if err := s.exec(ctx, "tag locker",
			`INSERT INTO locker_tags (locker_id, position, label) VALUES ($1, $2, $3)`, id, i+1, label); err != nil {
			return 0, err
		}
	}
	return id, nil
}

// ImportOccupations adds stays, fifty a statement: SQLite looks parameters up one
// by one, and larger statements take longer by the row.
func (s *Store) ImportOccupations(ctx context.Context, stays []occupation.Occupation) error {
	const columns, batch = 7, 50
	for len(stays) > 0 {
		n := min(batch, len(stays))
		rows, args := make([]string, n), make([]any, 0, n*columns)
		for i, o := range stays[:n] {
			var ended *int64
			if o.EndedAt != nil {
				at := millis(*o.EndedAt)
				ended = &at
			}
			rows[i] = "(" + placeholders(len(args)+1, columns) + ")"
			args = append(args, o.OperatorID, o.LockerID, o.AccountID, o.Place, o.Test, millis(o.StartedAt), ended)
		}
		query := `INSERT INTO occupations (operator_id, locker_id, account_id, place, is_test, started_at, ended_at) VALUES ` + strings.Join(rows, ", ")
		if err := s.exec(ctx, "import stays", query, args...); err != nil {
			return err
		}
		stays = stays[n:]
	}
	return nil
}

// insert runs an INSERT … RETURNING id.
func (s *Store) insert(ctx context.Context, what, query string, args ...any) (int64, error) {
	var id int64
	if err := s.writer(ctx).QueryRowContext(ctx, query, args...).Scan(&id); err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	return id, nil
}

// fold is the form in which names compare and sort: without case or accents.
func fold(text string) string {
	folded, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), text)
	if err != nil {
		folded = text // no valid UTF-8: better sorted badly than lost
	}
	return strings.ToLower(strings.NewReplacer("œ", "oe", "Œ", "oe", "æ", "ae", "Æ", "ae").Replace(folded))
}
