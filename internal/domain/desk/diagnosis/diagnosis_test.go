package diagnosis_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/desk/diagnosis"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/opening"
)

var (
	now   = time.Date(2026, 11, 22, 22, 5, 0, 0, time.UTC) // 23h05 in Paris
	gare  = diagnosis.Place{StationID: 1, Station: "Gare", LockerID: 1, Locker: "A1"}
	gare2 = diagnosis.Place{StationID: 1, Station: "Gare", LockerID: 2, Locker: "A2"}
	parc  = diagnosis.Place{StationID: 2, Station: "Parc", LockerID: 3, Locker: "B4"}
	abri  = diagnosis.Place{StationID: 3, Station: "Port", LockerID: 4, Locker: "Abri", Space: true}
)

func ago(d time.Duration) time.Time       { return now.Add(-d) }
func agoOrNil(d time.Duration) *time.Time { return new(ago(d)) }

// zoe returns the facts of a person for whom everything is as it should be, in front of a free door.
func zoe(change func(p *diagnosis.Customer, d *diagnosis.Door)) diagnosis.Facts {
	p := &diagnosis.Customer{ID: 6, Active: true, Card: &diagnosis.Card{PAN: "**** 4242"}}
	d := &diagnosis.Door{Place: gare, Capacity: 1, Active: true, StationActive: true, Priced: new(true)}
	change(p, d)
	return diagnosis.Facts{Now: now, Customer: p, Door: d}
}

// door returns the facts of a call about a door, from nobody in particular.
func door(change func(d *diagnosis.Door)) diagnosis.Facts {
	f := zoe(func(_ *diagnosis.Customer, d *diagnosis.Door) {
		d.Priced = nil
		change(d)
	})
	f.Customer = nil
	return f
}

// refused adds a refusal of the person to the facts, or of nobody known.
func refused(
	f diagnosis.Facts, kind refusal.Kind, accountID int64, place diagnosis.Place, before time.Duration,
) diagnosis.Facts {
	f.Refusals = append(f.Refusals, diagnosis.Refused{
		Refusal: refusal.Refusal{At: ago(before), OperatorID: 1, LockerID: place.LockerID, AccountID: accountID, Kind: kind},
		Place:   place,
	})
	return f
}

func stayAt(p diagnosis.Place, accountID int64, before time.Duration) diagnosis.Stay {
	return diagnosis.Stay{AccountID: accountID, Place: p, StartedAt: ago(before)}
}

