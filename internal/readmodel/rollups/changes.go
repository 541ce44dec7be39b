package rollups

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// A write adds one row to payment_changes, in its own transaction: the payment before and after it. Which rollup rows
// that changes is worked out when the row is folded, or read before that (pending.go).

// counted is what the rollups count of a payment, as payment_changes holds it. Instants are in milliseconds.
type counted struct {
	OperatorID int64          `json:"operator"`
	StayID     int64          `json:"stay,omitempty"`
	LockerID   int64          `json:"locker,omitempty"`
	Test       bool           `json:"test,omitempty"`
	Started    int64          `json:"started"`
	Ended      *int64         `json:"ended,omitempty"`
	Overrun    bool           `json:"overrun,omitempty"`
	Removed    bool           `json:"removed,omitempty"`
	Amount     money.Cents    `json:"amount,omitempty"`
	Refunded   money.Cents    `json:"refunded,omitempty"`
	Waiting    money.Cents    `json:"waiting,omitempty"` // part of Refunded
	Status     payment.Status `json:"status"`
	Settled    *int64         `json:"settled,omitempty"`
}

// countedText returns what the rollups count of a payment, as JSON.
func countedText(p payment.Payment) (string, error) {
	text, err := json.Marshal(counted{
		p.OperatorID, p.StayID, p.LockerID, p.Test, db.Millis(p.StartedAt), db.MillisOrNull(p.EndedAt),
		p.Overrun, p.Removed, p.Amount, p.Refunded, p.RefundPending, p.Status, db.MillisOrNull(p.SettledAt),
	})
	if err != nil {
		return "", fmt.Errorf("write change of a payment: %w", err)
	}
	return string(text), nil
}

func (c counted) payment() payment.Payment {
	return payment.Payment{
		OperatorID: c.OperatorID, StayID: c.StayID, LockerID: c.LockerID, Test: c.Test,
		StartedAt: db.Instant(c.Started), EndedAt: db.InstantOrNil(c.Ended), Overrun: c.Overrun, Removed: c.Removed,
		Amount: c.Amount, Refunded: c.Refunded, RefundPending: c.Waiting, Status: c.Status,
		SettledAt: db.InstantOrNil(c.Settled),
	}
}

// PaymentsCreated adds new payments to the rollups. Many at once, which are imported, are worked out at once.
func (s *Rollups) PaymentsCreated(ctx context.Context, list []payment.Payment) error {
	if len(list) == 1 {
		return s.paymentCreated(ctx, list[0])
	}
	changes := newChanges()
	placed, err := s.withPlaces(ctx, list)
	if err != nil {
		return err
	}
	for _, p := range placed {
		changes.add(p, 1)
	}
	if err := s.rollUpVisits(ctx, changes, list); err != nil {
		return err
	}
	return s.record(ctx, changes)
}

// place reads where a payment's stay is, and the tariff of its price: the locker is $3, the stay $4, the subscription
// $5.
const place = `COALESCE((SELECT l.station_id FROM lockers l WHERE l.id = $3), 0),
	COALESCE((SELECT o.tariff_id FROM stays o WHERE o.id = $4),
		(SELECT u.tariff_id FROM subscriptions u WHERE u.id = $5), 0)`

// visitsAround reads the visits around the day of a new stay, each by one probe of the index payments_of_account. A
// payment of anything else makes no visit.
func (s *Rollups) visitsAround(ctx context.Context, p payment.Payment) (visits, error) {
	if !p.IsForStay() || p.Test {
		return visits{}, nil
	}
	const here = ` AND p.operator_id = $3`
	visit := func(side, order, where string) string {
		return `(SELECT p.started_at FROM payments p WHERE p.account_id = $2 AND p.started_at ` + side +
			` $4 AND p.id <> $1 AND ` +
			visitOfPayments + where + ` ORDER BY p.started_at` + order + `, p.id` + order + ` LIMIT 1)`
	}
	dayEnds := db.Millis((clock.DayOf(p.StartedAt) + 1).Begins())
	var v visits
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT `+strings.Join([]string{
		visit(`<`, ` DESC`, ``), visit(`<`, ` DESC`, here), visit(`>=`, ``, ``), visit(`>=`, ``, here),
	}, `, `), p.ID, p.AccountID, p.OperatorID, dayEnds).Scan(&v.before, &v.beforeHere, &v.after, &v.afterHere)
	if err != nil {
		return v, fmt.Errorf("read visits: %w", db.Unavailable(err))
	}
	return v, nil
}

// paymentCreated adds a new payment to the rollups.
func (s *Rollups) paymentCreated(ctx context.Context, p payment.Payment) error {
	around, err := s.visitsAround(ctx, p)
	if err != nil {
		return err
	}
	after, err := countedText(p)
	if err != nil {
		return err
	}
	return s.db.Exec(ctx, "write change of a payment", `
		INSERT INTO payment_changes (before, after, station_id, tariff_id, prev_start, prev_start_here, next_start,
		next_start_here)
		VALUES ($1, $2, `+place+`, $6, $7, $8, $9)`, nil, after, p.LockerID, p.StayID, p.SubscriptionID,
		around.before, around.beforeHere, around.after, around.afterHere)
}

// PaymentSaved replaces a changed payment in the rollups.
func (s *Rollups) PaymentSaved(ctx context.Context, before, after payment.Payment) error {
	was, err := countedText(before)
	if err != nil {
		return err
	}
	is, err := countedText(after)
	if err != nil {
		return err
	}
	return s.db.Exec(ctx, "write change of a payment",
		`INSERT INTO payment_changes (before, after, station_id, tariff_id) VALUES ($1, $2, `+place+`)`,
		was, is, after.LockerID, after.StayID, after.SubscriptionID)
}

// record records changes of rollup rows, for writes that change other things than one payment.
func (s *Rollups) record(ctx context.Context, changes rollupChanges) error {
	list, err := changes.list()
	if err != nil || list == `[]` {
		return err
	}
	return s.db.Exec(ctx, "write rollups", `INSERT INTO payment_changes (counts) VALUES ($1)`, list)
}

// rowColumns are the columns of a rollup row, in the order of [rollupChanges.list].
var rowColumns = []string{
	`dimension TEXT`, `period BIGINT`, `value BIGINT`, `operator_id BIGINT`, `is_test BOOLEAN`,
	`of_stay BOOLEAN`, `n BIGINT`, `total BIGINT`,
}

// list returns the rollup rows as JSON, without those that do not change.
func (c rollupChanges) list() (string, error) {
	rows := [][]any{}
	for _, key := range c.inOrder() {
		by := c.rows[key]
		rows = append(rows, []any{
			key.dimension, key.period, key.value, key.operatorID, bit(key.test), bit(key.ofStay), by.n,
			by.total,
		})
	}
	list, err := json.Marshal(rows)
	if err != nil {
		return "", fmt.Errorf("write rollups: %w", err)
	}
	return string(list), nil
}

// bit is a boolean as both engines read it from JSON.
func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}
