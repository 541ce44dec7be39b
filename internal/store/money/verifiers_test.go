package money_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// published returns the programs of docs/ledger.md by their language, each as the command that runs it.
func published(t *testing.T) map[string][]string {
	t.Helper()
	testenv.Program(t, "openssl")
	page, err := os.ReadFile("../../../docs/ledger.md")
	storetest.Check(t, err)
	folder, programs := t.TempDir(), map[string][]string{}
	for language, file := range map[string]string{"go": "verify.go", "python": "verify.py"} {
		_, code, found := strings.Cut(string(page), "\n```"+language+"\n")
		code, _, ended := strings.Cut(code, "\n```\n")
		if lines := strings.Count(code, "\n") + 1; !found || !ended || lines > 50 {
			t.Fatalf("docs/ledger.md has no short program in %s: %d lines", language, lines)
		}
		file = filepath.Join(folder, file)
		storetest.Check(t, os.WriteFile(file, []byte(code+"\n"), 0o600))
		programs[language] = []string{testenv.Program(t, "python3"), file}
		if language == "go" {
			built := filepath.Join(folder, "verify")
			if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", built, file).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			programs[language] = []string{built}
		}
	}
	return programs
}

// rewritten returns an archive one of whose files was changed.
func rewritten(t *testing.T, archive []byte, name string, change func([]byte) []byte) []byte {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	storetest.Check(t, err)
	var changed bytes.Buffer
	to := zip.NewWriter(&changed)
	for _, file := range from.File {
		reader, err := file.Open()
		storetest.Check(t, err)
		content, err := io.ReadAll(reader)
		storetest.Check(t, err)
		if file.Name == name {
			content = change(content)
		}
		writer, err := to.Create(file.Name)
		storetest.Check(t, err)
		_, err = writer.Write(content)
		storetest.Check(t, err)
	}
	storetest.Check(t, to.Close())
	return changed.Bytes()
}

// The programs that docs/ledger.md gives to auditors find an archive valid from its own pages alone, and find what was
// changed of it.
func TestPublishedVerifiers(t *testing.T) {
	programs := published(t)
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		service := sealedChain(t, s)
		day := clock.DayOf(noon)
		line := func(number int, change func(string) string) func([]byte) []byte {
			return func(content []byte) []byte {
				lines := strings.SplitAfter(string(content), "\n")
				lines[number] = change(lines[number])
				return []byte(strings.Join(lines, ""))
			}
		}
		replace := func(old, by string) func(string) string {
			return func(text string) string { return strings.Replace(text, old, by, 1) }
		}
		none := func(string) string { return "" }
		for _, span := range []struct{ from, to clock.Day }{{day, day + 3}, {day + 1, day + 2}, {day - 9, day - 1}} {
			var archive bytes.Buffer
			n, err := service.Export(t.Context(), 1, span.from, span.to, &archive)
			storetest.Check(t, err)
			files := map[string][]byte{"as exported": archive.Bytes()}
			if n > 0 {
				for what, change := range map[string]func(string) string{
					"an amount": replace(`"montant":1`, `"montant":2`), "an instant": replace(`.000Z`, `.001Z`), "a line": none,
					"a means": replace(`"Carte`, `"carte`),
				} {
					files[what] = rewritten(t, archive.Bytes(), "ecritures.jsonl", line(12, change))
				}
				files["the last line"] = rewritten(t, archive.Bytes(), "ecritures.jsonl", line(int(n)-1, none))
				files["a day"] = rewritten(t, archive.Bytes(), "sceaux.json",
					func(c []byte) []byte {
						return bytes.Replace(c, []byte(`"jour": "2026-11-2`), []byte(`"jour": "2026-11-1`), 1)
					})
				files["the span"] = rewritten(t, archive.Bytes(), "manifeste.json",
					func(c []byte) []byte { return bytes.Replace(c, []byte(`"au": "2026`), []byte(`"au": "2027`), 1) })
			}
			for what, content := range files {
				path := filepath.Join(t.TempDir(), "archive.zip")
				storetest.Check(t, os.WriteFile(path, content, 0o600))
				for language, program := range programs {
					out, err := exec.CommandContext(t.Context(), program[0], append(program[1:], path)...).CombinedOutput()
					valid := strings.Contains(string(out), fmt.Sprintf("valide : %d écritures", n))
					if (err == nil && valid) != (what == "as exported") {
						t.Errorf("%s, %s: %v: %s", what, language, err, out)
					}
				}
			}
		}
	})
}
