package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

func TestSecretIsMadeOnce(t *testing.T) {
	given := settings{DatabaseURL: "sqlite:" + filepath.Join(t.TempDir(), "données", "consigne.db")}
	first, err := given.secret()
	if err != nil || len(first) < 32 {
		t.Fatalf("%d bytes, %v", len(first), err)
	}
	if again, err := given.secret(); err != nil || string(again) != string(first) {
		t.Errorf("the second start found another secret: %v", err)
	}
	path := filepath.Join(given.dataFolder(), "secret")
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("others can read the secret: %v, %v", info, err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if again, err := given.secret(); err != nil || string(again) != string(first) {
		t.Errorf("a secret that others can read is closed and used: %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("others can still read the secret: %v, %v", info, err)
	}
}

// Nodes that share a new folder and start at the same time use one secret.
func TestSecretIsOneForAllWhoStartAtOnce(t *testing.T) {
	t.Parallel()
	for range 20 {
		given := settings{DatabaseURL: "sqlite:" + filepath.Join(t.TempDir(), "consigne.db")}
		found := make([]string, 8)
		var starts sync.WaitGroup
		for i := range found {
			starts.Go(func() {
				secret, err := given.secret()
				if err != nil {
					t.Error(err)
				}
				found[i] = string(secret)
			})
		}
		starts.Wait()
		for _, secret := range found {
			if secret == "" || secret != found[0] {
				t.Fatal("two secrets")
			}
		}
		left, err := os.ReadDir(given.dataFolder())
		if err != nil || len(left) != 1 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
}

func TestUnusableSecretStopsTheStart(t *testing.T) {
	t.Parallel()
	file := func(content string) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(content), 0o600) }
	}
	for name, c := range map[string]struct {
		put  func(path string) error
		says string
	}{
		"empty":        {file(""), "il est vide"},
		"blank":        {file(strings.Repeat(" \n", 40)), "il est vide"},
		"too short":    {file("trop court\n"), "moins de 32 caractères"},
		"garbage":      {file(strings.Repeat("\x00\xff\x13", 16)), "n'est pas du texte"},
		"zeroes":       {file(strings.Repeat("\x00", 64)), "n'est pas du texte"},
		"another file": {file(strings.Repeat("x", 5000)), "plus de 4096 octets"},
		"a folder":     {func(path string) error { return os.Mkdir(path, 0o700) }, "n'est pas un fichier"},
		"a pipe":       {func(path string) error { return syscall.Mkfifo(path, 0o600) }, "n'est pas un fichier"},
		"a dead link":  {func(path string) error { return os.Symlink("nowhere", path) }, "un lien qui ne mène à rien"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			given := settings{DatabaseURL: "sqlite:" + filepath.Join(t.TempDir(), "consigne.db")}
			path := filepath.Join(given.dataFolder(), "secret")
			if err := c.put(path); err != nil {
				t.Fatal(err)
			}
			_, err := given.secret()
			if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), c.says) ||
				strings.ContainsAny(err.Error(), "\n\x00") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// For a file of another owner, whose mode cannot be changed: root may share it with a service through a group, as
// systemd and containers do, but not with everybody.
func TestModesOfALentSecret(t *testing.T) {
	t.Parallel()
	refused := errors.New("not the owner")
	for mode, fine := range map[os.FileMode]bool{
		0o600: true, 0o400: true, 0o440: true, 0o640: true, 0o644: false,
		0o604: false, 0o660: false, 0o602: false,
	} {
		err := closeSecret("secret", mode, func(string, os.FileMode) error { return refused })
		if (err == nil) != fine {
			t.Errorf("%o: %v", mode, err)
		}
		if err != nil && !strings.Contains(err.Error(), "chmod 600 secret") {
			t.Errorf("%o: %v", mode, err)
		}
	}
}
