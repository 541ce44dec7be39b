package api_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/app"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/paging"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

const sumsOf = "reads the rows that it adds up, found as in the list, 10,000 at most (TestTotalsStop)"

// reads lists the calls of each GET of the API that answers from the database, as a path and its queries. A list that
// is missing fails TestListsReadByIndex.
var reads = map[string][]string{
	"/api/admin/casier/{id}/fiche":           {"/api/admin/casier/7/fiche"},
	"/api/admin/station/{id}/etiquettes.pdf": {"/api/admin/station/1/etiquettes.pdf"},
	"/api/admin/casier/{id}/tarif":           {"/api/admin/casier/7/tarif"},
	"/api/admin/compte/details":              {"/api/admin/compte/details?exploitant=1"},
	"/api/admin/exploitant/{id}":             {"/api/admin/exploitant/1"},
	"/api/admin/exploitant/{id}/reglages":    {"/api/admin/exploitant/1/reglages"},
	"/api/admin/exploitant/{id}/a-traiter": {
		"/api/admin/exploitant/1/a-traiter",
		"/api/admin/exploitant/1/a-traiter?tri=montant&lignes=50", "/api/admin/exploitant/1/a-traiter?reportes=true",
		"/api/admin/exploitant/1/a-traiter?tri=montant&reportes=true",
		"/api/admin/exploitant/1/a-traiter?miennes=true&age=7j", "/api/admin/exploitant/1/a-traiter?age=24h&reportes=true",
	},
	"/api/admin/exploitant/{id}/a-faire-sur-place":   {"/api/admin/exploitant/1/a-faire-sur-place"},
	"/api/admin/exploitant/{id}/a-traiter/collegues": {"/api/admin/exploitant/1/a-traiter/collegues"},
	"/api/admin/exploitant/{id}/cles":                {"/api/admin/exploitant/1/cles"},
	"/api/admin/exploitant/{id}/notifications":       {"/api/admin/exploitant/1/notifications"},
	"/api/admin/notification/{id}":                   {"/api/admin/notification/1"},
	"/api/admin/notification/{id}/livraisons":        deliveryReads(),
	"/api/admin/livraison/{id}":                      {"/api/admin/livraison/25000"},
	"/api/admin/exploitant/{id}/compteurs":           {"/api/admin/exploitant/1/compteurs"},
	"/api/admin/exploitant/{id}/journee":             {"/api/admin/exploitant/1/journee"},
	"/api/admin/exploitants":                         {"/api/admin/exploitants"},
	"/api/admin/gestionnaires/exploitant/{id}":       {"/api/admin/gestionnaires/exploitant/1"},
	"/api/admin/journal":                             auditReads(),
	"/api/admin/document/{id}.pdf":                   {"/api/admin/document/DOCUMENT.pdf"},
	"/api/admin/exploitant/{id}/documents.zip": {"/api/admin/exploitant/1/documents.zip?mois=" +
		time.Now().AddDate(0, 0, -300).Format("2006-01")},
	"/api/admin/paiement/{id}":               {"/api/admin/paiement/PAYMENT"},
	"/api/admin/paiement/{id}/remboursement": {"/api/admin/paiement/PAYMENT/remboursement?cause=rien_du"},
	"/api/admin/paiement/{id}/recu.pdf":      {"/api/admin/paiement/RECEIPTED/recu.pdf"},
	"/api/admin/paiements":                   paymentReads("/api/admin/paiements"),
	"/api/admin/paiements/exploitant/{id}":   paymentReads("/api/admin/paiements/exploitant/1"),
	"/api/admin/usages": append(paymentReads("/api/admin/usages"),
		paymentReads("/api/admin/usages?exploitant=1")...),
	"/api/admin/abonnements":     subscriptionReads(),
	"/api/admin/abonnement/{id}": {"/api/admin/abonnement/1"},
	"/api/admin/exploitant/{id}/attentes": {
		waitsAt, waitsAt + "?page=3", waitsAt + "?search=martin", waitsAt + "?utilisateur=PERSON", waitsAt + "?tarif=1",
		waitsAt + "?station=1", waitsAt + "?etat=offre&etat=sans_reponse",
	},
	"/api/admin/exploitant/{id}/attentes/demande.csv":  {waitsAt + "/demande.csv"},
	"/api/admin/exploitant/{id}/attentes/demande.xlsx": {waitsAt + "/demande.xlsx"},
	"/api/admin/exploitant/{id}/velos-laisses": {
		leftBikesAt, leftBikesAt + "?page=3", leftBikesAt + "?etape=ouvert&etape=preavis", leftBikesAt + "?station=1",
		leftBikesAt + "?utilisateur=PERSON", leftBikesAt + "?occupation=1", leftBikesAt + "?etiquette=V-12",
	},
	"/api/admin/velo-laisse/{id}":             {"/api/admin/velo-laisse/1"},
	"/api/admin/velo-laisse/{id}/dossier.pdf": {"/api/admin/velo-laisse/1/dossier.pdf"},
	"/api/terrain/attentes/{id}":              {"/api/terrain/attentes/1"},
	"/api/admin/paiements/vues":               {"/api/admin/paiements/vues?exploitant=1"},
	"/api/admin/exploitant/{id}/interventions": {
		interventionsAt, interventionsAt + "?page=3", interventionsAt + "?etat=ouverte&etat=rouverte",
		interventionsAt + "?casier=7", interventionsAt + "?station=1&entiere=true",
		interventionsAt + "?cause=porte&station=1", interventionsAt + "?miennes=true",
	},
	"/api/admin/intervention/{id}":    {"/api/admin/intervention/1"},
	"/api/terrain/interventions/{id}": {"/api/terrain/interventions/1"},
	"/api/admin/personnel/exploitant/{id}": {
		"/api/admin/personnel/exploitant/1?role=Hotline",
		"/api/admin/personnel/exploitant/1?role=Mainteneur",
	},
	"/api/admin/recit/exploitant/{id}": {
		"/api/admin/recit/exploitant/1?recherche=martin",
		"/api/admin/recit/exploitant/1?recherche=c100", "/api/admin/recit/exploitant/1?recherche=0612345678",
		"/api/admin/recit/exploitant/1?recherche=a1b2c", "/api/admin/recit/exploitant/1?recherche=12",
		"/api/admin/recit/exploitant/1?recherche=2026-12",
	},
	"/api/admin/recit/exploitant/{id}/casier/{idCasier}": {"/api/admin/recit/exploitant/1/casier/7"},
	"/api/admin/recit/exploitant/{id}/usager/{idUtilisateur}": {
		"/api/admin/recit/exploitant/1/usager/PERSON",
		"/api/admin/recit/exploitant/1/usager/PERSON?casier=7",
	},
	"/api/admin/referents/exploitant/{id}":      {"/api/admin/referents/exploitant/1"},
	"/api/admin/securite/evenements":            securityReads(),
	"/api/admin/securite/journee":               {"/api/admin/securite/journee"},
	"/api/admin/station/exploitant/{id}":        {"/api/admin/station/exploitant/1"},
	"/api/admin/station/{id}":                   {"/api/admin/station/1"},
	"/api/admin/station/{id}/calendrier-tarifs": {"/api/admin/station/1/calendrier-tarifs"},
	"/api/admin/station/{id}/casiers":           {"/api/admin/station/1/casiers"},
	"/api/admin/station/{id}/tarifs":            {"/api/admin/station/1/tarifs"},
	"/api/admin/taches-en-echec":                {"/api/admin/taches-en-echec"},
	"/api/admin/tarif/tarif-pour-exploitant": {
		"/api/admin/tarif/tarif-pour-exploitant?exploitant=1",
	},
	"/api/admin/tarif/{id}/beneficiaires-pour-tarif":               {"/api/admin/tarif/1/beneficiaires-pour-tarif"},
	"/api/admin/tarif/{id}/infos-generales-tarif":                  {"/api/admin/tarif/1/infos-generales-tarif"},
	"/api/admin/tarif/{id}/periodes-pour-tarif":                    {"/api/admin/tarif/1/periodes-pour-tarif"},
	"/api/admin/tarif/{id}/station/{stationId}/casiers-pour-tarif": {"/api/admin/tarif/1/station/1/casiers-pour-tarif"},
	"/api/admin/tarif/{id}/stations":                               {"/api/admin/tarif/1/stations"},
	"/api/admin/tarif/{id}/abonnements/effet": {
		"/api/admin/tarif/1/abonnements/effet", "/api/admin/tarif/1/abonnements/effet?montant=900&unite=an&retirer=1&ajouter=a@ville.fr",
	},
	"/api/admin/abonnement/{id}/casiers":            {"/api/admin/abonnement/1/casiers"},
	"/api/admin/utilisateur/{id}/abonnements/effet": {"/api/admin/utilisateur/PERSON/abonnements/effet"},
	"/api/admin/tarif/{id}/rejeux":                  {"/api/admin/tarif/1/rejeux"},
	"/api/admin/rejeu/{id}":                         {"/api/admin/rejeu/REPLAY"},
	"/api/admin/lot/{id}":                           {"/api/admin/lot/BATCH"},
	"/api/admin/lot/{id}/lignes": {
		"/api/admin/lot/BATCH/lignes",
		"/api/admin/lot/BATCH/lignes?etat=refuse&apres=5",
	},
	"/api/admin/utilisateur/{id}": {
		"/api/admin/utilisateur/PERSON?exploitant=1",
		"/api/admin/utilisateur/PERSON",
	},
	"/api/admin/utilisateur/{id}/abonnements": {
		"/api/admin/utilisateur/PERSON/abonnements?exploitant=1", "/api/admin/utilisateur/PERSON/abonnements?page=2",
	},
	"/api/admin/utilisateur/{id}/exploitants": {"/api/admin/utilisateur/PERSON/exploitants"},
	"/api/admin/utilisateur/{id}/export":      {"/api/admin/utilisateur/PERSON/export"},
	"/api/admin/utilisateur/{id}/sessions": {
		"/api/admin/utilisateur/PERSON/sessions",
		"/api/admin/utilisateur/PERSON/sessions?exploitant=1",
	},
	"/api/admin/utilisateur/{id}/occupation/detail": {
		"/api/admin/utilisateur/PERSON/occupation/detail?exploitant=1",
		"/api/admin/utilisateur/PERSON/occupation/detail?page=2",
	},
	"/api/admin/compte/sessions": {"/api/admin/compte/sessions"},
	"/api/admin/utilisateurs": {
		"/api/admin/utilisateurs",
		"/api/admin/utilisateurs?exploitant=1&page=500", "/api/admin/utilisateurs?search=martin",
		"/api/admin/utilisateurs?exploitant=1&role=Gestionnaire",
	},
	"/api/ouvert/stationnement-cyclable.csv":               {"/api/ouvert/stationnement-cyclable.csv"},
	"/api/ouvert/sceaux/{exploitant}":                      {"/api/ouvert/sceaux/1?jeton=SEALS"},
	"/api/admin/exploitant/{id}/attestation":               {"/api/admin/exploitant/1/attestation"},
	"/api/admin/exploitant/{id}/engagements-disponibilite": {contractsAt},
	"/api/admin/exploitant/{id}/disponibilite/{mois}":      {availabilityAt + someMonth + "?idStation=1"},
	"/api/admin/exploitant/{id}/disponibilite/{mois}/intervalles": {
		availabilityAt + someMonth + "/intervalles?idStation=1",
	},
	"/api/admin/exploitant/{id}/disponibilite/{mois}.pdf":  {availabilityAt + someMonth + ".pdf"},
	"/api/admin/exploitant/{id}/disponibilite/{mois}.csv":  {availabilityAt + someMonth + ".csv"},
	"/api/admin/exploitant/{id}/disponibilite/{mois}.xlsx": {availabilityAt + someMonth + ".xlsx"},
	"/api/admin/exploitant/{id}/reddition":                 {reddition},
	"/api/admin/exploitant/{id}/reddition/{mois}":          {reddition + "/" + someMonth},
	"/api/admin/exploitant/{id}/reddition/{mois}/lignes":   lineReads(),
	"/api/admin/exploitant/{id}/reddition/{mois}.pdf":      {reddition + "/" + someMonth + ".pdf"},
	"/api/admin/exploitant/{id}/reddition/{mois}.csv":      {reddition + "/" + someMonth + ".csv"},
	"/api/admin/exploitant/{id}/reddition/{mois}.xlsx":     {reddition + "/" + someMonth + ".xlsx"},
	"/api/admin/exploitant/{id}/reddition/comptes":         {reddition + "/comptes"},
	"/api/admin/exploitant/{id}/creances":                  {debtsAt, debtsAt + "?page=3", debtsAt + "?search=martin"},
	"/api/admin/exploitant/{id}/creances/{idUtilisateur}":  {debtsAt + "/PERSON"},
	"/api/admin/exploitant/{id}/creances.csv":              {debtsAt + ".csv", debtsAt + ".csv?search=martin"},
	"/api/admin/exploitant/{id}/creances.xlsx":             {debtsAt + ".xlsx"},
	"/api/admin/exploitant/{id}/rapprochement":             {"/api/admin/exploitant/1/rapprochement?mois=2026-10"},
	"/api/admin/exploitant/{id}/rapprochement/ecarts": {
		"/api/admin/exploitant/1/rapprochement/ecarts?mois=2026-10",
		"/api/admin/exploitant/1/rapprochement/ecarts?mois=2026-10&etat=en_retard&aExpliquer=1",
		"/api/admin/exploitant/1/rapprochement/ecarts?mois=2026-10&sansExploitant=1&apres=" +
			paging.Key{At: time.Now()}.String(),
	},
	"/api/ouvert/stations.geojson":         {"/api/ouvert/stations.geojson"},
	"/api/terrain/paiements/{id}/recu.pdf": {"/api/terrain/paiements/RECEIPTED/recu.pdf"},
	"/api/terrain/stations":                {"/api/terrain/stations"},
	"/api/terrain/tarifs": {
		"/api/terrain/tarifs",
		"/api/terrain/tarifs?limite=1&apres=" + paging.Key{ID: 1}.String(),
	},
	"/api/terrain/casiers/{id}":      {"/api/terrain/casiers/7"},
	"/api/terrain/utilisateurs/{id}": {"/api/terrain/utilisateurs/PERSON"},

	"/api/terrain/utilisateurs/{id}/occupations": customerPages("occupations"),
	"/api/terrain/utilisateurs/{id}/abonnements": customerPages("abonnements"),
	"/api/terrain/utilisateurs/{id}/paiements":   customerPages("paiements"),
}

