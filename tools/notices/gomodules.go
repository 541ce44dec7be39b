package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ours is the module of the product; command is the package that is delivered.
const (
	ours    = "consigne"
	command = "./cmd/consigne"
)

// goPackage holds what `go list` reports about a package.
type goPackage struct {
	ImportPath, Dir string
	Standard        bool
	Imports         []string
	Module          *struct{ Path, Version, Dir string }
}

// goModules returns the modules that are linked into the command, and the standard library.
func goModules(root string) (inventory, error) {
	packages := map[string]goPackage{}
	for _, architecture := range []string{"amd64", "arm64"} {
		if err := linked(root, architecture, packages); err != nil {
			return inventory{}, err
		}
	}
	standard, err := standardLibrary(root)
	if err != nil {
		return inventory{}, err
	}
	found := inventory{components: []component{standard}, direct: []string{standard.purl}}

	folders, needs := map[string]map[string]bool{}, map[string]map[string]bool{}
	for _, p := range packages {
		from := purlOf(p, standard)
		if from == standard.purl {
			continue
		}
		if needs[from] == nil {
			folders[from], needs[from] = map[string]bool{}, map[string]bool{}
		}
		for _, name := range p.Imports {
			if imported, ok := packages[name]; ok {
				needs[from][purlOf(imported, standard)] = true
			}
		}
		if from == "" {
			continue
		}
		for folder := p.Dir; ; folder = filepath.Dir(folder) {
			folders[from][folder] = true
			if folder == p.Module.Dir || len(folder) <= len(p.Module.Dir) {
				break
			}
		}
	}
	seen := map[string]bool{}
	for _, path := range sortedKeys(packages) {
		p := packages[path]
		purl := purlOf(p, standard)
		if p.Standard || purl == "" || seen[purl] {
			continue
		}
		seen[purl] = true
		delete(needs[purl], purl)
		list := []notice{}
		for _, folder := range sortedKeys(folders[purl]) {
			more, err := noticesIn(folder, exceptions[p.Module.Path])
			if err != nil {
				return inventory{}, err
			}
			list = append(list, more...)
		}
		licences, err := licencesOf(p.Module.Path, list)
		if err != nil {
			return inventory{}, err
		}
		found.components = append(found.components, component{
			name: p.Module.Path, version: p.Module.Version, purl: purl, licences: licences, texts: textsOf(list),
			needs: sortedKeys(needs[purl]),
		})
	}
	delete(needs[""], "")
	found.direct = sortedKeys(needs[""])
	return found, nil
}

// linked adds the packages that are linked into the command for an architecture.
func linked(root, architecture string, packages map[string]goPackage) error {
	text, err := goTool(root, architecture, "list", "-deps", "-json=ImportPath,Dir,Standard,Imports,Module", command)
	if err != nil {
		return err
	}
	for decoder := json.NewDecoder(strings.NewReader(text)); decoder.More(); {
		var p goPackage
		if err := decoder.Decode(&p); err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		packages[p.ImportPath] = p
	}
	return nil
}

// purlOf returns the package URL of the component that a package belongs to, or "" for our own packages.
func purlOf(p goPackage, standard component) string {
	switch {
	case p.Standard || p.Module == nil:
		return standard.purl
	case p.Module.Path == ours:
		return ""
	}
	return "pkg:golang/" + p.Module.Path + "@" + p.Module.Version
}

func standardLibrary(root string) (component, error) {
	text, err := goTool(root, "amd64", "env", "GOROOT", "GOVERSION")
	if err != nil {
		return component{}, err
	}
	folder, version, _ := strings.Cut(strings.TrimSpace(text), "\n")
	list, err := noticesIn(folder, exception{})
	if err != nil {
		return component{}, err
	}
	licences, err := licencesOf("the Go standard library", list)
	version = strings.TrimPrefix(version, "go")
	return component{
		name: standardName, version: version, purl: "pkg:golang/std@" + version, licences: licences,
		texts: textsOf(list),
	}, err
}

const standardName = "Go standard library"

// goTool runs the go command with the settings of the delivered binary for an architecture.
func goTool(root, architecture string, args ...string) (string, error) {
	run := exec.Command("go", args...)
	run.Dir, run.Env = root,
		append(os.Environ(), "GOOS=linux", "GOARCH="+architecture, "CGO_ENABLED=0", "GOFLAGS=-mod=readonly")
	text, err := run.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("go %s: %s", strings.Join(args, " "), failed.Stderr)
	}
	return string(text), err
}
