package payment_test

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// sequences is the number of random sequences tried.
const sequences = "10000"

// TestWhateverHappens runs random sequences of actions by staff, the job, the provider and its notices
// on one payment. The memory store refuses a change of status that is not in the table. After each
// step, the audit log must agree with the payment. In the end, when all is settled, the money taken
// less the money given back must equal the amount paid.
func TestWhateverHappens(t *testing.T) {
	checks := flag.Lookup("rapid.checks").Value
	before := checks.String()
	if err := checks.Set(sequences); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = checks.Set(before) })
	rapid.Check(t, func(t *rapid.T) { newModel(t).run() })
}

const price = money.Cents(500)

type model struct {
	*rapid.T
	ctx      context.Context
	now      time.Time
	store    *memory
	provider *unreliableProvider
	service  *payment.Service
	stay     stay.Stay
}

func newModel(t *rapid.T) *model {
	m := &model{T: t, ctx: context.Background(), now: time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)}
	m.store = &memory{t: t, state: state{}}
	m.provider = &unreliableProvider{
		m: m, taken: map[string]money.Cents{}, told: map[string]payment.Status{}, givenBack: map[string]payment.Order{},
		seenAt: map[string]time.Time{},
	}
	m.service = payment.NewService(m.store, m, m.provider)
	m.stay = stay.Stay{ID: 1, OperatorID: 1, AccountID: 1, LockerID: 1, StartedAt: m.now}
	if rapid.IntRange(0, 9).Draw(t, "card") > 0 {
		m.store.card = &payment.Card{Reference: "c"}
	}
	_, err := m.service.OpenStay(m.ctx, m.stay)
	m.must(err)
	return m
}

func (m *model) Now() time.Time { return m.now }

func (m *model) must(err error) {
	m.Helper()
	if err != nil {
		m.Fatal(err)
	}
}

// staff fails the test unless an action of staff succeeds or is refused as fault.Conflict or
// fault.Invalid.
func (m *model) staff(_ payment.Details, err error) {
	m.Helper()
	if err != nil && !fault.Is(err, fault.KindConflict) && !fault.Is(err, fault.KindInvalid) {
		m.Fatal(err)
	}
}