// notLists gives the reason for which a GET is in no list of reads.
var notLists = map[string]string{
	"/api/accessibilite":                                             "the configuration",
	"/api/admin/adresses":                                            "another service answers",
	"/api/admin/carte":                                               "the configuration",
	"/api/admin/velo-laisse/{id}/photos/{photo}":                     "one photo of one file",
	"/api/admin/intervention/{id}/photos/{photo}":                    "one photo of one intervention",
	"/api/admin/casier/{id}/code":                                    "waits for one code, found by its locker",
	"/api/admin/casier/{id}/maintenance/code":                        "same",
	"/api/admin/compte/second-facteur":                               "the few factors of one account",
	"/api/admin/compte/fournisseurs":                                 "the few identities of one account",
	"/api/admin/connexion-unique/fournisseurs":                       "the few providers of the platform",
	"/api/admin/utilisateur/{id}/fournisseurs":                       "the few identities of one account",
	"/api/compte/connexion/fournisseurs":                             "the few providers of the platform",
	"/api/admin/flux":                                                "a stream; each node reads changes by id, once for all streams",
	"/api/admin/iloo/analytics":                                      "an address",
	"/api/admin/iloo/analytics/{id}":                                 "same",
	"/api/admin/paiements/sommes":                                    sumsOf,
	"/api/admin/paiements/exploitant/{id}/sommes":                    sumsOf,
	"/api/admin/usages/sommes":                                       sumsOf,
	"/api/admin/paiements/status":                                    "fixed words",
	"/api/admin/occupation/{id}/terminer":                            "a price",
	"/api/admin/tarif/{id}/simulation-prix":                          "a price",
	"/api/admin/lot/{id}.csv":                                        "reads all that it exports, by key in batches",
	"/api/admin/lot/{id}.xlsx":                                       "same",
	"/api/admin/rejeu/{id}.csv":                                      "same (BenchmarkReplay)",
	"/api/admin/rejeu/{id}.xlsx":                                     "same",
	"/api/paiements/exportation/exploitant/{id}/format/csv/{token}":  "reads all that it exports, by key in batches (BenchmarkExport)",
	"/api/paiements/exportation/exploitant/{id}/format/xlsx/{token}": "same",
	"/api/paiements/exportation/format/csv/{token}":                  "same",
	"/api/paiements/exportation/format/xlsx/{token}":                 "same",
	"/api/usages/exportation/exploitant/{id}/format/csv/{token}":     "same",
	"/api/usages/exportation/exploitant/{id}/format/xlsx/{token}":    "same",
	"/api/usages/exportation/format/csv/{token}":                     "same",
	"/api/usages/exportation/format/xlsx/{token}":                    "same",
	"/api/admin/exploitant/{id}/reddition/exercice/{annee}/fec.txt":  "a year of closed months, by the indexes of the ledger",
	"/api/admin/exploitant/{id}/reddition/{mois}/fec.txt":            "one closed month, found by its operator and month",
	"/api/statistiques":                                              "sums of rollups, measured by BenchmarkPeriods",
	"/api/statistiques/csv/{figure}":                                 "same",
	"/api/statistiques/xlsx/{figure}":                                "same",
	"/api/token/invalidate":                                          "one session",
	"/api/token/refresh":                                             "same",
}

