package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/places/operator"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// writeImport writes the files of docs/import.md into the folder, and returns the arguments that name them.
func writeImport(t *testing.T, dir string) []string {
	t.Helper()
	page, err := os.ReadFile("../../docs/import.md")
	must(t, err)
	args := []string{"--exploitant", "1"}
	for _, found := range regexp.MustCompile("(?s)```csv ([a-z]+)\\.csv\n(.*?)```").FindAllSubmatch(page, -1) {
		path := filepath.Join(dir, string(found[1])+".csv")
		must(t, os.WriteFile(path, found[2], 0o600))
		args = append(args, "--"+string(found[1]), path)
	}
	return args
}

// The command tries the files, takes them over, and finds them unchanged; its report is shown, or a file.
func TestImportCommand(t *testing.T) {
	dir := t.TempDir()
	url := storetest.SQLiteURL(t)
	args := writeImport(t, dir)
	t.Chdir(dir)
	t.Setenv("CONSIGNE_DATABASE_URL", url)
	t.Setenv("CONSIGNE_SECRET", strings.Repeat("s", 40))
	s := storetest.Open(t, url)
	storetest.Must(t)(s.CreateOperator(t.Context(), operator.Operator{Name: "Élan"}, time.Now()))
	call := func(more ...string) (string, error) {
		var out bytes.Buffer
		err := run(t.Context(), append(append([]string{"import"}, args...), more...), &out)
		return out.String(), err
	}
	said, err := call()
	if err != nil || !strings.HasPrefix(said, "Essai : rien n'est changé.") ||
		!strings.Contains(said, "stays.csv:4 créé O3\n") || !strings.HasSuffix(
		said, "subscriptions : 1 créé\nstays : 3 créés\n",
	) {
		t.Error(said, err)
	}
	said, err = call("--apply", "--report", "rapport.csv")
	if err != nil || said != "stations : 2 créés\nlockers : 3 créés\ntariffs : 2 créés\npeople : 2 créés\nsubscriptions : 1 créé\nstays : 3 créés\n" {
		t.Error(said, err)
	}
	report, err := os.ReadFile("rapport.csv")
	if err != nil || !strings.HasPrefix(string(report), "fichier;ligne;reference;resultat;colonne;message\n") ||
		strings.Count(string(report), "\n") != 14 ||
		!strings.Contains(string(report), "people.csv;2;U1;créé;;\n") {
		t.Error(string(report), err)
	}
	if said, err = call("--apply"); err != nil || strings.Contains(said, " créé") ||
		!strings.HasSuffix(said, "stays : 3 inchangés\n") {
		t.Error(said, err)
	}
	var same, other bytes.Buffer
	stays := filepath.Join(dir, "stays.csv")
	err = run(t.Context(), []string{"compare", "--exploitant", "1", "--stays", stays}, &other)
	if !errors.Is(err, errDifferent) ||
		other.String() != "genre;ligne;reference;colonne;ancien;consigne\nprix;3;O2;montant_centimes;0;300\n"+
			"prix : 1\n3 utilisations et 2 usagers comparés, 1 différence\n" {
		t.Error(other.String(), err)
	}
	text, err := os.ReadFile(stays)
	must(t, err)
	must(t, os.WriteFile(stays, regexp.MustCompile("(?m)^O2.*\n").ReplaceAll(text, nil), 0o600))
	if err := run(t.Context(), []string{"compare", "--exploitant", "1", "--stays", stays, "--report", "ecarts.csv"},
		&same); err != nil ||
		same.String() != "2 utilisations et 2 usagers comparés, 0 différences\n" {
		t.Error(same.String(), err)
	}
	if err := run(t.Context(), []string{"compare", "--exploitant", "1", "--stays", "absent.csv"},
		&same); !errors.Is(err, errUsage) {
		t.Error(err)
	}
	must(t, os.WriteFile(stays, text, 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "people.csv"),
		[]byte("reference;email;nom;prenom;consentement_le;consentement_version\nU9;x;N;P;;\n"), 0o600))
	said, err = call("--apply")
	if err == nil || !strings.Contains(err.Error(),
		"1 ligne est refusée : son fichier n'est pas repris, ni ceux qui suivent") ||
		!strings.Contains(said, "people.csv:2 refusé U9, email : Le format de l'email n'est pas correct.\n") ||
		strings.Contains(said, "stays.csv") {
		t.Error(said, err)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--exploitant", "9", "--people", filepath.Join(dir, "people.csv")}, "il n'y a pas d'exploitant 9"},
		{[]string{"--people", filepath.Join(dir, "people.csv")}, "--exploitant doit être"},
		{[]string{"--exploitant", "1"}, "aucun fichier n'est donné"},
		{[]string{"--exploitant", "1", "--people", "absent.csv"}, "absent.csv"},
	} {
		if err := run(t.Context(), append([]string{"import"}, c.args...), &bytes.Buffer{}); err == nil ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v", c.args, err)
		}
	}
	if err := run(t.Context(), []string{"import", "reste"}, &bytes.Buffer{}); !errors.Is(err, errUsage) {
		t.Error(err)
	}
}

