package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// follower is an open stream of changes.
type follower struct {
	t     *testing.T
	lines chan string // closed when the stream ends
	last  string      // where it resumes
}

func follow(t *testing.T, site, token, after string) *follower {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, site+"/api/admin/flux", nil)
	must(t, err)
	request.Header.Set("Authorization", "Bearer "+token)
	if after != "" {
		request.Header.Set("Last-Event-ID", after)
	}
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	t.Cleanup(func() { _ = response.Body.Close() })
	if response.StatusCode != http.StatusOK {
		t.Fatalf("the stream of %s: %d", site, response.StatusCode)
	}
	f := &follower{t: t, lines: make(chan string, 1000)}
	go func() {
		defer close(f.lines)
		for scanner := bufio.NewScanner(response.Body); scanner.Scan(); {
			f.lines <- scanner.Text()
		}
	}()
	return f
}

// until reads until a line holds the text, or the stream has ended when it is empty.
func (f *follower) until(text string) {
	f.t.Helper()
	late := time.After(10 * time.Second)
	for {
		select {
		case line, open := <-f.lines:
			if value, ok := strings.CutPrefix(line, "id: "); ok {
				f.last = value
			}
			if !open && text == "" || open && text != "" && strings.Contains(line, text) {
				return
			}
			if !open {
				f.t.Fatalf("the stream ended before %q", text)
			}
		case <-late:
			f.t.Fatalf("ten seconds without %q", text)
		}
	}
}

// What is written through one node is told by the other within two seconds, through HAProxy and without it. Who was
// connected to a node that stops resumes at the other and misses nothing.
func TestChangesReachTheOtherNode(t *testing.T) {
	c := newCluster(t)
	defer c.logErrors()
	node1, node2 := "http://"+c.listens[0], "http://"+c.listens[1]
	send := func(site, method, path, token string, body any) (int, []byte) {
		typed, err := json.Marshal(body)
		must(t, err)
		request, err := http.NewRequestWithContext(t.Context(), method, site+path, bytes.NewReader(typed))
		must(t, err)
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", "Bearer "+token)
		response, err := http.DefaultClient.Do(request)
		must(t, err)
		defer func() { _ = response.Body.Close() }()
		text, err := io.ReadAll(response.Body)
		must(t, err)
		return response.StatusCode, text
	}
	status, text := send(c.url, "POST", "/api/compte/connexion", "",
		map[string]string{"username": "gestionnaire@exemple.test", "password": managerPassword})
	got := struct{ Token string }{}
	if status != http.StatusOK || json.Unmarshal(text, &got) != nil {
		t.Fatalf("sign in: %d %s", status, text)
	}
	switchLocker := func() {
		t.Helper()
		if status, text := send(node1, "PATCH", "/api/admin/casier/1/switch-actif", got.Token,
			map[string]string{"motif": "Serrure à vérifier"}); status != http.StatusOK {
			t.Fatalf("switch: %d %s", status, text)
		}
	}
	const told = `"sujet":"service"`
	proxied, direct := follow(t, c.url, got.Token, ""), follow(t, node2, got.Token, "")
	proxied.until("id: ")
	direct.until("id: ")
	for range 3 {
		switchLocker()
		written := time.Now()
		for name, f := range map[string]*follower{"through HAProxy": proxied, "node 2": direct} {
			f.until(told)
			if took := time.Since(written); took > 2*time.Second {
				t.Errorf("%s: told after %s", name, took)
			} else {
				t.Logf("%s: told after %s", name, took)
			}
			f.until("id: ")
		}
	}

	c.nodes[1].terminate()
	direct.until("event: fin")
	direct.until("")
	switchLocker()
	again := follow(t, c.url, got.Token, direct.last)
	again.until(told)
}
