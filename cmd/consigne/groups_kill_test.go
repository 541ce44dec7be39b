package main

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/stripe"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// Small sums are collected together while nodes are killed again and again: `make drill-groups` kills a hundred times
// over 10,000 of them. In the end each is collected by one charge, whose parts are its amount, and the provider's
// statements have nothing to explain.
func TestGroupsOutliveKills(t *testing.T) {
	t.Parallel()
	binary := buildBinary(t)
	kills, payments := drillSize(t)
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := address(t)
			database, double := storetest.Open(t, url), startDouble(t)
			seedStays(t, database)
			small := func(payment int) money.Cents { return money.Cents(5 + payment%29) }
			d := &numbersDrill{t: t, database: database, price: small}
			d.nodes = []*killedSite{newKilledSite(t, binary, url, double.address)}
			if engine == "postgres" {
				d.nodes = append(d.nodes, newKilledSite(t, binary, url, double.address))
			}
			d.begin()
			random, landed := testenv.Random(t), 0
			for i := range kills {
				settled := d.settled()
				d.bill(payments*(i+1)/kills - d.made)
				node := d.nodes[random.IntN(len(d.nodes))]
				if random.IntN(4) > 0 {
					node.awake()
					d.awaitSettled(settled + 1)
				}
				time.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
				node.kill()
				landed += min(1, d.count(`SELECT COUNT(*) FROM payment_attempts WHERE group_ask_at IS NOT NULL`))
				if i%10 == 9 { // a day passes: leases run out
					node.passTime()
				}
				node.start()
			}
			d.price = func(int) money.Cents { return 50 } // takes along what still waits
			d.bill(len(d.payers))
			d.collected()
			if landed < kills/4 {
				t.Errorf("%d of %d kills left a charge without an answer: this test proves too little", landed, kills)
			}
			d.checkGroups(double)
			t.Logf("%d of %d kills left a charge without an answer", landed, kills)
		})
	}
}

// collected waits until all is paid and chained, moving on a day at a time.
func (d *numbersDrill) collected() {
	left := 0
	for round := range 600 {
		left = d.count(`SELECT (SELECT COUNT(*) FROM payments WHERE status <> 'PAID') + (SELECT COUNT(*) FROM ledger_waiting)`)
		if left == 0 {
			return
		}
		time.Sleep(500 * time.Millisecond)
		if round%8 == 7 {
			d.nodes[0].passTime()
		}
	}
	d.t.Fatalf("%d are left", left)
}

// checkGroups compares the parts of each charge with the provider's charges, and reads its statements.
func (d *numbersDrill) checkGroups(double *doubleProcess) {
	for _, node := range d.nodes {
		node.kill()
	}
	paid := map[string]money.Cents{}
	var total money.Cents
	charges := double.charges(d.t)
	for _, charge := range charges {
		paid[charge.Metadata["presentation"]] += money.Cents(charge.Amount)
		total += money.Cents(charge.Amount)
	}
	if owed := d.count(`SELECT CAST(SUM(amount) AS BIGINT) FROM payments`); int(total) != owed || len(paid) != len(charges) {
		d.t.Errorf("%d charges under %d uuids collected %d of %d cents", len(charges), len(paid), total, owed)
	}
	parts, err := storetest.Lines(d.t.Context(), d.database, `SELECT COALESCE(group_uuid, uuid) || ' '
		|| CAST(SUM(amount) AS BIGINT) || ' ' || COUNT(DISTINCT COALESCE(group_amount, amount)) || ' '
		|| MAX(COALESCE(group_amount, amount)) FROM payment_attempts WHERE outcome = 'PAID' GROUP BY COALESCE(group_uuid, uuid)`)
	must(d.t, err)
	for _, line := range parts {
		fields := strings.Fields(line)
		if took := paid[fields[0]]; len(fields) != 4 || fields[1] != fields[3] || fields[2] != "1" ||
			fields[1] != strconv.FormatInt(int64(took), 10) {
			d.t.Errorf("a charge of %d has the parts %s", took, line)
		}
	}
	for what, query := range map[string]string{
		"settled":          `SELECT COUNT(*) FROM ledger WHERE kind = 'encaisse'`,
		"payments settled": `SELECT COUNT(DISTINCT payment_id) FROM ledger WHERE kind = 'encaisse'`,
		"parts":            `SELECT COUNT(*) FROM payment_attempts WHERE outcome = 'PAID'`,
		"receipts":         `SELECT COUNT(DISTINCT attempt) FROM documents`,
	} {
		if n := d.count(query); n != d.made {
			d.t.Errorf("%s: %d of %d payments", what, n, d.made)
		}
	}
	must(d.t, d.database.Exec(d.t.Context(), "test", `UPDATE provider_readings SET due_at = 0, claimed_until = 0`))
	provider := stripe.New("sk_test_1", double.address)
	must(d.t, reconciliation.NewService(d.database, clock.System{}, provider).Run(d.t.Context()))
	matched := d.count(`SELECT COUNT(*) FROM provider_movements WHERE state = 'rapproche'`)
	if open := d.count(`SELECT COUNT(*) FROM reconciliation_items`); open > 0 || matched != len(charges) {
		d.t.Errorf("%d of %d movements match, %d are to be explained", matched, len(charges), open)
	}
	d.t.Logf("%d payments in %d charges, all matched", d.made, len(charges))
}
