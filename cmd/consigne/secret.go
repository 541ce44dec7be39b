package main

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"unicode"
	"unicode/utf8"

	"consigne/internal/domain/money/ledger"
)

const (
	leastSecret = 32 // characters
	mostSecret  = 4096
)

// secret returns the configured secret, or the one in the data folder, which is created at the first start.
func (s settings) secret() ([]byte, error) {
	if s.Secret != "" {
		return []byte(s.Secret), nil
	}
	path := filepath.Join(s.dataFolder(), "secret")
	kept, err := readSecret(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeSecret(path); err != nil {
			return nil, fmt.Errorf("le secret ne peut pas être gardé dans %s (%w) : donnez CONSIGNE_SECRET", path, err)
		}
		// Another process may have been faster: all use the secret of the first.
		if kept, err = readSecret(path); errors.Is(err, fs.ErrNotExist) {
			return nil, unusableSecret(path, "c'est un lien qui ne mène à rien")
		}
	}
	return kept, err
}

// ledgerKeys returns the keys of the seals of the ledger: that which CONSIGNE_LEDGER_KEY or else the secret gives, so
// that all nodes have the same, and the public keys of before.
func (s settings) ledgerKeys() (*ledger.Keys, error) {
	secret := []byte(s.LedgerKey)
	if s.LedgerKey == "" {
		var err error
		if secret, err = s.secret(); err != nil {
			return nil, err
		}
	} else if len(secret) < leastSecret {
		return nil, wrong("CONSIGNE_LEDGER_KEY", "doit compter au moins 32 caractères")
	}
	old, err := ledger.ParsePublicKeys(s.LedgerOldKeys)
	if err != nil {
		return nil, wrong("CONSIGNE_LEDGER_OLD_KEYS",
			"doit être une liste de clés publiques, telles que « consigne ledger key » les écrit, séparées par des virgules")
	}
	return ledger.KeysFrom(secret, old)
}

// makeSecret writes a new secret to path atomically, unless a file is there by then.
func makeSecret(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), "secret.*.partiel") // readable by its owner alone
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	made := make([]byte, 48)
	_, _ = rand.Read(made) // never fails
	_, err = file.WriteString(base64.RawStdEncoding.EncodeToString(made))
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(file.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// readSecret returns the secret in a file, and removes the access of other users to the file.
func readSecret(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, unusableSecret(path, err.Error())
	}
	if !info.Mode().IsRegular() {
		return nil, unusableSecret(path, "ce n'est pas un fichier")
	}
	if err := closeSecret(path, info.Mode().Perm(), os.Chmod); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, unusableSecret(path, err.Error())
	}
	defer func() { _ = file.Close() }()
	kept, err := io.ReadAll(io.LimitReader(file, mostSecret+1))
	if err != nil {
		return nil, unusableSecret(path, err.Error())
	}
	text := bytes.TrimSpace(kept)
	switch {
	case len(text) == 0:
		return nil, unusableSecret(path, "il est vide")
	case len(kept) > mostSecret:
		return nil, unusableSecret(path, fmt.Sprintf("il compte plus de %d octets", mostSecret))
	case !utf8.Valid(text) ||
		bytes.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && !unicode.IsSpace(r) }):
		return nil, unusableSecret(path, "ce n'est pas du texte")
	case utf8.RuneCount(text) < leastSecret:
		return nil, unusableSecret(path, fmt.Sprintf("il compte moins de %d caractères", leastSecret))
	}
	return kept, nil // keeps its line break if it has one: sessions were signed with it
}

// closeSecret removes the access of other users to a secret. A file of another owner may be shared through its group;
// if its mode cannot be changed, one that everybody can read or that the group can write is refused.
func closeSecret(path string, mode fs.FileMode, chmod func(string, fs.FileMode) error) error {
	if mode&0o077 == 0 {
		return nil
	}
	err := chmod(path, 0o600)
	if err == nil {
		newLog(os.Stderr, slog.LevelWarn).Warn(
			"others could read the secret, and cannot any more: change it if they may have", "file", path,
		)
		return nil
	}
	if mode&0o027 == 0 {
		return nil
	}
	return fmt.Errorf(
		"d'autres peuvent lire ou changer le secret gardé dans %s, et ses droits ne peuvent pas être corrigés (%w) : « chmod 600 %s », par son propriétaire", path, err, path,
	)
}

func unusableSecret(path, why string) error {
	return fmt.Errorf("le secret gardé dans %s n'est pas utilisable (%s) : remettez celui d'une sauvegarde, ou retirez-le pour qu'un autre soit créé, "+
		"ce qui met fin aux sessions et aux liens envoyés", path, why)
}
