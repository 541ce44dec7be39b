package document

import (
	"context"
	"errors"
	"io"
	"slices"

	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/clock"
)

// Service implements the package's operations for all callers.
type Service struct {
	store   Store
	clock   clock.Clock
	printer Printer
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock, printer Printer) *Service {
	return &Service{store: store, clock: clock, printer: printer}
}

var errNumberTaken = errors.New("another transaction has given this number")

// Issue implements ledger.Issuer: it numbers the document that an event of money asks for, once, and freezes what it
// says. It must run in a transaction, which gives the number back when it fails.
func (s *Service) Issue(ctx context.Context, event ledger.Entry) (ledger.Entry, bool, error) {
	if _, needed := Asked(event.Kind); !needed { // most events: nothing to read
		return ledger.Entry{}, false, nil
	}
	details, err := s.store.PaymentDetails(ctx, event.PaymentID)
	if err != nil {
		return ledger.Entry{}, false, err
	}
	list, err := s.store.DocumentsOf(ctx, []int64{event.PaymentID})
	if err != nil {
		return ledger.Entry{}, false, err
	}
	past := before(list, event.Attempt)
	kind, needed := kindFor(event, details, past.note != "")
	if !needed || slices.ContainsFunc(list,
		func(d Document) bool { return d.Attempt == event.Attempt && d.Kind == kind }) {
		return ledger.Entry{}, false, nil
	}
	seller, err := s.store.OperatorEver(ctx, event.OperatorID)
	if err != nil {
		return ledger.Entry{}, false, err
	}
	company, err := s.store.CompanyOf(ctx, details.Account.ID)
	if err != nil {
		return ledger.Entry{}, false, err
	}
	d := Document{
		OperatorID: event.OperatorID, Kind: kind, PaymentID: event.PaymentID, Attempt: event.Attempt,
		Record: freeze(kind, event, details, seller, past),
	}
	if company != (account.Company{}) {
		d.Record.Company = &company
	}
	if err := s.number(ctx, &d, seller.Identity.Prefix); err != nil {
		return ledger.Entry{}, false, err
	}
	if err := s.store.CreateDocument(ctx, d); err != nil {
		return ledger.Entry{}, false, err
	}
	if err := s.store.Announce(ctx, webhook.OfDocument(d.eventData(), d.Record.IssuedAt)); err != nil {
		return ledger.Entry{}, false, err
	}
	frozen, err := d.Record.Frozen()
	if err != nil {
		return ledger.Entry{}, false, err
	}
	issued := event
	issued.ID, issued.At, issued.Kind, issued.Document, issued.Means = 0, d.Record.IssuedAt, ledger.DocumentIssued,
		d.Record.Number, ""
	issued.Attempt = Digest(frozen)
	issued.Sequence, issued.Previous, issued.Hash = 0, "", ""
	return issued, true, nil
}

// number gives a document the next number of its operator and kind.
func (s *Service) number(ctx context.Context, d *Document, prefix string) error {
	last, err := s.store.Counter(ctx, d.OperatorID, d.Kind)
	if err != nil {
		return err
	}
	next := last.Next(s.clock.Now())
	first, err := s.store.AdvanceCounter(ctx, d.OperatorID, d.Kind, last, next)
	switch {
	case err != nil:
		return err
	case !first: // only where the engine lets the transaction see it; elsewhere the transaction runs again
		return errNumberTaken
	}
	d.Year, d.Rank = next.Year, next.Last
	d.Record.Number, d.Record.IssuedAt = next.Number(prefix, d.Kind), next.IssuedAt
	return nil
}

// ByID returns a document. fault.NotFound: there is none.
func (s *Service) ByID(ctx context.Context, id int64) (Document, error) {
	return s.store.DocumentByID(ctx, id)
}

// Of lists the documents of payments, oldest first, by the id of the payment.
func (s *Service) Of(ctx context.Context, payments ...int64) (map[int64][]Document, error) {
	list, err := s.store.DocumentsOf(ctx, payments)
	byPayment := map[int64][]Document{}
	for _, d := range list {
		byPayment[d.PaymentID] = append(byPayment[d.PaymentID], d)
	}
	return byPayment, err
}

// Print writes the PDF of a document.
func (s *Service) Print(w io.Writer, d Document) error { return s.printer(w, d.Record) }

// eventData returns what the event of the document tells.
func (d Document) eventData() webhook.DocumentData {
	return webhook.DocumentData{
		IDExploitant: d.OperatorID, IDPaiement: d.PaymentID, Numero: d.Record.Number, Genre: string(d.Kind),
		Montant: d.Record.Total,
		TVA:     d.Record.VAT, TauxTVA: d.Record.VATRate, Emission: webhook.InParis(d.Record.IssuedAt),
	}
}
