package api_test

import (
	"regexp"
	"strings"
	"testing"
)

func typedOperator(change map[string]any) map[string]any {
	body := map[string]any{
		"libelleExploitant": "Métropole", "email": "a@ville.fr", "adresseLibelle": "1 rue X", "adresseCodePostal": "38000",
		"adresseVille": "Grenoble",
	}
	for field, value := range change {
		body[field] = value
	}
	return body
}

func TestOperators(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin, manager := s.login("admin@exemple.test").token, s.login("gestionnaire@exemple.test").token
		for _, c := range []struct {
			name, detail string
			change       map[string]any
		}{
			{"no name", "Veuillez renseigner tous les champs", map[string]any{"libelleExploitant": " "}},
			{"an e-mail", "Le format de l'email n'est pas correct.", map[string]any{"email": "ville.fr"}},
			{"a postal code", "Le format du code postal n'est pas correct", map[string]any{"adresseCodePostal": "3800"}},
			{"a city", "Le format de la ville n'est pas correct", map[string]any{"adresseVille": "Grenoble 2"}},
			{"a dashboard", "L'identifiant Metabase doit être un nombre entier positif", map[string]any{"metabaseId": -1}},
		} {
			s.want(c.name, s.call("POST", "/api/admin/exploitant", admin, typedOperator(c.change)), 422, c.detail)
			s.want(c.name+", changed", s.call("PUT", "/api/admin/exploitant/1", admin, typedOperator(c.change)), 422, c.detail)
		}
		created := s.call("POST", "/api/admin/exploitant", admin, typedOperator(nil))
		s.want("create", created, 201, "")
		path := "/api/admin/exploitant/" + number(created.Body["id"])
		changed := s.call("PUT", path, admin,
			typedOperator(map[string]any{"libelleExploitant": "Ville", "adresseComplement": "B", "metabaseId": 7}))
		if changed.Body["nom"] != "Ville" || changed.Body["metabaseId"] != 7.0 ||
			dig(changed.Body, "adresse", "complement") != "B" {
			t.Errorf("changed: %s", changed.Raw)
		}
		if read := s.call("GET", path, admin, nil); read.Raw != changed.Raw {
			t.Errorf("read again: %s", read.Raw)
		}
		s.want("another's", s.call("GET", path, manager, nil), 403, "")
		s.want("theirs", s.call("GET", "/api/admin/exploitant/1", manager, nil), 200, "")
		for _, c := range [][2]string{
			{"POST", "/api/admin/exploitant"},
			{"PUT", "/api/admin/exploitant/1"},
			{"DELETE", "/api/admin/exploitant/1/suppression"},
		} {
			s.want("a manager may not "+c[0], s.call(c[0], c[1], manager, typedOperator(nil)), 403, "")
		}
		s.want("in use", s.call("DELETE", "/api/admin/exploitant/1/suppression", admin, nil), 409,
			"Cet exploitant ne peut être supprimé : une utilisation est en cours dans l'une de ses stations.")
		s.want("delete", s.call("DELETE", path+"/suppression", admin, nil), 204, "")
		s.want("deleted", s.call("GET", path, admin, nil), 404, "")
	})
}

func TestContacts(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin, hotline := s.login("admin@exemple.test").token, s.login("hotline@exemple.test").token
		add := func(body map[string]string) answer {
			return s.call("POST", "/api/admin/referent/exploitant/1", admin, body)
		}
		s.want("no name", add(map[string]string{"prenom": "Zoé"}), 422, "Veuillez renseigner le champ Nom")
		s.want("an e-mail", add(map[string]string{"nom": "Zola", "email": "zola"}), 422,
			"Veuillez renseigner un email valide")
		s.want("the name alone", add(map[string]string{"nom": "Zola"}), 201, "")
		second := add(map[string]string{
			"nom": "éluard", "prenom": "Paul", "telephone": "01 02", "email": "p@ville.fr",
			"fonction": "Astreinte",
		})
		list := s.call("GET", "/api/admin/referents/exploitant/1", hotline, nil)
		if len(list.List) != 2 || list.List[0]["nom"] != "éluard" || list.List[0]["fonction"] != "Astreinte" {
			t.Errorf("by name: %s", list.Raw)
		}
		path := "/api/admin/referent/" + number(second.Body["id"])
		if got := s.call("PUT", path, admin, map[string]string{"nom": "Éluard"}); got.Body["prenom"] != "" {
			t.Errorf("changed: %s", got.Raw)
		}
		s.want("hotline may not", s.call("PUT", path, hotline, map[string]string{"nom": "x"}), 403, "")
		s.want("another operator's staff", s.call("DELETE", path, s.login("ailleurs@exemple.test").token, nil), 404, "")
		s.want("delete", s.call("DELETE", path, admin, nil), 204, "")
		s.want("twice", s.call("DELETE", path, admin, nil), 404, "")
	})
}

func typedMember(change map[string]string) map[string]string {
	body := map[string]string{
		"nom": "Zola", "prenom": "Émile", "telephone": "+33 6 12 34 56 78",
		"email": "emile@ville.fr",
	}
	for field, value := range change {
		body[field] = value
	}
	return body
}

