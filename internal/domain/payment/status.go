package payment

import "slices"

// Status says where a payment stands (domain.md § 5), by the key of section 4.
type Status string

// The twelve statuses.
const (
	Running        Status = "RUNNING"       // the stay is in progress
	NotPresented   Status = "NOT_PRESENTED" // due, no attempt yet
	Free           Status = "FREE"
	InProgress     Status = "ATTEMPT_PROCESS" // with the provider, outcome unknown
	Paid           Status = "PAID"
	Unpaid         Status = "UNPAID" // declined by the bank
	Failed         Status = "ERROR"  // technical failure at the provider
	CardUnusable   Status = "PAYMENT_ERROR_MEANT_OF_PAYMENT"
	PermanentError Status = "PERMANENT_ERROR" // attempts used up
	Manual         Status = "MANUAL"          // marked as paid by staff
	Cancelled      Status = "CANCELLED"
	Invalid        Status = "INVALID_PAYMENT" // the provider refuses the amount itself
)

// next is the table of transitions: what is not in it is refused.
var next = map[Status][]Status{
	Running:        {NotPresented, Free},
	NotPresented:   {InProgress, Manual, Cancelled, Free},
	InProgress:     {Paid, Unpaid, Failed, CardUnusable, Invalid, PermanentError},
	Unpaid:         {InProgress, PermanentError},
	Failed:         {InProgress, PermanentError},
	CardUnusable:   {InProgress, PermanentError},
	PermanentError: {InProgress, Manual, Cancelled},
	Invalid:        {Manual, Cancelled},
}

// Becomes tells whether the table lets a payment go from this status to that one.
func (s Status) Becomes(to Status) bool { return slices.Contains(next[s], to) }

// Settled tells that nothing more is due.
func (s Status) Settled() bool { return slices.Contains(settled, s) }

var settled = []Status{Paid, Free, Manual, Cancelled}

// Retried tells that the last attempt failed and another will be made.
func (s Status) Retried() bool { return s == Unpaid || s == Failed || s == CardUnusable }

// Statuses lists them in the order of the specification.
func Statuses() []Status {
	list := make([]Status, len(Looks))
	for i, look := range Looks {
		list[i] = look.Status
	}
	return list
}

// Look is how a status is shown (specification § 4).
type Look struct {
	Status Status
	Label  string
	Colour string // the specification's word, in English
}

// Looks lists the statuses in the order of the specification.
var Looks = []Look{
	{Running, "EN COURS", "yellow"},
	{NotPresented, "NON PRÉSENTÉ", "orange"},
	{Free, "GRATUIT", "green"},
	{CardUnusable, "ERREUR DU MOYEN DE PAIEMENT", "red"},
	{InProgress, "EN ATTENTE", "yellow"},
	{Unpaid, "IMPAYÉ", "red"},
	{Paid, "PAYÉ", "green"},
	{Failed, "ERREUR", "red"},
	{PermanentError, "ERREUR PERSISTANTE", "red"},
	{Cancelled, "ANNULÉ", "red"},
	{Manual, "MANUEL", "green"},
	{Invalid, "ERREUR", "red"},
}

// Look is how the status is shown.
func (s Status) Look() Look {
	for _, look := range Looks {
		if look.Status == s {
			return look
		}
	}
	return Look{Status: s, Label: string(s)}
}

// Label is the French word for the status.
func (s Status) Label() string { return s.Look().Label }

// FirstOfLabel is the status that stands for all those shown alike.
func (s Status) FirstOfLabel() Status {
	for _, look := range Looks {
		if look.Label == s.Label() {
			return look.Status
		}
	}
	return s
}

// Action is what staff may do to a payment.
type Action string

// The acts, by their names on the wire.
const (
	MarkAsPaid    Action = "manual"
	Cancel        Action = "annuler"
	GenerateOrder Action = "generer-ordre"
	MakeFree      Action = "switch-gratuit"
	GiveBack      Action = "rembourser"
)

// Actions lists what staff may do now, in the order in which it is offered.
// GiveBack is for managers and administrators alone.
func (p Payment) Actions() []Action {
	actions := []Action{}
	for _, offered := range []struct {
		action Action
		when   bool
	}{
		{MarkAsPaid, p.Status.Becomes(Manual)},
		{GenerateOrder, p.Status == PermanentError},
		{Cancel, p.Status.Becomes(Cancelled)},
		{MakeFree, p.OccupationID != 0 && p.Status.Becomes(Free)},
		{GiveBack, p.Status == Paid && p.Refunded < p.Amount},
	} {
		if offered.when {
			actions = append(actions, offered.action)
		}
	}
	return actions
}

// Actions lists what staff may do now: refunds follow one another.
func (d Details) Actions() []Action {
	underWay := slices.ContainsFunc(d.Presentations, Presentation.refunding)
	return slices.DeleteFunc(d.Payment.Actions(), func(a Action) bool { return a == GiveBack && underWay })
}
