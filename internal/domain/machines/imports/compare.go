package imports

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// DifferenceKind is about what the two systems differ.
type DifferenceKind string

// The kinds of difference.
const (
	DiffPrice   DifferenceKind = "prix"    // the tariff gives another price
	DiffTariff  DifferenceKind = "tarif"   // no tariff applies
	DiffAmount  DifferenceKind = "montant" // the stay that was taken over has another price
	DiffState   DifferenceKind = "etat"    // its payment is in another state
	DiffBalance DifferenceKind = "solde"   // the customer owes another sum
	DiffMissing DifferenceKind = "absent"  // the stay was not taken over
	DiffLine    DifferenceKind = "ligne"   // the line cannot be compared
)

// DifferenceKinds lists the kinds in the order in which they are counted.
var DifferenceKinds = []DifferenceKind{DiffPrice, DiffTariff, DiffAmount, DiffState, DiffBalance, DiffMissing, DiffLine}

// Difference is one answer that the two systems give differently.
type Difference struct {
	Kind      DifferenceKind
	Number    int // of the line; 0: of no single line
	Reference string
	Column    string
	Former    string
	Here      string
}

// Comparison counts what was compared.
type Comparison struct {
	Stays       int
	Customers   int
	Differences map[DifferenceKind]int
}

// Compare asks an export of stays of the former system and this one the same, and tells of each difference: what each
// stay costs by the tariff that applies here, what became of it, and what each customer owes for stays. It stores
// nothing.
func (s *Service) Compare(
	ctx context.Context, operatorID int64, from io.ReadSeeker, tell func(Difference) error,
) (Comparison, error) {
	c := &comparer{
		intake: &intake{Service: s, Options: Options{OperatorID: operatorID, Debts: true}}, said: tell,
		result:  Comparison{Differences: map[DifferenceKind]int{}},
		tariffs: map[int64][]tariff.Tariff{}, customers: map[int64]stay.Customer{}, owed: map[string]money.Cents{},
		spans: map[int64][]stay.Span{},
	}
	err := c.read(ctx, from)
	return c.result, err
}

// comparer compares one export.
type comparer struct {
	*intake
	said      func(Difference) error
	result    Comparison
	tariffs   map[int64][]tariff.Tariff // by locker
	customers map[int64]stay.Customer
	owed      map[string]money.Cents // by reference of the customer, as the export says
	spans     map[int64][]stay.Span  // of the stays under subscriptions before the line, by account
}

func (c *comparer) tell(d Difference) error {
	c.result.Differences[d.Kind]++
	return c.said(d)
}

