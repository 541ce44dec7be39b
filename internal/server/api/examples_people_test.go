package api_test

import (
	"encoding/base32"
	"fmt"
	"strings"
	"time"

	"consigne/internal/adapter/oidc/oidctest"
	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/domain/people/account/totp"
)

// sendField sends what applications and controllers call.
func (e *examples) sendField() {
	e.try("field-user", "/api/terrain/utilisateurs",
		map[string]any{"email": "lea@exemple.fr", "nom": "Martin", "prenom": "Léa", "telephone": "0612345678"})
	e.try("field-language", "/api/terrain/utilisateurs/"+e.person()+"/langue", map[string]any{"langue": "en"})
	company := map[string]any{"societe": map[string]any{
		"nom": "Cycles Durand", "siren": "999999022", "adresse": "3 rue du Quai, 17000 La Rochelle",
	}}
	e.try("field-company", "/api/terrain/utilisateurs/"+e.person()+"/societe", company)
	e.try("change-user-company", atAccount+e.person()+"/societe?exploitant=1", company)
	e.try("field-card", "/api/terrain/utilisateurs/"+e.person()+"/carte", map[string]any{"jeton": "sim_acceptee"})
	e.try("field-stations", "/api/terrain/stations", nil)
	e.try("field-count", "/api/terrain/comptages",
		map[string]any{"connexion": "Z1", "occupees": 7, "instant": e.clock.Now().Format(time.RFC3339)})
	bought := e.try("field-subscribe", "/api/terrain/abonnements",
		map[string]any{"idUtilisateur": e.accountID, "idTarif": e.monthly(nil), "isReconductible": true})
	e.try("list-user-subscriptions", atAccount+e.person()+"/abonnements?exploitant=1", nil)
	e.try("user-subscription-effect", atAccount+e.person()+"/abonnements/effet", nil)
	e.try("list-subscriptions", "/api/admin/abonnements?exploitant=1&etat=en_cours&itemsPerPage=10&page=1", nil)
	running := map[string]any{"filters": map[string]any{"etat": []any{"en_cours"}}}
	const export = "/api/admin/abonnements/exportation/exploitant/1/format/"
	e.try("download-operator-subscriptions", export+"csv", running)
	e.try("download-operator-subscriptions-xlsx", export+"xlsx", running)
	e.sendWaits()
	subscription := "/abonnement/" + number(bought.Body["id"])
	e.try("end-subscription", "/api/admin"+subscription+"/resilier",
		map[string]any{"quand": "terme", "commentaire": "Déménage à la fin du mois"})
	e.try("get-subscription", "/api/admin"+subscription, nil)
	e.try("list-free-lockers", "/api/admin"+subscription+"/casiers", nil)
	e.try("place-subscription", "/api/admin"+subscription+"/place", map[string]any{"idStation": 2})
	e.try("resume-subscription", "/api/admin"+subscription+"/reprendre", nil)
	hers := "/api/terrain/utilisateurs/" + e.person()
	e.try("field-get-user", hers, nil)
	e.try("field-user-stays", hers+"/occupations?limite=2", nil)
	e.try("field-user-subscriptions", hers+"/abonnements?limite=2", nil)
	e.try("field-user-payments", hers+"/paiements?limite=2", nil)
	e.try("field-tariffs", "/api/terrain/tarifs?limite=2", nil)
	e.try("field-get-locker", "/api/terrain/casiers/1", nil)
	atField := "/api/terrain/abonnements/" + number(bought.Body["id"]) + "/resiliation"
	e.try("field-end-subscription", atField, nil)
	e.try("field-resume-subscription", atField, nil)

	e.want("a stay", e.call("POST", "/api/terrain/occupations", e.key, map[string]any{"idCasier": 1, "idUtilisateur": 6}),
		201, "")
	stay := e.open(1)
	e.clock.advance(3 * time.Hour)
	e.want("limits", e.call("PUT", atTariff+"1/modifier-informations-generales", e.admin(), typedTariff(map[string]any{
		"nombreMinutesAvantDepassement": 60, "montantDepassement": 100, "uniteDureeDepassement": "heure",
	})), 200, "")
	_ = e.call("PATCH", "/api/admin/occupation/"+stay+"/terminer", e.admin(), nil)
	e.want("a stay", e.call("POST", "/api/terrain/occupations", e.key, map[string]any{"idCasier": 1, "idUtilisateur": 6}),
		201, "")
	e.clock.advance(2 * time.Hour)
	list := e.call("GET", worklistAt, e.admin(), nil)
	line := worklistAt + "/depassements/" + number(dig(list.Body, "depassements", "items", 0, "idOccupation"))
	since := dig(list.Body, "depassements", "items", 0, "depuis")
	e.try("assign-line", line+"/responsable", map[string]any{"depuis": since, "responsable": 3, "avant": nil})
	e.try("postpone-line", line+"/report",
		map[string]any{"depuis": since, "jusquAu": e.clock.Now().AddDate(0, 0, 2).Format(time.DateOnly)})
	e.try("act-on-lines", worklistAt+"/traitement-groupe", map[string]any{"action": "laisser", "lignes": []any{
		map[string]any{
			"genre": "depassements", "objet": dig(list.Body, "depassements", "items", 0, "idOccupation"), "depuis": since,
			"avant": 3,
		},
	}})

	e.sendLeftBikes()
	now := time.Now()
	body, signature := stripetest.Event(webhookSecret, "payment_intent.succeeded",
		`{"id":"pi_1","status":"succeeded","metadata":{"presentation":"une-autre-installation"}}`, now)
	e.secrets = append(e.secrets, signature, "t=1761469200,v1=SIGNATURE")
	e.try("stripe-webhook", "/api/paiements/stripe", string(body), "Stripe-Signature", signature)
}