// Worked examples, a line a cause: « ! » before a certain one.
func TestDiagnosis(t *testing.T) {
	fine := func(*diagnosis.Customer, *diagnosis.Door) {}
	taken := func(p *diagnosis.Customer, d *diagnosis.Door) { d.Stays = []diagnosis.Stay{stayAt(gare, 9, time.Hour)} }
	for what, c := range map[string]struct {
		facts diagnosis.Facts
		want  []string
	}{
		"nothing is wrong":       {zoe(fine), nil},
		"nothing is wrong there": {door(func(*diagnosis.Door) {}), nil},
		"banned": {
			zoe(func(p *diagnosis.Customer, _ *diagnosis.Door) { p.Active, p.BannedAt = false, agoOrNil(24*time.Hour) }),
			[]string{"!banni: Le compte est banni depuis le 21/11 à 23h05 : aucune utilisation ne peut commencer."},
		},
		"banned with a stay there, whose end nothing forbids": {
			zoe(func(p *diagnosis.Customer, d *diagnosis.Door) {
				p.Active, p.Stays, d.Stays = false, []diagnosis.Stay{stayAt(gare, 6, time.Hour)},
					[]diagnosis.Stay{stayAt(gare, 6, time.Hour)}
			}),
			[]string{"banni: Le compte est banni : aucune utilisation ne peut commencer."},
		},
		"the station is out of service": {
			door(func(d *diagnosis.Door) { d.StationActive = false }),
			[]string{"!station_inactive: La station Gare est hors service : aucune utilisation ne peut y commencer."},
		},
		"the station is out of service, and staff told why": {
			door(func(d *diagnosis.Door) {
				d.StationActive, d.StationOffAt, d.StationOutage = false, agoOrNil(time.Hour), "réseau"
			}),
			[]string{
				"!station_inactive: La station Gare est hors service depuis 22h05 (réseau) : " +
					"aucune utilisation ne peut y commencer.",
			},
		},
		"the locker is out of service": {
			door(func(d *diagnosis.Door) { d.Active, d.SwitchedOffAt = false, agoOrNil(time.Hour) }),
			[]string{
				"!casier_inactif: Le casier A1 (Gare) est hors service depuis 22h05 : aucune utilisation ne peut y commencer.",
			},
		},
		"the locker is out of service, and staff told why": {
			door(func(d *diagnosis.Door) {
				d.Active, d.SwitchedOffAt, d.Outage = false, agoOrNil(time.Hour), "serrure, retour prévu le 04/12/2026"
			}),
			[]string{
				"!casier_inactif: Le casier A1 (Gare) est hors service depuis 22h05 (serrure, retour prévu le 04/12/2026) : " +
					"aucune utilisation ne peut y commencer.",
			},
		},
		"it was, and is in service again": {
			refused(zoe(fine), refusal.LockerOff, 6, gare, 3*time.Minute),
			[]string{"!casier_inactif: Le casier A1 (Gare) a refusé à 23h02 : il était hors service. Ce n'est plus le cas."},
		},
		"past its removal": {
			zoe(func(p *diagnosis.Customer, d *diagnosis.Door) {
				s := stayAt(gare, 6, 49*time.Hour)
				s.RemovalAt = agoOrNil(time.Hour)
				p.Stays, d.Stays = []diagnosis.Stay{s}, []diagnosis.Stay{s}
			}),
			[]string{
				"!enlevement: L'utilisation du casier A1 (Gare), commencée le 20/11 à 22h05, a atteint son délai d'enlèvement à 22h05 : seul le personnel peut y mettre fin.",
			},
		},
		"the locker of somebody else, their own is at another station": {
			zoe(func(p *diagnosis.Customer, d *diagnosis.Door) {
				taken(p, d)
				p.Stays = []diagnosis.Stay{stayAt(parc, 6, 2*time.Hour)}
			}),
			[]string{
				"!mauvaise_station: L'utilisation en cours de cette personne est au casier B4 (Parc) depuis 21h05, pas au casier A1 (Gare).",
				"!occupe: Le casier A1 (Gare) est occupé depuis 22h05 par une autre personne.",
			},
		},
		"another locker, which is free": {
			zoe(func(p *diagnosis.Customer, _ *diagnosis.Door) {
				p.Stays = []diagnosis.Stay{stayAt(gare2, 6, 2*time.Hour)}
			}),
			[]string{
				"mauvais_casier: L'utilisation en cours de cette personne est au casier A2 (Gare) depuis 21h05, pas au casier A1 (Gare).",
			},
		},
		"the place of somebody else": {
			zoe(func(_ *diagnosis.Customer, d *diagnosis.Door) { d.HolderID = 9 }),
			[]string{"!attribue: Le casier A1 (Gare) est attribué à une autre personne."},
		},
		"the place of a subscriber, who calls?": {
			door(func(d *diagnosis.Door) { d.HolderID = 9 }),
			[]string{"attribue: Le casier A1 (Gare) est attribué à un abonné, seul à pouvoir y commencer une utilisation."},
		},
		"one's own place": {zoe(func(p *diagnosis.Customer, d *diagnosis.Door) { d.HolderID = p.ID }), nil},
		"it was, and is free again": {
			refused(zoe(fine), refusal.Assigned, 6, gare, 3*time.Minute),
			[]string{"!attribue: Le casier A1 (Gare) a refusé à 23h02 : il était attribué à une autre personne. Ce n'est plus le cas."},
		},
		"occupied": {zoe(taken), []string{"!occupe: Le casier A1 (Gare) est occupé depuis 22h05 par une autre personne."}},
		"occupied, nobody knows by whom of the two": {
			door(func(d *diagnosis.Door) { taken(nil, d) }),
			[]string{"occupe: Le casier A1 (Gare) est occupé depuis 22h05 : seule la personne qui l'utilise peut y mettre fin."},
		},
		"full": {
			zoe(func(_ *diagnosis.Customer, d *diagnosis.Door) {
				d.Place, d.Capacity, d.Stays = abri, 2, []diagnosis.Stay{stayAt(abri, 8, time.Hour), stayAt(abri, 9, time.Hour)}
			}),
			[]string{"!complet: Les 2 places de l'espace Abri (Port) sont prises."},
		},
		"the subscription that opened it has ended": {
			zoe(func(p *diagnosis.Customer, d *diagnosis.Door) {
				d.Priced, p.Subscription = new(false),
					&diagnosis.Subscription{Label: "Mensuel", EndedAt: ago(time.Hour), Opened: true}
			}),
			[]string{
				"!abonnement_termine: L'abonnement « Mensuel » s'est terminé à 22h05 : sans lui, aucun tarif ne s'applique au casier A1 (Gare).",
				"!sans_tarif: Aucune condition tarifaire ne s'applique maintenant au casier A1 (Gare) pour cette personne.",
			},
		},
		"the subscription that opened it is not paid": {
			zoe(func(p *diagnosis.Customer, d *diagnosis.Door) {
				d.Priced, p.Subscription = new(false), &diagnosis.Subscription{
					Label: "Mensuel", EndedAt: ago(time.Hour), UnpaidSince: agoOrNil(2 * time.Hour), Opened: true,
				}
			}),
			[]string{
				"!abonnement_impaye: L'abonnement « Mensuel » est impayé depuis 21h05 et ne donne plus accès : sans lui, aucun tarif ne s'applique au casier A1 (Gare).",
				"!sans_tarif: Aucune condition tarifaire ne s'applique maintenant au casier A1 (Gare) pour cette personne.",
			},
		},
		"a subscription that the door does not need is not paid": {
			zoe(func(p *diagnosis.Customer, _ *diagnosis.Door) {
				p.Subscription = &diagnosis.Subscription{
					Label: "Mensuel", EndedAt: ago(time.Hour), UnpaidSince: agoOrNil(2 * time.Hour), Opened: true,
				}
			}),
			[]string{"abonnement_impaye: L'abonnement « Mensuel » est impayé depuis 21h05 et ne donne plus accès."},
		},
		"a subscription that the door does not need has ended": {
			zoe(func(p *diagnosis.Customer, _ *diagnosis.Door) {
				p.Subscription = &diagnosis.Subscription{Label: "Mensuel", EndedAt: ago(time.Hour), Opened: true}
			}),
			[]string{"abonnement_termine: L'abonnement « Mensuel » s'est terminé à 22h05."},
		},
		"a subscription that pays for one stay, and there is one": {
			zoe(func(_ *diagnosis.Customer, d *diagnosis.Door) { d.Priced, d.UsedUp = new(false), "Mensuel" }),
			[]string{
				"!abonnement_utilise: L'abonnement « Mensuel » paie déjà autant d'utilisations à la fois qu'il en permet, et aucune autre condition tarifaire ne s'applique au casier A1 (Gare).",
			},
		},
		"silent": {
			door(func(d *diagnosis.Door) { d.SilentSince = agoOrNil(55 * time.Minute) }),
			[]string{
				"!station_muette: Le contrôleur de la station Gare est muet depuis 22h10 : les codes ne lui parviennent plus.",
			},
		},
		"silent, and the code does not arrive": {
			door(func(d *diagnosis.Door) {
				d.SilentSince, d.Codes = agoOrNil(55*time.Minute),
					[]opening.Given{{At: ago(time.Minute), ExpiresAt: ago(-2 * time.Minute), Sent: true}}
			}),
			[]string{
				"!station_muette: Le contrôleur de la station Gare est muet depuis 22h10 : les codes ne lui parviennent plus.",
				"!code_non_recu: Le code donné à 23h04 n'a pas encore été reçu par la station.",
			},
		},
		"silent since it received the code": {
			door(func(d *diagnosis.Door) {
				d.SilentSince = agoOrNil(time.Minute)
				d.Codes = []opening.Given{{
					At: ago(2 * time.Minute), ExpiresAt: ago(-time.Minute), Sent: true,
					ReceivedAt: agoOrNil(2 * time.Minute),
				}}
			}),
			[]string{
				"station_muette: Le contrôleur de la station Gare est muet depuis 23h04, après avoir reçu le code donné à 23h03.",
			},
		},
		"too many codes": {
			refused(zoe(fine), refusal.TooManyCodes, 0, gare, time.Minute),
			[]string{
				"!trop_de_codes: Le casier A1 (Gare) a refusé à 23h04 : plus de cinq codes faux y avaient été tapés en une minute.",
			},
		},
		"a wrong code": {
			refused(door(func(*diagnosis.Door) {}), refusal.WrongCode, 0, gare, time.Minute),
			[]string{"!code_faux: Le casier A1 (Gare) a refusé à 23h04 : le code tapé n'était pas celui qui avait été donné."},
		},
		"no code": {
			refused(zoe(fine), refusal.NoCode, 0, gare, time.Minute),
			[]string{"!code_absent: Le casier A1 (Gare) a refusé à 23h04 : aucun code n'avait été donné pour cette porte."},
		},
		"an expired code": {
			refused(door(func(d *diagnosis.Door) {
				d.Codes = []opening.Given{{At: ago(10 * time.Minute), ExpiresAt: ago(7 * time.Minute)}}
			}), refusal.ExpiredCode, 0, gare, time.Minute),
			[]string{
				"!code_expire: Le code donné à 22h55 a expiré à 22h58 sans avoir servi. Un refus a été enregistré à 23h04.",
			},
		},
		"an expired code that nobody typed": {
			door(func(d *diagnosis.Door) {
				d.Codes = []opening.Given{{At: ago(10 * time.Minute), ExpiresAt: ago(7 * time.Minute)}}
			}),
			[]string{"code_expire: Le code donné à 22h55 a expiré à 22h58 sans avoir servi."},
		},
		"a used code": {
			door(func(d *diagnosis.Door) {
				d.Codes = []opening.Given{{
					At: ago(4 * time.Minute), ExpiresAt: ago(time.Minute),
					UsedAt: agoOrNil(3 * time.Minute),
				}}
			}),
			[]string{"code_utilise: Le code donné à 23h01 a servi à 23h02 : il n'ouvre plus."},
		},
		"a used code, typed again": {
			refused(door(func(d *diagnosis.Door) {
				d.Codes = []opening.Given{{
					At: ago(4 * time.Minute), ExpiresAt: ago(time.Minute),
					UsedAt: agoOrNil(3 * time.Minute),
				}}
			}), refusal.UsedCode, 0, gare, time.Minute),
			[]string{
				"!code_utilise: Le code donné à 23h01 a servi à 23h02 : il n'ouvre plus. Un refus a été enregistré à 23h04.",
			},
		},
		"a code that was wrong before one opened": {
			refused(door(func(d *diagnosis.Door) {
				d.Codes = []opening.Given{{
					At: ago(4 * time.Hour), ExpiresAt: ago(4*time.Hour - 3*time.Minute),
					UsedAt: agoOrNil(3 * time.Minute),
				}}
			}), refusal.WrongCode, 0, gare, 4*time.Minute),
			nil,
		},
		"a clock": {
			refused(zoe(fine), refusal.WrongInstant, 6, gare, time.Minute),
			[]string{
				"!horloge: Le casier A1 (Gare) a refusé à 23h04 : l'instant transmis par l'application ou le contrôleur n'était pas possible.",
			},
		},
		"a clock, at the end of a stay": {
			refused(zoe(func(p *diagnosis.Customer, d *diagnosis.Door) {
				p.Stays, d.Stays = []diagnosis.Stay{stayAt(gare, 6, time.Hour)}, []diagnosis.Stay{stayAt(gare, 6, time.Hour)}
			}), refusal.WrongInstant, 6, gare, time.Minute),
			[]string{
				"!horloge: Le casier A1 (Gare) a refusé à 23h04 : l'instant transmis par l'application ou le contrôleur n'était pas possible.",
			},
		},
		"banned still, refused a while ago": {
			refused(zoe(func(p *diagnosis.Customer, _ *diagnosis.Door) { p.Active = false }), refusal.Banned, 6, gare,
				time.Hour),
			[]string{"!banni: Le compte est banni : aucune utilisation ne peut commencer. Un refus a été enregistré à 22h05."},
		},
		"a code refused to somebody who gave a name": {
			refused(zoe(fine), refusal.WrongCode, 9, gare, time.Minute), nil,
		},
		"an overlap, a while ago": {
			refused(zoe(fine), refusal.Overlap, 6, gare, time.Hour),
			[]string{
				"chevauchement: Le casier A1 (Gare) a refusé à 22h05 : l'utilisation transmise avec retard en chevauchait une autre.",
			},
		},
		"ended twice": {
			refused(zoe(fine), refusal.Ended, 6, gare, time.Minute),
			[]string{"!deja_terminee: Le casier A1 (Gare) a refusé à 23h04 : l'utilisation était déjà terminée."},
		},
		"a person unknown here": {
			refused(door(func(*diagnosis.Door) {}), refusal.UnknownCustomer, 0, gare, time.Minute),
			[]string{
				"!inconnu: Le casier A1 (Gare) a refusé à 23h04 : l'exploitant ne connaît pas la personne que l'application a nommée.",
			},
		},
		"refused to others, at another door, or long ago": {
			refused(refused(refused(refused(zoe(fine), refusal.Banned, 7, gare, time.Minute), refusal.Occupied, 6, gare2,
				time.Minute),
				refusal.NoTariff, 6, gare, 3*time.Hour), refusal.UnknownCustomer, 0, gare, time.Minute),
			nil,
		},
		"refused before the stay began": {
			refused(zoe(func(p *diagnosis.Customer, d *diagnosis.Door) {
				p.Stays, d.Stays = []diagnosis.Stay{stayAt(gare, 6, time.Minute)}, []diagnosis.Stay{stayAt(gare, 6, time.Minute)}
			}), refusal.Occupied, 6, gare, 5*time.Minute),
			nil,
		},
		"a declined card": {
			zoe(func(p *diagnosis.Customer, _ *diagnosis.Door) {
				p.Attempt = &diagnosis.Attempt{At: ago(time.Hour), PAN: "**** 0002", Amount: "0,50 €", Outcome: payment.Unpaid}
			}),
			[]string{"carte_refusee: Le dernier prélèvement, à 22h05, de 0,50 €, a échoué : la banque a refusé la carte **** 0002" +
				" ; l'application de l'exploitant peut refuser pour cela, Consigne ne le fait pas."},
		},
		"an expired card": {
			zoe(func(p *diagnosis.Customer, _ *diagnosis.Door) { p.Card.Expired = true }),
			[]string{
				"carte_expiree: La carte **** 4242 n'est plus valable ; l'application de l'exploitant peut refuser pour cela, Consigne ne le fait pas.",
			},
		},
		"no card": {
			zoe(func(p *diagnosis.Customer, _ *diagnosis.Door) { p.Card = nil }),
			[]string{
				"sans_carte: Aucune carte n'est enregistrée ; l'application de l'exploitant peut refuser pour cela, Consigne ne le fait pas.",
			},
		},
		"an open door": {
			door(func(d *diagnosis.Door) { d.OpenSince = agoOrNil(4 * time.Minute) }),
			[]string{"porte_ouverte: D'après son contrôleur, la porte du casier A1 (Gare) est ouverte depuis 23h01."},
		},
	} {
		t.Run(what, func(t *testing.T) {
			if got := told(diagnosis.Diagnose(c.facts)); !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func told(findings []diagnosis.Finding) []string {
	var lines []string
	for _, f := range findings {
		line := string(f.Cause) + ": " + f.Sentence
		if f.Certain {
			line = "!" + line
		}
		lines = append(lines, line)
	}
	return lines
}

// Whatever a door refuses is told, as an event and as a certain cause.
func TestEveryRefusalIsExplained(t *testing.T) {
	for _, kind := range refusalKinds {
		f := refused(door(func(*diagnosis.Door) {}), kind, 0, gare, time.Minute)
		if findings := diagnosis.Diagnose(f); len(findings) != 1 || !findings[0].Certain ||
			string(findings[0].Cause) != string(kind) {
			t.Errorf("%s: %v", kind, told(findings))
		}
		if event := diagnosis.Told(f.Refusals[0]); !strings.HasPrefix(event, "Refus au casier A1 (Gare) : ") {
			t.Errorf("%s: %s", kind, event)
		}
	}
}

func TestConclusion(t *testing.T) {
	certain, possible := diagnosis.Finding{Certain: true}, diagnosis.Finding{}
	for want, findings := range map[string][]diagnosis.Finding{
		"Rien dans Consigne n'explique ce refus.":                                   nil,
		"Rien de certain dans Consigne n'explique ce refus. Ceci peut l'expliquer.": {possible},
		"La cause est certaine.":                                                    {certain, possible},
		"Plusieurs causes sont certaines.":                                          {certain, certain},
	} {
		if got := diagnosis.Conclusion(findings); got != want {
			t.Errorf("%v: %q", findings, got)
		}
	}
}

// Whatever the facts: what is certain is so by a fact that stands by itself, certain causes come first and each once,
// in an order that depends on nothing else, and each is told.
func TestNothingIsCertainWithoutItsFact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFacts(t)
		findings := diagnosis.Diagnose(f)
		seen, possible := map[diagnosis.Cause]bool{}, false
		for _, found := range findings {
			if seen[found.Cause] || found.Certain && possible {
				t.Fatalf("out of order: %v", told(findings))
			}
			seen[found.Cause], possible = true, possible || !found.Certain
			if found.Certain && !stands(f, found.Cause) && !recorded(f, found.Cause) {
				t.Fatalf("%s is certain, without its fact: %v", found.Cause, told(findings))
			}
			if !strings.HasSuffix(found.Sentence, ".") || strings.Contains(found.Sentence, "  ") || found.Next == "" {
				t.Fatalf("told as %q, then %q", found.Sentence, found.Next)
			}
		}
		slices.Reverse(f.Refusals)
		if again := diagnosis.Diagnose(f); !reflect.DeepEqual(again, findings) {
			t.Fatalf("in another order:\n%v\n%v", told(again), told(findings))
		}
	})
}

// What has nothing to do with the call takes no certain cause away, and adds none.
func TestUnrelatedFactsChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFacts(t)
		before := diagnosis.Diagnose(f)
		for range rapid.IntRange(1, 4).Draw(t, "others") {
			f = refused(f, drawKind.Draw(t, "kind"), 99, diagnosis.Place{LockerID: 99, Locker: "Z9", Station: "Loin"},
				drawAge.Draw(t, "ago"))
		}
		if f.Customer != nil {
			f = refused(f, rapid.SampledFrom([]refusal.Kind{refusal.Banned, refusal.Occupied, refusal.NoTariff}).Draw(t,
				"of another"), 98, gare, time.Minute)
		}
		if after := diagnosis.Diagnose(f); !reflect.DeepEqual(after, before) {
			t.Fatalf("before\n%v\nafter\n%v", told(before), told(after))
		}
	})
}