func (c *comparer) read(ctx context.Context, from io.ReadSeeker) error {
	t, err := openTable(from, stayColumns)
	if err != nil {
		return err
	}
	const batch = 1000
	lines := make([]*line, 0, batch)
	for {
		r, err := t.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if fault.Of(err) != nil && r.cells != nil {
			err = c.wrong(&line{values: values{row: r, broken: fault.Of(err).Violations}})
			if err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		if lines = append(lines, &line{values: values{row: r}, reference: r.text("reference")}); len(lines) == batch {
			if err := c.compare(ctx, lines); err != nil {
				return err
			}
			lines = lines[:0]
		}
	}
	if err := c.compare(ctx, lines); err != nil {
		return err
	}
	return c.balances(ctx)
}

// wrong tells of a line that cannot be compared.
func (c *comparer) wrong(l *line) error {
	for _, v := range l.problems() {
		if err := c.tell(Difference{DiffLine, l.place, l.reference, v.Field, l.text(v.Field), v.Message}); err != nil {
			return err
		}
	}
	return nil
}

func (c *comparer) compare(ctx context.Context, lines []*line) error {
	lockers, err := c.findAll(ctx, Lockers, "casier", lines)
	if err != nil {
		return err
	}
	customers, err := c.findAll(ctx, Customers, "usager", lines)
	if err != nil {
		return err
	}
	known, err := c.findAll(ctx, Stays, "reference", lines)
	if err != nil {
		return err
	}
	ids := []int64{}
	for _, reference := range known {
		ids = append(ids, reference.ObjectID)
	}
	slices.Sort(ids)
	stored, err := c.store.PaidStays(ctx, ids)
	if err != nil {
		return err
	}
	for _, l := range lines {
		c.result.Stays++
		lockerID, accountID := lockers[l.text("casier")].ObjectID, customers[l.text("usager")].ObjectID
		starts, ends, former := l.instant("debut"), l.instant("fin"), c.former(l)
		l.broken.Unless(lockerID != 0, "casier", unknown(Lockers))
		l.broken.Unless(accountID != 0, "usager", unknown(Customers))
		l.broken.Unless(starts != nil && ends != nil && !ends.Before(*starts), "fin", msgMissing)
		if former.State == payment.FormerDue && l.text("usager") != "" {
			c.owed[l.text("usager")] += former.Amount
		} else if accountID != 0 {
			c.owed[l.text("usager")] += 0
		}
		if l.broken != nil {
			if err := c.wrong(l); err != nil {
				return err
			}
			continue
		}
		o, here := stored[known[l.reference].ObjectID]
		if err := c.price(ctx, l, o, lockerID, accountID, *starts, *ends, former.Amount); err != nil {
			return err
		}
		if !here {
			err = c.tell(Difference{DiffMissing, l.place, l.reference, "reference", l.reference, ""})
		} else {
			err = c.outcome(l, o, former)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// price compares what a stay cost with what the tariff gives: that of the stay, if it began here, else the one that
// applies to the customer in the locker then.
func (c *comparer) price(
	ctx context.Context, l *line, o stay.Details, lockerID, accountID int64, start, end time.Time, former money.Cents,
) error {
	var applied tariff.Tariff
	if o.Tariff != nil {
		applied = *o.Tariff
	} else {
		var found bool
		var err error
		if applied, found, err = c.applied(ctx, lockerID, accountID, start, end); err != nil {
			return err
		}
		if !found {
			return c.tell(Difference{DiffTariff, l.place, l.reference, "casier", l.text("casier"), ""})
		}
	}
	if applied.Subscription {
		c.spans[accountID] = append(c.spans[accountID], stay.Span{TariffID: applied.ID, From: start, To: &end})
	}
	quote, err := pricing.Price(applied.Terms, start, end)
	if err != nil || quote.Amount() == former {
		return err
	}
	return c.tell(Difference{DiffPrice, l.place, l.reference, "montant_centimes", cents(former), cents(quote.Amount())})
}

// applied returns the tariff that applies to a customer's stay in a locker: a subscription that pays for as many stays
// at once already, of the lines before, is passed over.
func (c *comparer) applied(
	ctx context.Context, lockerID, accountID int64, at, until time.Time,
) (tariff.Tariff, bool, error) {
	candidates, read := c.tariffs[lockerID]
	if !read {
		var err error
		if candidates, err = c.store.TariffsOfLocker(ctx, lockerID); err != nil {
			return tariff.Tariff{}, false, err
		}
		c.tariffs[lockerID] = candidates
	}
	customer, read := c.customers[accountID]
	if !read {
		var err error
		if customer, err = c.store.CustomerOf(ctx, accountID, c.OperatorID); err != nil &&
			!fault.Is(err, fault.KindNotFound) {
			return tariff.Tariff{}, false, err
		}
		c.customers[accountID] = customer
	}
	var subscribed []int64
	if slices.ContainsFunc(candidates, func(t tariff.Tariff) bool { return t.Subscription }) {
		var err error
		if subscribed, err = c.store.SubscribedTariffs(ctx, accountID, at); err != nil {
			return tariff.Tariff{}, false, err
		}
		subscribed = stay.NotUsedUp(subscribed, candidates, c.spans[accountID], at, &until)
	}
	applied, found := tariff.Choose(candidates, tariff.Customer{Email: customer.Email, Subscribed: subscribed}, at)
	return applied, found, nil
}

// outcome compares what became of a stay that was taken over.
func (c *comparer) outcome(l *line, o stay.Details, former payment.Former) error {
	if o.Price != former.Amount {
		if err := c.tell(Difference{
			DiffAmount, l.place, l.reference, "montant_centimes", cents(former.Amount),
			cents(o.Price),
		}); err != nil {
			return err
		}
	}
	status := payment.Status(o.PaymentStatus)
	same := map[payment.FormerState]bool{
		payment.FormerPaid: status.Collected(), payment.FormerFree: status == payment.Free,
		payment.FormerDue: !status.Collected() && status != payment.Free && status != payment.Cancelled,
	}[former.State]
	if same {
		return nil
	}
	return c.tell(Difference{DiffState, l.place, l.reference, "etat", string(former.State), status.Label()})
}

// balances compares what the customers of the export owe.
func (c *comparer) balances(ctx context.Context) error {
	texts := make([]string, 0, len(c.owed))
	for text := range c.owed {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	c.result.Customers = len(texts)
	for part := range slices.Chunk(texts, 1000) {
		found, err := c.find(ctx, Customers, part...)
		if err != nil {
			return err
		}
		ids := []int64{}
		for _, reference := range found {
			ids = append(ids, reference.ObjectID)
		}
		slices.Sort(ids)
		due, err := c.store.DueOf(ctx, c.OperatorID, ids)
		if err != nil {
			return err
		}
		for _, text := range part {
			if here := due[found[text].ObjectID]; here != c.owed[text] {
				if err := c.tell(Difference{DiffBalance, 0, text, "usager", cents(c.owed[text]), cents(here)}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func cents(amount money.Cents) string { return strconv.FormatInt(int64(amount), 10) }
