package imports

import (
	"context"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/fault"
)

var stayColumns = []column{
	{"reference", true, ""},
	{"casier", true, ""},
	{"usager", true, ""},
	{"debut", true, "debut"},
	{"fin", true, "fin"},
	{"montant_centimes", true, "montant"},
	{"etat", true, ""},
	{"regle_le", false, "reglement"},
	{"moyen", false, ""},
	{"test", false, ""},
}

const msgOrder = "Les utilisations sont triées par début, la plus ancienne d'abord"

// places are those of a locker while stays are taken over.
type places struct {
	*stay.Occupancy
	shared bool // stays that are stored already hold some
}

// takeStays takes stays over, with their payments.
func takeStays(ctx context.Context, in *intake, lines []*line) error {
	lockers, err := in.findAll(ctx, Lockers, "casier", lines)
	if err != nil {
		return err
	}
	customers, err := in.findAll(ctx, Customers, "usager", lines)
	if err != nil {
		return err
	}
	billed, of := make([]payment.Billed, 0, len(lines)), make([]*line, 0, len(lines))
	for _, l := range lines {
		one, err := in.stay(ctx, l, lockers, customers)
		if err == nil && l.broken != nil {
			l.outcome = Refused
		}
		if err = l.refuse(err); err != nil {
			return err
		}
		if l.outcome != Refused {
			billed, of = append(billed, one), append(of, l)
		}
	}
	if err := in.bringForward(ctx, billed); err != nil {
		return err
	}
	if err := in.store.ImportStays(ctx, billed); err != nil {
		return err
	}
	for i, l := range of {
		l.settle(Created, billed[i].Payment.StayID)
	}
	return nil
}

// bringForward has what is owed of payments entered in the ledger.
func (in *intake) bringForward(ctx context.Context, billed []payment.Billed) error {
	rate, err := in.store.VATRate(ctx, in.OperatorID)
	for i := range billed {
		billed[i].BringForward(rate, in.clock.Now())
	}
	return err
}

// findAll returns the objects of the references at a column of lines.
func (in *intake) findAll(ctx context.Context, kind Kind, name string, lines []*line) (map[string]Reference, error) {
	seen, texts := map[string]bool{}, []string{}
	for _, l := range lines {
		if text := l.text(name); text != "" && !seen[text] {
			seen[text] = true
			texts = append(texts, text)
		}
	}
	return in.find(ctx, kind, texts...)
}

// stay reads a stay with its payment.
func (in *intake) stay(ctx context.Context, l *line, lockers, customers map[string]Reference) (payment.Billed, error) {
	if l.stored.ObjectID != 0 {
		return payment.Billed{}, fault.Conflict(msgFixed)
	}
	for name, of := range map[string]map[string]Reference{"casier": lockers, "usager": customers} {
		kind := Lockers
		if name == "usager" {
			kind = Customers
		}
		if text := l.required(name); text != "" {
			l.broken.Unless(of[text].ObjectID != 0, name, unknown(kind))
		}
	}
	l.required("debut")
	l.required("fin")
	starts, ends, test, paid := l.instant("debut"), l.instant("fin"), l.yes("test", false), in.former(l)
	if l.broken != nil {
		return payment.Billed{}, nil
	}
	now := in.clock.Now()
	if err := stay.CheckFormer(*starts, *ends, now); err != nil {
		return payment.Billed{}, err
	}
	if err := paid.Validate(*starts, now); err != nil {
		return payment.Billed{}, err
	}
	if starts.UnixMilli() < in.last {
		return payment.Billed{}, fault.Invalid("debut", msgOrder)
	}
	in.last = starts.UnixMilli()
	lockerID := lockers[l.text("casier")].ObjectID
	place, err := in.place(ctx, lockerID, *starts, *ends)
	if err != nil {
		return payment.Billed{}, err
	}
	return paid.OfStay(stay.Stay{
		OperatorID: in.OperatorID, LockerID: lockerID, AccountID: customers[l.text("usager")].ObjectID, Place: place,
		Test:      test,
		StartedAt: *starts, EndedAt: ends, Price: paid.Amount,
	}), nil
}

// place returns a place of the locker that no other stay holds from start to end. Stays that are stored are only looked
// at in lockers that had some after the first stay of this file: those of the file come in the order of their starts.
func (in *intake) place(ctx context.Context, lockerID int64, start, end time.Time) (int, error) {
	p := in.lockers[lockerID]
	if p == nil {
		locker, err := in.store.LockerForStay(ctx, lockerID)
		if err != nil {
			return 0, err
		}
		p = &places{Occupancy: stay.NewOccupancy(locker)}
		if p.shared, err = in.store.HeldAfter(ctx, lockerID, start); err != nil {
			return 0, err
		}
		in.lockers[lockerID] = p
	}
	var taken []int
	if p.shared {
		var err error
		if taken, err = in.store.PlacesTaken(ctx, lockerID, start, end); err != nil {
			return 0, err
		}
	}
	return p.Take(start, end, taken)
}
