package hotline

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/diagnosis"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/outbox"
)

// sentences tell the lines of the audit log that a call shows; other lines are left out. Attempts to collect a payment
// are told from the attempts themselves, which hold their outcome.
var sentences = map[audit.Action]string{
	audit.CodeGiven:          "Code d'ouverture donné",
	audit.CodeSent:           "Code d'ouverture envoyé par e-mail",
	audit.CodeUsed:           "Porte ouverte avec un code",
	audit.LockerSwitchedOn:   "Casier remis en service",
	audit.LockerSwitchedOff:  "Casier mis hors service",
	audit.StationSwitchedOn:  "Station remise en service",
	audit.StationSwitchedOff: "Station mise hors service",
	audit.StationSilent:      "Station muette",
	audit.StationBack:        "Station rétablie",
	audit.StayStarted:        "Début de l'utilisation",
	audit.StayEnded:          "Fin de l'utilisation",
	audit.StayMadeFree:       "Utilisation rendue gratuite",
	audit.StayOverrun:        "Délai de dépassement passé",
	audit.StayRemoved:        "Délai d'enlèvement passé",
	audit.AccountBanned:      "Compte banni",
	audit.AccountReinstated:  "Compte rétabli",
	audit.CardChanged:        "Carte enregistrée",
	audit.Subscribed:         "Abonnement souscrit",
	audit.TermBegun:          "Échéance d'abonnement",
	audit.PaymentManual:      "Paiement marqué comme payé",
	audit.PaymentCancelled:   "Paiement annulé",
	audit.PaymentOrdered:     "Ordre de paiement généré",
	audit.PaymentMadeFree:    "Paiement rendu gratuit",
	audit.PaymentReduced:     "Montant réduit aux jours d'accès",
	audit.PaymentRefunded:    "Remboursement demandé",
	audit.RefundRequested:    "Remboursement demandé à un gestionnaire",
	audit.RequestRefused:     "Demande de remboursement refusée",
	audit.RequestWithdrawn:   "Demande de remboursement retirée",
}

// ofPlatform are the acts of the platform that every operator's staff may learn: the list of users shows their effect.
var ofPlatform = []audit.Action{audit.AccountBanned, audit.AccountReinstated}

// outcomes tell how an attempt ended.
var outcomes = map[payment.Status]string{
	payment.InProgress:   "réponse attendue",
	payment.Paid:         "accepté",
	payment.Unpaid:       "refusé par la banque",
	payment.Failed:       "échec technique",
	payment.CardUnusable: "carte inutilisable",
	payment.Invalid:      "montant refusé",
}

// events returns the events of the last hours, newest first.
func (r *reading) events(ctx context.Context) ([]Event, error) {
	all := []Event{}
	for kind, ids := range r.objects {
		lines, err := r.store.Acts(ctx, r.operatorID, kind, ids, r.after, mostRead)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			if event, told := r.ofLine(line); told {
				all = append(all, event)
			}
		}
	}
	all = append(all, r.unlogged(all)...)
	for _, refused := range r.facts.Refusals {
		all = append(all, Event{
			refused.At, EventRefused, diagnosis.Told(refused),
			audit.Object{Kind: audit.KindLocker, ID: refused.LockerID},
		})
	}
	all = append(all, r.ofDoor()...)
	for _, p := range r.call.Payments {
		for _, a := range p.Attempts {
			if told, known := outcomes[a.Outcome]; known && a.Kind == payment.Charge && a.At.After(r.after) {
				all = append(all, Event{
					a.At, EventAttempt, "Prélèvement de " + a.Amount.String() + " : " + told,
					audit.Object{Kind: audit.KindPayment, ID: p.ID},
				})
			}
		}
	}
	for _, m := range r.mails {
		words, told := mailWords[m.Kind]
		if !told {
			continue
		}
		about := audit.Object{Kind: audit.KindAccount, ID: r.facts.Customer.ID}
		if m.SentAt != nil {
			all = append(all, Event{*m.SentAt, EventMailSent, "E-mail envoyé : " + words, about})
		} else {
			all = append(all, Event{m.CreatedAt, EventMailQueued, "E-mail en attente d'envoi : " + words, about})
		}
	}
	slices.SortStableFunc(all, func(a, b Event) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Object.ID, b.Object.ID))
	})
	return all[:min(len(all), mostEvents)], nil
}

// unlogged tells the beginning of the stays in progress of which the audit log has no line, as of imported ones.
func (r *reading) unlogged(told []Event) []Event {
	events := []Event{}
	for _, open := range r.call.Open {
		about := audit.Object{Kind: audit.KindStay, ID: open.ID}
		isLogged := slices.ContainsFunc(told,
			func(e Event) bool { return e.Kind == string(audit.StayStarted) && e.Object == about })
		if !isLogged && open.StartedAt.After(r.after) {
			sentence := sentences[audit.StayStarted] + " " + diagnosis.Of(placeOf(open))
			events = append(events, Event{open.StartedAt, string(audit.StayStarted), sentence, about})
		}
	}
	return events
}

// ofLine tells a line of the audit log. Of a station only its silences are told: the rest is not about this door.
func (r *reading) ofLine(line audit.Line) (Event, bool) {
	sentence, told := sentences[line.Action]
	if !told || line.OperatorID == 0 && !slices.Contains(ofPlatform, line.Action) {
		return Event{}, false
	}
	if line.Object.Kind == audit.KindStay {
		sentence += " " + diagnosis.Of(r.places[line.Object.ID])
	}
	if ended, told := line.Changes["fin"]; told && line.Action == audit.StayEnded {
		sentence += fmt.Sprint(", terminée dès le ", ended)
	}
	if line.ActorName != "" {
		sentence += ", par " + line.ActorName
	}
	return Event{line.At, string(line.Action), sentence, line.Object}, true
}

// ofDoor tells what became of the door's codes, and how it moved last.
func (r *reading) ofDoor() []Event {
	d := r.call.Door
	if d == nil {
		return nil
	}
	events, about := []Event{}, audit.Object{Kind: audit.KindLocker, ID: d.ID}
	for _, code := range r.facts.Door.Codes {
		if code.ReceivedAt != nil {
			events = append(events, Event{*code.ReceivedAt, EventCodeReceived, "Code reçu par la station", about})
		}
		if code.UsedAt == nil && !code.ExpiresAt.After(r.facts.Now) {
			events = append(events, Event{code.ExpiresAt, EventCodeExpired, "Code expiré sans avoir servi", about})
		}
	}
	if d.Open != nil && d.MovedAt.After(r.after) {
		doubt := ""
		if d.Misdated {
			doubt = " (l'horloge du contrôleur n'est pas à l'heure : instant de réception)"
		}
		if *d.Open {
			events = append(events, Event{*d.MovedAt, EventDoorOpened, "Porte ouverte" + doubt, about})
		} else {
			events = append(events, Event{*d.MovedAt, EventDoorClosed, "Porte fermée" + doubt, about})
		}
	}
	return events
}

// mailWords name the mails that a call tells of. The others are about security, or about other operators.
var mailWords = map[outbox.Kind]string{
	outbox.PasswordReset:   "mot de passe oublié",
	outbox.PasswordChanged: "mot de passe changé",
	outbox.Invitation:      "invitation",
	outbox.Banned:          "compte suspendu",
	outbox.Inactive:        "compte inactif",
}
