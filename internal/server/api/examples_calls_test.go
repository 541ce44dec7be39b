package api_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/api/apitest"
	"consigne/internal/store"
)

// gazetteer knows one address.
type gazetteer struct{}

func (gazetteer) Search(context.Context, string) ([]station.Address, error) {
	return []station.Address{{
		Label: "1 Place de la Gare 38000 Grenoble", Street: "1 Place de la Gare", PostalCode: "38000", City: "Grenoble",
		Latitude: "45.191", Longitude: "5.714",
	}}, nil
}

// newExamples returns a site whose operator 1 has, beside that of every site: two parked payments, a month whose
// accounts may be closed, payments that wait, a permanent error, a wrong price, a counted park, a subscription and
// differences.
func newExamples(t *testing.T, database *store.Store) *examples {
	t.Helper()
	s := newServer(t, database, func(parts *api.Components) { parts.Geocoder = gazetteer{} })
	s.clock.advance(exampleStart.Sub(s.clock.Now()))
	s.populate()
	calls, err := apitest.Calls()
	s.check(err)
	e := &examples{calls: calls, sent: map[string]exampleOf{}, paymentSite: newPaymentSite(s, simulator.Accepted)}

	e.try("change-fiscal-identity", atOperator+"/identite-fiscale", typedIdentity(nil)) // before the first document
	e.stay(time.Hour)
	e.clock.advance(time.Hour)
	manager := s.login("gestionnaire@exemple.test").token
	s.want("end", s.call("PATCH", "/api/admin/occupation/"+e.open(1)+"/terminer", manager, nil), 200, "")
	broken := queue.Work{Kind: queue.Payments, Do: func(context.Context, int64) error { return errors.New("illisible") }}
	for range 8 {
		s.check(s.runner.Run(t.Context(), broken))
		s.clock.advance(time.Hour)
	}
	unlucky := paymentSite{s, e.key, s.fieldCustomer(e.key, "refuse@exemple.test")}
	unlucky.card(simulator.Declined)
	unlucky.stay(time.Hour)
	e.stay(3 * time.Hour)
	for _, wait := range []time.Duration{day, 2 * day, 4 * day, day} {
		e.collect()
		s.clock.advance(wait)
	}
	s.bookkeep()
	s.check(s.parts.Statements.AddUp(t.Context()))
	s.countedPark()
	return e
}

// open returns the id of the stay in progress in a locker.
func (e *examples) open(locker int) string {
	e.t.Helper()
	id, err := e.store.Count(e.t.Context(), "test", fmt.Sprint(`SELECT MAX(id) FROM stays WHERE ended_at IS NULL
		AND locker_id = `, locker))
	e.check(err)
	return fmt.Sprint(id)
}

func (e *examples) admin() string { return e.login("admin@exemple.test").token }

const (
	atOperator = "/api/admin/exploitant/1"
	atStation  = "/api/admin/station/"
	atLocker   = "/api/admin/casier/"
	atTariff   = "/api/admin/tarif/"
	atPayment  = "/api/admin/paiement/"
	atAccount  = "/api/admin/utilisateur/"
)

func (e *examples) person() string { return fmt.Sprintf("%.0f", e.accountID) }