func (m *model) run() {
	actor := access.Actor{AccountID: 7}
	m.Repeat(map[string]func(*rapid.T){
		"": func(*rapid.T) { m.agree() },
		"end the stay": func(*rapid.T) {
			if m.stay.EndedAt == nil {
				m.stay.EndedAt, m.stay.Price = new(m.now), price
				m.must(m.store.Atomically(m.ctx, func(ctx context.Context) error {
					_, err := m.service.BillStay(ctx, m.stay)
					return err
				}))
			}
		},
		"time passes": func(t *rapid.T) {
			m.now = m.now.Add(time.Duration(rapid.SampledFrom([]int{1, 60, 600, 1440, 4320}).Draw(t, "minutes")) * time.Minute)
		},
		"the job":       func(*rapid.T) { m.collect() },
		"the job again": func(*rapid.T) { m.collect() },
		"declined until the attempts are used up": func(*rapid.T) {
			m.provider.unwilling = true
			for due := m.store.payment.DueAt; due != nil; due = m.store.payment.DueAt {
				m.now = slices.MaxFunc([]time.Time{m.now, *due}, time.Time.Compare)
				m.known(m.service.Present(m.ctx, 1))
			}
			m.provider.unwilling = false
		},
		"mark as paid": func(*rapid.T) {
			m.staff(m.service.MarkAsPaid(m.ctx, actor, 1, payment.MeansOfPayment[0], "payé"))
		},
		"cancel":         func(*rapid.T) { m.staff(m.service.Cancel(m.ctx, actor, 1, "annulé")) },
		"generate order": func(*rapid.T) { m.staff(m.service.GenerateOrder(m.ctx, actor, 1, "encore")) },
		"make free": func(*rapid.T) {
			if m.store.payment.Reduced > 0 { // a term, which is not made free
				return
			}
			m.stay.MadeFree = true
			m.staff(m.service.MakeFree(m.ctx, actor, 1))
			m.stay.MadeFree = m.store.payment.Status == payment.Free
		},
		"reduce": func(t *rapid.T) {
			open := rapid.IntRange(0, 30).Draw(t, "open days")
			err := m.store.Atomically(m.ctx, func(ctx context.Context) error {
				_, err := m.service.ReduceTerm(ctx, actor, 1, open, 30)
				return err
			})
			m.staff(payment.Details{}, err)
		},
		"refund": func(t *rapid.T) {
			var some *money.Cents
			if rapid.Bool().Draw(t, "partial") {
				some = new(money.Cents(rapid.IntRange(0, 600).Draw(t, "cents")))
			}
			means := rapid.SampledFrom(append([]payment.Means{""}, payment.MeansOfPayment...)).Draw(t, "means")
			_, err := m.service.Refund(m.ctx, actor, 1, some, means, "geste")
			if err == nil && m.store.request != nil && m.store.request.Outcome == "" {
				m.Fatal("a refund leaves the request for it open")
			}
			m.staff(payment.Details{}, err)
		},
		"ask for a refund": func(t *rapid.T) {
			amount := money.Cents(rapid.IntRange(0, 600).Draw(t, "cents"))
			left := m.store.payment.Amount - m.store.payment.Refunded
			open := m.store.request != nil && m.store.request.Outcome == ""
			_, err := m.service.AskForRefund(m.ctx, actor, 1, amount, payment.Reason{Cause: payment.OtherCause}, "porte bloquée")
			if err == nil && (open || amount < 1 || amount > left || !m.store.payment.Status.Collected()) {
				m.Fatalf("%d are asked for of %+v, a request is open: %t", amount, m.store.payment, open)
			}
			m.staff(payment.Details{}, err)
		},
		"refuse the refund": func(*rapid.T) { m.staff(m.service.RefuseRefund(m.ctx, actor, 1, "non")) },
		"a new card": func(*rapid.T) {
			before := m.store.payment
			_, err := m.service.SetCard(m.ctx, 1, 1, "c")
			m.must(err)
			due := m.store.payment.DueAt
			if now := due != nil && !due.After(m.now); slices.Contains(payment.PresentedByACard, before.Status) != now &&
				before.Status != payment.NotPresented {
				m.Fatalf("a new card makes %+v due at %v", before, due)
			}
		},
		"late success":     func(*rapid.T) { m.provider.takeAfterAll() },
		"a refund bounces": func(*rapid.T) { m.provider.bounce() },
		"notices, any": func(t *rapid.T) {
			for range rapid.IntRange(1, 5).Draw(t, "times") {
				if n := len(m.provider.notices); n > 0 {
					_ = m.tell(m.provider.notices[rapid.IntRange(0, n-1).Draw(t, "notice")])
				}
			}
		},
	})
	m.settle()
}

// collect runs the job once; its calls to the provider may fail.
func (m *model) collect() {
	if due := m.store.payment.DueAt; due != nil && !due.After(m.now) {
		m.known(m.service.Present(m.ctx, 1))
	}
	for _, id := range m.store.unanswered(m.now) {
		m.known(m.service.Ask(m.ctx, id))
	}
}

func (m *model) known(err error) {
	if err != nil && (!errors.Is(err, payment.ErrNoAnswer) || !errors.Is(err, errSilence)) {
		m.Fatal(err)
	}
}

// tell delivers a notice of a known attempt. It may be refused while another attempt is in progress.
func (m *model) tell(n payment.Notice) error {
	err := m.service.Settle(m.ctx, n.Attempt, n.Answer)
	if err != nil && (fault.Is(err, fault.KindNotFound) || errors.Is(err, errUnderWay) ||
		m.store.payment.Status != payment.InProgress) {
		m.Fatalf("%+v: %v", n, err)
	}
	return err
}