// sendWaits sends what concerns waiting lists.
func (e *examples) sendWaits() {
	w := waitSite{e.paymentSite, e.admin(), e.monthly(map[string]any{"libelle": "Abri mensuel"})}
	w.quota(0)
	const field, staff = "/api/terrain/attentes", waitsAt
	hers := e.try("field-wait", field,
		map[string]any{"idUtilisateur": e.accountID, "idTarif": w.tariff, "idStations": []any{2}})
	at := field + "/" + number(hers.Body["id"])
	second := e.try("add-wait", staff,
		map[string]any{
			"idUtilisateur": e.fieldCustomer(e.key, "hugo@exemple.fr"), "idTarif": w.tariff, "idStations": []any{2},
		})
	other := "/" + number(second.Body["id"])
	e.try("list-waits", staff+"?etat=en_attente&itemsPerPage=10&page=1", nil)
	e.try("move-wait", "/api/admin/attente"+other+"/rang", map[string]any{"rang": 1, "commentaire": "Mobilité réduite"})
	e.try("download-demand", staff+"/demande.csv", nil)
	e.try("download-demand-xlsx", staff+"/demande.xlsx", nil)
	e.try("field-confirm-wait", at+"/confirmation", nil)
	w.quota(1)
	w.minute()
	e.try("field-refuse-offer", field+other+"/refus", nil)
	e.try("field-get-wait", at, nil)
	e.try("field-accept-offer", at+"/acceptation", map[string]any{"isReconductible": true})
	third := w.joins(e.fieldCustomer(e.key, "ines@exemple.fr"))
	e.try("field-leave-wait", third, nil)
	fourth := w.joins(e.fieldCustomer(e.key, "jules@exemple.fr"))
	e.try("remove-wait", "/api/admin/attente/"+fourth[strings.LastIndex(fourth, "/")+1:], nil)
}

// tryPhoto sends a photo, whose file the example does not show.
func (e *examples) tryPhoto(id, path string) answer {
	taken := e.try(id, path, smallPhoto(e.t))
	sent := e.sent[id]
	sent.Body = "(le contenu du fichier)"
	e.sent[id] = sent
	return taken
}

// sendLeftBikes sends what concerns bicycles that are left.
func (e *examples) sendLeftBikes() {
	file := func(made answer) string { return "/api/admin/velo-laisse/" + number(made.Body["id"]) }
	one := file(e.try("open-left-bike", leftBikesAt, map[string]any{
		"idStation": 4, "description": "Noir, sacoche rouge", "marquage": "BC1234567A", "etiquette": "V-12",
	}))
	e.try("describe-left-bike", one, map[string]any{"etiquette": "V-13"})
	taken := e.tryPhoto("add-left-bike-photo", one+"/photos")
	e.try("get-left-bike-photo", one+"/photos/"+number(taken.Body["id"]), nil)
	e.try("take-left-bike-step", one+"/etape", map[string]any{"etape": "preavis", "avisAppose": true})
	e.try("get-left-bike", one, nil)
	e.try("print-left-bike", one+"/dossier.pdf", nil)
	e.try("list-left-bikes", leftBikesAt+"?etape=preavis&itemsPerPage=10&page=1", nil)
	e.try("undo-left-bike-step", one+"/etape", nil)
}

