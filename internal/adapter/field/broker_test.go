package field_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/field"
	"consigne/internal/testenv"
)

// mosquitto is the real broker, run with the configuration and the access list that are shipped. The password of each
// user is the user's own name.
type mosquitto struct {
	t       *testing.T
	binary  string
	config  string
	address string
	running *exec.Cmd
}

func startMosquitto(t *testing.T) *mosquitto {
	t.Helper()
	dir := t.TempDir()
	m := &mosquitto{t: t, binary: testenv.Program(t, "mosquitto"), config: filepath.Join(dir, "mosquitto.conf")}
	passwords := filepath.Join(dir, "passwords")
	check(t, os.WriteFile(passwords, nil, 0o600))
	for _, user := range []string{"consigne", "1", "2"} {
		if text, err := exec.CommandContext(t.Context(), testenv.Program(t, "mosquitto_passwd"), "-b", passwords, user,
			user).CombinedOutput(); err != nil {
			t.Fatalf("mosquitto_passwd: %v\n%s", err, text)
		}
	}
	acl, err := filepath.Abs("../../../deploy/mosquitto/acl")
	check(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	m.address = listener.Addr().String()
	check(t, listener.Close())
	shipped, err := os.ReadFile("../../../deploy/mosquitto/mosquitto.conf")
	check(t, err)
	_, port, _ := strings.Cut(m.address, ":")
	config := strings.NewReplacer(
		// so that root can read its files when root runs this
		"listener 1883 127.0.0.1", "listener "+port+" 127.0.0.1\nuser root",
		"/etc/mosquitto/consigne.passwd", passwords, "/etc/mosquitto/consigne.acl", acl,
	).Replace(string(shipped))
	check(t, os.WriteFile(m.config, []byte(config), 0o600))
	m.start()
	t.Cleanup(m.kill)
	return m
}

func (m *mosquitto) start() {
	m.t.Helper()
	m.running = exec.Command(m.binary, "-c", m.config)
	check(m.t, m.running.Start())
	eventually(m.t, "mosquitto listens", 10*time.Second, func() bool {
		connection, err := net.Dial("tcp", m.address)
		if err != nil {
			return false
		}
		return connection.Close() == nil
	})
}

func (m *mosquitto) kill() {
	_ = m.running.Process.Kill()
	_ = m.running.Wait()
}

// as returns the broker with the credentials of that user.
func (m *mosquitto) as(user string) field.Broker {
	m.t.Helper()
	broker, err := field.ParseBroker(fmt.Sprintf("mqtt://%s:%s@%s", user, user, m.address))
	check(m.t, err)
	return broker
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func eventually(t *testing.T, what string, within time.Duration, done func() bool) {
	t.Helper()
	for end := time.Now().Add(within); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", within, what)
		}
	}
}
