package api_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/app"
)

// Every text that enters through a call is refused, with a sentence at its field, if it holds invisible characters or
// a line break.
func TestNoTextHidesAnything(t *testing.T) {
	person := map[string]any{
		"nom": "Zola", "prenom": "Émile", "telephone": "0612345678", "email": "emile@ville.fr",
		"fonction": "Astreinte",
	}
	customer := maps.Clone(person)
	customer["societe"] = map[string]any{"nom": "Vélo Cargo SARL", "siren": "999999014", "adresse": "1 rue du Port"}
	identity := typedIdentity(exempt)
	identity["formeSociale"], identity["villeRcs"], identity["mandant"] = "SAS", "Grenoble", "Métropole"
	locker := map[string]any{
		"nom": "B1", "complement": "Haut", "stationCarteAdresse": "12", "stationCartePort": "12",
		"connexionSystemeComptage": "C1", "etiquettes": []any{"Abri"},
	}
	operator := typedOperator(map[string]any{"adresseComplement": "Bâtiment A"})
	place := map[string]any{
		"libelleAdmin": "GR", "nom": "Gare", "latitude": "45.19", "longitude": "5.71", "adresse": "1 place de la Gare",
		"codePostal": "38000", "ville": "Grenoble",
		"stationType": "collec-comptage", "systemeComptage": "Autre",
		"descriptif": map[string]any{
			"codeCommune": "38185", "idOsm": "n12", "mobilier": "ARCEAU", "proprietaire": "Ville",
			"urlInformation": "https://exemple.fr/velo",
		},
	}
	period := map[string]any{
		"libelle": "Nuit", "joursSemaine": []any{"1"}, "debut": "2026-01-01", "fin": "2026-12-31",
		"heureDebut": "20:00", "heureFin": "21:00",
	}
	priced := typedTariff(map[string]any{"uniteDureeDepassement": "heure"})
	full := typedTariff(map[string]any{
		"uniteDureeDepassement": "heure", "periodes": []any{period},
		"beneficiaires": []any{"a@ville.fr"},
	})
	comment := map[string]any{"commentaire": "Geste commercial", "type": "Chèque"}
	view := map[string]any{"nom": "Impayés", "filtres": map[string]any{
		"search": "Zola", "nom": "Zola", "prenom": "Émile", "email": "emile@ville.fr", "uuid": "ab12",
		"dateStartFrom": "2026-01-01", "dateStartTo": "2026-01-31",
		"dateEndFrom": "2026-01-01", "dateEndTo": "2026-01-31", "dateStartPayment": "2026-01-01",
		"dateEndPayment":        "2026-01-31",
		"dateStartPresentation": "2026-01-01", "dateEndPresentation": "2026-01-31",
	}}
	accounts := map[string]any{}
	for name, number := range comptes("411000") {
		accounts[name] = number
	}
	hook := map[string]any{"libelle": "Ville", "adresse": "https://exemple.fr/recevoir", "evenements": []any{"stay.ended"}}
	identityProvider := map[string]any{
		"libelle": "Ville", "emetteur": "https://identite.ville.fr", "idClient": "consigne",
		"secret": "un secret", "domaines": []any{"ville.fr"},
	}
	calls := map[string]struct {
		path string
		body map[string]any
	}{
		"change-locker":               {"/api/admin/casier/1", locker},
		"switch-locker":               {"/api/admin/casier/1/switch-actif", map[string]any{"motif": "réparé"}},
		"create-operator":             {"/api/admin/exploitant", operator},
		"change-operator":             {"/api/admin/exploitant/1", operator},
		"change-fiscal-identity":      {"/api/admin/exploitant/1/identite-fiscale", identity},
		"change-bookkeeping-accounts": {reddition + "/comptes", accounts},
		"create-key":                  {"/api/admin/exploitant/1/cle", map[string]any{"libelle": "Application"}},
		"change-key":                  {"/api/admin/cle/1", map[string]any{"libelle": "Application"}},
		"create-webhook":              {"/api/admin/exploitant/1/notification", hook},
		"change-webhook":              {"/api/admin/notification/1", hook},
		"create-station":              {"/api/admin/exploitant/1/station/ajouter", place},
		"change-station":              {"/api/admin/station/1/modifier", place},
		"switch-station":              {"/api/admin/station/1/switch-actif", map[string]any{"motif": "réparé"}},
		"create-tariff":               {"/api/admin/exploitant/1/tarif/creation-tarif", full},
		"change-tariff":               {"/api/admin/tarif/1/modifier-informations-generales", priced},
		"create-period":               {"/api/admin/tarif/1/ajouter-plage-horaire", period},
		"change-period":               {"/api/admin/tarif-periode/1/modifier", period},
		"rule-on-span": {
			"/api/admin/intervalle/1",
			map[string]any{"cause": "porte", "attribution": "tiers", "commentaire": "Choc"},
		},
		"change-beneficiaries": {
			"/api/admin/tarif/1/modifier-liste-usagers",
			map[string]any{"emails": []any{"a@ville.fr"}, "mode": 1},
		},
		"create-manager":         {"/api/admin/gestionnaire/exploitant/1", person},
		"change-manager":         {"/api/admin/gestionnaire/utilisateur/2/exploitant/1", person},
		"create-staff":           {"/api/admin/personnel/exploitant/1?role=Hotline", person},
		"change-staff":           {"/api/admin/personnel/utilisateur/3/exploitant/1?role=Hotline", person},
		"create-contact":         {"/api/admin/referent/exploitant/1", person},
		"change-contact":         {"/api/admin/referent/1", person},
		"create-locker":          {"/api/admin/station/1/creer-casier", locker},
		"import-lockers":         {"/api/admin/station/1/importer-casiers", map[string]any{"casiers": []any{locker}}},
		"mark-payment-as-paid":   {"/api/admin/paiement/1/manual", comment},
		"cancel-payment":         {"/api/admin/paiement/1/annuler", comment},
		"generate-payment-order": {"/api/admin/paiement/1/generer-ordre", comment},
		"create-refund-batch": {
			"/api/admin/rejeu/1/remboursement",
			map[string]any{"commentaire": "Tarif mal saisi", "nombre": 1, "somme": 1, "compris": true},
		},
		"refund-payment": {"/api/admin/paiement/1/rembourser", comment},
		"ask-for-refund": {"/api/admin/paiement/1/demander-remboursement", map[string]any{
			"montant": 1, "cause": "fin_corrigee", "fin": "2026-01-01T00:00:00Z", "commentaire": "Geste commercial",
		}},
		"write-call-note": {"/api/admin/recit/exploitant/1/note", map[string]any{"casier": 1, "note": "Rappelle demain"}},
		"refuse-refund":   {"/api/admin/paiement/1/refuser-remboursement", comment},
		"act-on-payments": {
			"/api/admin/paiements/exploitant/1/traitement-groupe",
			map[string]any{"action": "annuler", "paiements": []any{1}, "commentaire": "Geste commercial"},
		},
		"explain-difference": {
			"/api/admin/exploitant/1/rapprochement/ecarts/1/explication",
			map[string]any{"commentaire": "Carte contestée"},
		},
		"postpone-line": {
			"/api/admin/exploitant/1/a-traiter/paiements/1/report",
			map[string]any{"depuis": "2026-01-01T00:00:00Z", "jusquAu": "2026-01-31"},
		},
		"act-on-lines": {
			"/api/admin/exploitant/1/a-traiter/traitement-groupe",
			map[string]any{"action": "reporter", "jusquAu": "2026-01-31", "lignes": []any{
				map[string]any{"genre": "paiements", "objet": 1, "depuis": "2026-01-01T00:00:00Z"},
			}},
		},
		"save-tariff": {"/api/admin/tarif/1/modifier", map[string]any{
			"informations": priced, "periodes": []any{period}, "beneficiaires": map[string]any{"ajouts": []any{"a@ville.fr"}},
		}},
		"create-payment-view": {"/api/admin/paiements/vues", view},
		"change-payment-view": {"/api/admin/paiements/vues/1", view},
		"request-password":    {"/api/mot-de-passe/demander-changement", map[string]any{"mail": "emile@ville.fr"}},
		"create-provider":     {"/api/admin/connexion-unique/fournisseur", identityProvider},
		"change-provider":     {"/api/admin/connexion-unique/fournisseur/1", identityProvider},
		"rename-own-factor":   {"/api/admin/compte/second-facteur/1", map[string]any{"nom": "Téléphone"}},
		"grant-role":          {"/api/admin/utilisateur/2/role", map[string]any{"exploitant": 1, "role": "Hotline"}},
		"field-user":          {"/api/terrain/utilisateurs", customer},
		"field-company":       {"/api/terrain/utilisateurs/6/societe", map[string]any{"societe": customer["societe"]}},
		"change-user-company": {
			"/api/admin/utilisateur/6/societe?exploitant=1", map[string]any{"societe": customer["societe"]},
		},
		"close-month": {reddition + "/2026-10/cloture", map[string]any{"commentaire": "Relu"}},
		"end-use": {
			"/api/admin/occupation/1/terminer",
			map[string]any{"fin": "2026-01-01T00:00:00Z", "commentaire": "Oubli"},
		},
		"end-subscription": {
			"/api/admin/abonnement/1/resilier",
			map[string]any{"quand": "terme", "remboursement": "aucun", "commentaire": "Déménagement"},
		},
		"open-left-bike": {leftBikesAt, map[string]any{
			"idStation": 4, "description": "Noir", "marquage": "BC1234567A", "etiquette": "V-12",
		}},
		"describe-left-bike": {"/api/admin/velo-laisse/1", map[string]any{
			"description": "Noir", "marquage": "BC1234567A", "etiquette": "V-12",
		}},
		"take-left-bike-step": {"/api/admin/velo-laisse/1/etape", map[string]any{
			"etape": "preavis", "avisAppose": true, "depot": "Nord", "rayon": "B2", "remisA": "Ada",
		}},
		"change-operator-settings": {atOperator + "/reglages", map[string]any{"veloTexteAvis": "Arrêté du 1er mars"}},
		"move-wait": {
			"/api/admin/attente/1/rang", map[string]any{"rang": 2, "commentaire": "Mobilité réduite"},
		},
		"open-intervention": {interventionsAt, map[string]any{
			"idCasier": 1, "cause": "porte", "description": "Voilée", "echeance": "2026-01-31", "retourPrevu": "2026-01-31",
		}},
		"change-intervention": {"/api/admin/intervention/1", map[string]any{"echeance": "2026-01-31"}},
		"resolve-intervention": {
			"/api/admin/intervention/1/resolution", map[string]any{"commentaire": "Fait", "pieces": "Vis"},
		},
		"reopen-intervention":  {"/api/admin/intervention/1/reouverture", map[string]any{"commentaire": "Encore"}},
		"comment-intervention": {"/api/admin/intervention/1/commentaire", map[string]any{"commentaire": "Vu"}},
		"field-report": {
			"/api/terrain/interventions", map[string]any{"idCasier": 1, "cause": "porte", "description": "Voilée"},
		},
	}
	unkept := []string{ // compared or parsed, never stored as received
		"create-replay",
		"add-factor",       // but the name, which TestSecondFactor tries
		"change-own-email", // but the e-mail, which TestOwnEmail tries
		"login-second-factor", "login-passkey", "ask-passkey", "begin-passkey", "begin-totp", "confirm-identity",
		"remove-own-factor", "renew-recovery-codes", "change-own-password",
		"finish-sign-on", "login", "refresh-session-by-body", "end-session-by-body", "change-password", "confirm-email",
		"confirm-registration", "field-code", "field-count", "field-card", "field-language", "simulate-draft",
		"compare-tariff", "add-availability-contract",
		"open-payment-export", "open-operator-payment-export", "open-usage-export", "open-operator-usage-export",
		"download-payments", "download-operator-payments", "download-usages", "download-operator-usages",
		"download-security-events",
		"download-payments-xlsx", "download-operator-payments-xlsx", "download-usages-xlsx", "download-operator-usages-xlsx",
		"download-security-events-xlsx", "download-operator-subscriptions", "download-operator-subscriptions-xlsx",
		"download-journal", "download-journal-xlsx", "download-operator-journal", "download-operator-journal-xlsx",
	}

	pasted := []string{ // numbers, codes and e-mails, in which it makes no difference: TestWhatIsPastedIsKeptPlain
		"email", "mail", "emails", "beneficiaires", "ajouts", "telephone", "siret", "siren", "tvaIntracommunautaire",
		"prefixeDocuments", "stationCartePort",
		"adresseCodePostal", "codePostal", "codeCommune", "idOsm", "latitude", "longitude",
	}

	onSQLite(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		_, key := s.fieldKeyOf(1)
		s.want("a contact", s.call("POST", calls["create-contact"].path, admin, person), 201, "")
		s.want("a view", s.call("POST", calls["create-payment-view"].path, admin,
			map[string]any{"nom": "Une vue", "filtres": map[string]any{}}), 201, "")
		s.want("a webhook", s.call("POST", calls["create-webhook"].path, admin, hook), 201, "")
		s.want("a provider", s.call("POST", calls["create-provider"].path, admin, identityProvider), 201, "")
		s.want("a period", s.call("POST", calls["create-period"].path, admin, period), 201, "")
		newPaymentSite(s, simulator.Accepted).buys(s.monthly(nil), nil)
		waiting := waitSite{newPaymentSite(s, simulator.Accepted), admin, s.monthly(nil)}
		waiting.quota(0)
		waiting.joins(waiting.accountID)
		s.countedPark()
		s.want("a left bike", s.call("POST", leftBikesAt, admin, map[string]any{
			"idStation": 4, "description": "Noir", "etiquette": "V-1",
		}), 201, "")
		s.askReplay(admin, nil)
		s.want("a locker out of service", s.call("PATCH", "/api/admin/casier/1/switch-actif", admin, nil), 200, "")
		s.want("an intervention", s.call("POST", interventionsAt, admin, map[string]any{
			"idCasier": 1, "cause": "autre",
		}), 201, "")
		for _, operation := range textsOfWrites(t) {
			if slices.Contains(unkept, operation.id) {
				continue
			}
			call, known := calls[operation.id]
			if !known {
				t.Errorf("%s takes texts that nothing here tries: %v", operation.id, operation.texts)
				continue
			}
			bearer := admin
			if strings.HasPrefix(call.path, "/api/terrain/") {
				bearer = key
			}
			for _, field := range operation.texts {
				if slices.Contains(pasted, field[strings.LastIndex(field, ".")+1:]) {
					continue
				}
				if strings.HasSuffix(field, "dateDebut") || strings.HasSuffix(field, "dateFin") {
					continue // an alias of debut or fin
				}
				for _, hidden := range []string{"\u202e", "\u200b", "\n", "\u0007", "\ufffd"} {
					if hidden == "\n" && (strings.HasSuffix(field, "commentaire") || field == "description" || field == "note") {
						continue
					}
					body := replaced(call.body, strings.Split(field, "."), hidden)
					got := s.call(operation.method, call.path, bearer, body)
					if got.Status != 422 || length(got.Body["violations"]) == 0 {
						t.Errorf("%s, %s with %q: %d %s", operation.id, field, hidden, got.Status, got.Raw)
					}
				}
			}
		}
	})
}

