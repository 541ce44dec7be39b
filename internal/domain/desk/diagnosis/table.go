package diagnosis

import (
	"fmt"

	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/opening"
)

// The causes, as keys on the wire.
const (
	Banned           Cause = "banni"
	StationOff       Cause = "station_inactive"
	LockerOff        Cause = "casier_inactif"
	Removed          Cause = "enlevement"
	WrongStation     Cause = "mauvaise_station"
	WrongLocker      Cause = "mauvais_casier"
	Assigned         Cause = "attribue"
	Occupied         Cause = "occupe"
	Full             Cause = "complet"
	SubscriptionOver Cause = "abonnement_termine"
	SubscriptionDue  Cause = "abonnement_impaye"
	UsedUp           Cause = "abonnement_utilise"
	NoTariff         Cause = "sans_tarif"
	Silent           Cause = "station_muette"
	CodeNotReceived  Cause = "code_non_recu"
	TooManyCodes     Cause = "trop_de_codes"
	WrongCode        Cause = "code_faux"
	ExpiredCode      Cause = "code_expire"
	UsedCode         Cause = "code_utilise"
	NoCode           Cause = "code_absent"
	WrongInstant     Cause = "horloge"
	Overlap          Cause = "chevauchement"
	Ended            Cause = "deja_terminee"
	UnknownCustomer  Cause = "inconnu"
	CardDeclined     Cause = "carte_refusee"
	CardExpired      Cause = "carte_expiree"
	NoCard           Cause = "sans_carte"
	DoorOpen         Cause = "porte_ouverte"
)