// stands says, in its own words, whether how things stand now makes a cause certain.
func stands(f diagnosis.Facts, cause diagnosis.Cause) bool {
	p, d := f.Customer, f.Door
	own := 0
	if p != nil && d != nil {
		for _, s := range p.Stays {
			if s.Place.LockerID == d.LockerID {
				own++
			}
		}
	}
	free := p != nil && own == 0 || p == nil && d != nil && len(d.Stays) == 0
	switch cause {
	case diagnosis.Banned:
		return p != nil && !p.Active && free
	case diagnosis.StationOff:
		return d != nil && !d.StationActive && free
	case diagnosis.LockerOff:
		return d != nil && !d.Active && free
	case diagnosis.Removed:
		stays := []diagnosis.Stay{}
		if p != nil {
			stays = p.Stays
		} else if d.Capacity == 1 {
			stays = d.Stays
		}
		return slices.ContainsFunc(stays, func(s diagnosis.Stay) bool {
			return s.RemovalAt != nil && !s.RemovalAt.After(now) && (d == nil || s.Place == d.Place)
		})
	case diagnosis.WrongStation, diagnosis.WrongLocker:
		return p != nil && d != nil && own == 0 && len(p.Stays) > 0 && len(d.Stays) >= d.Capacity
	case diagnosis.Assigned:
		return p != nil && d != nil && own == 0 && d.HolderID != 0 && d.HolderID != p.ID
	case diagnosis.Occupied, diagnosis.Full:
		return p != nil && d != nil && own == 0 && len(d.Stays) >= d.Capacity && d.Space == (cause == diagnosis.Full)
	case diagnosis.SubscriptionOver, diagnosis.SubscriptionDue:
		return p != nil && d != nil && own == 0 && p.Subscription != nil && p.Subscription.Opened && d.Priced != nil &&
			!*d.Priced && (p.Subscription.UnpaidSince != nil) == (cause == diagnosis.SubscriptionDue)
	case diagnosis.NoTariff, diagnosis.UsedUp:
		return p != nil && d != nil && own == 0 && d.Priced != nil && !*d.Priced &&
			(d.UsedUp != "") == (cause == diagnosis.UsedUp)
	case diagnosis.Silent, diagnosis.CodeNotReceived:
		return d != nil && d.SilentSince != nil
	}
	return false
}

