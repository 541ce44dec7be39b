package main

import "path/filepath"

// documentFonts returns the fonts of receipts and credit notes, which lie in the repository as their makers gave them.
func documentFonts(root string) (component, error) {
	const name = "Source Sans 3"
	list, err := noticesIn(filepath.Join(root, "internal", "adapter", "pdf", "fonts"), exception{})
	if err != nil {
		return component{}, err
	}
	licences, err := licencesOf(name, list)
	return component{
		name: name, version: "3.052", purl: "pkg:github/adobe-fonts/source-sans@3.052R", licences: licences,
		texts: textsOf(list),
	}, err
}
