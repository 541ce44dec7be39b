package money

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/paging"
	"consigne/internal/store/keyed"
)

// Rollups is told of every payment that is created or changed, in the transaction of the write.
type Rollups interface {
	PaymentsCreated(ctx context.Context, list []payment.Payment) error
	PaymentSaved(ctx context.Context, before, after payment.Payment) error
	// RefundsDone is told of refunds that were done (times 1), and of those that came back after that (times -1).
	RefundsDone(ctx context.Context, refunds []payment.Attempt, times int64) error
}

const paymentColumns = `p.id, p.uuid, p.operator_id, p.account_id, p.stay_id, p.locker_id, p.subscription_id, p.term,
	p.is_test,
	p.started_at, p.ended_at, p.overrun, p.removed, p.amount, p.refunded, p.refund_pending, p.status, p.attempts, p.due_at,
	p.first_at, p.presented_at, p.settled_at, p.closes_at, p.reduced, p.reduced_at,
	p.waits_for, p.disputed_at, p.dispute_outcome, p.dispute_closed_at`

// paymentRow holds the columns of a payment.
type paymentRow struct {
	payment.Payment
	stayID, lockerID, subscriptionID            *int64
	started                                     int64
	ended, due, firstAt, presentedAt, settledAt *int64
	closesAt, reducedAt                         *int64
	dispute                                     disputeRow
}

// disputeRow holds the columns of the dispute of a payment.
type disputeRow struct {
	at, closed *int64
	outcome    *payment.DisputeOutcome
}

func (r disputeRow) dispute() *payment.Dispute {
	if r.at == nil {
		return nil
	}
	return &payment.Dispute{At: db.Instant(*r.at), Outcome: *r.outcome, ClosedAt: db.InstantOrNil(r.closed)}
}

func (r *paymentRow) fields() []any {
	p := &r.Payment
	return []any{
		&p.ID, &p.UUID, &p.OperatorID, &p.AccountID, &r.stayID, &r.lockerID, &r.subscriptionID, &p.Term, &p.Test,
		&r.started, &r.ended, &p.Overrun, &p.Removed, &p.Amount, &p.Refunded, &p.RefundPending, &p.Status, &p.Attempts,
		&r.due, &r.firstAt, &r.presentedAt, &r.settledAt, &r.closesAt, &p.Reduced, &r.reducedAt,
		&p.WaitsFor, &r.dispute.at, &r.dispute.outcome, &r.dispute.closed,
	}
}

func (r *paymentRow) payment() payment.Payment {
	p := r.Payment
	p.StayID, p.LockerID, p.SubscriptionID = db.IdOrZero(r.stayID), db.IdOrZero(r.lockerID), db.IdOrZero(r.subscriptionID)
	p.StartedAt, p.EndedAt, p.DueAt = db.Instant(r.started), db.InstantOrNil(r.ended), db.InstantOrNil(r.due)
	p.FirstAt, p.PresentedAt, p.SettledAt = db.InstantOrNil(r.firstAt), db.InstantOrNil(r.presentedAt),
		db.InstantOrNil(r.settledAt)
	p.ClosesAt, p.ReducedAt = db.InstantOrNil(r.closesAt), db.InstantOrNil(r.reducedAt)
	p.Dispute = r.dispute.dispute()
	return p
}

func (s *Store) payments(ctx context.Context, where string, args ...any) ([]payment.Payment, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read payments", (*paymentRow).fields,
		`SELECT `+paymentColumns+` FROM payments p WHERE `+where, args...)
	list := make([]payment.Payment, len(rows))
	for i := range rows {
		list[i] = rows[i].payment()
	}
	return list, err
}

// PaymentsAfter returns the first payments whose ids are above id, by id.
func (s *Store) PaymentsAfter(ctx context.Context, id int64, limit int) ([]payment.Payment, error) {
	return s.payments(ctx, `p.id > $1 ORDER BY p.id LIMIT $2`, id, limit)
}

// PaymentByID implements payment.PaymentStore.
func (s *Store) PaymentByID(ctx context.Context, id int64) (payment.Payment, error) {
	return db.First(s.payments(ctx, `p.id = $1`, id))
}

// PaymentOfStay implements payment.PaymentStore.
func (s *Store) PaymentOfStay(ctx context.Context, stayID int64) (payment.Payment, error) {
	return db.First(s.payments(ctx, `p.stay_id = $1`, stayID))
}

const paymentInsertColumns = `started_at, uuid, operator_id, account_id, stay_id, locker_id, subscription_id, term,
	is_test,
	ended_at, overrun, removed, amount, refunded, refund_pending, status, attempts, due_at, first_at, presented_at,
	settled_at, minutes, stay_bits, closes_at, reduced, reduced_at,
	waits_for, entries`

