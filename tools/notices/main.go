// Command notices lists the third-party software that is delivered: the Go packages linked into the command, the npm
// packages built into the console, and the fonts of documents. It refuses a component without a notice, or with a
// licence that is not accepted.
//
//	notices notices              writes the text of internal/notices
//	notices sbom VERSION DATE    writes a CycloneDX bill of materials; DATE in seconds since 1970
//
// The console must have been built first: its build writes the list of its packages to console/bundled.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"
)

// component is one piece of third-party software.
type component struct {
	name, version string
	purl          string   // package URL, see https://github.com/package-url/purl-spec
	licences      []string // SPDX identifiers; all of them apply
	texts         []string // contents of its licence and notice files
	sha512        string   // of its archive, in hexadecimal; may be empty
	needs         []string // purls of the components it depends on
}

// inventory lists the components of the product.
type inventory struct {
	components []component
	direct     []string // purls of the components that Consigne itself depends on
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == "notices":
		found, err := take("..")
		if err != nil {
			return err
		}
		return writeNotices(out, found.components)
	case len(args) == 3 && args[0] == "sbom":
		seconds, err := strconv.ParseInt(args[2], 10, 64)
		if err != nil {
			return fmt.Errorf("the date: %w", err)
		}
		found, err := take("..")
		if err != nil {
			return err
		}
		return writeBill(out, found, args[1], time.Unix(seconds, 0).UTC())
	}
	return errors.New("usage: notices notices | notices sbom VERSION DATE")
}

// take returns the inventory of the project in root.
func take(root string) (inventory, error) {
	modules, err := goModules(root)
	if err != nil {
		return inventory{}, err
	}
	packages, err := npmPackages(root)
	if err != nil {
		return inventory{}, err
	}
	fonts, err := documentFonts(root)
	if err != nil {
		return inventory{}, err
	}
	components := append(append(modules.components, packages.components...), fonts)
	return inventory{components, append(append(modules.direct, packages.direct...), fonts.purl)}, nil
}