// recorded reports whether the door has just refused for a cause.
func recorded(f diagnosis.Facts, cause diagnosis.Cause) bool {
	return slices.ContainsFunc(f.Refusals, func(r diagnosis.Refused) bool {
		ours := f.Door == nil || r.LockerID == f.Door.LockerID
		if f.Customer != nil {
			ours = ours && (r.AccountID == f.Customer.ID || r.AccountID == 0)
		}
		return string(r.Kind) == string(cause) && ours && now.Sub(r.At) <= 15*time.Minute
	})
}

var (
	drawAge = rapid.Custom(func(t *rapid.T) time.Duration {
		return time.Duration(rapid.IntRange(0, 200).Draw(t, "minutes")) * time.Minute
	})
	drawKind     = rapid.SampledFrom(refusalKinds)
	refusalKinds = []refusal.Kind{
		refusal.LockerOff, refusal.StationOff, refusal.Banned, refusal.UnknownCustomer, refusal.Occupied, refusal.Full,
		refusal.Assigned,
		refusal.Overlap, refusal.NoTariff, refusal.UsedUp,
		refusal.WrongInstant, refusal.Removed, refusal.Ended, refusal.WrongCode, refusal.NoCode, refusal.ExpiredCode,
		refusal.UsedCode, refusal.TooManyCodes,
	}
	drawPlace = rapid.SampledFrom([]diagnosis.Place{gare, gare2, parc, abri})
)