// table has one line for each cause, those that explain most first.
var table = []rule{
	{
		cause: Banned, kinds: []refusal.Kind{refusal.Banned}, was: "le compte était banni",
		over: func(f Facts) bool { return f.Customer != nil && f.Customer.Active },
		next: "Un administrateur peut rétablir le compte.",
		state: func(f Facts) (state, bool) {
			if f.Customer == nil || f.Customer.Active {
				return state{}, false
			}
			return state{
				f.begins(), f.Customer.BannedAt,
				"Le compte est banni" + sinceIf(f.Now, f.Customer.BannedAt) + " : aucune utilisation ne peut commencer.",
			}, true
		},
	},
	{
		cause: StationOff, kinds: []refusal.Kind{refusal.StationOff}, was: "la station était hors service",
		over:      func(f Facts) bool { return f.Door != nil && f.Door.StationActive },
		next:      "Proposer une autre station, ou remettre celle-ci en service.",
		can:       func(f Facts) bool { return f.Reader.SwitchesStations },
		otherwise: "Proposer une autre station ; un gestionnaire peut remettre celle-ci en service.",
		state: func(f Facts) (state, bool) {
			if f.Door == nil || f.Door.StationActive {
				return state{}, false
			}
			return state{
				f.begins(), f.Door.StationOffAt,
				"La station " + f.Door.Station + " est hors service" + sinceIf(f.Now, f.Door.StationOffAt) +
					inBrackets(f.Door.StationOutage) + " : aucune utilisation ne peut y commencer.",
			}, true
		},
	},
	{
		cause: LockerOff, kinds: []refusal.Kind{refusal.LockerOff}, was: "il était hors service",
		over:      func(f Facts) bool { return f.Door != nil && f.Door.Active },
		next:      "Proposer un autre casier, ou remettre celui-ci en service.",
		can:       func(f Facts) bool { return f.Reader.SwitchesLockers },
		otherwise: "Proposer un autre casier ; un mainteneur ou un gestionnaire peut remettre celui-ci en service.",
		state: func(f Facts) (state, bool) {
			if f.Door == nil || f.Door.Active {
				return state{}, false
			}
			return state{
				f.begins(), f.Door.SwitchedOffAt,
				capital(the(f.Door.Place)) + " est hors service" + sinceIf(f.Now, f.Door.SwitchedOffAt) +
					inBrackets(f.Door.Outage) + " : aucune utilisation ne peut y commencer.",
			}, true
		},
	},
	{
		cause: Removed, kinds: []refusal.Kind{refusal.Removed},
		was:  "le délai d'enlèvement était dépassé, seul le personnel peut mettre fin à l'utilisation",
		next: "Mettre fin à l'utilisation, après vérification du prix.", state: removed,
	},
	{
		cause: WrongStation, next: "Indiquer à la personne la station et le casier de son utilisation.",
		state: func(f Facts) (state, bool) { return elsewhere(f, false) },
	},
	{
		cause: WrongLocker, next: "Indiquer à la personne le casier de son utilisation.",
		state: func(f Facts) (state, bool) { return elsewhere(f, true) },
	},
	{
		cause: Assigned, kinds: []refusal.Kind{refusal.Assigned}, was: "il était attribué à une autre personne",
		over: func(f Facts) bool { return f.Door != nil && !f.assigned() },
		next: "Proposer un autre casier : seul l'abonné à qui il est attribué peut l'utiliser.",
		state: func(f Facts) (state, bool) {
			if f.Door == nil || !f.assigned() || f.holds() {
				return state{}, false
			}
			who := " est attribué à une autre personne."
			if f.Customer == nil {
				who = " est attribué à un abonné, seul à pouvoir y commencer une utilisation."
			}
			return state{f.Customer != nil, nil, capital(the(f.Door.Place)) + who}, true
		},
	},
	{
		cause: Occupied, kinds: []refusal.Kind{refusal.Occupied}, was: "une autre utilisation y était en cours",
		over: func(f Facts) bool { return f.Door != nil && !f.Door.full() },
		next: "Proposer un autre casier.",
		state: func(f Facts) (state, bool) {
			if f.Door == nil || f.Door.Space || !f.Door.full() || f.holds() {
				return state{}, false
			}
			began := f.Door.Stays[0].StartedAt
			who := " par une autre personne."
			if f.Customer == nil {
				who = " : seule la personne qui l'utilise peut y mettre fin."
			}
			return state{f.Customer != nil, &began, capital(the(f.Door.Place)) + " est occupé " + since(f.Now, began) + who},
				true
		},
	},
	{
		cause: Full, kinds: []refusal.Kind{refusal.Full}, was: "toutes ses places étaient prises",
		over: func(f Facts) bool { return f.Door != nil && !f.Door.full() },
		next: "Proposer un autre espace.",
		state: func(f Facts) (state, bool) {
			if f.Door == nil || !f.Door.Space || !f.Door.full() || f.holds() {
				return state{}, false
			}
			return state{
				f.Customer != nil, nil,
				fmt.Sprintf("Les %d places %s sont prises.", f.Door.Capacity, Of(f.Door.Place)),
			}, true
		},
	},
	{
		cause: SubscriptionDue,
		next:  "Demander à la personne d'enregistrer une nouvelle carte ; une fois l'échéance réglée, un abonnement qui court donne de nouveau accès.",
		state: func(f Facts) (state, bool) {
			if f.Customer == nil || f.Customer.Subscription == nil || f.Customer.Subscription.UnpaidSince == nil {
				return state{}, false
			}
			unpaid := f.Customer.Subscription
			sentence := "L'abonnement « " + unpaid.Label + " » est impayé " + since(f.Now, *unpaid.UnpaidSince) +
				" et ne donne plus accès"
			return f.withoutSubscription(sentence, *unpaid), true
		},
	},
	{
		cause: SubscriptionOver, next: "Proposer de renouveler l'abonnement.",
		state: func(f Facts) (state, bool) {
			if f.Customer == nil || f.Customer.Subscription == nil || f.Customer.Subscription.UnpaidSince != nil {
				return state{}, false
			}
			ended := f.Customer.Subscription
			sentence := "L'abonnement « " + ended.Label + " » s'est terminé " + on(f.Now, ended.EndedAt)
			return f.withoutSubscription(sentence, *ended), true
		},
	},
	{
		cause: UsedUp, kinds: []refusal.Kind{refusal.UsedUp},
		was:  "l'abonnement de la personne payait déjà autant d'utilisations à la fois qu'il en permet",
		over: func(f Facts) bool { return f.Door != nil && f.Door.Priced != nil && *f.Door.Priced },
		next: "Vérifier les utilisations en cours de la personne, et mettre fin à celle qui est terminée.",
		state: func(f Facts) (state, bool) {
			if !f.unpriced() || f.Door.UsedUp == "" {
				return state{}, false
			}
			return state{true, nil, "L'abonnement « " + f.Door.UsedUp + " » paie déjà autant d'utilisations à la fois " +
				"qu'il en permet, et aucune autre condition tarifaire ne s'applique " + in(f.Door.Place) + "."}, true
		},
	},
	{
		cause: NoTariff, kinds: []refusal.Kind{refusal.NoTariff},
		was:  "aucune condition tarifaire ne s'appliquait à la personne",
		over: func(f Facts) bool { return f.Door != nil && f.Door.Priced != nil && *f.Door.Priced },
		next: "Vérifier les conditions tarifaires du casier : plages horaires, bénéficiaires, abonnements.",
		state: func(f Facts) (state, bool) {
			if !f.unpriced() || f.Door.UsedUp != "" {
				return state{}, false
			}
			return state{true, nil, "Aucune condition tarifaire ne s'applique maintenant " + in(f.Door.Place) +
				" pour cette personne."}, true
		},
	},
	{
		cause: Silent, next: "Envoyer une personne de la maintenance ; un code donné maintenant n'arriverait pas.",
		state: func(f Facts) (state, bool) {
			if f.Door == nil || f.Door.SilentSince == nil {
				return state{}, false
			}
			live, given := f.Door.live(f.Now)
			sentence := "Le contrôleur de la station " + f.Door.Station + " est muet " + since(f.Now, *f.Door.SilentSince)
			if given && live.ReceivedAt != nil { // it has the code already
				return state{false, f.Door.SilentSince, sentence + ", après avoir reçu le code donné " + on(f.Now, live.At) + "."},
					true
			}
			return state{true, f.Door.SilentSince, sentence + " : les codes ne lui parviennent plus."}, true
		},
	},
	{
		cause: CodeNotReceived, next: "Attendre quelques secondes, puis demander à la personne de retaper le code.",
		state: func(f Facts) (state, bool) {
			if f.Door == nil {
				return state{}, false
			}
			live, given := f.Door.live(f.Now)
			if !given || !live.Sent || live.ReceivedAt != nil {
				return state{}, false
			}
			return state{
				f.Door.SilentSince != nil, &live.At,
				"Le code donné " + on(f.Now, live.At) + " n'a pas encore été reçu par la station.",
			}, true
		},
	},
	{
		cause: TooManyCodes, kinds: []refusal.Kind{refusal.TooManyCodes},
		was:  "plus de cinq codes faux y avaient été tapés en une minute",
		next: "Attendre une minute avant de retaper un code.",
	},
	{
		cause: WrongCode, kinds: []refusal.Kind{refusal.WrongCode}, was: "le code tapé n'était pas celui qui avait été donné",
		next: "Relire le code à la personne, chiffre par chiffre.",
	},
	{
		cause: ExpiredCode, kinds: []refusal.Kind{refusal.ExpiredCode}, was: "le dernier code donné avait expiré",
		next: "Donner un nouveau code, valable 3 minutes.",
		over: func(f Facts) bool { return f.codeLives() },
		state: func(f Facts) (state, bool) {
			last, given := f.lastCode()
			if !given || last.UsedAt != nil || last.ExpiresAt.After(f.Now) {
				return state{}, false
			}
			return state{
				false, &last.ExpiresAt,
				"Le code donné " + on(f.Now, last.At) + " a expiré " + on(f.Now, last.ExpiresAt) + " sans avoir servi.",
			}, true
		},
	},
	{
		cause: UsedCode, kinds: []refusal.Kind{refusal.UsedCode}, was: "le dernier code donné avait déjà servi",
		next: "Donner un nouveau code, valable 3 minutes.",
		over: func(f Facts) bool { return f.codeLives() },
		state: func(f Facts) (state, bool) {
			last, given := f.lastCode()
			if !given || last.UsedAt == nil {
				return state{}, false
			}
			return state{
				false, last.UsedAt,
				"Le code donné " + on(f.Now, last.At) + " a servi " + on(f.Now, *last.UsedAt) + " : il n'ouvre plus.",
			}, true
		},
	},
	{
		cause: NoCode, kinds: []refusal.Kind{refusal.NoCode}, was: "aucun code n'avait été donné pour cette porte",
		next: "Vérifier le casier avec la personne, puis donner un code.",
		over: func(f Facts) bool { return f.codeLives() },
	},
	{
		cause: WrongInstant, kinds: []refusal.Kind{refusal.WrongInstant},
		was:  "l'instant transmis par l'application ou le contrôleur n'était pas possible",
		next: "Signaler à la maintenance une horloge qui n'est pas à l'heure.",
	},
	{
		cause: Overlap, kinds: []refusal.Kind{refusal.Overlap},
		was:  "l'utilisation transmise avec retard en chevauchait une autre",
		next: "Comparer les utilisations du casier avec ce que dit la personne.",
	},
	{
		cause: Ended, kinds: []refusal.Kind{refusal.Ended}, was: "l'utilisation était déjà terminée",
		next: "Donner un code si des affaires sont encore derrière la porte.",
	},
	{
		cause: UnknownCustomer, kinds: []refusal.Kind{refusal.UnknownCustomer},
		was:  "l'exploitant ne connaît pas la personne que l'application a nommée",
		next: "Demander à la personne avec quelle adresse e-mail elle est inscrite.",
	},
	{
		cause: CardDeclined, next: "Demander à la personne de changer de carte ou d'appeler sa banque.",
		state: func(f Facts) (state, bool) {
			if f.Customer == nil || f.Customer.Attempt == nil {
				return state{}, false
			}
			failed := f.Customer.Attempt
			return state{
				false, &failed.At,
				"Le dernier prélèvement, " + on(f.Now, failed.At) + ", de " + failed.Amount + ", a échoué : " +
					failed.why() + mayRefuse,
			}, true
		},
	},
	{
		cause: CardExpired, next: "Demander à la personne d'enregistrer une nouvelle carte.",
		state: func(f Facts) (state, bool) {
			if f.Customer == nil || f.Customer.Card == nil || !f.Customer.Card.Expired {
				return state{}, false
			}
			return state{false, nil, "La carte " + f.Customer.Card.PAN + " n'est plus valable" + mayRefuse}, true
		},
	},
	{
		cause: NoCard, next: "Demander à la personne d'enregistrer une carte.",
		state: func(f Facts) (state, bool) {
			if f.Customer == nil || f.Customer.Card != nil {
				return state{}, false
			}
			return state{false, nil, "Aucune carte n'est enregistrée" + mayRefuse}, true
		},
	},
	{
		cause: DoorOpen, next: "Demander à la personne de pousser la porte, puis de la refermer.",
		state: func(f Facts) (state, bool) {
			if f.Door == nil || f.Door.OpenSince == nil {
				return state{}, false
			}
			return state{
				false, f.Door.OpenSince,
				"D'après son contrôleur, la porte " + Of(f.Door.Place) + " est ouverte " + since(f.Now, *f.Door.OpenSince) +
					".",
			}, true
		},
	},
}

