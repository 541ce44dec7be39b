package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// lockedPackage holds what package-lock.json says about a package.
type lockedPackage struct {
	Version, License, Integrity string
	Dependencies                map[string]string
}

// npmPackages returns the packages that the console's build listed.
func npmPackages(root string) (inventory, error) {
	var lock struct{ Packages map[string]lockedPackage }
	if err := readJSON(filepath.Join(root, "package-lock.json"), &lock); err != nil {
		return inventory{}, err
	}
	folders, err := bundled(root)
	if err != nil {
		return inventory{}, err
	}
	found := inventory{}
	for _, folder := range folders {
		locked, ok := lock.Packages[folder]
		if !ok {
			return inventory{}, fmt.Errorf("%s is in the console and not in package-lock.json", folder)
		}
		one, err := npmPackage(root, folder, locked)
		if err != nil {
			return inventory{}, err
		}
		for name := range locked.Dependencies {
			if needed := resolve(folder, name, folders); needed != "" {
				one.needs = append(one.needs, npmPURL(needed, lock.Packages[needed].Version))
			}
		}
		slices.Sort(one.needs)
		found.components = append(found.components, one)
	}
	for name := range lock.Packages["console"].Dependencies {
		if needed := resolve("console", name, folders); needed != "" {
			found.direct = append(found.direct, npmPURL(needed, lock.Packages[needed].Version))
		}
	}
	slices.Sort(found.direct)
	return found, nil
}

// bundled returns the folders of the packages in the console, each once.
func bundled(root string) ([]string, error) {
	lists, err := filepath.Glob(filepath.Join(root, "console", "bundled", "*.json"))
	if err != nil {
		return nil, err
	}
	if len(lists) == 0 {
		return nil, errors.New("the console has not been built: run « make » first")
	}
	folders := []string{}
	for _, list := range lists {
		var noted []string
		if err := readJSON(list, &noted); err != nil {
			return nil, err
		}
		folders = append(folders, noted...)
	}
	for _, folder := range folders {
		folders = append(folders, exceptions[folder].holds...)
	}
	slices.Sort(folders)
	return slices.Compact(folders), nil
}

func npmPackage(root, folder string, locked lockedPackage) (component, error) {
	known := exceptions[folder]
	from := folder
	if known.from != "" {
		from = known.from
	}
	list, err := noticesIn(filepath.Join(root, from), known)
	if err != nil {
		return component{}, err
	}
	name := npmName(folder)
	licences, err := licencesOf(name, list)
	if err != nil {
		return component{}, err
	}
	if locked.License != "" { // the file may be shared by several licences
		licences = strings.Split(locked.License, " AND ")
	}
	for _, licence := range licences {
		if !accepted[licence] {
			return component{}, fmt.Errorf("%s: the licence %s is not accepted", name, licence)
		}
	}
	hash, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(locked.Integrity, "sha512-"))
	if err != nil || len(hash) != 64 {
		return component{}, fmt.Errorf("%s: package-lock.json has no SHA-512 of it", name)
	}
	return component{
		name: name, version: locked.Version, purl: npmPURL(folder, locked.Version), licences: licences,
		texts: textsOf(list), sha512: hex.EncodeToString(hash),
	}, nil
}

// resolve returns the folder that an import of name from a folder refers to, found the way Node looks for it, or ""
// if it is none of folders.
func resolve(from, name string, folders []string) string {
	for {
		candidate := filepath.Join(from, "node_modules", name)
		if _, ok := slices.BinarySearch(folders, candidate); ok {
			return candidate
		}
		if from == "." || from == "" {
			return ""
		}
		from = filepath.Dir(from)
	}
}

func npmName(folder string) string {
	_, name, _ := cutLast(folder, "node_modules/")
	return name
}

// npmPURL returns the package URL of a package, in which the @ of a scope is escaped.
func npmPURL(folder, version string) string {
	return "pkg:npm/" + strings.Replace(npmName(folder), "@", "%40", 1) + "@" + version
}

func cutLast(text, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(text, separator); i >= 0 {
		return text[:i], text[i+len(separator):], true
	}
	return text, "", false
}

func readJSON(path string, into any) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing: run « make » first", path)
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