// agree checks that the payment agrees with its audit lines, and its attempts with one another.
func (m *model) agree() {
	p := m.store.payment
	if p.Refunded < 0 || p.Refunded > p.Amount {
		m.Fatalf("%d refunded of %d", p.Refunded, p.Amount)
	}
	waiting := money.Cents(0)
	for _, made := range m.store.attempts {
		if made.Kind == payment.Refund && made.ActorID != 0 && made.Outcome == payment.InProgress {
			waiting += made.Amount
		}
	}
	if waiting != p.RefundPending {
		m.Fatalf("%d wait to be refunded, the payment says %d", waiting, p.RefundPending)
	}
	status, refunded, due := payment.Status(""), money.Cents(0), p.Billed()
	for _, line := range m.store.auditLog {
		amount, _ := line.Changes["montant"].(money.Cents)
		if told, is := line.Changes["statut"].(payment.Status); is {
			status = told
		}
		switch line.Action {
		case audit.PaymentPresented:
			status = payment.InProgress
		case audit.PaymentMadeFree:
			status = payment.Free
		case audit.CardChanged, audit.RefundRequested, audit.RequestRefused, audit.RequestWithdrawn:
		case audit.PaymentRefunded:
			refunded += amount
		case audit.RefundRefused:
			if line.Changes["double"] == nil {
				refunded -= amount
			}
		case audit.PaymentReduced:
			change, _ := line.Changes["montant"].([]money.Cents)
			if len(change) != 2 || change[0] != due || change[1] >= due {
				m.Fatalf("reduced from %d: %+v", due, line)
			}
			due = change[1]
		default:
			if amount != due && !m.late(line, amount) {
				m.Fatalf("a line about %d, of %d: %+v", amount, due, line)
			}
		}
	}
	if due != p.Amount && p.Status != payment.Free {
		m.Fatalf("the audit log tells of %d, the payment of %d", due, p.Amount)
	}
	if status != "" && status != p.Status || refunded != p.Refunded {
		m.Fatalf("the audit log tells %s and %d refunded, the payment %s and %d", status, refunded, p.Status, p.Refunded)
	}
	m.agreeWithLedger()
}

// late reports whether a line tells the late answer to an attempt of that amount, made before the payment was reduced.
func (m *model) late(line audit.Entry, amount money.Cents) bool {
	return line.Action == audit.PaymentSettled && slices.ContainsFunc(m.store.attempts, func(a payment.Attempt) bool {
		return a.Kind == payment.Charge && a.AnsweredAt != nil && a.AnsweredAt.Equal(line.At) && a.Amount == amount &&
			m.store.payment.ReducedAt != nil && !a.At.After(*m.store.payment.ReducedAt)
	})
}

// entered returns the sum of what the ledger tells of some kinds of events.
func (m *model) entered(kinds ...ledger.Kind) (sum money.Cents) {
	for _, e := range m.store.entries {
		if slices.Contains(kinds, e.Kind) {
			sum += e.Amount
		}
	}
	return sum
}