// someMonth is a month in the middle of those that FillGrowing fills.
var someMonth = clock.MonthOf(time.Now().AddDate(0, 0, -150)).String()

// customerPages are the first page of what a person has at an operator, a longer one, and one by key.
func customerPages(part string) []string {
	path, middle := "/api/terrain/utilisateurs/PERSON/"+part, paging.Key{At: time.Now().AddDate(0, 0, -150)}.String()
	return []string{path, path + "?limite=100", path + "?limite=2&apres=" + middle}
}

// lineReads combines the figures of a statement with the pages of their lines.
func lineReads() (all []string) {
	month, err := clock.ParseMonth(someMonth)
	if err != nil {
		panic(err)
	}
	middle := paging.Key{At: month.Begins().AddDate(0, 0, 15), ID: 1}.String()
	for _, key := range []string{
		"facture", "repris", "encaisse", "annule", "rembourse", "tva.2000.encaisse",
		"tva.2000.rembourse", "documents.recu", "documents.avoir", "tests.encaisse",
	} {
		for _, page := range []string{"", "&apres=" + middle, "&avant=" + middle} {
			all = append(all, reddition+"/"+someMonth+"/lignes?chiffre="+key+page)
		}
	}
	return all
}

// combined returns the queries that take one of each of the choices: every two values of different choices meet in one
// of them; in `make drill-calls`, every combination there is.
func combined(path string, choices ...[]string) (calls []string) {
	combinations, unmet := [][]string{{}}, map[[2]string]bool{}
	for i, choice := range choices {
		longer := [][]string{}
		for _, combination := range combinations {
			for _, value := range choice {
				longer = append(longer, append(slices.Clone(combination), fmt.Sprint(i, " ", value)))
			}
		}
		combinations = longer
	}
	for _, combination := range combinations {
		for _, pair := range pairsOf(combination) {
			unmet[pair] = true
		}
	}
	for len(combinations) > 0 && len(unmet) > 0 {
		at, most := 0, -1
		for i, combination := range combinations {
			met := 0
			for _, pair := range pairsOf(combination) {
				if unmet[pair] {
					met++
				}
			}
			if met > most {
				at, most = i, met
			}
		}
		parts := []string{}
		for _, value := range combinations[at] {
			if _, part, _ := strings.Cut(value, " "); part != "" {
				parts = append(parts, part)
			}
		}
		calls = append(calls, path+strings.Join(parts, "&"))
		if !drill {
			for _, pair := range pairsOf(combinations[at]) {
				delete(unmet, pair)
			}
		}
		combinations = slices.Delete(combinations, at, at+1)
	}
	return calls
}

