// Command dead-words refuses names that docs/glossary.md has replaced: each concept has one word, in Go, TypeScript,
// SQL and the code spans of the documents. It reads the names that files declare, not those that they use, so that
// libraries and the wire keep theirs.
//
//	go -C tools run ./dead-words [FOLDER]
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// place is where a name is declared.
type place struct {
	file string
	line int
}

// name is a declared name.
type name struct {
	place
	text  string
	local bool // a variable of a function
	wire  bool // spelt as on the wire: a field with a tag
}

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	found, err := check(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "dead-words:", err)
		os.Exit(2)
	}
	for _, line := range found {
		fmt.Println(line)
	}
	if len(found) > 0 {
		fmt.Printf("%d names use a dead word: see the table of docs/glossary.md, and tools/dead-words/words.go\n", len(found))
		os.Exit(1)
	}
}

// skipped are folders without code of ours.
var skipped = map[string]bool{
	"node_modules": true, "dist": true, "testdata": true, "notices": true, "images": true,
	"data": true,
}

// check returns a line for each declared name that holds a dead word, in the order of the files.
func check(root string) ([]string, error) {
	found := []string{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		base := path.Base(rel)
		if entry.IsDir() {
			if rel != "." && (strings.HasPrefix(base, ".") || skipped[base]) {
				return fs.SkipDir
			}
			return nil
		}
		names, err := namesIn(root, rel)
		for _, n := range names {
			if instead := deadWord(n); instead != "" {
				found = append(found, fmt.Sprintf("%s:%d: %s: %s", n.file, n.line, n.text, instead))
			}
		}
		return err
	})
	return found, err
}

// namesIn returns the names that a file declares, and its own.
func namesIn(root, rel string) ([]name, error) {
	read := map[string]func(file, source string) []name{
		".go": namesOfGo, ".ts": namesOfTypeScript, ".tsx": namesOfTypeScript, ".mjs": namesOfTypeScript, ".sql": namesOfSQL,
		".md": namesOfDocument,
	}[path.Ext(rel)]
	// generated; names the dead words
	if read == nil || strings.HasSuffix(rel, ".gen.go") || rel == "console/src/api/schema.d.ts" ||
		rel == "docs/glossary.md" {
		return nil, nil
	}
	source, err := os.ReadFile(filepath.Join(root, rel))
	if err != nil {
		return nil, err
	}
	names := read(rel, string(source))
	if path.Ext(rel) != ".sql" && path.Ext(rel) != ".md" {
		names = append(names, name{place: place{rel, 1}, text: rel[:len(rel)-len(path.Ext(rel))]})
	}
	return names, nil
}

// parts splits a name in camel case, snake case or of a path into words in lower case.
func parts(text string) []string {
	list := []string{}
	start := 0
	flush := func(end int) {
		if end > start {
			list = append(list, strings.ToLower(text[start:end]))
		}
		start = end
	}
	lower := func(c byte) bool { return c >= 'a' && c <= 'z' }
	upper := func(c byte) bool { return c >= 'A' && c <= 'Z' }
	for i := range len(text) {
		switch c := text[i]; {
		case upper(c) && i > 0 && (lower(text[i-1]) || upper(text[i-1]) && i+1 < len(text) && lower(text[i+1])):
			flush(i)
		case !upper(c) && !lower(c):
			flush(i)
			start = i + 1
		}
	}
	flush(len(text))
	return list
}

// deadWord returns what to say instead of a dead word in the name, or "".
func deadWord(n name) string {
	if n.wire {
		return ""
	}
	if _, ok := allowed[n.text]; ok {
		return ""
	}
	ofGo := path.Ext(n.file) == ".go"
	if instead := wholeNames[n.text]; instead != "" && ofGo {
		return instead
	}
	for _, word := range parts(n.text) {
		if instead := words[word]; instead != "" {
			return instead
		}
		if instead := wordsOfPeople[word]; instead != "" && ofGo && !n.local {
			return instead
		}
	}
	return ""
}
