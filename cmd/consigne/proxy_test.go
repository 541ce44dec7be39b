package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consigne/internal/testenv"
)

// What the shipped HAProxy answers by itself has the headers of the nodes' answers; what a node chose stays.
func TestHAProxysOwnAnswersHaveSecurityHeaders(t *testing.T) {
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'")
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	}))
	defer node.Close()
	up, _ := startProxy(t, []string{node.Listener.Addr().String()})
	down, _ := startProxy(t, []string{freeAddress(t)})
	const strict = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	for _, c := range []struct {
		name, site, request string
		status              int
		policy, resource    string
	}{
		{"a node's", up, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", 200, "default-src 'self'", "cross-origin"},
		{
			"too long", up, "POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n" + strings.Repeat("x", 1<<20+1),
			413, strict, "same-origin",
		},
		{"no node", down, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", 503, strict, "same-origin"},
	} {
		status, header := rawRequest(t, strings.TrimPrefix(c.site, "http://"), c.request)
		if status != c.status {
			t.Errorf("%s: status %d, want %d", c.name, status, c.status)
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": c.policy, "Cross-Origin-Resource-Policy": c.resource, "X-Content-Type-Options": "nosniff",
			"Referrer-Policy": "no-referrer",
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s %q, want %q", c.name, name, got, want)
			}
		}
	}
}

// rawRequest sends a request as it is, and repeats it while the proxy does not listen or finds no node.
func rawRequest(t *testing.T, address, request string) (status int, header http.Header) {
	t.Helper()
	var last error
	for range 100 {
		connection, err := net.Dial("tcp", address)
		if err == nil {
			_, _ = io.WriteString(connection, request)
			response, failed := http.ReadResponse(bufio.NewReader(connection), nil)
			_ = connection.Close()
			if err = failed; err == nil {
				_ = response.Body.Close()
				return response.StatusCode, response.Header
			}
		}
		last = err
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal(last)
	return 0, nil
}

// With the lines for a certificate enabled, the shipped HAProxy speaks TLS 1.2 and 1.3 with forward secrecy, sends
// pages to https and refuses calls in clear.
func TestHAProxyWithACertificate(t *testing.T) {
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Header.Get("X-Forwarded-Proto"))
	}))
	defer node.Close()
	shipped, err := filepath.Abs("../../deploy/haproxy")
	must(t, err)
	folder, secure, clear := t.TempDir(), freeAddress(t), freeAddress(t)
	certificate := filepath.Join(folder, "consigne.pem")
	must(t, os.WriteFile(certificate, selfSigned(t), 0o600))
	lines := strings.NewReplacer(
		"# bind :443 ssl crt /etc/haproxy/consigne.pem", "bind "+secure+" ssl crt "+certificate, "# bind :80", "bind "+clear,
		"# acl clear", "acl clear",
		"# http-request return", "http-request return", "# http-request redirect", "http-request redirect",
		"# http-request set-header", "http-request set-header",
		"# http-after-response", "http-after-response",
	)
	config := filepath.Join(folder, "haproxy.cfg")
	must(t, os.WriteFile(config, []byte(lines.Replace(read(t, filepath.Join(shipped, "haproxy.cfg")))), 0o600))
	proxy := exec.Command(testenv.Program(t, "haproxy"), "-db", "-f", config)
	proxy.Env = append(os.Environ(), "CONSIGNE_HAPROXY_DIR="+shipped, "CONSIGNE_HAPROXY_BIND="+freeAddress(t),
		"CONSIGNE_NODE1="+node.Listener.Addr().String(), "CONSIGNE_NODE2="+node.Listener.Addr().String())
	must(t, proxy.Start())
	t.Cleanup(func() {
		_ = proxy.Process.Kill()
		_ = proxy.Wait()
	})

	status, header := rawRequest(t, clear, "GET /tb-stations?a=1 HTTP/1.1\r\nHost: consigne.test\r\n\r\n")
	if status != 308 || header.Get("Location") != "https://consigne.test/tb-stations?a=1" {
		t.Errorf("a page in clear: %d %v", status, header)
	}
	status, header = rawRequest(t, clear, "GET /api/terrain/stations HTTP/1.1\r\nHost: consigne.test\r\n\r\n")
	if status != 403 || header.Get("Content-Security-Policy") == "" {
		t.Errorf("a call in clear: %d %v", status, header)
	}
	for name, c := range map[string]struct {
		version uint16
		suites  []uint16
		taken   bool
	}{
		"1.3":                         {tls.VersionTLS13, nil, true},
		"1.2":                         {tls.VersionTLS12, nil, true},
		"1.2 without forward secrecy": {tls.VersionTLS12, []uint16{tls.TLS_RSA_WITH_AES_128_GCM_SHA256}, false},
		"1.2 with CBC":                {tls.VersionTLS12, []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA}, false},
		"1.1":                         {tls.VersionTLS11, nil, false},
		"1.0":                         {tls.VersionTLS10, nil, false},
	} {
		client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{
			InsecureSkipVerify: true, MinVersion: c.version, MaxVersion: c.version, CipherSuites: c.suites,
		}}}
		response, err := client.Get("https://" + secure + "/api/terrain/stations")
		if (err == nil) != c.taken {
			t.Errorf("TLS %s: %v", name, err)
		}
		if err != nil {
			continue
		}
		body, err := io.ReadAll(response.Body)
		must(t, err)
		must(t, response.Body.Close())
		if string(body) != "https" ||
			response.Header.Get("Strict-Transport-Security") != "max-age=31536000; includeSubDomains" {
			t.Errorf("TLS %s: %q %v", name, body, response.Header)
		}
	}
}

func selfSigned(t *testing.T) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(24 * time.Hour),
		DNSNames: []string{"consigne.test"},
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	must(t, err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	must(t, err)
	return fmt.Appendf(nil, "%s%s", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
}
