// Package stripetest is a stand-in for Stripe in tests: it implements the calls that Consigne makes and keeps their
// effects. It honours idempotency keys as Stripe does, writes every charge and refund to a file before it answers,
// and behaves as the name of the payment method says.
package stripetest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The behaviours of payment methods. A method's name is « pm_ », one of these, and anything after a further « _ ».
const (
	Accepted   = "acceptee"
	Declined   = "refusee"
	Sometimes  = "parfois" // the customer's first two charges are declined
	Expired    = "expiree"
	NeedsOwner = "authentification"
	Slow       = "lente"      // charges after a delay
	Silent     = "muette"     // charges, and never answers
	Failing    = "panne"      // charges, and answers 500
	Cut        = "coupee"     // the first request with a key is cut off before it has an effect
	Processing = "traitement" // stays in progress at the bank
)

// smallest is the smallest amount that can be charged, in cents.
const smallest = 50

// Intent is a charge as it is stored and returned.
type Intent struct {
	ID               string            `json:"id"`
	Object           string            `json:"object"`
	Amount           int64             `json:"amount"`
	Currency         string            `json:"currency"`
	Customer         string            `json:"customer"`
	PaymentMethod    string            `json:"payment_method"`
	Status           string            `json:"status"`
	Metadata         map[string]string `json:"metadata"`
	LastPaymentError any               `json:"last_payment_error,omitempty"`
}

// Refund is a refund as it is stored and returned.
type Refund struct {
	ID            string            `json:"id"`
	Object        string            `json:"object"`
	Amount        int64             `json:"amount"`
	PaymentIntent string            `json:"payment_intent"`
	Status        string            `json:"status"`
	Metadata      map[string]string `json:"metadata"`
}

// answer is the answer to the first request with an idempotency key.
type answer struct {
	Request string          `json:"request"`
	Status  int             `json:"status"`
	Body    json.RawMessage `json:"body"`
}

// line is one line of the file; exactly one field is set.
type line struct {
	Intent   *Intent `json:"intent,omitempty"`
	Refund   *Refund `json:"refund,omitempty"`
	Method   string  `json:"method,omitempty"`
	Customer string  `json:"customer,omitempty"` // the customer of the method
	Key      string  `json:"key,omitempty"`
	Answer   *answer `json:"answer,omitempty"`

	Transaction *Transaction `json:"transaction,omitempty"`
}

// Double is an http.Handler that stands in for Stripe.
type Double struct {
	mutex    sync.Mutex
	file     *os.File
	intents  []*Intent // oldest first
	refunds  []*Refund
	holders  map[string]string // customers by payment method
	answers  map[string]answer // by idempotency key
	underWay map[string]bool   // by idempotency key
	cut      map[string]bool   // idempotency keys whose first request was cut off
	made     int

	// Now returns the instant of new transactions; nil: that of the machine.
	Now          func() time.Time
	transactions []Transaction
	newest       []Transaction  // the same, latest first; of another length when it is out of date
	places       map[string]int // in newest, by id
}

// Open returns a stand-in with the charges and refunds that the file holds.
func Open(path string) (*Double, error) {
	d := &Double{
		holders: map[string]string{}, answers: map[string]answer{}, underWay: map[string]bool{},
		cut: map[string]bool{},
	}
	var err error
	if d.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return nil, err
	}
	reader := bufio.NewScanner(d.file)
	reader.Buffer(nil, 1<<20)
	for reader.Scan() {
		var l line
		if err := json.Unmarshal(reader.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		d.remember(l)
	}
	return d, reader.Err()
}

// Charges lists the charges that were not cancelled, including those read from the file.
func (d *Double) Charges() []Intent {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	var list []Intent
	for _, intent := range d.intents {
		if intent.Status == "succeeded" {
			list = append(list, *intent)
		}
	}
	return list
}

func (d *Double) remember(l line) {
	d.made++
	switch {
	case l.Intent != nil:
		// An intent that was handed out is never modified: a change replaces it with a copy.
		if i := slices.IndexFunc(d.intents, func(known *Intent) bool { return known.ID == l.Intent.ID }); i >= 0 {
			d.intents[i] = l.Intent
		} else {
			d.intents = append(d.intents, l.Intent)
		}
	case l.Transaction != nil:
		d.transactions = append(d.transactions, *l.Transaction)
	case l.Refund != nil:
		d.refunds = append(d.refunds, l.Refund)
	case l.Method != "":
		d.holders[l.Method] = l.Customer
	case l.Answer != nil:
		d.answers[l.Key] = *l.Answer
	}
}

