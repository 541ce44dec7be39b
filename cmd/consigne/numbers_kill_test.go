package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/money"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// drillSize is how often nodes are killed while so many payments are settled: `make drill-numbers` does it a thousand
// times.
func drillSize(t *testing.T) (kills, payments int) {
	t.Helper()
	kills, payments = 12, 240
	for name, into := range map[string]*int{"CONSIGNE_DRILL_KILLS": &kills, "CONSIGNE_DRILL_PAYMENTS": &payments} {
		if given := os.Getenv(name); given != "" {
			n, err := strconv.Atoi(given)
			must(t, err)
			*into = n
		}
	}
	return kills, payments
}

// Nodes are killed again and again while payments are settled and refunded: two nodes on one PostgreSQL; on SQLite,
// whose file belongs to one node, that one. Then each has its receipt and its credit notes, numbered without gap or
// double in the order of the chain, and the ledger is valid.
func TestNumbersOutliveKills(t *testing.T) {
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
			seedManager(t, database)
			d := &numbersDrill{t: t, database: database, price: func(int) money.Cents { return 500 }}
			d.nodes = []*killedSite{newKilledSite(t, binary, url, double.address)}
			if engine == "postgres" {
				d.nodes = append(d.nodes, newKilledSite(t, binary, url, double.address))
			}
			d.run(kills, payments)
			d.check(payments)
		})
	}
}

type numbersDrill struct {
	t        *testing.T
	database *store.Store
	nodes    []*killedSite
	payers   []int64
	token    string
	made     int // payments
	price    func(payment int) money.Cents
}

// mannerOf returns how the provider treats a payer's card: of twenty, four have trouble. One that never answers takes a
// node's time.
func mannerOf(payer int) string {
	trouble := []string{stripetest.Silent, stripetest.Slow, stripetest.Cut, stripetest.Failing}
	if payer < len(trouble) {
		return trouble[payer]
	}
	return stripetest.Accepted
}

// begin starts the nodes and makes twenty people with cards.
func (d *numbersDrill) begin() {
	for _, node := range d.nodes {
		node.start()
	}
	d.nodes[0].awake()
	for i := range 20 {
		person := map[string]any{
			"email": fmt.Sprintf("u%d@exemple.test", i), "nom": "Nom", "prenom": "Prénom",
			"telephone": "0600000000",
		}
		id := number(d.nodes[0].call("POST", "utilisateurs", person)["id"])
		d.nodes[0].call("PUT", fmt.Sprintf("utilisateurs/%d/carte", id),
			map[string]any{"jeton": fmt.Sprintf("pm_%s_%d", mannerOf(i), i)})
		d.payers = append(d.payers, id)
	}
}

func (d *numbersDrill) run(kills, payments int) {
	d.begin()
	random, began := testenv.Random(d.t), time.Now()
	for i := range kills {
		settled := d.settled()
		d.bill(payments*(i+1)/kills - d.made)
		var refunds sync.WaitGroup
		for _, node := range d.nodes {
			refunds.Go(func() { d.refund(node) })
		}
		node := d.nodes[random.IntN(len(d.nodes))]
		switch random.IntN(4) {
		case 0: // killed while it starts
		case 1:
			node.awake()
		default:
			d.awaitSettled(settled + 1)
		}
		time.Sleep(time.Duration(random.IntN(600)) * time.Millisecond)
		node.kill()
		refunds.Wait()
		if i%10 == 9 { // a day passes: leases run out
			node.passTime()
		}
		node.start()
		if (i+1)%100 == 0 {
			d.t.Logf("%d kills in %s: %d of %d payments are settled", i+1, time.Since(began).Round(time.Second), d.settled(),
				d.made)
		}
	}
	settled := d.settled()
	d.t.Logf("%d of %d payments were settled and %d documents numbered between %d kills", settled, d.made,
		d.count(`SELECT COUNT(*) FROM documents`), kills)
	if settled == 0 {
		d.t.Error("no node lived long enough: this test proves too little")
	}
	d.settle()
}

// settled returns how many payments are settled.
func (d *numbersDrill) settled() int {
	return d.count(`SELECT COUNT(*) FROM payments WHERE status = 'PAID'`)
}