// sessions returns the sessions that a call lists, as their words and ids.
func (e *examples) sessions(path, bearer string) (shown, ids []string) {
	e.t.Helper()
	shown, ids = sessionsShown(e.call("GET", path, bearer, nil))
	for _, id := range ids {
		e.secrets = append(e.secrets, id, "SESSION")
	}
	return shown, ids
}

// prove makes the caller of the session prove again who they are, and returns the token of that step.
func (e *examples) prove() string {
	return step(e.try("confirm-identity", proveAgain, map[string]any{"motDePasse": password}))
}

// sendAccounts sends what people do with their own account, and administrators with those of others.
func (e *examples) sendAccounts() {
	const who = "hotline@exemple.test"
	e.session = e.login(who).token
	e.try("list-own-sessions", "/api/admin/compte/sessions", nil)
	e.clock.advance(time.Minute)
	e.login(who)
	_, ids := e.sessions("/api/admin/compte/sessions", e.session)
	e.try("end-own-session", "/api/admin/compte/session/"+ids[0], nil)
	e.try("end-own-other-sessions", "/api/admin/compte/sessions/terminer-autres", nil)
	e.try("end-sign-on", "/api/admin/compte/fin-session", nil)

	proved := e.prove()
	begun := e.try("begin-totp", newFactor+"/totp", map[string]any{"jetonEtape": proved})
	e.secrets = append(e.secrets, fmt.Sprint(begun.Body["cle"]), "JBSWY3DPEHPK3PXP")
	telephone := authenticator{e.site, keyOf(e, begun)}
	code := func() string {
		e.clock.advance(30 * time.Second)
		text := totp.At(telephone.key, e.clock.Now())
		e.secrets = append(e.secrets, text, "123456")
		return text
	}
	e.try("add-factor", newFactor,
		map[string]any{"jetonEtape": proved, "moyen": "totp", "nom": "Mon téléphone", "code": code()})
	e.try("begin-passkey", newFactor+"/cle-acces",
		map[string]any{"jetonEtape": step(e.call("POST", proveAgain, e.session,
			map[string]any{"moyen": "totp", "code": code()}))})
	factors := e.try("list-own-factors", ownFactors, nil)
	factor := ownFactors + "/" + number(dig(factors.Body, "facteurs", 0, "id"))
	e.try("rename-own-factor", factor, map[string]any{"nom": "Mon nouveau téléphone"})
	e.try("renew-recovery-codes", newCodes,
		map[string]any{"jetonEtape": step(e.call("POST", proveAgain, e.session,
			map[string]any{"moyen": "totp", "code": code()}))})
	e.try("login-second-factor", secondFactor,
		map[string]any{"jetonEtape": step(e.tryLogin(who)), "moyen": "totp", "code": code()})
	e.try("ask-passkey", "/api/compte/connexion/cle-acces/options", map[string]any{})
	e.try("remove-own-factor", factor+"/retirer",
		map[string]any{"jetonEtape": step(e.call("POST", proveAgain, e.session,
			map[string]any{"moyen": "totp", "code": code()}))})

	e.try("change-own-email", ownEmail, map[string]any{"jetonEtape": e.prove(), "email": "permanence@exemple.test"})
	e.try("withdraw-own-email", ownEmail, nil)
	e.try("change-own-password", ownPassword,
		map[string]any{"jetonEtape": e.prove(), "motDePasse": "quatre nuages très lents"})
	e.session = ""

	e.try("request-password", "/api/mot-de-passe/demander-changement", map[string]any{"mail": who})
	for _, message := range e.site.sent() {
		if found := linkPattern.FindStringSubmatch(message.Text); found != nil && message.To == who {
			e.try("change-password", "/api/mot-de-passe/changer", map[string]any{"jeton": found[1], "motDePasse": password})
		}
	}
	e.try("confirm-email", "/api/compte/adresse/confirmer",
		map[string]any{"jeton": e.requestEmail("nouvelle@exemple.test")})
	_, foreign := e.fieldKeyOf(2)
	e.want("elsewhere", e.call("POST", "/api/terrain/utilisateurs", foreign,
		map[string]string{"email": herEmail, "nom": "Nom", "prenom": "Léa", "telephone": "0612345678"}), 201, "")
	for _, message := range e.site.sent() {
		if found := confirmation.FindStringSubmatch(message.Text); found != nil {
			e.try("confirm-registration", "/api/compte/inscription/confirmer", map[string]any{"jeton": found[1]})
		}
	}
}

