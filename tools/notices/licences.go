package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// accepted lists the licences that only require a notice. Another licence needs a decision first
// (docs/adr/0024-files-transport-supply.md).
var accepted = map[string]bool{
	"0BSD": true, "Apache-2.0": true, "BSD-2-Clause": true, "BSD-3-Clause": true, "ISC": true, "MIT": true, "MIT-0": true,
	"OFL-1.1": true,
}

// patentGrant is a patent grant that accompanies a licence and requires nothing.
const patentGrant = "GooglePatentsFile"

// leastRead is how much of a text must match known licences, in percent.
const leastRead = 75

// exception records what was found out by hand about a component whose files do not make its licence plain.
type exception struct {
	files    []string // files that hold the licence, instead of those with the usual names
	unjudged []string // files that are included without checking their licence
	from     string   // component whose files hold the licence, if not its own
	holds    []string // npm packages that its makers bundled into its files
}

var exceptions = map[string]exception{
	// Dual-licensed: the Eclipse Public License, or this one, which we choose.
	"github.com/eclipse/paho.golang": {files: []string{"edl-v10"}},
	// The file lists several licences; one of them names MPL-2.0 for a module that no build contains.
	"modernc.org/libc": {unjudged: []string{"LICENSE-3RD-PARTY.md"}},
	// SQLite is in the public domain.
	"modernc.org/sqlite": {unjudged: []string{"LICENSE-3RD-PARTY.md", "LICENSE-SQLITE"}},
	// The licence of a picture in its repository.
	"modernc.org/memory": {unjudged: []string{"LICENSE-LOGO"}},

	"node_modules/d3-array": {holds: []string{"node_modules/internmap"}},
	// Its author forgot the licence file; the author's other packages have it.
	"node_modules/react-remove-scroll-bar": {from: "node_modules/react-remove-scroll"},
}

var (
	licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|copyright)`)
	noticeFile  = regexp.MustCompile(`(?i)^(notice|copyright)`)
)

// notice is one licence or notice file of a component.
type notice struct {
	file   string
	text   string
	judged bool // the file must hold an accepted licence
}

// noticesIn returns the licence and notice files of a component that are in a folder.
func noticesIn(folder string, known exception) ([]notice, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	list := []notice{}
	for _, entry := range entries {
		name := entry.Name()
		licence := licenceFile.MatchString(name) && filepath.Ext(name) != ".go"
		if known.files != nil {
			licence = slices.Contains(known.files, name)
		}
		if entry.IsDir() || !licence {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		judged := !noticeFile.MatchString(name) && !slices.Contains(known.unjudged, name)
		list = append(list, notice{name, tidy(string(text)), judged})
	}
	return list, nil
}

// licencesOf returns the licences that the notices hold, or an error that says why they are not acceptable.
func licencesOf(component string, list []notice) ([]string, error) {
	found := []string{}
	for _, one := range list {
		if !one.judged {
			continue
		}
		read := licensecheck.Scan([]byte(one.text))
		if len(read.Match) == 0 || read.Percent < leastRead {
			return nil, fmt.Errorf("%s: %s is no licence that is known", component, one.file)
		}
		for _, match := range read.Match {
			if match.ID == patentGrant {
				continue
			}
			if !accepted[match.ID] {
				return nil, fmt.Errorf("%s: the licence %s in %s is not accepted", component, match.ID, one.file)
			}
			found = append(found, match.ID)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s comes without a licence", component)
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// tidy removes differences between copies of one text that have no meaning.
func tidy(text string) string {
	lines := strings.Split(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\f\r")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n") + "\n"
}

func textsOf(list []notice) []string {
	texts := make([]string, len(list))
	for i, one := range list {
		texts[i] = one.text
	}
	return texts
}
