package db_test

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/payment"
	"consigne/internal/domain/stay"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// byMonth lists the partitioned tables, those that others refer to first.
var byMonth = []string{"occupations", "payments", "presentations", "journal"}

// withMonths opens a PostgreSQL database with one locker and three stays in each of the months that follow its first one,
// counted from 0; each has a payment with an attempt.
func withMonths(t *testing.T, months ...int) (s *store.Store, address string, begin time.Time) {
	t.Helper()
	ctx := t.Context()
	address = storetest.PostgresURL(t)
	s = storetest.Open(t, address)
	storetest.NewLocker(t, s)
	begin = storetest.MonthsBegin(t, s)
	for _, month := range months {
		storetest.Check(t, s.MakeMonths(ctx, begin.AddDate(0, month, 0)))
		for i := range 3 {
			started := begin.AddDate(0, month, 10+i)
			bring(t, s, started)
		}
	}
	return s, address, begin
}

// bring adds an ended stay with its payment and one attempt.
func bring(t *testing.T, s *store.Store, started time.Time) {
	t.Helper()
	ended := started.Add(time.Hour)
	one := stay.Stay{OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: started, EndedAt: &ended, Price: 50}
	storetest.Check(t, s.Payments.ImportStays(t.Context(), []payment.Billed{{
		Stay: one, Payment: payment.OfStay(one), Attempts: []payment.Attempt{{UUID: fmt.Sprint(started.UnixNano()), Kind: payment.Charge, Number: 1, Amount: 50, Outcome: payment.Paid, At: ended.AddDate(0, 2, 0)}},
	}}))
}

func query(t *testing.T, s *store.Store, query string) []string {
	t.Helper()
	list, err := storetest.Lines(t.Context(), s, query)
	storetest.Check(t, err)
	return list
}

// A stay, its payment and its attempts lie in the month in which the stay began; ids say which. What the previous release writes,
// without ids, lies in the first partition, and is refused once the months have begun.
func TestRowsLieInTheirMonth(t *testing.T) {
	s, _, begin := withMonths(t, 0, 1)
	bring(t, s, begin.Add(-time.Millisecond))
	bring(t, s, begin)
	for table, want := range map[string][]string{
		"occupations": {"before 1", "0 4", "1 3"}, "payments": {"before 1", "0 4", "1 3"}, "presentations": {"before 1", "0 4", "1 3"},
	} {
		for i, name := range []string{table + "_before", storetest.OfMonth(table, begin), storetest.OfMonth(table, begin.AddDate(0, 1, 0))} {
			_, n, _ := strings.Cut(want[i], " ")
			if got := query(t, s, `SELECT COUNT(*)::text FROM `+name); got[0] != n {
				t.Errorf("%s has %s rows, want %s", name, got[0], n)
			}
		}
	}
	if ids := query(t, s, `SELECT id::text FROM payments WHERE started_at = `+fmt.Sprint(begin.UnixMilli())); !strings.HasPrefix(ids[0], begin.Format("200601")+"0000") || len(ids[0]) != 16 {
		t.Errorf("id %s", ids)
	}
	for _, id := range []int64{0, -1, math.MaxInt64} {
		_, ofStay := s.Payments.PaymentOfStay(t.Context(), id)
		_, byID := s.Stays.StayByID(t.Context(), id)
		if !fault.Is(ofStay, fault.NotFound) || !fault.Is(byID, fault.NotFound) {
			t.Errorf("%d: %v, %v", id, ofStay, byID)
		}
	}
	older := `INSERT INTO occupations (operator_id, locker_id, account_id, place, is_test, started_at) VALUES (1, 1, 1, 1, FALSE, %d)`
	storetest.Check(t, s.Exec(t.Context(), "test", fmt.Sprintf(older, begin.UnixMilli()-1)))
	storetest.Check(t, s.Exec(t.Context(), "test", `UPDATE occupations SET ended_at = started_at WHERE ended_at IS NULL`))
	if err := s.Exec(t.Context(), "test", fmt.Sprintf(older, begin.UnixMilli())); err == nil {
		t.Error("a row without an id was written into a month")
	}
}

// Nodes that make partitions at the same time make each once. A month that was missed is reported, keeps its rows among the
// others, and is read like any other.
func TestMonthsAreMadeAhead(t *testing.T) {
	s, address, begin := withMonths(t)
	ctx := t.Context()
	now := begin.AddDate(0, 5, 3)
	bring(t, s, now)
	if n, err := s.MissingMonths(ctx, now); err != nil || n != 8 {
		t.Errorf("%d are missing, want this month's and the next one's of four tables: %v", n, err)
	}
	nodes := []*store.Store{s, storetest.Open(t, address), storetest.Open(t, address)}
	failures := make(chan error, len(nodes))
	for _, node := range nodes {
		go func() { failures <- node.MakeMonths(ctx, now) }()
	}
	for range nodes {
		storetest.Check(t, <-failures)
	}
	if n, err := s.MissingMonths(ctx, now); err != nil || n != 3 {
		t.Errorf("%d are missing, want those of a stay, its payment and its attempt: %v", n, err)
	}
	if n, err := s.MissingMonths(ctx, now.AddDate(0, 1, 0)); err != nil || n != 0 {
		t.Errorf("%d are missing a month later: %v", n, err)
	}
	got := query(t, s, `SELECT COUNT(*)::text FROM payments_other`)
	if list, total, err := s.Lists.Payments(ctx, payment.Filter{Started: payment.Span{From: &now}}, 0, 10); err != nil || total != 1 || len(list) != 1 || got[0] != "1" || list[0].Stay == nil || len(list[0].Attempts) != 1 {
		t.Errorf("%d of %d payments, %s of them among the others: %v", len(list), total, got, err)
	}
	if err := nodes[1].MakeMonths(ctx, now); err != nil {
		t.Error(err)
	}
}