// awaitSettled waits until n payments are settled, or half a minute. A busy machine takes seconds to start a node:
// without this wait, each may be killed before it works.
func (d *numbersDrill) awaitSettled(n int) {
	for began := time.Now(); d.settled() < n && time.Since(began) < 30*time.Second; {
		time.Sleep(20 * time.Millisecond)
	}
}

// bill adds stays that have ended and are to be paid now.
func (d *numbersDrill) bill(n int) {
	ended := []stay.Stay{}
	for range n {
		end := time.Now().UTC().Add(-time.Second).Truncate(time.Millisecond)
		ended = append(ended, stay.Stay{
			OperatorID: 1, LockerID: 1, AccountID: d.payers[d.made%len(d.payers)], Place: 1, StartedAt: end.Add(-time.Hour),
			EndedAt: &end, Price: d.price(d.made),
		})
		d.made++
	}
	last := d.count(`SELECT COALESCE(MAX(id), 0) FROM payments`)
	must(d.t, d.database.Atomically(d.t.Context(), func(ctx context.Context) error {
		if err := d.database.ImportUnbilledStays(ctx, ended); err != nil {
			return err
		}
		billed, err := d.database.PaymentsAfter(ctx, int64(last), n)
		for _, p := range billed {
			err = errors.Join(err, d.database.AppendEntry(ctx,
				ledger.Entry{OperatorID: 1, At: *ended[0].EndedAt, Kind: ledger.Billed, PaymentID: p.ID, Amount: p.Amount}))
		}
		return err
	}))
}

// refund asks for half of some payments back. What a kill cuts off is asked for again later.
func (d *numbersDrill) refund(node *killedSite) {
	ids, err := storetest.Lines(d.t.Context(), d.database, `SELECT CAST(id AS TEXT) FROM payments WHERE status = 'PAID'
		AND refunded = 0 AND id % 4 = 0 ORDER BY id DESC LIMIT 8`)
	must(d.t, err)
	for _, id := range ids {
		status, text := d.send(node, http.MethodPatch, "/api/admin/paiement/"+id+"/rembourser",
			map[string]any{"montant": 250, "commentaire": "Porte bloquée"})
		if status == http.StatusUnauthorized {
			d.signIn(node)
			continue
		}
		if status >= 400 && status < 500 && status != http.StatusConflict {
			d.t.Errorf("refund: %d %s", status, text)
		}
	}
}

var signingIn sync.Mutex

func (d *numbersDrill) signIn(node *killedSite) {
	status, text := d.send(node, http.MethodPost, "/api/compte/connexion",
		map[string]string{"username": "gestionnaire@exemple.test", "password": managerPassword})
	var got struct{ Token string }
	if status == http.StatusOK && json.Unmarshal(text, &got) == nil {
		signingIn.Lock()
		defer signingIn.Unlock()
		d.token = got.Token
	}
}

// send returns the status 0 if the node does not answer.
func (d *numbersDrill) send(node *killedSite, method, path string, body any) (int, []byte) {
	text, err := json.Marshal(body)
	must(d.t, err)
	request, err := http.NewRequestWithContext(d.t.Context(), method, node.url+path, bytes.NewReader(text))
	must(d.t, err)
	request.Header.Set("Content-Type", "application/json")
	signingIn.Lock()
	request.Header.Set("Authorization", "Bearer "+d.token)
	signingIn.Unlock()
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return 0, nil
	}
	defer func() { _ = response.Body.Close() }()
	var answer bytes.Buffer
	if _, err := answer.ReadFrom(response.Body); err != nil {
		return 0, nil
	}
	return response.StatusCode, answer.Bytes()
}

func (d *numbersDrill) count(query string) int {
	n, err := d.database.Count(d.t.Context(), "test", query)
	must(d.t, err)
	return n
}

// settle waits until all is paid, given back and numbered.
func (d *numbersDrill) settle() {
	left, least, progress := 0, math.MaxInt, time.Now()
	for round := 0; time.Since(progress) < 3*time.Minute; round++ {
		for _, node := range d.nodes {
			d.refund(node)
		}
		time.Sleep(500 * time.Millisecond)
		left = d.count(`SELECT (SELECT COUNT(*) FROM payments WHERE status <> 'PAID' OR refund_pending > 0 OR refunded = 0
			AND id % 4 = 0) + (SELECT COUNT(*) FROM ledger_waiting)`)
		if left == 0 {
			return
		}
		if left < least {
			least, progress = left, time.Now()
		}
		if round%4 == 3 {
			d.nodes[0].passTime()
		}
	}
	text, _ := os.ReadFile(d.nodes[0].log.Name())
	d.t.Fatalf("%d are left\n%s", left, text[max(0, len(text)-4000):])
}

