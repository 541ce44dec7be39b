package clients

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

var blockPattern = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// Every block of bash of docs/integration.md runs, in one shell, and prints what the block of text after it shows. A block
// of js or go whose first line is « // NAME » is a file.
func TestIntegrationGuide(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../docs/integration.md")
	must(t, err)
	site, folder := serve(t), t.TempDir()
	const between = "@@@ end of a block"
	script, shown := "set -euo pipefail\n", []string{}
	var sources []string
	for _, block := range blockPattern.FindAllStringSubmatch(string(guide), -1) {
		switch language, text := block[1], block[2]; language {
		case "bash":
			sources, shown = append(sources, text), append(shown, "")
			script += text + "echo '" + between + "'\n"
		case "text":
			if len(shown) == 0 || shown[len(shown)-1] != "" {
				t.Fatalf("what prints this?\n%s", text)
			}
			shown[len(shown)-1] = text
		default:
			name, found := strings.CutPrefix(strings.SplitN(text, "\n", 2)[0], "// ")
			if !found {
				t.Fatalf("neither run nor a file:\n%s", text)
			}
			must(t, os.WriteFile(folder+"/"+name, []byte(text), 0o600))
		}
	}
	if len(sources) < 8 {
		t.Fatalf("only %d blocks", len(sources))
	}
	script = strings.NewReplacer("http://127.0.0.1:8080", site.url, "ck_…", site.key).Replace(script)
	command := exec.CommandContext(t.Context(), "bash")
	var printed, failed bytes.Buffer
	command.Dir, command.Stdin, command.Stdout, command.Stderr = folder, strings.NewReader(script), &printed, &failed
	command.WaitDelay = time.Second
	ended := command.Run()
	outputs := strings.Split(printed.String(), between+"\n")
	for i, want := range shown {
		if i >= len(outputs)-1 {
			t.Fatalf("this block does not end: %v\n%s\n%s%s", ended, sources[i], outputs[len(outputs)-1], failed.String())
		}
		if !shownBy(want, outputs[i]) {
			t.Errorf("%s\nprints\n%s\nand not\n%s%s", sources[i], outputs[i], want, failed.String())
		}
	}
}

// shownBy reports whether a text is the one shown, in which « … » stands for any characters of one line.
func shownBy(shown, text string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(shown), "…", ".*")
	return regexp.MustCompile(fmt.Sprint(`\A`, pattern, `\z`)).MatchString(text)
}
