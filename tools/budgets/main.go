// Command budgets refuses what has grown beyond budgets.json: journeys, lines, files of one package. Tests of Go are
// free. Whoever needs more takes away first, or raises the number in a commit of its own that says why.
//
//	go -C tools run ./budgets [FOLDER]
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// budget describes what is counted in a folder, and the most that there may be.
type budget struct {
	In         string
	Files      string // how their names end
	Matches    string // the expression that is counted; without one, lines are
	EachFolder bool   // counts the files of each folder, not what is in them
	Most       int
}

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	found, err := check(os.DirFS(root))
	if err != nil {
		fmt.Fprintln(os.Stderr, "budgets:", err)
		os.Exit(2)
	}
	for _, line := range found {
		fmt.Println(line)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// check returns a line for each budget that is exceeded.
func check(tree fs.FS) ([]string, error) {
	text, err := fs.ReadFile(tree, "budgets.json")
	if err != nil {
		return nil, err
	}
	var budgets map[string]budget
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&budgets); err != nil {
		return nil, fmt.Errorf("budgets.json: %w", err)
	}
	var found []string
	for _, name := range slices.Sorted(maps.Keys(budgets)) {
		counts, err := budgets[name].count(tree)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, where := range slices.Sorted(maps.Keys(counts)) {
			if n, most := counts[where], budgets[name].Most; n > most {
				found = append(found, fmt.Sprintf("%s: %d in %s, budgets.json allows %d", name, n, where, most))
			}
		}
	}
	return found, nil
}

var skipped = []string{"node_modules", "dist", "testdata"}

// count returns how many there are in the folder as a whole, or in each folder below it.
func (b budget) count(tree fs.FS) (map[string]int, error) {
	matches, err := regexp.Compile(b.Matches)
	if err != nil {
		return nil, err
	}
	counts := map[string]int{}
	err = fs.WalkDir(tree, b.In, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if file != b.In && (strings.HasPrefix(name, ".") || slices.Contains(skipped, name)) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, b.Files) || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		if b.EachFolder {
			counts[path.Dir(file)]++
			return nil
		}
		text, err := fs.ReadFile(tree, file)
		if b.Matches == "" {
			counts[b.In] += bytes.Count(text, []byte("\n"))
		} else {
			counts[b.In] += len(matches.FindAllIndex(text, -1))
		}
		return err
	})
	if err == nil && len(counts) == 0 {
		err = fmt.Errorf("%s has no file *%s", b.In, b.Files)
	}
	return counts, err
}