// mayRefuse ends the sentences about facts for which Consigne itself refuses nothing.
const mayRefuse = " ; l'application de l'exploitant peut refuser pour cela, Consigne ne le fait pas."

// why returns how the attempt failed.
func (a Attempt) why() string {
	card := "la carte"
	if a.PAN != "" {
		card += " " + a.PAN
	}
	switch {
	case a.Outcome == payment.Unpaid:
		return "la banque a refusé " + card
	case a.Outcome == payment.CardUnusable && a.PAN == "":
		return "aucune carte utilisable"
	case a.Outcome == payment.CardUnusable:
		return card + " n'est pas utilisable"
	}
	return "le prestataire de paiement ne l'a pas accepté"
}

// withoutSubscription is the state of a door to whom the subscription opens nothing any more: certain when that leaves
// the person no tariff there.
func (f Facts) withoutSubscription(sentence string, lost Subscription) state {
	at := lost.EndedAt
	if lost.UnpaidSince != nil {
		at = *lost.UnpaidSince
	}
	if f.unpriced() && lost.Opened {
		return state{true, &at, sentence + " : sans lui, aucun tarif ne s'applique " + in(f.Door.Place) + "."}
	}
	return state{false, &at, sentence + "."}
}

// unpriced reports whether no tariff lets the person begin a stay behind the door.
func (f Facts) unpriced() bool {
	return f.Customer != nil && f.Door != nil && f.Door.Priced != nil && !*f.Door.Priced && !f.holds()
}

