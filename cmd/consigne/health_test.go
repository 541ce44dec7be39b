package main

import (
	"bytes"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealthAsksTheNode(t *testing.T) {
	status := http.StatusOK
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			t.Errorf("it asked for %s", r.URL.Path)
		}
		w.WriteHeader(status)
	}))
	_, port, err := net.SplitHostPort(node.Listener.Addr().String())
	must(t, err)
	for _, listen := range []string{"127.0.0.1:" + port, "0.0.0.0:" + port, ":" + port} {
		t.Setenv("CONSIGNE_LISTEN", listen)
		out := &bytes.Buffer{}
		if err := run(t.Context(), []string{"health"}, out); err != nil || !strings.Contains(out.String(), "prêt") {
			t.Errorf("%s: %v, %s", listen, err, out)
		}
	}
	status = http.StatusServiceUnavailable
	if err := run(t.Context(), []string{"health"}, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "503") {
		t.Errorf("a node that is not ready: %v", err)
	}
	node.Close()
	if err := run(t.Context(), []string{"health"}, &bytes.Buffer{}); err == nil {
		t.Error("a node that is not there is healthy")
	}
}

func TestBackupRefusesWhatItCannotCopy(t *testing.T) {
	dir := t.TempDir()
	for address, want := range map[string]string{
		"postgres://u:secret@127.0.0.1:1/base": "pg_basebackup", "sqlite:" + dir + "/absente.db": "CONSIGNE_DATABASE_URL : ",
	} {
		t.Setenv("CONSIGNE_DATABASE_URL", address)
		if err := run(t.Context(), []string{"backup", dir + "/copie.db"}, &bytes.Buffer{}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// Any file name that the file system accepts works; one that it refuses gives a sentence.
func TestBackupTakesLongNames(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("CONSIGNE_DATABASE_URL", "sqlite:"+dir+"/consigne.db")
	if err := run(t.Context(), []string{"migrate"}, &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	for length, want := range map[int]string{
		255: "", 256: "le nom de fichier est trop long",
		500: "le nom de fichier est trop long",
	} {
		err := run(t.Context(), []string{"backup", dir + "/" + strings.Repeat("a", length)}, &bytes.Buffer{})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d characters: %v", length, err)
		}
	}
}
