package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// webhookDrillSize is how many events are sent between how many kills: `make drill-webhooks` sends a hundred thousand.
func webhookDrillSize(t *testing.T) (events, kills int) {
	t.Helper()
	events, kills = 800, 3
	for name, into := range map[string]*int{"CONSIGNE_DRILL_EVENTS": &events, "CONSIGNE_DRILL_KILLS": &kills} {
		if given := os.Getenv(name); given != "" {
			n, err := strconv.Atoi(given)
			must(t, err)
			*into = n
		}
	}
	return events, kills
}

// Nodes and the receiver of their webhooks are killed again and again while stays begin and end and lockers are
// switched: two nodes on one PostgreSQL; on SQLite, whose file belongs to one node, that one. The receiver is not ours:
// it verifies with the library of Standard Webhooks. In the end it has received every event, and those of one object
// for the first time in their order.
func TestWebhooksOutliveKills(t *testing.T) {
	t.Parallel()
	binary := buildBinary(t)
	node := testenv.Program(t, "node")
	events, kills := webhookDrillSize(t)
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := address(t)
			d := &webhookDrill{numbersDrill: numbersDrill{t: t, database: storetest.Open(t, url)}, program: node}
			seedStays(t, d.database)
			seedManager(t, d.database)
			d.addLockers()
			d.nodes = []*killedSite{newKilledSite(t, binary, url, "http://127.0.0.1:1")}
			if engine == "postgres" {
				d.nodes = append(d.nodes, newKilledSite(t, binary, url, "http://127.0.0.1:1"))
			}
			d.run(events, kills)
			d.check(events)
		})
	}
}

type webhookDrill struct {
	numbersDrill // for its calls of the console

	program, at, file, secret string
	receiver                  *exec.Cmd
	made                      atomic.Int64
	most                      int64
}

const (
	drillLockers = 3 // which all drivers switch
	drillDrivers = 6 // each with stays in a space of its own, so that they do not wait for one another
)

// addLockers adds the lockers that are switched, then the spaces.
func (d *webhookDrill) addLockers() {
	now, spaces := time.Now().UTC(), []tariff.LockerRef{}
	for i := range drillLockers + drillDrivers {
		id, err := d.database.CreateLocker(d.t.Context(),
			station.Locker{StationID: 1, Name: fmt.Sprint("C", i), Type: station.Space, Active: true, Capacity: 100}, now)
		must(d.t, err)
		if i >= drillLockers {
			spaces = append(spaces, tariff.LockerRef{ID: id})
		}
	}
	_, err := d.database.CreateTariff(d.t.Context(), tariff.Tariff{
		OperatorID: 1, Version: 1, AdminLabel: "Espaces", PublicLabel: "Espace",
		Terms: pricing.Terms{Unit: pricing.Hour, Amount: 50}, Sites: []tariff.Site{{Lockers: spaces}},
	}, now)
	must(d.t, err)
}

func (d *webhookDrill) run(events, kills int) {
	d.most = int64(events)
	d.at, d.file = freeAddress(d.t), filepath.Join(d.t.TempDir(), "received")
	d.secret = seedWebhook(d.t, d.database, "http://"+d.at+"/recevoir")
	d.listen()
	d.t.Cleanup(d.deafen)
	for _, node := range d.nodes {
		node.start()
	}
	for _, node := range d.nodes {
		node.awake()
	}
	d.signIn(d.nodes[0])
	random, began := testenv.Random(d.t), time.Now()
	var drivers sync.WaitGroup
	for i := range drillDrivers {
		node := d.nodes[i%len(d.nodes)]
		drivers.Go(func() { d.drive(node, i) })
	}
	for i := range kills {
		for d.made.Load() < d.most*int64(i+1)/int64(kills+1) && !d.t.Failed() {
			time.Sleep(20 * time.Millisecond)
		}
		if random.IntN(3) == 0 {
			d.deafen()
			time.Sleep(time.Duration(random.IntN(500)) * time.Millisecond)
			d.listen()
			continue
		}
		node := d.nodes[random.IntN(len(d.nodes))]
		node.kill()
		if random.IntN(2) == 0 {
			d.deafen()
			d.listen()
		}
		d.passTime()
		node.start()
	}
	drivers.Wait()
	made := time.Since(began)
	d.drain()
	d.t.Logf("%d events in %s and %d kills; all are delivered %s later", d.made.Load(), made.Round(time.Second), kills,
		(time.Since(began) - made).Round(100*time.Millisecond))
}

