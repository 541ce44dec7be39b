package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/store/storetest"
)

// The binary writes security events to its log as docs/operations.md describes them.
func TestTheStreamIsAsDescribed(t *testing.T) {
	_, chapter, _ := strings.Cut(read(t, "../../docs/operations.md"), "\n## Security events\n")
	chapter, _, _ = strings.Cut(chapter, "\n### ")
	first := func(pattern string) (words []string) {
		for _, line := range regexp.MustCompile("(?m)^\\| `("+pattern+")` \\|").FindAllStringSubmatch(chapter, -1) {
			words = append(words, line[1])
		}
		return words
	}
	fields, kinds := first(`[a-z]+`), first(`[a-z_]+\.[a-z_]+`)

	const password = "Consigne-demo-2026"
	_, log := servedDemo(t, buildBinary(t), storetest.EmptySQLiteURL(t), func(address, said string, _ fmt.Stringer) {
		call := func(method, path, bearer string, body any, status int) map[string]any {
			t.Helper()
			typed, err := json.Marshal(body)
			must(t, err)
			request, err := http.NewRequest(method, address+path, bytes.NewReader(typed))
			must(t, err)
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Authorization", "Bearer "+bearer)
			response, err := http.DefaultClient.Do(request)
			must(t, err)
			text, err := io.ReadAll(response.Body)
			must(t, err)
			must(t, response.Body.Close())
			if response.StatusCode != status {
				t.Fatalf("%s %s: %d %s", method, path, response.StatusCode, text)
			}
			answer := map[string]any{}
			_ = json.Unmarshal(text, &answer) // some answers are lists
			return answer
		}
		enter := func(email, password string, status int) string {
			t.Helper()
			token, _ := call("POST", "/api/compte/connexion", "", map[string]string{"username": email, "password": password},
				status)["token"].(string)
			return token
		}
		hotline := enter("hotline@grandval.test", password, 200)
		call("GET", "/api/admin/securite/evenements", hotline, nil, 403)
		for range 5 {
			enter("mainteneur@grandval.test", "un-secret-devine", 401)
		}
		enter("personne@grandval.test", "un-secret-devine", 401)
		admin := enter("admin@consigne.test", password, 200)
		made := call("POST", "/api/admin/exploitant/1/cle", admin, map[string]string{"libelle": "Essai"}, 201)
		key, _ := made["cle"].(string)
		call("GET", "/api/terrain/stations", key, nil, 200)
	})

	seen := map[string]int{}
	for line := range strings.Lines(log) {
		event := map[string]any{}
		if err := json.Unmarshal([]byte(line), &event); err != nil || event["security"] != true {
			continue
		}
		for field := range event {
			if !slices.Contains(fields, field) {
				t.Errorf("the field %q is not described: %s", field, line)
			}
		}
		kind, _ := event["event"].(string)
		if !slices.Contains(kinds, kind) {
			t.Errorf("the kind %q is not described: %s", kind, line)
		}
		at, _ := event["time"].(string)
		if _, err := time.Parse(time.RFC3339Nano, at); err != nil || event["level"] != "WARN" || event["msg"] != "security" ||
			event["address"] != "127.0.0.1" {
			t.Errorf("%v: %s", err, line)
		}
		seen[kind]++
	}
	for kind, want := range map[string]int{
		"connexion.echec": 6, "connexion.blocage": 1, "connexion.nouvelle_adresse": 2, "acces.refus": 1, "cle.creation": 1,
		"cle.nouveau_reseau": 1,
	} {
		if seen[kind] != want {
			t.Errorf("%d of %s, want %d: %v", seen[kind], kind, want, seen)
		}
	}
	for _, secret := range []string{password, "un-secret-devine", "@grandval.test", "@consigne.test"} {
		if strings.Contains(log, secret) {
			t.Errorf("%q is in the log", secret)
		}
	}
}