func paymentValues(p payment.Payment) []any {
	return []any{
		db.Millis(p.StartedAt), p.UUID, p.OperatorID, p.AccountID, db.OrNull(p.StayID), db.OrNull(p.LockerID),
		db.OrNull(p.SubscriptionID), p.Term, p.Test,
		db.MillisOrNull(p.EndedAt), p.Overrun, p.Removed, p.Amount, p.Refunded, p.RefundPending, p.Status, p.Attempts,
		db.MillisOrNull(p.DueAt), db.MillisOrNull(p.FirstAt), db.MillisOrNull(p.PresentedAt), db.MillisOrNull(p.SettledAt),
		p.Minutes(), p.StayBits(), db.MillisOrNull(p.ClosesAt), p.Reduced, db.MillisOrNull(p.ReducedAt),
		p.WaitsFor, 0,
	}
}

// CreatePayment implements payment.PaymentStore.
func (s *Store) CreatePayment(ctx context.Context, p payment.Payment) (int64, error) {
	err := s.db.Atomically(ctx, func(ctx context.Context) (err error) {
		p.ID, err = s.db.InsertRow(ctx, "create payment", "payments", paymentInsertColumns, paymentValues(p))
		if err != nil {
			return err
		}
		return s.rollups.PaymentsCreated(ctx, []payment.Payment{p})
	})
	return p.ID, err
}

// SavePayment implements payment.PaymentStore.
func (s *Store) SavePayment(ctx context.Context, before, after payment.Payment) (saved bool, err error) {
	err = s.db.Atomically(ctx, func(ctx context.Context) error {
		saved, err = s.db.CompareAndSet(ctx, "save payment", `
			UPDATE payments SET ended_at = $5, overrun = $6, removed = $7, amount = $8, refunded = $9, status = $10,
			attempts = $11, due_at = $12, first_at = $13, presented_at = $14, settled_at = $15, minutes = $16, stay_bits = $17,
			refund_pending = $18, closes_at = $20, reduced = $21, reduced_at = $22,
			waits_for = $24
			WHERE id = $1 AND status = $2 AND attempts = $3 AND refunded = $4 AND refund_pending = $19 AND amount = $23`,
			before.ID, before.Status, before.Attempts, before.Refunded,
			db.MillisOrNull(after.EndedAt), after.Overrun, after.Removed, after.Amount, after.Refunded, after.Status,
			after.Attempts, db.MillisOrNull(after.DueAt), db.MillisOrNull(after.FirstAt), db.MillisOrNull(after.PresentedAt),
			db.MillisOrNull(after.SettledAt), after.Minutes(), after.StayBits(), after.RefundPending, before.RefundPending,
			db.MillisOrNull(after.ClosesAt), after.Reduced, db.MillisOrNull(after.ReducedAt), before.Amount,
			after.WaitsFor)
		if err != nil || !saved {
			return err
		}
		return s.rollups.PaymentSaved(ctx, before, after)
	})
	return saved, err
}