// The reports run no formula, follow no link, and replace a file by one that its owner alone may read.
func TestReports(t *testing.T) {
	dir := t.TempDir()
	url := storetest.SQLiteURL(t)
	args := append([]string{"import"}, writeImport(t, dir)...)
	t.Chdir(dir)
	t.Setenv("CONSIGNE_DATABASE_URL", url)
	t.Setenv("CONSIGNE_SECRET", strings.Repeat("s", 40))
	s := storetest.Open(t, url)
	storetest.Must(t)(s.CreateOperator(t.Context(), operator.Operator{Name: "Élan"}, time.Now()))
	must(t, run(t.Context(), append(args, "--apply"), &bytes.Buffer{}))
	bad := "reference;casier;usager;debut;fin;montant_centimes;etat\n=cmd|'/c calc'!A1;C1;U1;;;1;paye\n@x;+C1;U1;2026-09-01T08:00:00Z;2026-09-01T09:00:00Z;-1;paye\n"
	must(t, os.WriteFile("stays.csv", []byte(bad), 0o600))
	must(t, os.WriteFile("ailleurs.csv", []byte("avant"), 0o600))
	for name, command := range map[string][]string{
		"import":  {"import", "--exploitant", "1", "--stays", "stays.csv", "--report"},
		"compare": {"compare", "--exploitant", "1", "--stays", "stays.csv", "--report"},
	} {
		path := name + ".csv"
		must(t, os.WriteFile(path, []byte("avant"), 0o644))
		if err := run(t.Context(), append(command, path), &bytes.Buffer{}); err == nil {
			t.Errorf("%s: nothing is refused", name)
		}
		report, err := os.ReadFile(path)
		must(t, err)
		info, err := os.Stat(path)
		must(t, err)
		if info.Mode().Perm() != 0o600 || !strings.Contains(string(report), "'=cmd|'/c calc'!A1;") ||
			!strings.Contains(string(report), ";'@x;") {
			t.Errorf("%s: %v %s", name, info.Mode(), report)
		}
		must(t, os.Remove(path))
		must(t, os.Symlink("ailleurs.csv", path))
		var out bytes.Buffer
		err = run(t.Context(), append(command, path), &out)
		if elsewhere, _ := os.ReadFile("ailleurs.csv"); err == nil || string(elsewhere) != "avant" {
			t.Errorf("%s follows a link: %v %s", name, err, elsewhere)
		}
	}
	var shown bytes.Buffer
	err := run(t.Context(), []string{"compare", "--exploitant", "1", "--stays", "stays.csv"}, &shown)
	if err == nil || !strings.Contains(shown.String(), "'=cmd|") {
		t.Errorf("%v %s", err, shown.String())
	}
}

func TestCounts(t *testing.T) {
	for n, want := range []string{"0 lignes", "1 ligne", "2 lignes"} {
		if got := counted(n, "ligne", "lignes"); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}

// A killed import leaves nothing of the file that it was at; the next run takes it over whole.
func TestImportIsKilled(t *testing.T) {
	t.Parallel()
	binary := buildBinary(t)
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url, dir := address(t), t.TempDir()
			s := storetest.Open(t, url)
			storetest.Must(t)(s.CreateOperator(t.Context(), operator.Operator{Name: "Élan"}, time.Now()))
			args := append([]string{"import", "--apply", "--report", filepath.Join(dir, "rapport.csv")}, writeImport(t, dir)...)
			const stays = 30_000
			var text strings.Builder
			text.WriteString("reference;casier;usager;debut;fin;montant_centimes;etat\n")
			for i := range stays {
				begin := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * 30 * time.Minute)
				fmt.Fprintf(&text, "O%d;C1;U%d;%s;%s;50;paye\n", i, 1+i%2, begin.Format(time.RFC3339),
					begin.Add(20*time.Minute).Format(time.RFC3339))
			}
			must(t, os.WriteFile(filepath.Join(dir, "stays.csv"), []byte(text.String()), 0o600))
			start := func() *exec.Cmd {
				command := exec.CommandContext(t.Context(), binary, args...)
				command.Dir, command.Env = dir,
					append(os.Environ(), "CONSIGNE_DATABASE_URL="+url, "CONSIGNE_SECRET="+strings.Repeat("s", 40))
				command.Stderr = t.Output() // why it ended, if not by being killed
				must(t, command.Start())
				return command
			}
			count := func(query string) int {
				n, err := s.Count(t.Context(), "test", query)
				must(t, err)
				return n
			}
			random, midway := testenv.Random(t), 0
			for range 6 {
				command := start()
				ended := make(chan error, 1)
				go func() { ended <- command.Wait() }()
				for count(`SELECT COUNT(*) FROM subscriptions`) == 0 { // the files before are taken over
					select {
					case err := <-ended:
						t.Fatalf("ended by itself: %v", err)
					case <-time.After(5 * time.Millisecond):
					}
				}
				time.Sleep(time.Duration(100+random.IntN(700)) * time.Millisecond)
				if err := command.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
					t.Fatal(err)
				}
				if err := <-ended; err != nil {
					midway++
				}
				stored := count(`SELECT COUNT(*) FROM stays`)
				if stored != 0 && stored != stays || count(`SELECT COUNT(*) FROM payments WHERE stay_id IS NOT NULL`) != stored ||
					count(`SELECT COUNT(*) FROM external_references WHERE kind = 'utilisation'`) != stored {
					t.Fatalf("%d stays are stored", stored)
				}
			}
			if midway == 0 {
				t.Error("no import was killed: this test proves too little")
			}
			must(t, start().Wait())
			for _, query := range []string{
				`SELECT COUNT(*) FROM stays`,
				`SELECT COUNT(*) FROM payments WHERE stay_id IS NOT NULL`, `SELECT COUNT(*) FROM external_references WHERE kind = 'utilisation'`,
			} {
				if n := count(query); n != stays {
					t.Errorf("%s: %d", query, n)
				}
			}
			if n := count(`SELECT COUNT(*) FROM audit_log WHERE action = 'exploitant.import'`); n != 6 {
				t.Errorf("%d lines in the audit log", n)
			}
		})
	}
}