func drawFacts(t *rapid.T) diagnosis.Facts {
	instant := func(what string) *time.Time {
		if rapid.Bool().Draw(t, "no "+what) {
			return nil
		}
		return new(ago(drawAge.Draw(t, what)))
	}
	f := diagnosis.Facts{Now: now}
	if rapid.IntRange(0, 3).Draw(t, "door") > 0 {
		d := &diagnosis.Door{
			Place: drawPlace.Draw(t, "place"), Capacity: 1, Active: rapid.Bool().Draw(t, "on"),
			StationActive: rapid.Bool().Draw(t, "station on"),
			SwitchedOffAt: instant("off"), SilentSince: instant("silence"), OpenSince: instant("open"),
		}
		if d.Space {
			d.Capacity = 2
		} else {
			d.HolderID = rapid.SampledFrom([]int64{0, 6, 9}).Draw(t, "holder")
		}
		for range rapid.IntRange(0, d.Capacity).Draw(t, "taken") {
			d.Stays = append(d.Stays,
				diagnosis.Stay{
					AccountID: 9, Place: d.Place, StartedAt: ago(drawAge.Draw(t, "began")),
					RemovalAt: instant("removal"),
				})
		}
		for range rapid.IntRange(0, 2).Draw(t, "codes") {
			given := ago(drawAge.Draw(t, "given"))
			d.Codes = append(d.Codes,
				opening.Given{
					At: given, ExpiresAt: given.Add(opening.CodeLife), Sent: rapid.Bool().Draw(t, "sent"),
					UsedAt: instant("use"),
				})
		}
		f.Door = d
	}
	if f.Door == nil || rapid.Bool().Draw(t, "person") {
		p := &diagnosis.Customer{ID: 6, Active: rapid.Bool().Draw(t, "active"), BannedAt: instant("ban")}
		if rapid.Bool().Draw(t, "stay") {
			s := diagnosis.Stay{
				AccountID: 6, Place: drawPlace.Draw(t, "where"), StartedAt: ago(drawAge.Draw(t, "since")),
				RemovalAt: instant("limit"),
			}
			p.Stays = append(p.Stays, s)
			if f.Door != nil && f.Door.LockerID == s.Place.LockerID {
				f.Door.Stays = append([]diagnosis.Stay{s}, f.Door.Stays...)[:min(f.Door.Capacity, len(f.Door.Stays)+1)]
			}
		}
		if rapid.Bool().Draw(t, "subscribed") {
			p.Subscription = &diagnosis.Subscription{
				Label: "Mensuel", EndedAt: ago(drawAge.Draw(t, "end")),
				Opened: rapid.Bool().Draw(t, "opened"),
			}
			if rapid.Bool().Draw(t, "unpaid") {
				p.Subscription.UnpaidSince = &p.Subscription.EndedAt
			}
		}
		if rapid.Bool().Draw(t, "card") {
			p.Card = &diagnosis.Card{PAN: "**** 4242", Expired: rapid.Bool().Draw(t, "expired")}
		}
		if rapid.Bool().Draw(t, "failed") {
			p.Attempt = &diagnosis.Attempt{
				At: ago(drawAge.Draw(t, "attempt")), Amount: "0,50 €",
				Outcome: rapid.SampledFrom([]payment.Status{payment.Unpaid, payment.CardUnusable, payment.Failed}).Draw(t,
					"outcome"),
			}
		}
		if f.Door != nil {
			f.Door.Priced = new(rapid.Bool().Draw(t, "priced"))
			f.Door.UsedUp = rapid.SampledFrom([]string{"", "Mensuel"}).Draw(t, "used up")
		}
		f.Customer = p
	}
	for range rapid.IntRange(0, 4).Draw(t, "refusals") {
		f = refused(f, drawKind.Draw(t, "kind"), rapid.SampledFrom([]int64{0, 6, 9}).Draw(t, "whose"),
			drawPlace.Draw(t, "at"), drawAge.Draw(t, "ago"))
	}
	return f
}

func TestTheAdviceIsForWhoReadsIt(t *testing.T) {
	off := door(func(d *diagnosis.Door) { d.Active, d.StationActive = false, false })
	for reader, want := range map[diagnosis.Reader][2]string{
		{}: {
			"Proposer une autre station ; un gestionnaire peut remettre celle-ci en service.",
			"Proposer un autre casier ; un mainteneur ou un gestionnaire peut remettre celui-ci en service.",
		},
		{SwitchesLockers: true, SwitchesStations: true}: {
			"Proposer une autre station, ou remettre celle-ci en service.",
			"Proposer un autre casier, ou remettre celui-ci en service.",
		},
	} {
		off.Reader = reader
		if found := diagnosis.Diagnose(off); len(found) != 2 || found[0].Next != want[0] || found[1].Next != want[1] {
			t.Errorf("%+v: %+v", reader, found)
		}
	}
}