func TestManagers(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		const path = "/api/admin/gestionnaire"
		for _, c := range []struct {
			field, value, detail string
		}{
			{"prenom", "", "Veuillez renseigner tous les champs."},
			{"telephone", "", "Veuillez renseigner tous les champs."},
			{"email", "emile", "Le format de l'email n'est pas correct."},
			{"telephone", "12", "Le format du numéro de téléphone n'est pas correct."},
			{"email", "Gestionnaire@Exemple.test", "Ce mail est déjà présent"},
			{"email", "usager@exemple.test", "Ce mail est déjà présent"},
		} {
			s.want(c.field, s.call("POST", path+"/exploitant/1", admin, typedMember(map[string]string{c.field: c.value})), 422,
				c.detail)
		}
		created := s.call("POST", path+"/exploitant/1", admin, typedMember(nil))
		s.want("create", created, 201, "")
		s.check(s.mailer.SendDue(t.Context()))
		message := s.mailbox.mails[0]
		if message.To != "emile@ville.fr" || message.Subject != "Votre accès à Consigne" ||
			!strings.Contains(message.Text, "«\u00a0Grandval\u00a0» vous ouvre un accès") {
			t.Errorf("invitation: %+v", message)
		}
		link := regexp.MustCompile(`#jeton=([^"\s&]+)`).FindStringSubmatch(message.Text)[1]
		s.want("six days later",
			s.call("POST", "/api/mot-de-passe/changer", "", map[string]string{"jeton": link, "motDePasse": password}), 200, "")
		token := s.login("emile@ville.fr").token
		list := s.call("GET", "/api/admin/gestionnaires/exploitant/1", token, nil)
		if len(list.List) != 3 || list.List[2]["nom"] != "Zola" || list.List[2]["telephone"] != "0612345678" {
			t.Errorf("by name: %s", list.Raw)
		}
		member := path + "/utilisateur/" + number(created.Body["id"]) + "/exploitant/"
		s.want("a manager may not change a manager", s.call("PUT", member+"1", token, typedMember(nil)), 403, "")
		s.want("a taken e-mail",
			s.call("PUT", member+"1", admin, typedMember(map[string]string{"email": "hotline@exemple.test"})), 422,
			"Ce mail est déjà présent")
		s.want("no manager there", s.call("PUT", member+"2", admin, typedMember(nil)), 404, "")
		if got := s.call("PUT", member+"1", admin, typedMember(map[string]string{"nom": "Hugo"})); got.Status != 200 ||
			got.Body["nom"] != "Hugo" {
			t.Errorf("changed: %s", got.Raw)
		}
		s.want("remove", s.call("DELETE", member+"1", admin, nil), 204, "")
		s.want("at the very next call", s.call("GET", "/api/admin/gestionnaires/exploitant/1", token, nil), 403, "")
		s.want("removed", s.call("DELETE", member+"1", admin, nil), 404, "")
	})
}

// The rights to read, add, change and remove each kind of staff.
func TestTeamRights(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		logins := map[string]string{}
		for _, who := range []string{"admin", "gestionnaire", "hotline", "mainteneur", "ailleurs"} {
			logins[who] = s.login(who + "@exemple.test").token
		}
		const list, one = "/api/admin/personnel/exploitant/1?role=", "/api/admin/personnel/utilisateur/"
		for _, c := range []struct {
			who, role   string
			read, write int
		}{
			{"admin", "Hotline", 200, 201},
			{"admin", "Mainteneur", 200, 201},
			{"gestionnaire", "Hotline", 200, 201},
			{"gestionnaire", "Mainteneur", 200, 201},
			{"hotline", "Hotline", 200, 403},
			{"hotline", "Mainteneur", 403, 403},
			{"mainteneur", "Hotline", 403, 403},
			{"mainteneur", "Mainteneur", 200, 403},
			{"ailleurs", "Hotline", 403, 403},
			{"ailleurs", "Mainteneur", 403, 403},
			{"gestionnaire", "Gestionnaire", 422, 422},
			{"gestionnaire", "", 422, 422},
		} {
			what := c.who + " over " + c.role
			s.want(what, s.call("GET", list+c.role, logins[c.who], nil), c.read, "")
			email := strings.ToLower(c.who+c.role) + "@ville.fr"
			created := s.call("POST", list+c.role, logins[c.who], typedMember(map[string]string{"email": email}))
			s.want(what, created, c.write, "")
			member := one + "4/exploitant/1?role=" + c.role // mainteneur@exemple.test
			if c.write == 201 {
				member = one + number(created.Body["id"]) + "/exploitant/1?role=" + c.role
				s.want(what, s.call("PUT", member, logins[c.who], typedMember(map[string]string{"email": "x" + email})), 200, "")
				s.want(what, s.call("DELETE", member, logins[c.who], nil), 204, "")
				continue
			}
			s.want(what, s.call("PUT", member, logins[c.who], typedMember(nil)), c.write, "")
			s.want(what, s.call("DELETE", member, logins[c.who], nil), c.write, "")
		}
	})
}