// PaymentOperator returns the operator of a payment.
func (s *Store) PaymentOperator(ctx context.Context, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT operator_id FROM payments WHERE id = $1`, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}

// PaymentDetails implements payment.PaymentStore.
func (s *Store) PaymentDetails(ctx context.Context, id int64) (payment.Details, error) {
	return db.First(s.DetailsByID(ctx, []int64{id}))
}

// PaymentsOf implements payment.PaymentStore.
func (s *Store) PaymentsOf(ctx context.Context, accountID int64, offset, limit int) ([]payment.Details, int, error) {
	total, err := s.db.Count(ctx, "count payments of an account", `SELECT COUNT(*) FROM payments
		WHERE account_id = $1`, accountID)
	if err != nil {
		return nil, 0, err
	}
	ids, err := db.Collect(ctx, s.db.Reader(ctx), "list payments of an account",
		func(id *int64) []any { return []any{id} },
		`SELECT id FROM payments WHERE account_id = $1 ORDER BY started_at DESC, id DESC
			LIMIT $2 OFFSET $3`, accountID, limit, offset)
	if err != nil {
		return nil, 0, err
	}
	list, err := s.DetailsByID(ctx, ids)
	return list, total, err
}

// PaymentsOfCustomer implements payment.PaymentStore.
func (s *Store) PaymentsOfCustomer(
	ctx context.Context, accountID, operatorID int64, after *paging.Key, limit int,
) (paging.Page[payment.Details], error) {
	page, err := keyed.PageAfter(ctx, s.db, "list payments of customer",
		keyed.OfCustomer("payments", "p", "started_at", accountID, operatorID), after, limit)
	if err != nil {
		return paging.Of(page, []payment.Details{}), err
	}
	list, err := s.DetailsByID(ctx, paging.IDs(page))
	return paging.Of(page, list), err
}

// DetailsByID reads payments with their details, in the order of the ids.
func (s *Store) DetailsByID(ctx context.Context, ids []int64) ([]payment.Details, error) {
	if len(ids) == 0 {
		return []payment.Details{}, nil
	}
	args := []any{}
	among := ` IN (` + db.Marks(&args, ids) + `)`
	type row struct {
		paymentRow
		account stay.Account
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read payments", func(r *row) []any {
		return append(r.fields(), &r.account.ID, &r.account.LastName, &r.account.FirstName, &r.account.Email,
			&r.account.Phone)
	}, `SELECT `+paymentColumns+`, a.id, a.last_name, a.first_name, a.email, a.phone
		FROM payments p JOIN accounts a ON a.id = p.account_id WHERE p.id`+among, args...)
	if err != nil {
		return nil, err
	}
	byID := map[int64]*payment.Details{}
	for i := range rows {
		byID[rows[i].ID] = &payment.Details{Payment: rows[i].payment(), Account: rows[i].account}
	}
	if err := s.addWhatIsPaid(ctx, byID, ids); err != nil {
		return nil, err
	}
	if err := s.addWaiting(ctx, byID); err != nil {
		return nil, err
	}
	if err := s.addRequests(ctx, byID); err != nil {
		return nil, err
	}
	made, err := s.attempts(ctx, `r.payment_id`+among+` ORDER BY r.id`, args...)
	if err != nil {
		return nil, err
	}
	for _, p := range made {
		byID[p.PaymentID].Attempts = append(byID[p.PaymentID].Attempts, p)
	}
	list := make([]payment.Details, 0, len(ids))
	for _, id := range ids {
		if details, listed := byID[id]; listed {
			list = append(list, *details)
		}
	}
	return list, nil
}

// addWhatIsPaid adds the stay or the subscription that each payment is for.
func (s *Store) addWhatIsPaid(ctx context.Context, payments map[int64]*payment.Details, ids []int64) error {
	stays, err := s.stays.OfPayments(ctx, ids)
	if err != nil {
		return err
	}
	byStay := map[int64]*stay.Details{}
	for i := range stays {
		byStay[stays[i].ID] = &stays[i]
	}
	subscriptionIDs := []int64{}
	for _, p := range payments {
		if p.SubscriptionID != 0 {
			subscriptionIDs = append(subscriptionIDs, p.SubscriptionID)
		}
	}
	bought, err := s.stays.SubscriptionsByID(ctx, subscriptionIDs)
	if err != nil {
		return err
	}
	bySubscription := map[int64]*subscription.Bought{}
	for i := range bought {
		bySubscription[bought[i].ID] = &bought[i]
	}
	for _, p := range payments {
		p.Stay, p.Subscription = byStay[p.StayID], bySubscription[p.SubscriptionID]
	}
	return nil
}

// WaiveStay implements payment.StayStore.
func (s *Store) WaiveStay(ctx context.Context, stayID int64) error {
	return s.db.Exec(ctx, "waive stay", `UPDATE stays SET made_free = TRUE, price = 0 WHERE id = $1`, stayID)
}

// StationOfStay implements payment.StayStore.
func (s *Store) StationOfStay(ctx context.Context, stayID int64) (int64, error) {
	var stationID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx,
		`SELECT l.station_id FROM stays o JOIN lockers l ON l.id = o.locker_id WHERE o.id = $1`, stayID).Scan(&stationID)
	return stationID, db.Found(err)
}

// CardOf implements payment.CardStore.
func (s *Store) CardOf(ctx context.Context, accountID, operatorID int64) (payment.Card, error) {
	var card payment.Card
	err := s.db.Reader(ctx).QueryRowContext(ctx,
		`SELECT reference, brand, pan, expires FROM cards WHERE account_id = $1 AND operator_id = $2`, accountID, operatorID).
		Scan(&card.Reference, &card.Brand, &card.PAN, &card.Expires)
	return card, db.Found(err)
}

// SaveCard implements payment.CardStore.
func (s *Store) SaveCard(ctx context.Context, accountID, operatorID int64, card payment.Card, at time.Time) error {
	return s.db.Exec(ctx, "save card", `
		INSERT INTO cards (account_id, operator_id, reference, brand, pan, expires, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (account_id, operator_id) DO UPDATE SET reference = excluded.reference, brand = excluded.brand,
		pan = excluded.pan, expires = excluded.expires, created_at = excluded.created_at`,
		accountID, operatorID, card.Reference, card.Brand, card.PAN, card.Expires, db.Millis(at))
}

// PresentByCard implements payment.CardStore. One statement: a payment that an attempt has just been made for is left.
func (s *Store) PresentByCard(ctx context.Context, accountID, operatorID int64, at time.Time) (int, error) {
	args := []any{accountID, operatorID, db.Millis(at)}
	return s.db.CountChanged(ctx, "present payments by a new card", `
		UPDATE payments SET due_at = CASE WHEN due_at < $3 THEN due_at ELSE $3 END
		WHERE account_id = $1 AND operator_id = $2 AND status IN (`+db.Marks(&args, payment.PresentedByACard)+`)`, args...)
}

// Unsettled is the condition that a payment p is not settled: neither collected, free, paid by
// other means nor cancelled (docs/rules.md#erasure).
const Unsettled = `p.status NOT IN ('PAID', 'FREE', 'MANUAL', 'CANCELLED')`