// keep writes a line to the file before the answer is sent.
func (d *Double) keep(l line) {
	text, err := json.Marshal(l)
	if err == nil {
		_, err = d.file.Write(append(text, '\n'))
	}
	if err != nil {
		panic(err) // tests prove nothing if charges are lost
	}
	d.remember(l)
}

func (d *Double) intent(id string) *Intent {
	for _, intent := range d.intents {
		if intent.ID == id {
			return intent
		}
	}
	return nil
}

func (d *Double) id(prefix string) string {
	return fmt.Sprintf("%s_%d_%d", prefix, os.Getpid(), d.made)
}

// ServeHTTP implements http.Handler.
func (d *Double) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil || !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer sk_") {
		write(w, http.StatusUnauthorized, failure("invalid_request_error", "", "", nil))
		return
	}
	manner := Manner(r.Form.Get("payment_method"))
	if strings.HasSuffix(r.URL.Path, "/refunds") {
		manner = d.mannerOfRefund(r.Form.Get("payment_intent"))
	}
	key := r.Header.Get("Idempotency-Key")
	if r.Method != http.MethodPost || key == "" {
		status, body := d.act(r)
		write(w, status, body)
		return
	}
	request := r.URL.Path + "?" + r.PostForm.Encode()
	d.mutex.Lock()
	kept, seen := d.answers[key]
	busy, cut := d.underWay[key], manner == Cut && !d.cut[key]
	d.underWay[key], d.cut[key] = true, true
	d.mutex.Unlock()
	switch {
	case busy:
		write(w, http.StatusConflict, failure("invalid_request_error", "idempotency_key_in_use", "", nil))
		return
	case seen && kept.Request != request:
		d.done(key)
		write(w, http.StatusBadRequest, failure("idempotency_error", "", "", nil))
		return
	case seen:
		d.done(key)
		write(w, kept.Status, kept.Body)
		return
	case cut:
		d.done(key)
		panic(http.ErrAbortHandler)
	}
	if manner == Slow { // the caller may have been killed and restarted meanwhile
		time.Sleep(time.Duration(500+rand.IntN(2000)) * time.Millisecond)
	}
	status, body := d.act(r)
	if manner == Failing {
		status, body = http.StatusInternalServerError, failure("api_error", "", "", nil)
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	d.mutex.Lock()
	d.keep(line{Key: key, Answer: &answer{request, status, text}})
	d.mutex.Unlock()
	d.done(key)
	if manner == Silent {
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	}
	write(w, status, json.RawMessage(text))
}

func (d *Double) done(key string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	delete(d.underWay, key)
}

// Manner returns the behaviour that the name of a payment method asks for.
func Manner(method string) string {
	parts := strings.SplitN(method, "_", 3)
	if len(parts) < 2 || parts[0] != "pm" {
		return ""
	}
	return parts[1]
}

func (d *Double) mannerOfRefund(charge string) string {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	intent := d.intent(charge)
	if intent == nil {
		return ""
	}
	_, after, _ := strings.Cut(intent.PaymentMethod, "_rendre-")
	manner, _, _ := strings.Cut(after, "_")
	return manner
}

// Refunds lists the refunds, including those read from the file.
func (d *Double) Refunds() []Refund {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	made := make([]Refund, len(d.refunds))
	for i, refund := range d.refunds {
		made[i] = *refund
	}
	return made
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Request-Id", "req_double")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func failure(kind, code, param string, intent *Intent) map[string]any {
	facts := map[string]any{"type": kind, "message": "…"}
	if code != "" {
		facts["code"] = code
	}
	if param != "" {
		facts["param"] = param
	}
	if intent != nil {
		facts["payment_intent"] = intent
	}
	return map[string]any{"error": facts}
}

func list[T any](items []T) map[string]any {
	return map[string]any{"object": "list", "has_more": false, "data": items}
}

func whole(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64) // an unreadable amount becomes 0, which is refused
	return n
}
