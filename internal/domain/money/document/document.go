package document

import (
	"context"
	"io"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/transaction"
)

// Document is a numbered document with what it says.
type Document struct {
	ID         int64
	OperatorID int64
	Kind       Kind
	Year       int
	Rank       int64 // from 1, without gap, for each operator, kind and year
	PaymentID  int64
	Attempt    string // uuid of the charge, refund or act of staff that settled it
	Record     Record

	BeforeLedger bool // what it tells of was settled before the ledger began
}

// File returns the name of the document's PDF.
func (d Document) File() string { return d.Record.Number + ".pdf" }

// Path returns the name of the document's PDF in the archive of a month.
func (d Document) Path() string {
	if d.BeforeLedger {
		return "Avant le registre/" + d.File()
	}
	return d.File()
}

// Printer writes the PDF of a record. The same record gives the same bytes.
type Printer func(w io.Writer, record Record) error

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	webhook.Announcer
	NumberStore
	DocumentStore
	PaymentStore
	CustomerStore
	SellerStore
	MailStore
	outbox.RecipientCounter
}

// NumberStore stores the last numbers.
type NumberStore interface {
	// Counter returns the last number that an operator gave to a kind of document; the zero Counter: none.
	Counter(ctx context.Context, operatorID int64, kind Kind) (Counter, error)
	// AdvanceCounter stores the next number, if the stored one is still last; else it returns false.
	AdvanceCounter(ctx context.Context, operatorID int64, kind Kind, last, next Counter) (bool, error)
}

// DocumentStore stores documents.
type DocumentStore interface {
	CreateDocument(ctx context.Context, d Document) error
	DocumentByID(ctx context.Context, id int64) (Document, error)
	// AwaitsReceipt reports whether a payment of an operator was settled by an event that is not in the ledger yet.
	AwaitsReceipt(ctx context.Context, operatorID, paymentID int64) (bool, error)
	// DocumentsOf lists the documents of payments, oldest first.
	DocumentsOf(ctx context.Context, payments []int64) ([]Document, error)
	// DocumentsBetween passes the documents that an operator numbered from one instant until before another to batch, in
	// order.
	DocumentsBetween(ctx context.Context, operatorID int64, from, before time.Time, batch func([]Document) error) error
}

// PaymentStore reads what documents say of payments.
type PaymentStore interface {
	PaymentDetails(ctx context.Context, id int64) (payment.Details, error)
}

// CustomerStore reads for whom a person pays.
type CustomerStore interface {
	// CompanyOf returns the zero Company for who pays for themselves.
	CompanyOf(ctx context.Context, accountID int64) (account.Company, error)
}

// SellerStore reads what documents say of operators.
type SellerStore interface {
	// OperatorEver finds an operator, in service or archived.
	OperatorEver(ctx context.Context, id int64) (operator.Operator, error)
}

// MailStore stores the mails to be sent.
type MailStore interface {
	// QueueMailOf queues a mail about a payment.
	QueueMailOf(ctx context.Context, kind outbox.Kind, accountID, paymentID int64, at time.Time) error
}
