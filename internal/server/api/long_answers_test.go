package api_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// slowClient reads nothing until it goes.
type slowClient struct {
	*httptest.ResponseRecorder
	reached chan struct{} // closed when the answer begins
	goes    chan struct{}
	left    chan struct{} // closed when the server has noticed
}

func (c *slowClient) SetWriteDeadline(time.Time) error { return nil }

func (c *slowClient) Write([]byte) (int, error) {
	select {
	case <-c.reached:
	default:
		close(c.reached)
	}
	<-c.goes
	return 0, errors.New("the client has gone")
}

func (c *slowClient) quit() {
	close(c.goes)
	<-c.left
}

// read begins to read an answer.
func (s *site) read(method, path, bearer, body string) *slowClient {
	s.t.Helper()
	c := &slowClient{httptest.NewRecorder(), make(chan struct{}), make(chan struct{}), make(chan struct{})}
	request := httptest.NewRequestWithContext(s.t.Context(), method, path, bytes.NewBufferString(body))
	request.Header.Set("Content-Type", "application/json")
	if bearer != "" {
		request.Header.Set("Authorization", "Bearer "+bearer)
	}
	go func() {
		defer close(c.left)
		defer func() {
			if cause := recover(); cause != nil && cause != http.ErrAbortHandler { //nolint:errorlint // what was thrown, itself
				panic(cause)
			}
		}()
		s.handler.ServeHTTP(c, request)
	}()
	select {
	case <-c.reached:
	case <-time.After(10 * time.Second):
		s.t.Fatalf("%s %s did not begin", method, path)
	}
	return c
}

// A caller has two long answers at once, an operator four; who goes makes room.
func TestLongAnswersAtOnce(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const (
			stays, payments, all = "/api/admin/usages/exportation/exploitant/1/format/csv",
				"/api/admin/paiements/exportation/exploitant/1/format/xlsx", "/api/admin/paiements/exportation/format/csv"
			archive    = "/api/admin/exploitant/1/documents.zip?mois=2026-01"
			filters    = `{"filters":{}}`
			ofCaller   = "Deux téléchargements sont déjà en cours avec votre compte. Veuillez réessayer quand l'un d'eux sera terminé."
			ofOperator = "Quatre téléchargements sont déjà en cours pour cet exploitant. Veuillez réessayer quand l'un d'eux sera terminé."
		)
		manager, hotline := s.login("gestionnaire@exemple.test").token, s.login("hotline@exemple.test").token
		admin, elsewhere := s.login("admin@exemple.test").token, s.login("ailleurs@exemple.test").token
		opened := s.call("POST", "/api/admin/paiements/exportation/exploitant/1", manager, filters)
		s.want("a ticket", opened, 201, "")
		byTicket := "/api/paiements/exportation/exploitant/1/format/csv/" + fmt.Sprint(opened.Body["token"])

		first, second := s.read("POST", stays, manager, filters), s.read("POST", payments, manager, filters)
		for name, refused := range map[string]answer{
			"a third":       s.call("POST", stays, manager, filters),
			"an archive":    s.call("GET", archive, manager, nil),
			"by the ticket": s.call("GET", byTicket, "", nil),
		} {
			s.want(name, refused, 429, ofCaller)
			if wait := refused.Header.Get("Retry-After"); wait != "10" {
				t.Errorf("%s: Retry-After %q", name, wait)
			}
		}
		const orSums = "Deux téléchargements ou calculs sont déjà en cours avec votre compte. Veuillez réessayer quand l'un d'eux sera terminé."
		for name, path := range map[string]string{
			"entries of accounting": "/api/admin/exploitant/1/reddition/2026-01/fec.txt",
			"all that is held":      "/api/admin/utilisateur/6/export?exploitant=1",
		} {
			refused := s.call("GET", path, manager, nil)
			s.want(name, refused, 429, orSums)
			if wait := refused.Header.Get("Retry-After"); wait != "10" {
				t.Errorf("%s: Retry-After %q", name, wait)
			}
		}
		s.want("a comparison", s.call("POST", "/api/admin/tarif/1/comparaison", manager, map[string]any{}), 429, orSums)
		s.want("a list", s.call("GET", "/api/admin/station/exploitant/1", manager, nil), 200, "")
		third, fourth := s.read("POST", stays, hotline, filters), s.read("GET", archive, admin, "")
		s.want("a fifth of the operator", s.call("POST", stays, admin, filters), 429, ofOperator)
		s.want("of the platform", s.call("POST", all, admin, filters), 200, "")
		s.want("of another operator",
			s.call("POST", "/api/admin/usages/exportation/exploitant/2/format/csv", elsewhere, filters), 200, "")

		first.quit()
		s.want("once one has gone", s.call("POST", stays, manager, filters), 200, "")
		ticketed := s.read("GET", byTicket, "", "")
		s.want("a third, with the ticket's", s.call("POST", stays, manager, filters), 429, ofCaller)
		for _, c := range []*slowClient{second, third, fourth, ticketed} {
			c.quit()
		}
		for range 3 {
			s.want("what has ended does not count", s.call("POST", payments, manager, filters), 200, "")
		}
	})
}