func pairsOf(values []string) (pairs [][2]string) {
	for i, value := range values {
		for _, other := range values[:i] {
			pairs = append(pairs, [2]string{other, value})
		}
	}
	return pairs
}

// auditReads combines the filters of the audit log, each with its first page, the last that has a number, and one by
// key.
func auditReads() []string {
	middle := paging.Key{At: time.Now().AddDate(0, -6, 0)}.String()
	return combined("/api/admin/journal?itemsPerPage=20&",
		[]string{"", "exploitant=3"}, []string{"", "objet=paiement", "objet=casier:7", "objet=station:40"},
		[]string{"", fmt.Sprint("acteur=", storetest.BusyActor)}, []string{"", "action=utilisation.debut"},
		[]string{"page=1", "page=500", "apres=" + middle})
}

// securityReads combines the filters of security events, each with its first page, the last that has a number, and one
// by key.
func securityReads() []string {
	middle := paging.Key{At: time.Now().AddDate(0, 0, -150)}.String()
	return combined("/api/admin/securite/evenements?itemsPerPage=20&",
		[]string{
			"", "type=connexion.echec", "type=cle.creation", "famille=connexion", "famille=droits", "motif=mot+de+passe",
			"type=cle.creation&motif=mot+de+passe",
		},
		[]string{"", "compte=3", "acteur=3", "compte=3&acteur=4"},
		[]string{"", "adresse=192.0.2.1", "adresse=192.0.2.0/24", "adresse=198.51.100.0/24"},
		[]string{"page=1", "page=500", "apres=" + middle, "du=2020-01-01&au=2020-12-31"})
}

