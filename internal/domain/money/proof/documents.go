package proof

import (
	"cmp"
	"context"
	"encoding/json"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
)

// documents follows the documents of an operator beside the entries that tell of them: those of each kind are in the
// same order, which [course] checks.
type documents struct {
	store      Store
	operatorID int64
	event      ledger.Entry // before the one that is looked at
	kinds      map[document.Kind]*series
}

// series is the documents of one kind.
type series struct {
	read []Frozen // not compared yet
	end  bool     // none is left to be read
	last Frozen   // that was compared
}

func (d *documents) of(kind document.Kind) *series {
	if d.kinds == nil {
		d.kinds = map[document.Kind]*series{}
	}
	if d.kinds[kind] == nil {
		d.kinds[kind] = &series{}
	}
	return d.kinds[kind]
}

func (d *documents) broken(number, reason string) *ledger.Broken {
	return &ledger.Broken{OperatorID: d.operatorID, Subject: "document " + number, Reason: reason}
}

// next returns the next document of a kind; false: there is none.
func (d *documents) next(ctx context.Context, kind document.Kind) (is Frozen, found bool, err error) {
	of := d.of(kind)
	if len(of.read) == 0 && !of.end {
		if of.read, err = d.store.FrozenAfter(ctx, d.operatorID, kind, of.last.Year, of.last.Rank, page); err != nil {
			return is, false, err
		}
		of.end = len(of.read) < page
	}
	if len(of.read) == 0 {
		return is, false, nil
	}
	is, of.read = of.read[0], of.read[1:]
	return is, true, nil
}

const (
	whyOtherDocument = "il ne correspond pas à son écriture"
	whyNoDocument    = "il manque, son écriture l'atteste"
	whyNoEntry       = "il n'a pas d'écriture"
	whyOtherCounter  = "le compteur n'en est pas à son numéro"
)

func (d *documents) entry(ctx context.Context, e ledger.Entry) (*ledger.Broken, error) {
	event := d.event
	d.event = e
	if e.Kind != ledger.DocumentIssued {
		return nil, nil
	}
	kind := document.KindOf(e.Document)
	is, found, err := d.next(ctx, kind)
	switch {
	case err != nil:
		return nil, err
	case !found:
		return d.broken(e.Document, whyNoDocument), nil
	case !is.tellsOf(e, event):
		return d.broken(e.Document, whyOtherDocument), nil
	}
	d.of(kind).last = is
	return nil, nil
}

// tellsOf reports whether a document is the one of an entry, which follows that of its event.
func (f Frozen) tellsOf(e, event ledger.Entry) bool {
	var r document.Record
	if err := json.Unmarshal(f.JSON, &r); err != nil {
		return false
	}
	counter := document.Counter{Year: f.Year, Last: f.Rank}
	return f.Number == e.Document && document.KindOf(f.Number) == f.Kind && counter.Numbers(f.Number, f.Kind) &&
		f.PaymentID == e.PaymentID && f.Total == int64(e.Amount) && f.VAT == int64(e.VAT) &&
		f.Attempt == event.Attempt &&
		(e.Attempt == document.Digest(f.JSON) || e.Attempt == f.Attempt) &&
		r.Number == f.Number && r.Kind == f.Kind && int64(r.Total) == f.Total && int64(r.VAT) == f.VAT &&
		r.VATRate == e.VATRate &&
		r.IssuedAt.UnixMilli() == f.IssuedAt && r.SettledAt.UnixMilli() == f.SettledAt
}

func (d *documents) end(ctx context.Context) (*ledger.Broken, error) {
	for _, kind := range []document.Kind{document.Receipt, document.CreditNote} {
		left, some, err := d.next(ctx, kind)
		if err != nil {
			return nil, err
		}
		if some {
			return d.broken(left.Number, whyNoEntry), nil
		}
		counter, err := d.store.Counter(ctx, d.operatorID, kind)
		if err != nil {
			return nil, err
		}
		last := d.of(kind).last
		if counter.Year != last.Year || counter.Last != last.Rank ||
			last.Rank != 0 && counter.IssuedAt.UnixMilli() != last.IssuedAt {
			return d.broken(cmp.Or(last.Number, string(kind)), whyOtherCounter), nil
		}
	}
	return nil, nil
}