// agreeWithLedger checks that the ledger tells what is owed, and what was refunded.
func (m *model) agreeWithLedger() {
	p, open := m.store.payment, money.Cents(0)
	if p.Status.Owed() {
		open = p.Amount
	}
	if told := m.entered(ledger.Billed) - m.entered(ledger.Settled, ledger.MarkedAsPaid, ledger.Cancelled,
		ledger.MadeFree, ledger.Reduced); told != open {
		m.Fatalf("the ledger tells that %d are owed, the payment %d: %+v", told, open, m.store.entries)
	}
	var settled, refunded money.Cents // as operators' systems are told
	for _, e := range m.store.events {
		switch data := e.Data.(type) {
		case webhook.RefundData:
			refunded += data.Montant
		case webhook.PaymentData:
			if e.Type == webhook.PaymentSettled {
				settled += data.Montant
			}
		}
	}
	if settled != m.entered(ledger.Settled, ledger.MarkedAsPaid) ||
		refunded != m.entered(ledger.RefundDone, ledger.RefundedByHand) {
		m.Fatalf("events tell of %d settled and %d refunded: %+v", settled, refunded, m.store.entries)
	}
	told := m.entered(ledger.RefundDone, ledger.RefundedByHand) - m.entered(ledger.RefundReturned)
	if told != p.RefundDone() {
		m.Fatalf("the ledger tells of %d refunded, the payment of %d: %+v", told, p.RefundDone(), m.store.entries)
	}
	if told := m.entered(ledger.RefundAsked) - m.entered(ledger.RefundRefused, ledger.RefundReturned); told != p.Refunded {
		m.Fatalf("the ledger tells of %d to be refunded, the payment of %d: %+v", told, p.Refunded, m.store.entries)
	}
	var kept, vat money.Cents // of what was sold
	for _, e := range m.store.entries {
		sold := true
		switch e.Kind {
		case ledger.Settled, ledger.MarkedAsPaid, ledger.RefundReturned:
			kept, vat = kept+e.Amount, vat+e.VAT
		case ledger.RefundDone, ledger.RefundedByHand:
			kept, vat = kept-e.Amount, vat-e.VAT
		default:
			sold = false
		}
		// The VAT of a part is that of its amount, but for a cent of each part before it.
		if off := e.VAT - e.Amount.VAT(e.VATRate); e.Amount <= 0 || sold != (e.VATRate == 2000) || vat < 0 || kept < vat ||
			max(off, -off) > money.Cents(len(m.store.attempts)) {
			m.Fatalf("%+v: %d of VAT left in %d", e, vat, kept)
		}
		byHand := e.Kind == ledger.RefundedByHand
		if byHand && (p.Status != payment.Manual || !slices.Contains(payment.MeansOfRefund, payment.Means(e.Means))) ||
			e.Kind == ledger.RefundDone && p.Status == payment.Manual {
			m.Fatalf("a payment that is %s: %+v", p.Status, e)
		}
	}
	m.agreeWithPast()
	past := payment.Past{Payment: p, Attempts: m.store.attempts}
	if why := past.Disagrees(m.store.entries, time.Time{}, false); why != "" {
		m.Fatalf("%s: %+v %+v, %+v", why, past, m.store.attempts, m.store.entries)
	}
}

// editsAreFound changes what is stored of the payment, or what the ledger has of it: each change is found.
func (m *model) editsAreFound(past payment.Past) {
	for name, edit := range map[string]func(p *payment.Past, entries *[]ledger.Entry) bool{
		"amount": func(p *payment.Past, _ *[]ledger.Entry) bool {
			p.Amount++
			return p.Status != payment.Running && p.Status != payment.Free
		},
		"refunded": func(p *payment.Past, _ *[]ledger.Entry) bool { p.Refunded++; return true },
		"pending":  func(p *payment.Past, _ *[]ledger.Entry) bool { p.RefundPending++; return true },
		"status": func(p *payment.Past, _ *[]ledger.Entry) bool {
			if p.Status == payment.Cancelled {
				p.Status = payment.Paid
			} else {
				p.Status = payment.Cancelled
			}
			return true
		},
		"an attempt is gone": func(p *payment.Past, _ *[]ledger.Entry) bool {
			for i, a := range p.Attempts {
				if a.Outcome == payment.Paid && a.Kind == payment.Charge || a.Kind == payment.PaidByHand {
					p.Attempts = slices.Delete(slices.Clone(p.Attempts), i, i+1)
					return true
				}
			}
			return false
		},
		"an entry is gone": func(p *payment.Past, entries *[]ledger.Entry) bool {
			if len(*entries) == 0 || p.Status == payment.Free {
				return false
			}
			*entries = (*entries)[1:]
			return true
		},
		"an entry is there twice": func(_ *payment.Past, entries *[]ledger.Entry) bool {
			if len(*entries) == 0 {
				return false
			}
			*entries = append(slices.Clone(*entries), (*entries)[0])
			return true
		},
	} {
		changed, entries := past, m.store.entries
		if edit(&changed, &entries) && changed.Disagrees(entries, time.Time{}, false) == "" {
			m.Fatalf("%s: not found: %+v, %+v", name, changed, entries)
		}
	}
}