// deliveryReads combines the filters of deliveries, each with its first page, the last that has a number, and one by
// key.
func deliveryReads() (all []string) {
	middle := paging.Key{At: time.Now().AddDate(0, 0, -150)}.String()
	for _, filter := range []string{
		"", "etat=livree", "etat=en_attente", "evenement=stay.ended",
		"evenement=locker.activated", "etat=livree&evenement=stay.ended",
	} {
		for _, page := range []string{"page=1", "page=500", "apres=" + middle} {
			all = append(all, "/api/admin/notification/1/livraisons?itemsPerPage=20&"+page+"&"+filter)
		}
	}
	return all
}

// subscriptionReads combines the filters of subscriptions with the first page and one far down.
func subscriptionReads() []string {
	day := func(ago int) string { return time.Now().AddDate(0, 0, -ago).Format(time.DateOnly) }
	return combined("/api/admin/abonnements?exploitant=1&",
		[]string{"", "etat=en_cours", "etat=impaye", "etat=resilie&etat=impaye", "etat=termine", "etat=a_venir"},
		[]string{"", "filterTests=1", "reconduction=oui", "reconduction=non", "search=martin", "tarif=1", "station=3"},
		[]string{
			"", "dateStartFrom=" + day(40) + "&dateStartTo=" + day(40), "dateNextFrom=" + day(2) + "&dateNextTo=" + day(-9),
		},
		[]string{"page=1", "page=300"})
}

