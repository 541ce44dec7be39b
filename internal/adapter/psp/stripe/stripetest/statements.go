package stripetest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Transaction is a balance transaction as it is stored. Tests plant those that no call made.
type Transaction struct {
	ID       string    `json:"id"`
	Category string    `json:"category"` // charge, refund, refund_failure, dispute, fee…
	UUID     string    `json:"uuid,omitempty"`
	Of       string    `json:"of,omitempty"` // uuid of the charge
	Operator string    `json:"operator,omitempty"`
	Amount   int64     `json:"amount"`
	At       time.Time `json:"at"`
	Kept     int64     `json:"kept,omitempty"`   // the fee of what is no charge
	Status   string    `json:"status,omitempty"` // of the dispute that a « dispute » opens; empty: it is under review
}

// Fee returns what Stripe keeps of a charge: 1.5 % and 25 cents; and what was planted.
func (t Transaction) Fee() int64 {
	if t.Category != "charge" {
		return t.Kept
	}
	return (t.Amount*15+500)/1000 + 25
}

// payoutDelay is the number of days from a transaction to its payout.
const payoutDelay = 2

// paidOutOn returns the day on which a transaction is paid out.
func (t Transaction) paidOutOn() time.Time {
	return t.At.UTC().Truncate(24*time.Hour).AddDate(0, 0, payoutDelay)
}

// Plant adds transactions that no call made.
func (d *Double) Plant(list ...Transaction) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for _, t := range list {
		if t.ID == "" {
			t.ID = d.id("txn")
		}
		d.keep(line{Transaction: &t})
	}
}

// Transactions lists the transactions, oldest first.
func (d *Double) Transactions() []Transaction {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return slices.Clone(d.transactions)
}

// Change replaces the transactions by what the function makes of them, in memory alone.
func (d *Double) Change(change func([]Transaction) []Transaction) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.transactions, d.newest = change(d.transactions), nil
}

func (d *Double) now() time.Time {
	if d.Now != nil {
		return d.Now()
	}
	return time.Now()
}

// settle adds the transaction of a charge or refund that was made.
func (d *Double) settle(category, uuid, of string, amount int64) {
	d.keep(line{Transaction: &Transaction{
		ID: d.id("txn"), Category: category, UUID: uuid, Of: of, Amount: amount,
		At: d.now().UTC().Truncate(time.Second),
	}})
}

func (d *Double) latestFirst() []Transaction {
	if len(d.newest) != len(d.transactions) {
		d.newest = slices.Clone(d.transactions)
		slices.SortStableFunc(d.newest, func(a, b Transaction) int { return b.At.Compare(a.At) })
		d.places = make(map[string]int, len(d.newest))
		for i, t := range d.newest {
			d.places[t.ID] = i
		}
	}
	return d.newest
}

// balance lists a page of transactions, latest first.
func (d *Double) balance(r *http.Request) (int, any) {
	all, from, limit := d.latestFirst(), 0, int(whole(r.Form.Get("limit")))
	if after := r.Form.Get("starting_after"); after != "" {
		from = d.places[after] + 1
	}
	since, payout := whole(r.Form.Get("created[gte]")), r.Form.Get("payout")
	list := []any{}
	for _, t := range all[min(from, len(all)):] {
		if t.At.Unix() < since {
			break
		}
		if payout != "" && payoutID(t.paidOutOn()) != payout {
			continue
		}
		if len(list) == limit {
			return http.StatusOK, map[string]any{
				"object": "list", "has_more": true, "url": "/v1/balance_transactions",
				"data": list,
			}
		}
		list = append(list, t.body())
	}
	return http.StatusOK, map[string]any{
		"object": "list", "has_more": false, "url": "/v1/balance_transactions",
		"data": list,
	}
}

func (t Transaction) body() map[string]any {
	charge := func(uuid string) map[string]any {
		metadata := map[string]string{}
		if uuid != "" {
			metadata["presentation"] = uuid
		}
		if t.Operator != "" {
			metadata["exploitant"] = t.Operator
		}
		return map[string]any{"id": "ch_" + t.ID, "object": "charge", "metadata": metadata}
	}
	source := any(nil)
	switch t.Category {
	case "charge":
		source = charge(t.UUID)
	case "refund", "refund_failure":
		metadata := map[string]string{}
		if t.UUID != "" {
			metadata["presentation"] = t.UUID
		}
		source = map[string]any{"id": "re_" + t.ID, "object": "refund", "metadata": metadata, "charge": charge(t.Of)}
	case "dispute", "dispute_reversal":
		source = map[string]any{"id": "dp_" + t.ID, "object": "dispute", "charge": charge(t.Of)}
	}
	return map[string]any{
		"id": t.ID, "object": "balance_transaction", "amount": t.Amount, "fee": t.Fee(), "net": t.Amount - t.Fee(),
		"currency": "eur",
		"created":  t.At.Unix(), "type": t.Category, "reporting_category": t.Category, "source": source,
	}
}

func payoutID(day time.Time) string { return "po_" + day.Format("20060102") }

// payouts lists the payouts that were made until now, latest first: one for each day with transactions.
func (d *Double) payouts(r *http.Request) (int, any) {
	since, now := time.Unix(whole(r.Form.Get("created[gte]")), 0), d.now()
	sums := map[time.Time]int64{}
	for _, t := range d.transactions {
		if day := t.paidOutOn(); !day.After(now) && !day.Before(since) {
			sums[day] += t.Amount - t.Fee()
		}
	}
	list := []any{}
	for day, amount := range sums {
		list = append(list, map[string]any{
			"id": payoutID(day), "object": "payout", "amount": amount, "automatic": true, "currency": "eur", "status": "paid",
			"created": day.Unix(), "arrival_date": day.Unix(),
		})
	}
	slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(b), fmt.Sprint(a)) })
	if after := r.Form.Get("starting_after"); after != "" {
		list = nil // all of them are on the first page
	}
	return http.StatusOK, map[string]any{"object": "list", "has_more": false, "url": "/v1/payouts", "data": list}
}

// disputes lists the disputes that transactions opened, latest first.
func (d *Double) disputes(r *http.Request) (int, any) {
	since, list := whole(r.Form.Get("created[gte]")), []any{}
	for _, t := range d.latestFirst() {
		if t.Category == "dispute" && t.At.Unix() >= since && !t.At.After(d.now()) {
			status := t.Status
			if status == "" {
				status = "under_review"
			}
			list = append(list, map[string]any{
				"id": "dp_" + t.ID, "object": "dispute", "amount": -t.Amount, "currency": "eur", "status": status,
				"created": t.At.Unix(), "charge": map[string]any{
					"id": "ch_" + t.ID, "object": "charge", "metadata": map[string]string{"presentation": t.Of},
				},
			})
		}
	}
	if r.Form.Get("starting_after") != "" {
		list = nil // all of them are on the first page
	}
	return http.StatusOK, map[string]any{"object": "list", "has_more": false, "url": "/v1/disputes", "data": list}
}