type textsOfWrite struct {
	id, method string
	texts      []string // paths of the fields, joined by dots
}

// textsOfWrites lists, from the OpenAPI document, the free texts in the body of every call.
func textsOfWrites(t *testing.T) []textsOfWrite {
	t.Helper()
	var document map[string]any
	if err := json.Unmarshal(app.Spec(), &document); err != nil {
		t.Fatal(err)
	}
	paths, _ := document["paths"].(map[string]any)
	list := []textsOfWrite{}
	for path := range paths {
		operations, _ := paths[path].(map[string]any)
		for method, operation := range operations {
			id, _ := dig(operation, "operationId").(string)
			schema := dig(operation, "requestBody", "content", "application/json", "schema")
			if texts := textsIn(document, schema, ""); len(texts) > 0 {
				list = append(list, textsOfWrite{id, strings.ToUpper(method), texts})
			}
		}
	}
	if len(list) < 20 {
		t.Fatalf("only %d calls take texts", len(list))
	}
	return list
}

func textsIn(document map[string]any, schema any, path string) []string {
	if ref, _ := dig(schema, "$ref").(string); ref != "" {
		schema = dig(document, "components", "schemas", ref[strings.LastIndex(ref, "/")+1:])
	}
	kind := dig(schema, "type")
	if either, _ := kind.([]any); len(either) > 0 {
		kind = either[0]
	}
	switch kind {
	case "string":
		if dig(schema, "enum") == nil && dig(schema, "format") == nil {
			return []string{strings.TrimPrefix(path, ".")}
		}
	case "array":
		return textsIn(document, dig(schema, "items"), path)
	case "object":
		fields, _ := dig(schema, "properties").(map[string]any)
		texts := []string{}
		for name, field := range fields {
			texts = append(texts, textsIn(document, field, path+"."+name)...)
		}
		return texts
	}
	return nil
}

// replaced returns a copy of a body in which a hidden character is inserted into the text at that path.
func replaced(value any, path []string, hidden string) any {
	switch value := value.(type) {
	case []any:
		return []any{replaced(value[0], path, hidden)}
	case map[string]any:
		changed := map[string]any{}
		for name, field := range value {
			changed[name] = field
		}
		changed[path[0]] = replaced(value[path[0]], path[1:], hidden)
		return changed
	}
	typed, _ := value.(string)
	return typed[:len(typed)/2] + hidden + typed[len(typed)/2:]
}
