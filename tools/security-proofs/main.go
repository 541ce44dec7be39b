// Command security-proofs refuses a promise of docs/security.md and docs/security-asvs.md without proof: a requirement
// of ASVS 5.0.0, levels 1 and 2, that is missing or stands twice; a row that does not say by what, or why not; a test,
// file or link that does not exist.
//
//	go -C tools run ./security-proofs [FOLDER]
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	threats = "docs/security.md"
	asvs    = "docs/security-asvs.md"
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	found, err := check(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "security-proofs:", err)
		os.Exit(2)
	}
	for _, line := range found {
		fmt.Println(line)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

func check(root string) ([]string, error) {
	known, err := proofs(root)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, page := range []string{threats, asvs} {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			return nil, err
		}
		found = append(found, unknownProofs(root, page, string(text), known)...)
		if page == asvs {
			found = append(found, wrongRows(string(text), levels)...)
		}
	}
	return found, nil
}

var (
	goTest  = regexp.MustCompile(`(?m)^func (Test[A-Z0-9]\w*)\(`)
	quoted  = regexp.MustCompile("`([^`]+)`")
	link    = regexp.MustCompile(`\]\(([^)]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	isTest  = regexp.MustCompile(`^(Test[A-Z0-9]\w*|[\w-]+\.(spec|test)\.tsx?)$`)
	isFile  = regexp.MustCompile(`^[\w.-]+/[\w./-]*\.\w+$`)
	row     = regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d+) \|(.*)\|$`)
	skipped = []string{"node_modules", "dist", "testdata"}
)

// proofs returns the names of all tests: functions of Go, and files of tests of the console and of journeys.
func proofs(root string) (map[string]bool, error) {
	known := map[string]bool{}
	tree := os.DirFS(root)
	err := fs.WalkDir(tree, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if file != "." && (strings.HasPrefix(name, ".") || slices.Contains(skipped, name)) {
				return fs.SkipDir
			}
			return nil
		}
		known[name] = isTest.MatchString(name)
		if !strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(tree, file)
		for _, match := range goTest.FindAllSubmatch(text, -1) {
			known[string(match[1])] = true
		}
		return err
	})
	return known, err
}

// unknownProofs returns a line for each test, file and link of a page that does not exist.
func unknownProofs(root, page, text string, known map[string]bool) []string {
	var found []string
	missing := func(kind, name string) { found = append(found, fmt.Sprintf("%s: there is no %s %s", page, kind, name)) }
	exists := func(name string) bool {
		_, err := os.Stat(filepath.Join(root, filepath.FromSlash(name)))
		return err == nil
	}
	for _, match := range quoted.FindAllStringSubmatch(text, -1) {
		switch name := match[1]; {
		case isTest.MatchString(name) && !known[name]:
			missing("test", name)
		case isFile.MatchString(name) && !exists(name):
			missing("file", name)
		}
	}
	for _, match := range link.FindAllStringSubmatch(text, -1) {
		file, anchor, _ := strings.Cut(match[1], "#")
		if strings.Contains(file, "://") {
			continue
		}
		target, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path.Join(path.Dir(page), file))))
		if err != nil || anchor != "" && !slices.Contains(anchors(string(target)), anchor) {
			missing("page", match[1])
		}
	}
	return found
}

// anchors returns the addresses of the headings of a page.
func anchors(text string) []string {
	var all []string
	for _, match := range heading.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.ReplaceAll(strings.ToLower(match[1]), " ", "-"))
	}
	return all
}

// wrongRows returns a line for each requirement that has not exactly one whole row, and each row of no requirement.
func wrongRows(text string, levels map[string]string) []string {
	var found []string
	wrong := func(number, what string) { found = append(found, fmt.Sprintf("%s: %s: %s", asvs, number, what)) }
	rows := map[string]int{}
	for _, match := range row.FindAllStringSubmatch(text, -1) {
		number, cells := match[1], strings.Split(match[2], " | ")
		rows[number]++
		if len(cells) != 4 {
			wrong(number, "a row has a number, level, requirement, verdict and proof or reason")
			continue
		}
		level, verdict, proof := strings.TrimSpace(cells[0]), cells[2], strings.TrimSpace(cells[3])
		if level != levelOf(number, levels) {
			wrong(number, "not of level "+level)
		}
		switch verdict {
		case "held":
			if !proves(proof) {
				wrong(number, "held without a test, file or page that shows it")
			}
		case "not held", "not applicable":
			if len(proof) < 8 {
				wrong(number, verdict+" without a reason")
			}
			if level == "1" && verdict == "not held" {
				wrong(number, "level 1 is held whole")
			}
		default:
			wrong(number, "is neither held, not held nor not applicable")
		}
	}
	for section, all := range levels {
		for i, level := range all {
			number := section + "." + strconv.Itoa(i+1)
			if times := rows[number]; level != '3' && times != 1 {
				wrong(number, fmt.Sprintf("stands %d times", times))
			}
		}
	}
	slices.Sort(found)
	return found
}

func proves(text string) bool {
	return link.MatchString(text) ||
		slices.ContainsFunc(quoted.FindAllStringSubmatch(text, -1), func(match []string) bool {
			return isTest.MatchString(match[1]) || isFile.MatchString(match[1])
		})
}

// levelOf returns the level of a requirement, or "" if there is none.
func levelOf(number string, levels map[string]string) string {
	at := strings.LastIndexByte(number, '.')
	index, err := strconv.Atoi(number[at+1:])
	all := levels[number[:at]]
	if err != nil || index < 1 || index > len(all) {
		return ""
	}
	return all[index-1 : index]
}
