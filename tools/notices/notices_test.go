package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const mit = `MIT License

Copyright (c) 2026 Somebody

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`

const gpl = `This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License
as published by the Free Software Foundation, either version 3 of the License, or (at your option) any later version.
`

const hash = "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="

// A dependency is accepted with its notices, or refused with a message that says what is wrong with it.
func TestPackages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		declared string
		files    map[string]string
		licence  string
		texts    int
		refused  string
	}{
		"plain":            {"MIT", map[string]string{"LICENSE": mit, "index.js": ""}, "MIT", 1, ""},
		"with a notice":    {"MIT", map[string]string{"licence.md": mit, "NOTICE": "By somebody."}, "MIT", 2, ""},
		"declared nowhere": {"", map[string]string{"COPYING": mit}, "MIT", 1, ""},
		"several licences": {"MIT AND ISC", map[string]string{"LICENSE": mit}, "MIT AND ISC", 1, ""},
		"no licence": {
			"MIT",
			map[string]string{"index.js": ""},
			"", 0,
			"une-dépendance comes without a licence",
		},
		"a notice alone": {
			"MIT",
			map[string]string{"NOTICE": "By somebody."},
			"", 0,
			"une-dépendance comes without a licence",
		},
		"nobody knows it": {
			"MIT",
			map[string]string{"LICENSE": "Do as I say."},
			"", 0,
			"LICENSE is no licence that is known",
		},
		"GPL":                  {"GPL-3.0-or-later", map[string]string{"LICENSE": gpl}, "", 0, "is not accepted"},
		"GPL, which it denies": {"MIT", map[string]string{"LICENSE": gpl}, "", 0, "is not accepted"},
		"declared GPL": {
			"GPL-3.0-only",
			map[string]string{"LICENSE": mit},
			"", 0,
			"the licence GPL-3.0-only is not accepted",
		},
		"a choice that is not made": {"(MIT OR GPL-3.0-only)", map[string]string{"LICENSE": mit}, "", 0, "is not accepted"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := console(t, map[string]lockedPackage{"node_modules/une-dépendance": {
				Version: "1.0.0", License: c.declared,
				Integrity: hash,
			}}, "node_modules/une-dépendance")
			for file, text := range c.files {
				write(t, filepath.Join(root, "node_modules/une-dépendance", file), text)
			}
			found, err := npmPackages(root)
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("got %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			one := found.components[0]
			if strings.Join(one.licences, " AND ") != c.licence || len(one.texts) != c.texts ||
				one.purl != "pkg:npm/une-dépendance@1.0.0" {
				t.Errorf("got %+v", one)
			}
		})
	}
}

// Two versions of one package are two components, and each dependent refers to the version that it uses.
func TestNeedsFollowNode(t *testing.T) {
	t.Parallel()
	folders := []string{"node_modules/@a/b", "node_modules/@a/b/node_modules/c", "node_modules/c", "node_modules/d"}
	packages := map[string]lockedPackage{"console": {Dependencies: map[string]string{
		"@a/b": "1", "d": "1",
		"not-bundled": "1",
	}}}
	for i, folder := range folders {
		packages[folder] = lockedPackage{
			Version: string(rune('1' + i)), License: "MIT", Integrity: hash,
			Dependencies: map[string]string{"c": "*"},
		}
	}
	root := console(t, packages, folders...)
	for _, folder := range folders {
		write(t, filepath.Join(root, folder, "LICENSE"), mit)
	}
	found, err := npmPackages(root)
	if err != nil {
		t.Fatal(err)
	}
	needs := map[string]string{"Consigne": strings.Join(found.direct, " ")}
	for _, one := range found.components {
		needs[one.purl] = strings.Join(one.needs, " ")
	}
	for from, want := range map[string]string{
		"Consigne":         "pkg:npm/%40a/b@1 pkg:npm/d@4",
		"pkg:npm/%40a/b@1": "pkg:npm/c@2",
		"pkg:npm/d@4":      "pkg:npm/c@3",
	} {
		if needs[from] != want {
			t.Errorf("%s needs %q", from, needs[from])
		}
	}
}

func TestNoticesHoldEachTextOnce(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := writeNotices(&out, []component{
		{name: "zebra", version: "2", licences: []string{"MIT"}, texts: []string{tidy(mit)}},
		{
			name: "Ane", version: "1", licences: []string{"MIT"},
			texts: []string{tidy(strings.ReplaceAll(mit, "\n", " \r\n")), "By somebody.\n"},
		},
	}); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if strings.Count(text, "Permission is hereby granted") != 1 || strings.Count(text, "By somebody.") != 1 ||
		!strings.Contains(text, "Ane    1  MIT\nzebra  2  MIT\n") || !strings.Contains(text, "\nAne\nzebra\n=") {
		t.Error(text)
	}
}

// The bill of materials is valid CycloneDX, is the same each time, and is refused when it is not valid.
func TestBill(t *testing.T) {
	t.Parallel()
	found := inventory{
		components: []component{
			{name: "Go standard library", version: "1.26.8", purl: "pkg:golang/std@1.26.8", licences: []string{"BSD-3-Clause"}},
			{
				name: "a", version: "1", purl: "pkg:npm/a@1", licences: []string{"MIT", "ISC"}, sha512: strings.Repeat("0a", 64),
				needs: []string{"pkg:golang/std@1.26.8"},
			},
		},
		direct: []string{"pkg:npm/a@1"},
	}
	at := time.Unix(1_700_000_000, 0).UTC()
	var first, second strings.Builder
	if err := writeBill(&first, found, "v1.2.3", at); err != nil {
		t.Fatal(err)
	}
	if err := writeBill(&second, found, "v1.2.3", at); err != nil || first.String() != second.String() {
		t.Errorf("the second differs: %v", err)
	}
	var bill struct {
		SerialNumber string
		Metadata     struct{ Timestamp string }
		Components   []struct {
			Purl     string
			Licenses []struct{ Expression string }
			Hashes   []struct{ Alg, Content string }
		}
		Dependencies []struct {
			Ref       string
			DependsOn []string
		}
	}
	if err := json.Unmarshal([]byte(first.String()), &bill); err != nil {
		t.Fatal(err)
	}
	listed := bill.Components[1]
	if bill.Metadata.Timestamp != "2023-11-14T22:13:20Z" || len(bill.Dependencies) != 3 ||
		bill.Dependencies[0].DependsOn[0] != "pkg:npm/a@1" ||
		listed.Licenses[0].Expression != "MIT AND ISC" || listed.Hashes[0].Alg != "SHA-512" {
		t.Errorf("got %+v", bill)
	}
	if err := writeBill(&second, found, "v1.2.4", at); err != nil ||
		strings.Count(second.String(), bill.SerialNumber) != 1 {
		t.Errorf("another version has the same number: %v", err)
	}
	found.components[1].licences = []string{"Sans licence"}
	if err := writeBill(&second, found, "v1.2.3", at); err == nil {
		t.Error("a licence that SPDX does not know was accepted")
	}
}

// console creates a project whose console is built from these packages.
func console(t *testing.T, packages map[string]lockedPackage, folders ...string) string {
	t.Helper()
	root := t.TempDir()
	lock, err := json.Marshal(map[string]any{"packages": packages})
	if err != nil {
		t.Fatal(err)
	}
	noted, err := json.Marshal(folders)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, "package-lock.json"), string(lock))
	write(t, filepath.Join(root, "console/bundled/index.html.json"), string(noted))
	return root
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
