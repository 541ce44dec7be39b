package main

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/demo"
	"consigne/internal/store/storetest"
)

// The files of a running node hold nothing of a person who was erased, of a contact or manager who was deleted, nor
// what somebody's name, telephone or e-mail was before it was changed. A reader holds that up only while it reads.
func TestTheFilesOfANodeForgetWhatIsErased(t *testing.T) {
	path := filepath.Join(t.TempDir(), "consigne.db")
	s := newMeasuredSite(t, "sqlite:"+path)
	platform := s.call(200, "POST", "/api/compte/connexion", "",
		`{"username":"admin@consigne.test","password":"`+demo.Password+`"}`, "token")

	person := func(lastName, phone, email string) string {
		return `{"nom":"` + lastName + `","prenom":"Zéphyrine","telephone":"` + phone + `","email":"` + email + `"}`
	}
	customer := s.call(201, "POST", "/api/terrain/utilisateurs", s.fieldKey,
		person("Quintefeuille", "0798765432", "z.usagère@exemple.test"), "id")
	manager := s.call(201, "POST", "/api/admin/gestionnaire/exploitant/1", platform,
		person("Heptefeuille", "0755667788", "z.gérante@exemple.test"), "id")
	s.call(200, "PUT", "/api/admin/gestionnaire/utilisateur/"+manager+"/exploitant/1", platform,
		person("Sextefeuille", "0711223344", "z.autre@exemple.test"), "")
	contact := s.call(201, "POST", "/api/admin/referent/exploitant/1", platform,
		person("Octefeuille", "0744332211", "z.référente@exemple.test"), "id")
	s.call(200, "PUT", "/api/admin/referent/"+contact, platform,
		person("Nonefeuille", "0733221100", "z.référente@exemple.test"), "")

	texts := []string{
		"quintefeuille", "sextefeuille", "heptefeuille", "octefeuille", "nonefeuille", "zéphyrine", "zephyrine", "z.usag",
		"z.autre", "z.g", "z.r",
		"0798765432", "0711223344", "0755667788", "0744332211", "0733221100",
	}
	left := func(files []byte) (found []string) {
		for _, text := range texts {
			if bytes.Contains(files, []byte(text)) {
				found = append(found, text)
			}
		}
		return found
	}
	// The three of the manager's former name may be gone already, with the log that held them.
	if found := left(storetest.SQLiteBytes(t, path)); len(found) < len(texts)-3 {
		t.Fatalf("only %q is there before", found)
	}
	s.call(204, "DELETE", "/api/admin/referent/"+contact, platform, "", "")
	s.call(201, "POST", "/api/admin/utilisateur/"+manager+"/supprimer", platform, "", "")

	reading, read := make(chan struct{}), make(chan error, 1)
	go func() {
		read <- s.database.Snapshot(t.Context(), func(ctx context.Context) error {
			_, err := s.database.Count(ctx, "test", `SELECT COUNT(*) FROM accounts`)
			close(reading)
			time.Sleep(2 * time.Second)
			return err
		})
	}()
	<-reading
	s.call(201, "POST", "/api/admin/utilisateur/"+customer+"/anonymiser", platform, "", "")
	must(t, <-read)
	var found []string
	for range 300 {
		if found = left(storetest.SQLiteBytes(t, path)); found == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if found != nil {
		t.Errorf("the running node still has %q", found)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	_, err := db.CopySQLite(t.Context(), path, copied)
	must(t, err)
	if found := left(storetest.SQLiteBytes(t, copied)); found != nil {
		t.Errorf("the backup has %q", found)
	}
	s.stop()
	if found := left(storetest.SQLiteBytes(t, path)); found != nil {
		t.Errorf("the stopped node has %q", found)
	}
}
