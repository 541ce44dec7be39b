package payment

import "slices"

// Status is the status of a payment, as written on the wire (docs/rules.md#payments).
type Status string

// The twelve statuses.
const (
	Running        Status = "RUNNING"       // the stay is in progress
	NotPresented   Status = "NOT_PRESENTED" // due, no attempt yet
	Free           Status = "FREE"
	InProgress     Status = "ATTEMPT_PROCESS" // an attempt is with the provider, its outcome is unknown
	Paid           Status = "PAID"
	Unpaid         Status = "UNPAID" // declined by the bank
	Failed         Status = "ERROR"  // technical failure at the provider
	CardUnusable   Status = "PAYMENT_ERROR_MEANT_OF_PAYMENT"
	PermanentError Status = "PERMANENT_ERROR" // attempts used up
	Manual         Status = "MANUAL"          // marked as paid by staff
	Cancelled      Status = "CANCELLED"
	Invalid        Status = "INVALID_PAYMENT" // the provider refuses the amount itself
)

// next is the table of transitions; any other change of status is refused.
var next = map[Status][]Status{
	Running:        {NotPresented, Free},
	NotPresented:   {InProgress, Manual, Cancelled, Free},
	InProgress:     {Paid, Unpaid, Failed, CardUnusable, Invalid, PermanentError},
	Unpaid:         {InProgress, PermanentError, Free},
	Failed:         {InProgress, PermanentError, Free},
	CardUnusable:   {InProgress, PermanentError, Free},
	PermanentError: {InProgress, Manual, Cancelled, Free},
	Invalid:        {Manual, Cancelled, Free},
}

// Becomes reports whether the table allows a change from this status to the other.
func (s Status) Becomes(to Status) bool { return slices.Contains(next[s], to) }

// leadsTo reports the same, or that the status stays as it is.
func (s Status) leadsTo(to Status) bool { return s == to || s.Becomes(to) }

// Retried reports whether the last attempt failed in a way that is tried again.
func (s Status) Retried() bool { return s == Unpaid || s == Failed || s == CardUnusable }

// PresentedByACard lists the statuses of what a new card is charged for at once: attempts failed, none is under way.
var PresentedByACard = []Status{Unpaid, Failed, CardUnusable, PermanentError}

// Collected reports whether the money came in: by card, or by another means.
func (s Status) Collected() bool { return slices.Contains(CollectedStatuses(), s) }

// CollectedStatuses lists the statuses of what came in.
func CollectedStatuses() []Status { return []Status{Paid, Manual} }

// OwedStatuses lists the statuses of what is billed and not settled yet, so that the customer owes it.
func OwedStatuses() []Status {
	return []Status{NotPresented, InProgress, Unpaid, Failed, CardUnusable, PermanentError, Invalid}
}

// Owed reports whether the payment is billed and not settled.
func (s Status) Owed() bool { return slices.Contains(OwedStatuses(), s) }

// Reducible reports whether the payment is owed and no attempt is with the provider.
func (s Status) Reducible() bool { return s.Owed() && s != InProgress }

// Statuses lists the statuses in the order of Looks.
func Statuses() []Status {
	list := make([]Status, len(StatusDisplays))
	for i, look := range StatusDisplays {
		list[i] = look.Status
	}
	return list
}

// StatusDisplay is how a status is shown on screen.
type StatusDisplay struct {
	Status Status
	Label  string
	Colour string // a colour of the console
}

// StatusDisplays lists the statuses in the order in which they are shown.
var StatusDisplays = []StatusDisplay{
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

// Display returns how the status is shown.
func (s Status) Display() StatusDisplay {
	for _, look := range StatusDisplays {
		if look.Status == s {
			return look
		}
	}
	return StatusDisplay{Status: s, Label: string(s)}
}

// Label returns the French label of the status.
func (s Status) Label() string { return s.Display().Label }

// FirstOfLabel returns the first status with the same label, which represents all of them.
func (s Status) FirstOfLabel() Status {
	for _, look := range StatusDisplays {
		if look.Label == s.Label() {
			return look.Status
		}
	}
	return s
}

// Action is an action of staff on a payment.
type Action string

// The actions, by their names on the wire.
const (
	MarkAsPaid    Action = "manual"
	Cancel        Action = "annuler"
	GenerateOrder Action = "generer-ordre"
	MakeFree      Action = "switch-gratuit"
	GiveBack      Action = "rembourser"

	AskToGiveBack    Action = "demander-remboursement"
	RefuseToGiveBack Action = "refuser-remboursement"
	WithdrawRequest  Action = "retirer-remboursement"
)

// Actions lists the actions that staff may take now, in the order in which they are offered. Only
// managers and administrators may take GiveBack.
func (p Payment) Actions() []Action {
	actions := []Action{}
	for _, offered := range []struct {
		action Action
		when   bool
	}{
		{MarkAsPaid, p.Status.Becomes(Manual)},
		{GenerateOrder, p.Status == PermanentError},
		{Cancel, p.Status.Becomes(Cancelled)},
		{MakeFree, p.StayID != 0 && (p.Status == Running || p.Status == NotPresented)},
		{GiveBack, p.Status.Collected() && p.Refunded < p.Amount},
	} {
		if offered.when {
			actions = append(actions, offered.action)
		}
	}
	return actions
}

// Actions lists the actions that staff may take now; a refund is not offered while the outcome of
// another is unknown.
func (d Details) Actions() []Action {
	underWay := slices.ContainsFunc(d.Attempts, Attempt.refunding)
	return slices.DeleteFunc(d.Payment.Actions(), func(a Action) bool { return a == GiveBack && underWay })
}