// agreeWithPast checks that what is stored tells the events that were entered, but for refunds that came back: of
// those, the stored instant is that of their return.
func (m *model) agreeWithPast() {
	past := payment.Past{Payment: m.store.payment, Attempts: m.store.attempts}
	for _, line := range m.store.auditLog {
		if amount, _ := line.Changes["montant"].(money.Cents); line.Action == audit.PaymentMadeFree && amount > 0 {
			past.Waiver = &payment.Waiver{At: line.At, Amount: amount}
		}
	}
	returned := map[string]bool{}
	for _, e := range m.store.entries {
		if e.Kind == ledger.RefundReturned || e.Kind == ledger.NotOwedReturned {
			returned[e.Attempt] = true
		}
	}
	entered := []ledger.Entry{}
	for _, e := range m.store.entries {
		switch {
		case !returned[e.Attempt] || e.Kind == ledger.RefundAsked:
		case e.Kind == ledger.RefundReturned:
			e.Kind, e.VATRate, e.VAT = ledger.RefundRefused, 0, 0
		default:
			continue
		}
		e.ID = 0
		entered = append(entered, e)
	}
	told := past.Events(2000)
	inOrder := func(a, b ledger.Entry) int {
		return cmp.Or(a.At.Compare(b.At), strings.Compare(string(a.Kind), string(b.Kind)),
			strings.Compare(a.Attempt, b.Attempt))
	}
	if !slices.IsSortedFunc(told, func(a, b ledger.Entry) int { return a.At.Compare(b.At) }) {
		m.Fatalf("not in order: %+v", told)
	}
	if len(returned) > 0 { // the parts that went before and after have another VAT without it
		for _, list := range [][]ledger.Entry{entered, told} {
			for i := range list {
				list[i].VAT = 0
			}
		}
	}
	slices.SortFunc(entered, inOrder)
	slices.SortFunc(told, inOrder)
	if !slices.Equal(entered, told) {
		m.Fatalf("entered:\n%+v\nwhat is stored tells:\n%+v", entered, told)
	}
}

// settle lets all open work finish, then checks the money.
func (m *model) settle() {
	m.provider.willing = true
	for range 60 {
		m.now = m.now.Add(24 * time.Hour)
		m.collect()
		for _, n := range m.provider.notices {
			_ = m.tell(n)
		}
	}
	m.agree()
	m.editsAreFound(payment.Past{Payment: m.store.payment, Attempts: m.store.attempts})
	kept := money.Cents(0)
	for _, amount := range m.provider.taken {
		kept += amount
	}
	for _, refund := range m.provider.givenBack {
		kept -= refund.Amount
	}
	due := money.Cents(0)
	if p := m.store.payment; p.Status == payment.Paid {
		due = p.Amount - p.Refunded
	} else if p.Status == payment.InProgress {
		m.Fatalf("never settled: %+v", p)
	}
	if kept != due {
		m.Fatalf("%d kept, %d due: %+v\n%+v", kept, due, m.store.payment, m.store.attempts)
	}
	came, left := m.entered(ledger.Settled, ledger.NotOwed),
		m.entered(ledger.RefundDone, ledger.NotOwedGiven)-m.entered(ledger.RefundReturned, ledger.NotOwedReturned)
	if came-left != kept {
		m.Fatalf("the ledger tells of %d taken and %d given back, the provider kept %d: %+v", came, left, kept,
			m.store.entries)
	}
}

var errSilence = errors.New("no answer")

// keyLife is how long the fake provider remembers a key.
const keyLife = 24 * time.Hour

// unreliableProvider is a provider that answers at random, remembers keys for a day, and may fail to answer before
// or after it acts.
type unreliableProvider struct {
	m         *model
	willing   bool                      // accepts and answers every order
	unwilling bool                      // declines every order, when it answers
	taken     map[string]money.Cents    // by attempt
	told      map[string]payment.Status // outcome of each order, by uuid
	givenBack map[string]payment.Order  // by refund
	seenAt    map[string]time.Time
	notices   []payment.Notice
	refusals  int // of refunds: the platform tries to give back a double charge four times
}

var _ payment.Provider = (*unreliableProvider)(nil)

func (f *unreliableProvider) pick(outcomes ...payment.Status) payment.Status {
	if f.willing {
		return payment.Paid
	}
	if f.unwilling {
		outcomes = slices.DeleteFunc(outcomes,
			func(o payment.Status) bool { return o == payment.Paid || o == payment.Invalid })
	}
	return rapid.SampledFrom(outcomes).Draw(f.m.T, "outcome")
}

func (f *unreliableProvider) silent() bool {
	return !f.willing && rapid.IntRange(0, 3).Draw(f.m.T, "silence") == 0
}