// seedWebhook adds an endpoint of operator 1 that is told of everything, and returns its secret.
func seedWebhook(t testing.TB, database *store.Store, address string) string {
	t.Helper()
	node := on(database)
	node.Secret, node.PrivateWebhook = []byte(strings.Repeat("s", 32)), true
	service, err := node.NewWebhooks(nil)
	must(t, err)
	_, secret, err := service.Create(t.Context(), access.Actor{}, 1,
		webhook.Endpoint{Label: "Essai", Address: address, Events: webhook.Types(), Active: true})
	must(t, err)
	return secret
}

func (d *webhookDrill) listen() {
	_, port, _ := strings.Cut(d.at, ":")
	receiver, err := filepath.Abs("../../e2e/support/webhook-receiver.mjs")
	must(d.t, err)
	d.receiver = exec.Command(d.program, receiver, port, d.file, d.secret)
	d.receiver.Stderr = os.Stderr
	out, err := d.receiver.StdoutPipe()
	must(d.t, err)
	must(d.t, d.receiver.Start())
	_, err = bufio.NewReader(out).ReadString('\n')
	must(d.t, err)
}

func (d *webhookDrill) deafen() {
	_ = d.receiver.Process.Kill()
	_ = d.receiver.Wait()
}

// drive makes events until there are enough: stays of a user of its own, and switches of lockers that all drivers
// share.
func (d *webhookDrill) drive(node *killedSite, i int) {
	person := map[string]any{
		"email": fmt.Sprintf("u%d@exemple.test", i), "nom": "Nom", "prenom": "Prénom",
		"telephone": "0600000000",
	}
	user := number(node.call("POST", "utilisateurs", person)["id"])
	for n := 0; d.made.Load() < d.most && !d.t.Failed(); n++ {
		id := number(node.call("POST", "occupations",
			map[string]any{"idCasier": 2 + drillLockers + i, "idUtilisateur": user})["id"])
		node.call("POST", fmt.Sprintf("occupations/%d/fin", id), map[string]any{})
		d.made.Add(2)
		if n%4 > 0 { // two nodes that switch lockers of one station wait for each other
			continue
		}
		status, text := d.send(node, http.MethodPatch,
			fmt.Sprintf("/api/admin/casier/%d/switch-actif", 2+(i+n/4)%drillLockers), map[string]any{})
		switch status {
		case http.StatusOK:
			d.made.Add(1)
		case http.StatusUnauthorized:
			d.signIn(node)
		case 0, http.StatusServiceUnavailable: // the node was killed, or is not up yet
		default:
			d.t.Errorf("switch: %d %s", status, text)
		}
	}
}

// passTime moves the stored times of leases and of deliveries back by a day, so that leases have ended and what failed
// is due. Times of payments stay, so that each is presented once.
func (d *webhookDrill) passTime() {
	d.nodes[0].passDay(
		`UPDATE webhook_deliveries SET next_at = next_at - $1 WHERE next_at IS NOT NULL`,
		`UPDATE webhook_endpoints SET due_at = due_at - $1 WHERE due_at > 0`,
		`UPDATE work_items SET free_at = free_at - $1 WHERE parked_at IS NULL`,
	)
}