// sendReads sends what reads places, people and settings.
func (e *examples) sendReads() {
	for id, path := range map[string]string{
		"accessibility-contacts": "/api/accessibilite", "search-address": "/api/admin/adresses?recherche=1+place+de+la+gare",
		"map-settings":    "/api/admin/carte",
		"account-details": "/api/admin/compte/details?exploitant=1", "get-operator": atOperator,
		"get-operator-settings": atOperator + "/reglages",
		"list-operators":        "/api/admin/exploitants", "list-keys": atOperator + "/cles",
		"operator-counters": atOperator + "/compteurs", "operator-today": atOperator + "/journee",
		"list-colleagues": atOperator + "/a-traiter/collegues", "read-attention": atOperator + "/a-traiter?tri=montant",
		"list-field-tasks": atOperator + "/a-faire-sur-place",
		"list-managers":    "/api/admin/gestionnaires/exploitant/1", "platform-dashboard": analytics,
		"operator-dashboard":    analytics + "/1",
		"read-journal":          "/api/admin/journal?exploitant=1&objet=paiement",
		"list-payment-statuses": "/api/admin/paiements/status",
		"list-staff":            "/api/admin/personnel/exploitant/1?role=Hotline",
		"search-call":           "/api/admin/recit/exploitant/1?recherche=A1",
		"read-call-of-locker":   "/api/admin/recit/exploitant/1/casier/1",
		"read-call-of-user":     "/api/admin/recit/exploitant/1/usager/" + e.person(),
		"list-security-events":  "/api/admin/securite/evenements?famille=connexion",
		"read-security-day":     "/api/admin/securite/journee",
		"list-stations":         "/api/admin/station/exploitant/1", "get-station": atStation + "1",
		"list-lockers": atStation + "1/casiers", "station-tariffs": atStation + "1/tarifs",
		"tariff-calendar": atStation + "1/calendrier-tarifs", "locker-tariff": atLocker + "1/tarif",
		"get-locker": atLocker + "1/fiche", "print-door-labels": atStation + "1/etiquettes.pdf",
		"list-tariffs":           atTariff + "tarif-pour-exploitant?exploitant=1",
		"list-usages":            "/api/admin/usages?exploitant=1&itemsPerPage=10&page=1",
		"list-payments":          "/api/admin/paiements?paymentStatus=PAID&page=1",
		"list-operator-payments": "/api/admin/paiements/exploitant/1?paymentStatus=PAID&page=1",
		"sum-payments":           "/api/admin/paiements/sommes?paymentStatus=PAID",
		"sum-operator-payments":  "/api/admin/paiements/exploitant/1/sommes?paymentStatus=PAID",
		"sum-usages":             "/api/admin/usages/sommes?exploitant=1",
		"get-user":               atAccount + e.person() + "?exploitant=1",
		"list-user-operators":    atAccount + e.person() + "/exploitants",
		"export-user":            atAccount + e.person() + "/export?exploitant=1",
		"list-user-uses":         atAccount + e.person() + "/occupation/detail?exploitant=1",
		"list-user-sessions":     atAccount + "3/sessions?exploitant=1",
		"list-users":             "/api/admin/utilisateurs?exploitant=1&role=Gestionnaire",
		"open-seals":             e.sealsAddress(1), "open-seals-head": e.sealsAddress(1),
		"ledger-attestation":   atOperator + "/attestation",
		"statistics":           "/api/statistiques?du=2026-10-26&au=2026-10-31",
		"statistics-file":      "/api/statistiques/csv/utilisations?du=2026-10-26&au=2026-10-31",
		"statistics-file-xlsx": "/api/statistiques/xlsx/utilisations?du=2026-10-26&au=2026-10-31",
	} {
		e.try(id, path, nil)
	}
	signIns := map[string]any{"filters": map[string]any{"famille": "connexion"}}
	const log = "/api/admin/journal/exportation"
	lockers := map[string]any{"filters": map[string]any{"objet": "casier"}}
	e.try("download-journal", log+"/format/csv", lockers)
	e.try("download-journal-xlsx", log+"/format/xlsx", lockers)
	e.try("download-operator-journal", log+"/exploitant/1/format/csv", lockers)
	e.try("download-operator-journal-xlsx", log+"/exploitant/1/format/xlsx", lockers)
	e.try("download-security-events", "/api/admin/securite/evenements/exportation/format/csv", signIns)
	e.try("download-security-events-xlsx", "/api/admin/securite/evenements/exportation/format/xlsx", signIns)
	e.try("switch-open-data", atOperator+"/donnees-ouvertes", nil)
	e.clock.advance(time.Minute)
	for id, path := range map[string]string{
		"open-parking":       "/api/ouvert/stationnement-cyclable.csv?exploitant=1",
		"open-parking-head":  "/api/ouvert/stationnement-cyclable.csv?exploitant=1",
		"open-stations":      "/api/ouvert/stations.geojson?exploitant=1",
		"open-stations-head": "/api/ouvert/stations.geojson?exploitant=1",
	} {
		e.try(id, path, nil)
	}
}