// lastCode returns the last code of the door, if it was given recently enough to explain a call.
func (f Facts) lastCode() (opening.Given, bool) {
	if f.Door == nil || len(f.Door.Codes) == 0 || f.Now.Sub(f.Door.Codes[0].At) > possibleFor {
		return opening.Given{}, false
	}
	return f.Door.Codes[0], true
}

// codeLives reports whether a code opens the door now.
func (f Facts) codeLives() bool {
	if f.Door == nil {
		return false
	}
	_, lives := f.Door.live(f.Now)
	return lives
}

// removed finds a stay past its removal limit that is the person's, behind the door if there is one. When nobody is
// named it is that of the door: nobody but staff can end it, and no other can begin.
func removed(f Facts) (state, bool) {
	var stays []Stay
	switch {
	case f.Customer != nil:
		stays = f.Customer.Stays
	case f.Door != nil && f.Door.Capacity == 1:
		stays = f.Door.Stays
	}
	for _, s := range stays {
		if s.removed(f.Now) && (f.Door == nil || s.Place.LockerID == f.Door.LockerID) {
			return state{true, s.RemovalAt, fmt.Sprintf(
				"L'utilisation %s, commencée %s, a atteint son délai d'enlèvement %s : seul le personnel peut y mettre fin.",
				Of(s.Place), on(f.Now, s.StartedAt), on(f.Now, *s.RemovalAt))}, true
		}
	}
	return state{}, false
}

// elsewhere finds the person's stay in progress at another station, or in another locker of the same one, when none is
// behind the door. It is certain when the door is not theirs to open because others hold all of it.
func elsewhere(f Facts, sameStation bool) (state, bool) {
	if f.Customer == nil || f.Door == nil || f.holds() {
		return state{}, false
	}
	here := false
	for _, s := range f.Customer.Stays {
		here = here || s.Place.StationID == f.Door.StationID
	}
	if here != sameStation {
		return state{}, false
	}
	for _, s := range f.Customer.Stays {
		if (s.Place.StationID == f.Door.StationID) == sameStation {
			return state{
				f.Door.full(), &s.StartedAt,
				"L'utilisation en cours de cette personne est " + in(s.Place) + " " + since(f.Now, s.StartedAt) + ", pas " +
					in(f.Door.Place) + ".",
			}, true
		}
	}
	return state{}, false
}