// sendSessions sends what opens and ends sessions, also by a provider of identity.
func (e *examples) sendSessions() {
	e.try("login", "/api/compte/connexion", map[string]any{"username": "gestionnaire@exemple.test", "password": password})
	for id, path := range map[string]string{
		"refresh-session": "/api/token/refresh",
		"end-session":     "/api/token/invalidate",
	} {
		one, other := e.login("gestionnaire@exemple.test"), e.login("gestionnaire@exemple.test")
		e.secrets = append(e.secrets, one.refresh, "JETON-DE-RENOUVELLEMENT")
		e.try(id, path+"?refreshToken="+one.refresh, nil, "Authorization", "Bearer "+one.token)
		e.try(id+"-by-body", path, map[string]any{"refreshToken": other.refresh}, "Authorization", "Bearer "+other.token)
	}

	served := oidctest.Serve(e.t, e.clock)
	e.secrets = append(e.secrets, served.Settings().Issuer, "https://identite.ville.fr")
	made := e.try("create-provider", provider, typedProvider(served, map[string]any{"domaines": []any{"exemple.test"}}))
	id := fmt.Sprint(made.Body["id"])
	e.try("list-providers", providers, nil)
	e.try("change-provider", provider+"/"+id,
		typedProvider(served, map[string]any{"libelle": "Ville de Grandval", "domaines": []any{"exemple.test"}}))
	e.try("try-provider", provider+"/"+id+"/essayer", nil)
	e.try("list-offered-providers", "/api/compte/connexion/fournisseurs", nil)
	start := e.try("start-sign-on", departure+id, nil)
	e.secrets = append([]string{
		fmt.Sprint(start.Body["adresse"]),
		"https://identite.ville.fr/authorize?client_id=consigne&response_type=code&state=ETAT",
	}, e.secrets...)
	d := directory{served, e.site, id}
	d.is("u1", "gestionnaire@exemple.test", nil)
	back := d.goThere()
	for name, value := range back.body {
		e.secrets = append(e.secrets, fmt.Sprint(value), strings.ToUpper(name))
	}
	e.session = bearerOf(e.try("finish-sign-on", comeBack, back.body, "Cookie", back.cookie))
	own := e.try("list-own-identities", ownIdentities, nil)
	e.try("unlink-own-identity", ownIdentity+"/"+number(dig(own.Body, "identites", 0, "id")), nil)
	e.session = ""
	d.signIn()
	linked := e.try("list-identities", atAccount+"2/fournisseurs", nil)
	e.try("unlink-identity", atAccount+"2/fournisseur/"+number(dig(linked.Body, "identites", 0, "id")), nil)
	e.try("delete-provider", provider+"/"+id, nil)

	e.login("mainteneur@exemple.test")
	_, ids := e.sessions(atAccount+"4/sessions", e.admin())
	e.try("end-user-session", atAccount+"4/session/"+ids[0]+"?exploitant=1", nil)
	e.try("end-user-sessions", atAccount+"4/sessions/terminer?exploitant=1", nil)
	e.addApp(e.confirm(e.login("mainteneur@exemple.test").token), "Téléphone")
	e.try("reset-second-factor", atAccount+"4/second-facteur/reinitialiser?exploitant=1", nil)
}

// sendRemovals sends what takes things and people out for ever.
func (e *examples) sendRemovals() {
	keys := e.call("GET", atOperator+"/cles", e.admin(), nil)
	e.try("revoke-key", "/api/admin/cle/"+number(keys.List[0]["id"]), nil)
	e.try("switch-user", atAccount+"4/switch-actif", nil)
	made := e.call("POST", "/api/admin/exploitant/1/station/ajouter", e.admin(), map[string]any{
		"nom": "Essai", "libelleAdmin": "Essai", "latitude": "45.1", "longitude": "5.7", "adresse": "1 rue X",
		"codePostal": "38000", "ville": "Grenoble", "stationType": "indiv",
	})
	e.try("delete-station", atStation+number(made.Body["idStation"])+"/supprimer", nil)
	e.try("anonymise-user", atAccount+"7/anonymiser", nil)
	e.try("delete-user", atAccount+"8/supprimer", nil)
	gone := e.call("POST", "/api/admin/exploitant", e.admin(), typedOperator(nil))
	e.try("delete-operator", "/api/admin/exploitant/"+number(gone.Body["id"])+"/suppression", nil)
}

// keyOf returns the key of an application that is being added.
func keyOf(e *examples, begun answer) []byte {
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(fmt.Sprint(begun.Body["cle"]))
	e.check(err)
	return key
}
