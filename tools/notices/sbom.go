package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/uuid"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// billFormat is the CycloneDX version.
const billFormat = "1.6"

// writeBill writes the bill of materials of a version, after checking it against the CycloneDX schema. The same
// inventory, version and date give the same bytes.
func writeBill(out io.Writer, found inventory, version string, at time.Time) error {
	var text bytes.Buffer
	encoder := cdx.NewBOMEncoder(&text, cdx.BOMFileFormatJSON).SetPretty(true).SetEscapeHTML(false)
	if err := encoder.EncodeVersion(bill(found, version, at), cdx.SpecVersion1_6); err != nil {
		return err
	}
	if err := checkBill(text.Bytes()); err != nil {
		return fmt.Errorf("the bill of materials is not CycloneDX %s: %w", billFormat, err)
	}
	_, err := out.Write(text.Bytes())
	return err
}

func bill(found inventory, version string, at time.Time) *cdx.BOM {
	self := "pkg:generic/consigne@" + version
	bom := cdx.NewBOM()
	bom.SerialNumber = "urn:uuid:" + uuid.NewSHA1(uuid.NameSpaceURL, []byte(self+"?at="+at.Format(time.RFC3339))).String()
	bom.Metadata = &cdx.Metadata{
		Timestamp: at.Format(time.RFC3339),
		Component: &cdx.Component{
			BOMRef: self, Type: cdx.ComponentTypeApplication, Name: "consigne", Version: version,
			PackageURL: self,
		},
	}
	components, needs := []cdx.Component{}, []cdx.Dependency{{Ref: self, Dependencies: &found.direct}}
	for _, c := range found.components {
		listed := cdx.Component{
			BOMRef: c.purl, Type: cdx.ComponentTypeLibrary, Name: c.name, Version: c.version, PackageURL: c.purl,
			Scope:    cdx.ScopeRequired,
			Licenses: licenceChoice(c.licences),
		}
		if c.sha512 != "" {
			listed.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA512, Value: c.sha512}}
		}
		components = append(components, listed)
		needs = append(needs, cdx.Dependency{Ref: c.purl, Dependencies: &c.needs})
	}
	bom.Components, bom.Dependencies = &components, &needs
	return bom
}

func licenceChoice(names []string) *cdx.Licenses {
	if len(names) == 1 {
		return &cdx.Licenses{{License: &cdx.License{ID: names[0]}}}
	}
	return &cdx.Licenses{{Expression: strings.Join(names, " AND ")}}
}

// checkBill returns an error if the text does not satisfy the CycloneDX schema. The schema comes with the module that
// writes the bill.
func checkBill(text []byte) error {
	folder, err := goTool(".", "amd64", "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go")
	if err != nil {
		return err
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(schemas(filepath.Join(strings.TrimSpace(folder), "schema")))
	schema, err := compiler.Compile("http://cyclonedx.org/schema/bom-" + billFormat + ".schema.json")
	if err != nil {
		return err
	}
	content, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(content)
}

// schemas is the path of a folder that holds schemas, named by the last part of their address.
type schemas string

// Load implements jsonschema.URLLoader.
func (s schemas) Load(address string) (any, error) {
	name := path.Base(address)
	if name == "jsf-0.82.schema.json" {
		name = "jsf-0.82.schemax.json" // the file's name in the module
	}
	file, err := os.Open(filepath.Join(string(s), name))
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return jsonschema.UnmarshalJSON(file)
}
