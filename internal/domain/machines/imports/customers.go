package imports

import (
	"context"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/fault"
)

var customerColumns = []column{
	{"reference", true, ""},
	{"email", true, "email"},
	{"nom", true, "nom"},
	{"prenom", true, "prenom"},
	{"telephone", false, "telephone"},
	{"consentement_le", true, "consentement"},
	{"consentement_version", true, ""},
}

func takeCustomer(ctx context.Context, in *intake, l *line) error {
	by := account.Registration{
		OperatorID: in.OperatorID, Email: l.text("email"), LastName: l.text("nom"),
		FirstName: l.text("prenom"), Phone: l.text("telephone"),
	}
	consent := account.Consent{OperatorID: in.OperatorID, Version: l.text("consentement_version")}
	if at := l.instant("consentement_le"); at != nil {
		consent.At = *at
	}
	l.required("nom")
	l.required("prenom")
	if l.broken != nil {
		return in.wrong(l)
	}
	if id := l.stored.ObjectID; id != 0 {
		l.settle(Changed, id)
		return in.accounts.CorrectTakenOver(ctx, id, by, consent)
	}
	erased, err := in.store.IsErased(ctx, in.OperatorID, l.reference)
	if err != nil {
		return err
	}
	if erased {
		return fault.Invalid("reference", msgErased)
	}
	id, created, err := in.accounts.TakeOver(ctx, by, consent, in.Mails)
	if err != nil {
		return err
	}
	if l.settle(Linked, id); created {
		l.settle(Created, id)
	}
	return nil
}

// states holds the states of payments by their names.
var states = map[string]payment.FormerState{
	"paye": payment.FormerPaid, "gratuit": payment.FormerFree,
	"du": payment.FormerDue,
}

const (
	msgState  = "L'état est paye, gratuit ou du"
	msgMeans  = "Le moyen est Espèces, Chèque, Virement ou Carte bancaire"
	msgDue    = "Ce montant reste dû : il n'est repris, comme impayé, qu'avec --debts"
	msgErased = "Les données de cette personne ont été effacées : elle n'est pas reprise une seconde fois"
	msgFixed  = "Une utilisation reprise ne se modifie pas : ni ses instants, ni son prix, ni son règlement"
	msgSold   = "Un abonnement repris ne se modifie pas par import"
)

// former reads what became of a payment.
func (in *intake) former(l *line) payment.Former {
	f := payment.Former{
		State: among(&l.values, "etat", msgState, states), SettledAt: l.instant("regle_le"),
		Means: payment.Means(l.text("moyen")),
	}
	if amount := l.cents("montant_centimes"); amount != nil {
		f.Amount = *amount
	}
	l.required("montant_centimes")
	known := f.Means == ""
	for _, means := range payment.MeansOfPayment {
		known = known || means == f.Means
	}
	l.broken.Unless(known, "moyen", msgMeans)
	l.broken.Unless(f.State != payment.FormerDue || in.Debts, "etat", msgDue)
	return f
}

var subscriptionColumns = []column{
	{"reference", true, ""},
	{"usager", true, ""},
	{"tarif", true, "idTarif"},
	{"debut", true, "debut"},
	{"fin", false, "fin"},
	{"reconductible", true, ""},
	{"montant_centimes", true, "montant"},
	{"etat", true, ""},
	{"regle_le", false, "reglement"},
	{"moyen", false, ""},
}

func takeSubscription(ctx context.Context, in *intake, l *line) error {
	if l.stored.ObjectID != 0 {
		return fault.Conflict(msgSold)
	}
	accountID, err := in.findOne(ctx, l, "usager", Customers)
	if err != nil {
		return err
	}
	tariffID, err := in.findOne(ctx, l, "tarif", Tariffs)
	if err != nil {
		return err
	}
	l.required("debut")
	l.required("reconductible")
	starts, ends, renewed, paid := l.instant("debut"), l.instant("fin"), l.yes("reconductible", false), in.former(l)
	if l.broken != nil {
		return in.wrong(l)
	}
	customer, err := in.store.CustomerOf(ctx, accountID, in.OperatorID)
	if err != nil {
		return err
	}
	sold, err := in.store.TariffByID(ctx, tariffID)
	if err != nil {
		return err
	}
	now := in.clock.Now()
	held, err := in.store.HeldTariffs(ctx, customer.ID, now, ends)
	if err != nil {
		return err
	}
	bought := subscription.Bought{Tariff: sold, Subscription: subscription.Subscription{
		OperatorID: in.OperatorID, AccountID: customer.ID, TariffID: tariffID, TariffVersion: sold.Version, StartsAt: *starts,
		Renewed: renewed,
	}}
	if bought, err = bought.TakenOver(ends, held, now); err != nil {
		return err
	}
	last := bought.NextTerm - 1
	if err := paid.Validate(bought.Term(last), now); err != nil {
		return err
	}
	if bought.ID, err = in.store.CreateSubscription(ctx, bought.Subscription); err != nil {
		return err
	}
	l.settle(Created, bought.ID)
	billed := []payment.Billed{paid.OfTerm(payment.OfTerm(bought, last))}
	if err := in.bringForward(ctx, billed); err != nil {
		return err
	}
	return in.store.ImportTerms(ctx, billed)
}