// A list of a month, and what it shows of its lines, reads the partitions of that month: the others are locked meanwhile. Each
// filter has connections of its own, because a plan that PostgreSQL keeps (after five executions) locks what it leaves out too.
func TestAListReadsItsMonthOnly(t *testing.T) {
	_, address, begin := withMonths(t, 0, 1, 2, 3)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	month := payment.Span{From: new(begin.AddDate(0, 1, 0)), Before: new(begin.AddDate(0, 2, 0))}
	var page []payment.Details
	for _, filter := range []payment.Filter{
		{Started: month},
		{Started: month, OperatorID: 1, WithoutTests: true},
		{Started: month, Statuses: []payment.Status{payment.Paid, payment.NotPresented}},
		{Started: month, LockerIDs: []int64{1}},
		{Started: month, MinMinutes: new(int64(10)), MaxMinutes: new(int64(70))},
	} {
		s := storetest.Open(t, address)
		unlock := lockOthers(t, s, address, begin.AddDate(0, 1, 0))
		list, total, err := s.Lists.Payments(ctx, filter, 0, 10)
		if err != nil || total != 3 || len(list) != 3 {
			t.Errorf("%+v: %d of %d payments, %v", filter, len(list), total, err)
		}
		stays, _, err := s.Lists.Stays(ctx, filter, 0, 10)
		if err != nil || len(stays) != 3 {
			t.Errorf("%+v: %d stays, %v", filter, len(stays), err)
		}
		page = list
		unlock()
	}
	s := storetest.Open(t, address)
	defer lockOthers(t, s, address, begin.AddDate(0, 1, 0))()
	for _, p := range page {
		if one, err := s.Payments.PaymentDetails(ctx, p.ID); err != nil || one.Stay == nil || len(one.Attempts) != 1 {
			t.Errorf("%+v, %v", one, err)
		}
		if _, err := s.Stays.StayByID(ctx, p.StayID); err != nil {
			t.Error(err)
		}
		if _, err := s.Payments.PaymentOfStay(ctx, p.StayID); err != nil {
			t.Error(err)
		}
	}
}

// lockOthers keeps everybody from the partitions of payments, stays and attempts other than a month's.
func lockOthers(t *testing.T, s *store.Store, address string, month time.Time) (unlock func()) {
	t.Helper()
	direct, err := sql.Open("pgx", address)
	storetest.Check(t, err)
	tx, err := direct.Begin()
	storetest.Check(t, err)
	for _, table := range byMonth[:3] {
		for _, name := range partitions(t, s, table) {
			if name != storetest.OfMonth(table, month) {
				_, err := tx.Exec(`LOCK TABLE ` + name + ` IN ACCESS EXCLUSIVE MODE`)
				storetest.Check(t, err)
			}
		}
	}
	return func() {
		storetest.Check(t, tx.Rollback())
		storetest.Check(t, direct.Close())
	}
}

func partitions(t *testing.T, s *store.Store, table string) []string {
	t.Helper()
	list, err := storetest.Partitions(t.Context(), s, table)
	storetest.Check(t, err)
	return list
}

// A month is detached and attached again while the others are read; the same rows are back, under the same rules.
func TestAMonthIsDetachedAndAttached(t *testing.T) {
	s, _, begin := withMonths(t, 0, 1)
	ctx := t.Context()
	all := payment.Filter{Started: payment.Span{From: &begin}}
	listed := func() []payment.Details {
		t.Helper()
		list, _, err := s.Lists.Payments(ctx, all, 0, 10)
		storetest.Check(t, err)
		return list
	}
	whole := listed()
	columns := func() []string {
		return query(t, s, `SELECT conname || pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = '`+storetest.OfMonth("payments", begin)+`'::regclass ORDER BY 1`)
	}
	rules := columns()
	move := func(act string, tables []string) {
		t.Helper()
		storetest.Check(t, s.Atomically(ctx, func(ctx context.Context) error {
			for _, table := range tables {
				if err := s.Exec(ctx, act, fmt.Sprintf(`SELECT %s_month('%s', %d)`, act, table, begin.UnixMilli())); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	back := slices.Clone(byMonth)
	slices.Reverse(back)
	move("detach", back)
	if list := listed(); len(whole) != 6 || len(list) != 3 || list[2].ID != whole[2].ID {
		t.Errorf("of %d payments %d are left: %+v", len(whole), len(list), list)
	}
	if _, err := s.Stays.StayByID(ctx, whole[5].StayID); !fault.Is(err, fault.NotFound) {
		t.Errorf("a stay of the detached month: %v", err)
	}
	if n, err := s.MissingMonths(ctx, begin); err != nil || n != 0 {
		t.Errorf("%d are missing while a month is detached: %v", n, err)
	}
	bring(t, s, begin.AddDate(0, 1, 20))
	move("attach", byMonth)
	if list := listed(); len(list) != 7 || list[6].ID != whole[5].ID || list[6].Stay == nil || len(list[6].Attempts) != 1 {
		t.Errorf("after it is back: %+v", list)
	}
	if after := columns(); !slices.Equal(after, rules) {
		t.Errorf("rules %v, were %v", after, rules)
	}
}