// sendPlaces sends what writes operators, stations and lockers, and opens doors.
func (e *examples) sendPlaces() {
	operator := typedOperator(map[string]any{
		"libelleExploitant": "Métropole de Grandval",
		"adresseLibelle":    "1 place de la Gare",
	})
	e.try("create-operator", "/api/admin/exploitant", operator)
	e.try("change-operator", atOperator, operator)
	e.try("change-operator-settings", atOperator+"/reglages",
		map[string]any{"delaiGraceJours": 10, "montantMinimumEncaissement": 200})
	e.try("switch-second-factor", atOperator+"/double-authentification", nil)
	e.want("back", e.call("PATCH", atOperator+"/double-authentification", e.admin(), nil), 200, "")
	key := map[string]any{
		"libelle": "Application mobile",
		"droits":  []any{"DROIT_STATIONS_LECTURE", "DROIT_EVENEMENTS_LECTURE"}, "limite": 600,
	}
	atKey := "/api/admin/cle/" + number(e.try("create-key", atOperator+"/cle", key).Body["id"])
	key["expiration"] = e.clock.Now().AddDate(1, 0, 0).Format(time.RFC3339)
	e.try("change-key", atKey, key)
	e.try("replace-key", atKey+"/remplacer", nil)
	e.sendWebhooks()

	place := map[string]any{
		"nom": "Gare", "libelleAdmin": "Gare, côté nord", "latitude": "45.191", "longitude": "5.714",
		"adresse": "1 place de la Gare", "codePostal": "38000", "ville": "Grenoble", "stationType": "indiv",
	}
	made := e.try("create-station", atOperator+"/station/ajouter", place)
	at := atStation + number(made.Body["idStation"])
	changed := maps.Clone(place)
	changed["nom"], changed["actif"] = "Gare centrale", true
	e.try("change-station", at+"/modifier", changed)
	e.try("switch-station", at+"/switch-actif", map[string]any{"cause": "alimentation", "motif": "Travaux d'Enedis"})
	e.try("switch-station", at+"/switch-actif", nil)
	locker := map[string]any{
		"nom": "A1", "complement": "Bas", "type": 2, "stationCarteAdresse": "12",
		"stationCartePort": "3", "etiquettes": []any{"Prise"},
	}
	spare := e.try("create-locker", at+"/creer-casier", locker)
	next := maps.Clone(locker)
	next["nom"], next["stationCartePort"] = "A2", "4"
	e.try("import-lockers", at+"/importer-casiers", map[string]any{"casiers": []any{next}, "essai": false})
	here := atLocker + number(spare.Body["id"])
	e.try("change-locker", here, maps.Clone(locker))
	e.try("switch-locker", here+"/switch-actif", map[string]any{"cause": "serrure", "motif": "Pêne tordu"})
	e.try("delete-locker", here, nil)

	e.try("field-start", "/api/terrain/occupations", map[string]any{"idCasier": 2, "idUtilisateur": e.accountID})
	code := e.try("generate-code", atLocker+"2/generer_code", nil)
	e.secrets = append(e.secrets, fmt.Sprint(code.Body["code"]), "042917")
	e.try("read-code-delivery", atLocker+"2/code?dateFin="+url.QueryEscape(fmt.Sprint(code.Body["dateFin"])), nil)
	e.try("send-code", "/api/admin/occupation/"+e.open(2)+"/envoyer-code", nil)
	e.try("field-code", "/api/terrain/casiers/2/code", map[string]any{"code": code.Body["code"]})
	maintenance := e.try("generate-maintenance-code", atLocker+"1/maintenance/generer_code", nil)
	e.secrets = append(e.secrets, fmt.Sprint(maintenance.Body["code"]), "042917")
	e.try("read-maintenance-code-delivery",
		atLocker+"1/maintenance/code?dateFin="+url.QueryEscape(fmt.Sprint(maintenance.Body["dateFin"])), nil)
	e.clock.advance(2 * time.Hour)
	e.try("field-end", "/api/terrain/occupations/"+e.open(2)+"/fin",
		map[string]any{"fin": e.clock.Now().Add(-time.Minute).Format(time.RFC3339)})
	e.want("again", e.call("POST", "/api/terrain/occupations", e.key,
		map[string]any{"idCasier": 2, "idUtilisateur": e.accountID}), 201, "")
	e.try("make-use-free", atLocker+"2/occupation/switch-gratuit", nil)
	e.clock.advance(time.Hour)
	e.try("estimate-use-end", "/api/admin/occupation/"+e.open(2)+"/terminer?fin="+
		url.QueryEscape(e.clock.Now().Add(-40*time.Minute).Format(time.RFC3339)), nil)
	e.try("end-use", "/api/admin/occupation/"+e.open(2)+"/terminer", map[string]any{
		"fin": e.clock.Now().Add(-40 * time.Minute).Format(time.RFC3339), "commentaire": "La porte n'avait pas été vue fermée",
	})
}