func paymentReads(path string) (all []string) {
	day := func(ago int) string { return time.Now().AddDate(0, 0, -ago).Format(time.DateOnly) }
	mark := "?"
	if strings.Contains(path, "?") {
		mark = "&"
	}
	for _, filter := range []url.Values{
		{},
		{"filterTests": {"1"}},
		{"uuid": {"abc"}},
		{"dateStartFrom": {day(40)}, "dateStartTo": {day(40)}},
		{"dateStartFrom": {day(60)}, "dateStartTo": {day(30)}},
		{"dateEndFrom": {day(60)}, "dateEndTo": {day(59)}},
		{"dateStartPayment": {day(60)}, "dateEndPayment": {day(59)}},
		{"startDuration": {"60"}},
		{"costMin": {"1"}},
		{"station": {"3"}},
		{"casiers": {"7"}},
		{"lockerType": {"1"}},
		{"paymentStatus": {"PAID"}},
		{"paymentStatus": {"PERMANENT_ERROR"}},
		{"refundStatus": {"REMBOURSE"}},
		{"useStatus": {"EN_COURS"}},
		{"toFollow": {"1"}, "filterTests": {"1"}},
	} {
		for _, page := range []string{"1", "300"} {
			filter.Set("page", page)
			all = append(all, path+mark+filter.Encode())
		}
	}
	return all
}