func (d *numbersDrill) check(payments int) {
	refunds := d.count(`SELECT CAST(SUM(refunded) / 250 AS BIGINT) FROM payments`) // two nodes may each give a half back
	if refunds < payments/8 {
		d.t.Errorf("%d refunds of %d payments: this test proves too little", refunds, payments)
	}
	for what, c := range map[string]struct {
		query string
		want  int
	}{
		"settled":          {`SELECT COUNT(*) FROM ledger WHERE kind = 'encaisse'`, payments},
		"payments settled": {`SELECT COUNT(DISTINCT payment_id) FROM ledger WHERE kind = 'encaisse'`, payments},
		"refunds":          {`SELECT COUNT(*) FROM ledger WHERE kind = 'rembourse'`, refunds},
		"refunds asked":    {`SELECT COUNT(*) FROM ledger WHERE kind = 'remboursement_demande'`, refunds},
		"receipts":         {`SELECT COUNT(*) FROM documents WHERE kind = 'recu'`, payments},
		"last receipt":     {`SELECT MAX(rank) FROM documents WHERE kind = 'recu'`, payments},
		"credit notes":     {`SELECT COUNT(*) FROM documents WHERE kind = 'avoir'`, refunds},
		"last credit note": {`SELECT MAX(rank) FROM documents WHERE kind = 'avoir'`, refunds},
		"numbers":          {`SELECT COUNT(DISTINCT number) FROM documents`, payments + refunds},
		"documents in the ledger": {`SELECT COUNT(DISTINCT document) FROM ledger
			WHERE kind = 'document'`, payments + refunds},
		"not right after its sale": {`SELECT COUNT(*) FROM ledger d JOIN ledger e ON e.operator_id = d.operator_id
			AND e.sequence = d.sequence - 1 WHERE d.kind = 'document' AND e.payment_id <> d.payment_id`, 0},
	} {
		if n := d.count(c.query); n != c.want {
			d.t.Errorf("%s: %d, want %d", what, n, c.want)
		}
	}
	d.checkOrder()
	said, err := d.nodes[0].command("ledger", "verify").CombinedOutput()
	if err != nil || !strings.HasSuffix(string(said), "valide\n") {
		d.t.Errorf("%s, %v", said, err)
	}
	d.t.Logf("%d payments, %d refunds; %s", payments, refunds, strings.ReplaceAll(string(said), "\n", "; "))
}

// checkOrder checks that numbers follow the chain, and the chain the instants of settlement. Of two transactions of
// several nodes at the same time, the later instant may be stored first: by less than a transaction takes.
func (d *numbersDrill) checkOrder() {
	const longest = 10 * time.Second
	for _, kind := range []string{"recu", "avoir"} {
		lines, err := storetest.Lines(d.t.Context(), d.database, `SELECT e.sequence || ' ' || d.settled_at FROM documents d
			JOIN ledger e ON e.operator_id = d.operator_id AND e.document = d.number WHERE d.kind = '`+kind+`' ORDER BY d.rank`)
		must(d.t, err)
		var before, sequence, latest, at int64
		behind := []int64{}
		for _, line := range lines {
			_, err := fmt.Sscan(line, &sequence, &at)
			must(d.t, err)
			if sequence <= before {
				d.t.Errorf("%s: a number of entry %d comes after one of entry %d", kind, sequence, before)
			}
			if at < latest {
				behind = append(behind, latest-at)
			}
			before, latest = sequence, max(latest, at)
		}
		if len(behind) > 0 {
			d.t.Logf("%s: %d of %d settled before one with a lower number, by %d ms at most", kind, len(behind), len(lines),
				slices.Max(behind))
			if slices.Max(behind) > longest.Milliseconds() {
				d.t.Errorf("%s: not in the order of settlement", kind)
			}
		}
	}
}
