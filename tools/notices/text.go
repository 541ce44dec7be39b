package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

const notices = `Logiciels tiers contenus dans Consigne

Consigne contient les logiciels ci-dessous, chacun sous la licence indiquée. Les textes de ces licences et les mentions
de leurs auteurs suivent.

`

// writeNotices writes the list of components, then each licence text once, under the names of the components it
// belongs to.
func writeNotices(out io.Writer, components []component) error {
	components = slices.Clone(components)
	slices.SortFunc(components, func(a, b component) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name)),
			strings.Compare(a.version, b.version))
	})
	var text strings.Builder
	text.WriteString(notices)
	columns := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	order, holders := []string{}, map[string][]string{}
	for _, c := range components {
		version := c.version
		if c.name == standardName {
			version = "" // the version depends on the compiler that builds
		}
		_, _ = fmt.Fprintf(columns, "%s\t%s\t%s\n", c.name, version, strings.Join(c.licences, " AND "))
		for _, one := range c.texts {
			if holders[one] == nil {
				order = append(order, one)
			}
			if !slices.Contains(holders[one], c.name) {
				holders[one] = append(holders[one], c.name)
			}
		}
	}
	if err := columns.Flush(); err != nil {
		return err
	}
	rule := strings.Repeat("=", 100)
	for _, one := range order {
		fmt.Fprintf(&text, "\n%s\n%s\n%s\n\n%s", rule, strings.Join(holders[one], "\n"), rule, one)
	}
	_, err := io.WriteString(out, text.String())
	return err
}
