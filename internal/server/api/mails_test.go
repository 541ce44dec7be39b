package api_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/mail"
)

var linkIn = regexp.MustCompile(`#jeton=([^"\s&]+)`)

// Mails stored in a folder are deleted with the person they were for, and no others.
func TestKeptMailsGoWithTheAccount(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		path := filepath.Join(t.TempDir(), "courriels")
		folder, err := mail.NewFolder(path, "Consigne <consigne@exemple.test>")
		s.check(err)
		s.mailer.Sender, s.mailer.Folder = folder, folder
		mails := func() string {
			s.check(s.mailer.SendDue(t.Context()))
			files, err := os.ReadDir(path)
			s.check(err)
			all := ""
			for _, file := range files {
				content, err := os.ReadFile(filepath.Join(path, file.Name()))
				s.check(err)
				all += string(content)
			}
			return all
		}
		admin := s.login("admin@exemple.test").token
		gone := s.call("POST", "/api/admin/gestionnaire/exploitant/1", admin, typedMember(nil))
		s.want("create", gone, 201, "")
		for _, email := range []string{"emile@ville.fr", "Hotline@exemple.test", "personne@exemple.test"} {
			s.want("forgotten", s.call("POST", "/api/mot-de-passe/demander-changement", "", map[string]string{"mail": email}),
				200, "")
		}
		if all := mails(); strings.Count(all, "emile@ville.fr") != 2 || !strings.Contains(all, "hotline@") ||
			strings.Contains(all, "personne@") {
			t.Fatalf("mails: %s", all)
		}
		member := "/api/admin/gestionnaire/utilisateur/" + number(gone.Body["id"]) + "/exploitant/1"
		s.want("change", s.call("PUT", member, admin, typedMember(map[string]string{"email": "e.zola@ville.fr"})), 200, "")
		mails()
		s.want("delete", s.call("POST", "/api/admin/utilisateur/"+number(gone.Body["id"])+"/supprimer", admin, nil), 201, "")
		if all := mails(); strings.Contains(all, "ville.fr") || strings.Count(all, "hotline@") != 1 {
			t.Errorf("after the deletion: %s", all)
		}
	})
}

// Who has not accepted an invitation is shown with it, and gets another on demand, of which the earlier link is dead.
func TestAnInvitationIsSentAgain(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		manager := s.login("gestionnaire@exemple.test").token
		created := s.call("POST", "/api/admin/personnel/exploitant/1?role=Hotline", manager, typedMember(nil))
		s.want("create", created, 201, "")
		id := number(created.Body["id"])
		again := "/api/admin/personnel/utilisateur/" + id + "/exploitant/1/invitation?role="
		sent := func() string {
			s.mailbox.mails = nil
			s.check(s.mailer.SendDue(t.Context()))
			if len(s.mailbox.mails) != 1 || s.mailbox.mails[0].To != "emile@ville.fr" {
				t.Fatalf("mails: %+v", s.mailbox.mails)
			}
			return linkIn.FindStringSubmatch(s.mailbox.mails[0].Text)[1]
		}
		choose := func(link string) answer {
			return s.call("POST", "/api/mot-de-passe/changer", "", map[string]string{"jeton": link, "motDePasse": password})
		}
		invitation := func() any {
			t.Helper()
			list := s.call("GET", "/api/admin/personnel/exploitant/1?role=Hotline", s.login("admin@exemple.test").token, nil)
			s.want("list", list, 200, "")
			for _, member := range list.List {
				if number(member["id"]) == id {
					return member["invitation"]
				}
			}
			t.Fatalf("not in the team: %s", list.Raw)
			return nil
		}
		first := sent()
		if at := invitation(); dig(at, "expiree") != false || dig(at, "envoyeeLe") == nil {
			t.Errorf("invited: %v", at)
		}
		s.clock.advance(8 * 24 * time.Hour)
		admin := s.login("admin@exemple.test").token
		manager = s.login("gestionnaire@exemple.test").token
		if at := invitation(); dig(at, "expiree") != true {
			t.Errorf("a week later: %v", at)
		}
		s.want("by the hotline", s.call("POST", again+"Hotline", s.login("hotline@exemple.test").token, nil), 403, "")
		s.want("in another part", s.call("POST", again+"Mainteneur", manager, nil), 404, "")
		s.want("again", s.call("POST", again+"Hotline", manager, nil), 204, "")
		second := sent()
		s.want("at once", s.call("POST", again+"Hotline", admin, nil), 204, "")
		sent()
		if at := invitation(); dig(at, "expiree") != false {
			t.Errorf("again: %v", at)
		}
		s.want("the first link", choose(first), 410, "")
		s.want("the second link", choose(second), 410, "")
		s.want("banned", s.call("PATCH", "/api/admin/utilisateur/"+id+"/switch-actif", admin, nil), 200, "")
		s.want("who is banned", s.call("POST", again+"Hotline", manager, nil), 409, "")
		s.want("reinstated", s.call("PATCH", "/api/admin/utilisateur/"+id+"/switch-actif", admin, nil), 200, "")
		for range 3 {
			s.want("often", s.call("POST", again+"Hotline", manager, nil), 204, "")
		}
		s.want("too often", s.call("POST", again+"Hotline", manager, nil), 429, "")
		s.want("the last link", choose(sent()), 200, "")
		if at := invitation(); at != nil {
			t.Errorf("accepted: %v", at)
		}
		s.want("accepted", s.call("POST", again+"Hotline", manager, nil), 409, "")
		log := s.call("GET", "/api/admin/journal?exploitant=1&action=compte.invitation&objet=compte:"+id, admin, nil)
		if strings.Count(log.Raw, `"compte.invitation"`) != 5 {
			t.Errorf("log: %s", log.Raw)
		}
	})
}

// A person who has not accepted their invitation gets another at the corrected address; the link sent to the former
// address opens nothing.
func TestCorrectedAddressIsInvitedAgain(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		created := s.call("POST", "/api/admin/gestionnaire/exploitant/1", admin, typedMember(nil))
		s.want("create", created, 201, "")
		member := "/api/admin/gestionnaire/utilisateur/" + number(created.Body["id"]) + "/exploitant/1"
		sent := func() []mail.Message {
			s.mailbox.mails = nil
			s.check(s.mailer.SendDue(t.Context()))
			return s.mailbox.mails
		}
		correct := func(change map[string]string) {
			t.Helper()
			s.want("correct", s.call("PUT", member, admin, typedMember(change)), 200, "")
		}
		choose := func(message mail.Message) answer {
			link := linkIn.FindStringSubmatch(message.Text)[1]
			return s.call("POST", "/api/mot-de-passe/changer", "", map[string]string{"jeton": link, "motDePasse": password})
		}
		first := sent()
		correct(map[string]string{"nom": "Hugo"})
		correct(map[string]string{"nom": "Hugo", "email": "EMILE@ville.fr"})
		if again := sent(); len(again) != 0 {
			t.Errorf("the same address: %+v", again)
		}
		correct(map[string]string{"email": "e.zola@ville.fr"})
		correct(map[string]string{"email": "emile.zola@ville.fr"}) // before the mail to the former address is sent
		again := sent()
		if len(again) != 1 || again[0].To != "emile.zola@ville.fr" || again[0].Subject != first[0].Subject {
			t.Fatalf("invited again: %+v", again)
		}
		s.want("the first link", choose(first[0]), 410, "")
		s.want("the new link", choose(again[0]), 200, "")
	})
}
