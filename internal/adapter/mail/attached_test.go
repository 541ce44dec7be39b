package mail_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"os"
	"path/filepath"
	"testing"

	"consigne/internal/adapter/mail"
)

// The documents of a payment reach the mail program as files of their type, byte for byte.
func TestFilesAreAttached(t *testing.T) {
	path := t.TempDir()
	sender, err := mail.NewFolder(path, from)
	if err != nil {
		t.Fatal(err)
	}
	binary := []byte("%PDF-1.7\n\x00\xff\r\n.\r\n")
	to := mail.Recipient{Email: "a@exemple.test", FirstName: "Zoé"}
	message, err := mail.Receipt(to, "Régie", "EX1-2026-000001", []mail.File{
		{Name: "EX1-2026-000001.pdf", Type: "application/pdf", Content: binary},
		{Name: "EX1-A2026-000001.pdf", Type: "application/pdf", Content: []byte("second")},
	})
	if err != nil {
		t.Fatal(err)
	}
	message.Name = "a"
	if _, err := sender.Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(path, "a.eml"))
	if err != nil {
		t.Fatal(err)
	}
	read, err := netmail.ReadMessage(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	kind, parameters, err := mime.ParseMediaType(read.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/mixed" {
		t.Fatalf("%s: %v", kind, err)
	}
	found := map[string]string{}
	for parts := multipart.NewReader(read.Body, parameters["boundary"]); ; {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if part.FileName() == "" {
			continue // the text and the page
		}
		file, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
		if kind, _, _ := mime.ParseMediaType(part.Header.Get("Content-Type")); err != nil || kind != "application/pdf" {
			t.Errorf("%s is %s: %v", part.FileName(), kind, err)
		}
		found[part.FileName()] = string(file)
	}
	if len(found) != 2 || found["EX1-2026-000001.pdf"] != string(binary) || found["EX1-A2026-000001.pdf"] != "second" {
		t.Errorf("files: %q", found)
	}
}