// drain waits until each payment was presented and nothing is left to send. Days pass, so that leases end and what
// failed is tried again; an attempt that a killed node had begun is asked about after a minute.
func (d *webhookDrill) drain() {
	left, least, progress := 0, 1<<30, time.Now()
	for round := 0; time.Since(progress) < 2*time.Minute; round++ {
		time.Sleep(200 * time.Millisecond)
		left = d.count(`SELECT (SELECT COUNT(*) FROM webhook_deliveries WHERE next_at IS NOT NULL) + (SELECT COUNT(*)
			FROM ledger_waiting)
			+ (SELECT COUNT(*) FROM payments WHERE status IN ('NOT_PRESENTED', 'ATTEMPT_PROCESS'))`)
		if left == 0 {
			return
		}
		if left < least {
			least, progress = left, time.Now()
		}
		if round%5 == 4 {
			d.passTime()
		}
	}
	text, _ := os.ReadFile(d.nodes[0].log.Name())
	d.t.Fatalf("%d are left\n%s", left, text[max(0, len(text)-4000):])
}

func (d *webhookDrill) check(events int) {
	text, err := os.ReadFile(d.file)
	must(d.t, err)
	firsts, objects, ofType, repeats := map[string]bool{}, map[string][]string{}, map[string]int{}, 0
	last := map[string]string{} // the type of the last event of an object
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) != 3 || fields[0] == "refused" {
			d.t.Fatalf("the receiver refused a request: %s", line)
		}
		kind, id, event := fields[0], fields[1], fields[2]
		if firsts[event] {
			repeats++
			continue
		}
		firsts[event] = true
		ofType[kind]++
		family, _, _ := strings.Cut(kind, ".")
		object := family + " " + id
		objects[object] = append(objects[object], event)
		switch before := last[object]; {
		case kind == "stay.started" && before != "", kind == "stay.ended" && before != "stay.started",
			family == "locker" && kind == before, before == "" && kind == "locker.activated":
			d.t.Errorf("%s: %s after %q", object, kind, before)
		}
		last[object] = kind
	}
	d.checkNumbers(objects)
	for kind, query := range map[webhook.Type]string{
		webhook.StayStarted:       `SELECT COUNT(*) FROM stays`,
		webhook.StayEnded:         `SELECT COUNT(*) FROM stays WHERE ended_at IS NOT NULL`,
		webhook.LockerActivated:   `SELECT COUNT(*) FROM audit_log WHERE action = 'casier.activation'`,
		webhook.LockerDeactivated: `SELECT COUNT(*) FROM audit_log WHERE action = 'casier.desactivation'`,
		webhook.PaymentFailed:     `SELECT COUNT(*) FROM audit_log WHERE action = 'paiement.resultat'`,
	} {
		if happened := d.count(query); ofType[string(kind)] != happened {
			d.t.Errorf("%s: %d happened, %d were received", kind, happened, ofType[string(kind)])
		}
	}
	if len(firsts) < events || ofType["payment.failed"] == 0 || ofType["locker.activated"] == 0 {
		d.t.Errorf("%d events, %v: this test proves too little", len(firsts), ofType)
	}
	d.t.Logf("%d events of %d objects received, %d of them again: %v", len(firsts), len(objects), repeats, ofType)
}

// checkNumbers checks that the first receipts of each object follow the numbers of its deliveries.
func (d *webhookDrill) checkNumbers(objects map[string][]string) {
	lines, err := storetest.Lines(d.t.Context(), d.database, `SELECT event_id || ' ' || CAST(id AS TEXT)
		FROM webhook_deliveries`)
	must(d.t, err)
	numbers := map[string]int64{}
	for _, line := range lines {
		event, text, _ := strings.Cut(line, " ")
		n, err := strconv.ParseInt(text, 10, 64)
		must(d.t, err)
		numbers[event] = n
	}
	for object, events := range objects {
		for i, event := range events {
			if i > 0 && numbers[event] <= numbers[events[i-1]] {
				d.t.Errorf("%s: delivery %d was received after %d", object, numbers[event], numbers[events[i-1]])
			}
		}
	}
}