// sendWebhooks sends what concerns the endpoints of webhooks, one of which stays to be told of what follows.
func (e *examples) sendWebhooks() {
	typed := map[string]any{
		"libelle": "Tableau de bord de la ville", "adresse": "https://exemple.test/notifications",
		"evenements": []any{"stay.started", "stay.ended", "payment.settled"},
	}
	made := e.try("create-webhook", atOperator+"/notification", typed)
	at := "/api/admin/notification/" + number(made.Body["id"])
	e.secrets = append(e.secrets, fmt.Sprint(made.Body["secret"]), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	typed["actif"] = true
	e.try("change-webhook", at, typed)
	e.try("list-webhooks", atOperator+"/notifications", nil)
	e.try("read-webhook", at, nil)
	replaced := e.try("replace-webhook-secret", at+"/secret", nil)
	e.secrets = append(e.secrets, fmt.Sprint(replaced.Body["secret"]), "whsec_C2FVsBQIhrscChlQIMV5b5sSYspob7oD")
	sent := e.try("try-webhook", at+"/essai", nil)
	delivery := "/api/admin/livraison/" + number(sent.Body["id"])
	e.secrets = append(e.secrets, fmt.Sprint(sent.Body["idEvenement"]), "evt_019ab1f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b")
	e.try("list-webhook-deliveries", at+"/livraisons?etat=en_attente&page=1", nil)
	e.try("read-webhook-delivery", delivery, nil)
	e.try("resend-webhook-delivery", delivery+"/renvoyer", nil)
	e.try("delete-webhook", at, nil)
}

// sendTariffs sends what writes tariffs.
func (e *examples) sendTariffs() {
	period := map[string]any{
		"libelle": "Nuit", "joursSemaine": []any{"1", "2", "3", "4", "5"}, "heureDebut": "20:00",
		"heureFin": "23:00",
	}
	tariff := typedTariff(map[string]any{
		"montantPlafond": 300, "nombreMinutesPlafond": 1440,
		"nombreMinutesGratuites": 15,
	})
	whole := maps.Clone(tariff)
	whole["periodes"], whole["beneficiaires"], whole["application"] = []any{period}, []any{"agent@ville.fr"},
		map[string]any{"idStations": []any{2}, "types": []any{2}}
	made := e.try("create-tariff", atOperator+"/tarif/creation-tarif", whole)
	at := atTariff + number(made.Body["id"])
	e.try("get-tariff", at+"/infos-generales-tarif", nil)
	e.try("tariff-subscription-effect", at+"/abonnements/effet?montant=1800", nil)
	e.try("change-tariff", at+"/modifier-informations-generales", tariff)
	e.try("compare-tariff", at+"/comparaison", typedTariff(map[string]any{"montant": 80}))
	e.try("simulate-tariff",
		at+"/simulation-prix?dateDebutSimulation=03-11-2026+10:00:00&dateFinSimulation=03-11-2026+12:30:00", nil)
	e.try("simulate-draft", atOperator+"/tarif/simulation",
		map[string]any{
			"tarif": tariff, "dateDebutSimulation": "03-11-2026 10:00:00",
			"dateFinSimulation": "03-11-2026 12:30:00",
		})
	added := e.try("create-period", at+"/ajouter-plage-horaire", period)
	e.try("list-periods", at+"/periodes-pour-tarif", nil)
	e.try("change-period", "/api/admin/tarif-periode/"+number(added.Body["id"])+"/modifier", period)
	e.try("delete-period", "/api/admin/tarif-periode/"+number(added.Body["id"])+"/supprimer", nil)
	e.try("change-beneficiaries", at+"/modifier-liste-usagers",
		map[string]any{"emails": []any{"agent@ville.fr", "*@agglo.fr"}, "mode": 1})
	list := e.try("list-beneficiaries", at+"/beneficiaires-pour-tarif", nil)
	e.try("delete-beneficiary", atTariff+"supprimer-usager/"+number(list.List[0]["id"]), nil)
	e.try("list-tariff-stations", at+"/stations", nil)
	e.try("change-tariff-lockers", at+"/station/1/modifier-casiers", map[string]any{"idCasiers": []any{1}})
	e.try("list-tariff-lockers", at+"/station/1/casiers-pour-tarif", nil)
	e.try("save-tariff", at+"/modifier", map[string]any{
		"informations": tariff, "periodes": []any{period}, "beneficiaires": map[string]any{"ajouts": []any{"elu@ville.fr"}},
		"stations": []any{map[string]any{"idStation": 1, "idCasiers": []any{}}},
	})
	copied := e.try("copy-tariff", at+"/dupliquer", nil)
	e.try("delete-tariff", atTariff+number(copied.Body["id"])+"/supprimer", nil)
	e.want("gone", e.call("DELETE", at+"/supprimer", e.admin(), nil), 204, "")
}

// sendTeams sends what writes teams, contacts and saved views.
func (e *examples) sendTeams() {
	person := func(email string) map[string]any {
		return map[string]any{"nom": "Zola", "prenom": "Émile", "telephone": "0612345678", "email": email}
	}
	contact := map[string]any{
		"nom": "Éluard", "prenom": "Paul", "telephone": "0476000000", "email": "astreinte@ville.fr",
		"fonction": "Astreinte",
	}
	made := e.try("create-contact", "/api/admin/referent/exploitant/1", contact)
	e.try("list-contacts", "/api/admin/referents/exploitant/1", nil)
	e.try("change-contact", "/api/admin/referent/"+number(made.Body["id"]), contact)
	e.try("delete-contact", "/api/admin/referent/"+number(made.Body["id"]), nil)

	made = e.try("create-manager", "/api/admin/gestionnaire/exploitant/1", person("emile@ville.fr"))
	at := "/api/admin/gestionnaire/utilisateur/" + number(made.Body["id"]) + "/exploitant/1"
	e.try("change-manager", at, person("emile@ville.fr"))
	e.try("invite-manager", at+"/invitation", nil)
	e.try("delete-manager", at, nil)
	made = e.try("create-staff", "/api/admin/personnel/exploitant/1?role=Hotline", person("permanence@ville.fr"))
	at = "/api/admin/personnel/utilisateur/" + number(made.Body["id"]) + "/exploitant/1?role=Hotline"
	e.try("change-staff", at, person("permanence@ville.fr"))
	e.try("invite-staff", strings.Replace(at, "?", "/invitation?", 1), nil)
	e.try("grant-role", atAccount+number(made.Body["id"])+"/role", map[string]any{"exploitant": 1, "role": "Mainteneur"})
	e.try("take-role", atAccount+number(made.Body["id"])+"/role?exploitant=1&role=Mainteneur", nil)
	e.try("delete-staff", at, nil)

	view := map[string]any{
		"nom":     "Impayés",
		"filtres": map[string]any{"paymentStatus": []any{"PERMANENT_ERROR"}, "station": []any{1}},
	}
	made = e.try("create-payment-view", viewsPath+"?exploitant=1", view)
	at = viewsPath + "/" + number(made.Body["id"]) + "?exploitant=1"
	e.try("list-payment-views", viewsPath+"?exploitant=1", nil)
	e.try("change-payment-view", at, view)
	e.try("delete-payment-view", at, nil)
}

// measure sends what types a contract of availability and reads a month of it.
func (e *examples) measure() {
	contract := contractFrom("2026-10")
	contract["heures"] = []any{
		map[string]any{"jour": 1, "de": "07:00", "a": "21:00"}, map[string]any{"jour": 6, "de": "08:00", "a": "20:00"},
	}
	e.try("add-availability-contract", contractsAt, contract)
	e.try("availability-contracts", contractsAt, nil)
	e.check(e.store.Exec(e.t.Context(), "test", `INSERT INTO unavailable_spans
		(operator_id, station_id, locker_id, kind, began_at, ended_at, cause, attribution)
		VALUES (1, 1, 1, 'hors_service', 1792393200000, 1792400400000, 'serrure', 'exploitant')`)) // on 19 October 2026
	made, err := e.store.Count(e.t.Context(), "test", `SELECT MAX(id) FROM unavailable_spans`)
	e.check(err)
	e.try("rule-on-span", fmt.Sprintf("/api/admin/intervalle/%d", made),
		map[string]any{"cause": "vandalisme", "attribution": "tiers", "commentaire": "Serrure percée, plainte déposée"})
	const at = availabilityAt + "2026-10"
	e.try("availability", at+"?idStation=1", nil)
	e.try("unavailable-spans", at+"/intervalles?idStation=1", nil)
	for _, format := range []string{"csv", "xlsx", "pdf"} {
		e.try("availability-"+format, at+"."+format, nil)
	}
}

// sendMoney sends what reads and moves money.
func (e *examples) sendMoney() {
	e.try("change-bookkeeping-accounts", reddition+"/comptes", comptes("411000"))
	e.try("bookkeeping-accounts", reddition+"/comptes", nil)
	e.try("statement-months", reddition, nil)
	e.try("statement", reddition+"/2026-10", nil)
	e.try("statement-lines", reddition+"/2026-10/lignes?chiffre=encaisse", nil)
	e.measure()
	e.try("close-month", reddition+"/2026-10/cloture",
		map[string]any{"commentaire": "Rapprochement relu avec la trésorerie."})
	e.bookkeep()
	e.check(e.parts.Statements.AddUp(e.t.Context()))
	for id, path := range map[string]string{
		"statement-csv": "/2026-10.csv", "statement-xlsx": "/2026-10.xlsx",
		"statement-pdf": "/2026-10.pdf", "statement-fec": "/2026-10/fec.txt",
		"statement-year-fec": "/exercice/2026/fec.txt",
	} {
		e.try(id, reddition+path, nil)
	}
	debts := e.try("list-debts", debtsAt, nil)
	e.try("list-debt-payments", debtsAt+"/"+number(dig(debts.Body, "items", 0, "id")), nil)
	e.try("download-debts", debtsAt+".csv", nil)
	e.try("download-debts-xlsx", debtsAt+".xlsx", nil)
	month := e.differ()
	e.try("read-reconciliation", reconciledAt+"?mois="+month, nil)
	differences := e.try("list-differences", reconciledAt+"/ecarts?aExpliquer=true&mois="+month, nil)
	e.try("explain-difference",
		fmt.Sprint(reconciledAt, "/ecarts/", number(dig(differences.Body, "items", 0, "id")), "/explication"),
		map[string]any{"commentaire": "Contestée par la banque du porteur."})

	parkedWork := e.try("list-parked-work", parked, nil)
	e.try("retry-parked-work", parked+"/paiement/"+number(dig(parkedWork.Body, "items", 0, "id"))+"/relancer", nil)
	e.try("abandon-parked-work", parked+"/paiement/"+number(dig(parkedWork.Body, "items", 1, "id"))+"/abandonner", nil)

	failed := e.call("GET", "/api/admin/paiements/exploitant/1?paymentStatus=PERMANENT_ERROR", e.admin(), nil)
	e.try("generate-payment-order", atPayment+number(dig(failed.Body, "items", 0, "id"))+"/generer-ordre",
		map[string]any{"commentaire": "Nouvelle carte."})
	e.try("cancel-payment", e.stay(time.Hour)+"/annuler", map[string]any{"commentaire": "Porte bloquée."})
	e.try("mark-payment-as-paid", e.stay(time.Hour)+"/manual",
		map[string]any{"type": "Chèque", "commentaire": "Au guichet."})
	e.try("make-payment-free", e.stay(time.Hour)+"/switch-gratuit", nil)
	due := strings.TrimPrefix(e.stay(time.Hour), atPayment)
	e.try("act-on-payments", "/api/admin/paiements/exploitant/1/traitement-groupe",
		map[string]any{"action": "annuler", "paiements": []any{asNumber(due)}, "commentaire": "Panne."})
	e.collect()
	e.bookkeep()
	paid := e.stay(3 * time.Hour)
	e.collect()
	e.bookkeep()
	e.clock.advance(time.Minute)
	e.try("get-payment", paid, nil)
	note := e.try("write-call-note", "/api/admin/recit/exploitant/1/note",
		map[string]any{"usager": asNumber(e.person()), "casier": 2, "note": "Clé perdue : rappeler demain matin."})
	e.try("delete-call-note", "/api/admin/recit/exploitant/1/note/"+number(note.Body["id"]), nil)
	e.try("estimate-refund", paid+"/remboursement?cause=sans_penalites", nil)
	demand := map[string]any{"montant": 70, "cause": "autre", "commentaire": "Porte bloquée."}
	e.try("ask-for-refund", paid+"/demander-remboursement", demand)
	e.try("withdraw-refund-request", paid+"/retirer-remboursement", nil)
	e.want("ask again", e.call("PATCH", paid+"/demander-remboursement", e.admin(), demand), 200, "")
	e.try("refuse-refund", paid+"/refuser-remboursement", map[string]any{"commentaire": "Déjà rendu par chèque."})
	e.try("refund-payment", paid+"/rembourser", map[string]any{"montant": 70, "commentaire": "Porte bloquée."})
	e.collect()
	e.bookkeep()
	e.try("get-payment-receipt", paid+"/recu.pdf", nil)
	e.try("send-payment-receipt", paid+"/envoyer-recu", nil)
	e.try("field-receipt", strings.Replace(paid, "/admin/paiement/", "/terrain/paiements/", 1)+"/recu.pdf", nil)
	e.try("get-document", "/api/admin/document/"+number(dig(e.read(paid).Body, "documents", 0, "id"))+".pdf", nil)
	e.try("download-documents", atOperator+"/documents.zip?mois=2026-11", nil)
	e.sendReplays()
	e.sendExports()
}

// sendReplays sends what repairs a wrong price.
func (e *examples) sendReplays() {
	e.wrong()
	today := clock.DayOf(e.clock.Now())
	typed := map[string]any{"du": (today - 1).String(), "au": today.String(), "tarif": meant(50)}
	made := e.try("create-replay", atTariff+"1/rejeu", typed)
	e.try("stop-replay", "/api/admin/rejeu/"+number(made.Body["id"])+"/arreter", nil)
	at := "/api/admin/rejeu/" + number(e.call("POST", atTariff+"1/rejeu", e.admin(), typed).Body["id"])
	e.replay()
	done := e.try("get-replay", at, nil)
	e.try("download-replay", at+".csv", nil)
	e.try("download-replay-xlsx", at+".xlsx", nil)
	e.try("list-replays", atTariff+"1/rejeux", nil)
	due := figure(done.Body, "aRembourser")
	batch := e.try("create-refund-batch", at+"/remboursement",
		map[string]any{"commentaire": "Tarif mal saisi", "nombre": due[0], "somme": due[1], "compris": true, "lettre": true})
	at = "/api/admin/lot/" + number(batch.Body["id"])
	e.replay()
	e.try("pause-refund-batch", at+"/pause", nil)
	e.try("resume-refund-batch", at+"/reprise", nil)
	e.try("get-refund-batch", at, nil)
	e.try("list-refund-batch-lines", at+"/lignes", nil)
	e.try("download-refund-batch", at+".csv", nil)
	e.try("download-refund-batch-xlsx", at+".xlsx", nil)
}

// sendExports sends what exports payments and stays: in one call, or by an address that is good once.
func (e *examples) sendExports() {
	filters := map[string]any{"filters": map[string]any{
		"paymentStatus": []any{"PAID"}, "dateStartFrom": "2026-10-01",
		"dateStartTo": "2026-10-31",
	}}
	for list, names := range map[string]string{"paiements": "payment", "usages": "usage"} {
		admin := "/api/admin/" + list + "/exportation"
		for format, mark := range map[string]string{"csv": "", "xlsx": "-xlsx"} {
			e.try("download-"+names+"s"+mark, admin+"/format/"+format, filters)
			e.try("download-operator-"+names+"s"+mark, admin+"/exploitant/1/format/"+format, filters)
			for id, at := range map[string]string{"": "", "operator-": "/exploitant/1"} {
				opened := e.try("open-"+id+names+"-export", admin+at, filters)
				token := fmt.Sprint(opened.Body["token"])
				e.secrets = append(e.secrets, token, "JETON-D-EXPORT")
				e.try("export-"+id+names+"s"+mark, "/api/"+list+"/exportation"+at+"/format/"+format+"/"+token, nil)
			}
		}
	}
}

func asNumber(text string) (n int) {
	if _, err := fmt.Sscan(text, &n); err != nil {
		panic(err)
	}
	return n
}