func (f *unreliableProvider) say(uuid string, outcome payment.Status) payment.Answer {
	answer := payment.Answer{Outcome: outcome, Ref: "ref-" + uuid}
	f.notices = append(f.notices, payment.Notice{Attempt: uuid, Answer: answer})
	return answer
}

func (f *unreliableProvider) order(order payment.Order, act func() payment.Status) (payment.Answer, error) {
	if f.silent() {
		return payment.Answer{}, errSilence
	}
	outcome, seen := f.told[order.UUID]
	if !seen || f.m.now.Sub(f.seenAt[order.UUID]) > keyLife {
		outcome = act()
		f.told[order.UUID], f.seenAt[order.UUID] = outcome, f.m.now
	}
	answer := f.say(order.UUID, outcome)
	if f.silent() {
		return payment.Answer{}, errSilence
	}
	return answer, nil
}

func (f *unreliableProvider) Minimum() money.Cents { return 1 }

func (f *unreliableProvider) Collect(_ context.Context, charge payment.Order) (payment.Answer, error) {
	return f.order(charge, func() payment.Status {
		outcome := f.pick(payment.Paid, payment.Unpaid, payment.Failed, payment.CardUnusable, payment.Invalid)
		if outcome == payment.Paid {
			f.taken[charge.UUID] += charge.Amount
		}
		return outcome
	})
}

func (f *unreliableProvider) Refund(_ context.Context, refund payment.Order) (payment.Answer, error) {
	if _, charged := f.taken[refund.ChargeRef[len("ref-"):]]; !charged {
		f.m.Fatalf("a refund of what was not charged: %+v", refund)
	}
	return f.order(refund, func() payment.Status {
		outcome := f.pick(payment.Paid, payment.Paid, payment.Failed)
		if outcome == payment.Failed && f.refuseAgain() {
			outcome = payment.Paid
		}
		left := f.taken[refund.ChargeRef[len("ref-"):]]
		for _, made := range f.givenBack {
			if made.ChargeRef == refund.ChargeRef {
				left -= made.Amount
			}
		}
		if left < refund.Amount {
			f.m.Fatalf("%d left of the charge: %+v", left, refund)
		}
		if outcome == payment.Paid {
			f.givenBack[refund.UUID] = refund
		}
		return outcome
	})
}

func (f *unreliableProvider) Charge(_ context.Context, charge payment.Order) (payment.Answer, error) {
	return f.look(charge)
}

func (f *unreliableProvider) Refunded(_ context.Context, refund payment.Order) (payment.Answer, error) {
	return f.look(refund)
}

func (f *unreliableProvider) look(order payment.Order) (payment.Answer, error) {
	outcome, seen := f.told[order.UUID]
	switch {
	case f.silent():
		return payment.Answer{}, errSilence
	case !seen:
		return payment.Answer{}, payment.ErrUnknownOrder
	}
	return payment.Answer{Outcome: outcome, Ref: "ref-" + order.UUID}, nil
}

func (f *unreliableProvider) Card(_ context.Context, _ payment.Holder, token string) (payment.Card, error) {
	return payment.Card{Reference: token}, nil
}

// takeAfterAll takes the money of a declined charge and sends a notice.
func (f *unreliableProvider) takeAfterAll() {
	for _, p := range f.m.store.attempts {
		if p.Kind == payment.Charge && f.told[p.UUID].Retried() {
			f.told[p.UUID], f.taken[p.UUID] = payment.Paid, p.Amount
			f.say(p.UUID, payment.Paid)
			return
		}
	}
}

// refuseAgain counts the refunds that were not made, and reports whether this is one too many.
func (f *unreliableProvider) refuseAgain() bool {
	f.refusals++
	return f.refusals > 3
}

// bounce undoes a refund that was made and sends a notice.
func (f *unreliableProvider) bounce() {
	if f.refuseAgain() {
		return
	}
	for _, p := range f.m.store.attempts {
		if _, made := f.givenBack[p.UUID]; made {
			delete(f.givenBack, p.UUID)
			f.told[p.UUID] = payment.Failed
			f.say(p.UUID, payment.Failed)
			return
		}
	}
}