// Every GET of the API reads no more than its answer needs, however long it has been in use: no statement reads the
// whole of a table that grows, or more of one than a page and its bounded count.
func TestListsReadByIndex(t *testing.T) {
	storetest.OnEachAddress(t, func(t *testing.T, address string) {
		s, witness := storetest.Witnessed(t, address)
		storetest.FillGrowing(t, s, address, time.Now())
		server := newServer(t, s)
		admin, key := server.staff(t, s)
		latest, err := s.Count(t.Context(), "test", `SELECT MAX(account_id) FROM stays WHERE operator_id = 1`)
		storetest.Check(t, err)
		person := fmt.Sprint(latest)
		latest, err = s.Count(t.Context(), "test", `SELECT MAX(id) FROM payments WHERE stay_id IS NOT NULL`)
		storetest.Check(t, err)
		paid := fmt.Sprint(latest)
		numbered, err := s.Count(t.Context(), "test", `SELECT MAX(id) FROM documents WHERE operator_id = 1`)
		storetest.Check(t, err)
		receipted, err := s.Count(t.Context(), "test", `SELECT MAX(payment_id) FROM documents WHERE operator_id = 1`)
		storetest.Check(t, err)
		plans, known := storetest.PlansOf(t, address), map[string]bool{}
		faults := func(path string) (all []string, planned int) {
			bearer := admin
			if strings.HasPrefix(path, "/api/terrain/") {
				bearer = key
			}
			path = strings.NewReplacer("PERSON", person, "PAYMENT", paid, "DOCUMENT", fmt.Sprint(numbered), "RECEIPTED",
				fmt.Sprint(receipted), "REPLAY", "1000", "BATCH", "2", "SEALS", server.parts.Ledger.SealsToken(1)).Replace(path)
			witness.Seen()
			if got := server.call("GET", path, bearer, nil); got.Status >= 300 && got.Status != 422 {
				t.Errorf("%s: %d %.300s", path, got.Status, got.Raw)
			}
			for _, statement := range witness.Seen() {
				if text := fmt.Sprint(statement); !known[text] {
					known[text] = true
				} else {
					continue
				}
				planned++
				found, err := plans.Faults(t.Context(), statement)
				if err != nil {
					t.Fatalf("%s: %v: %s", path, err, statement.Text)
				}
				for _, fault := range found {
					all = append(all, fault+": "+strings.Join(strings.Fields(statement.Text), " "))
				}
			}
			return all, planned
		}
		planned := 0
		for _, path := range gets(t) {
			if notLists[path] != "" {
				continue
			}
			if len(reads[path]) == 0 {
				t.Errorf("GET %s: list how it is called in reads, or in notLists why it reads nothing that grows", path)
			}
			for _, call := range reads[path] {
				found, n := faults(call)
				planned += n
				for _, fault := range found {
					t.Errorf("%s: %s", call, fault)
				}
			}
		}
		if planned < 500 {
			t.Errorf("only %d statements", planned)
		}
		storetest.Check(t, s.Exec(t.Context(), "test", `DROP INDEX audit_log_by_instant`))
		clear(known)
		if found, _ := faults("/api/admin/journal"); len(found) == 0 {
			t.Error("a missing index makes no difference")
		}
	})
}

// gets lists the paths of the API that are read by GET.
func gets(t *testing.T) (paths []string) {
	t.Helper()
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	storetest.Check(t, json.Unmarshal(app.Spec(), &document))
	for path, methods := range document.Paths {
		if methods["get"] != nil {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// staff adds an administrator and a field key, and returns their tokens.
func (s *site) staff(t *testing.T, database *store.Store) (admin, key string) {
	t.Helper()
	_, err := database.CreateAccount(t.Context(), account.Account{
		Email: "admin@exemple.test", Admin: true, Active: true, PasswordHash: passwordHash, Roles: roles(1, access.Manager),
	}, s.clock.Now())
	s.check(err)
	_, key = s.fieldKeyOf(1)
	return s.login("admin@exemple.test").token, key
}
