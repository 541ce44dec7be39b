package security_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"consigne/internal/domain/people/security"
)

// declared returns the words of the constants of type Kind.
func declared(t *testing.T) (words []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "security.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if of, ok := spec.Type.(*ast.Ident); ok && of.Name == "Kind" {
			literal, ok := spec.Values[0].(*ast.BasicLit)
			if !ok {
				t.Fatalf("%s is not a literal", spec.Names[0])
			}
			word, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			words = append(words, word)
		}
		return true
	})
	return words
}

// Every kind has a family, a label, and a line in docs/operations.md, which says the same of it as the screens do.
func TestEveryKindIsDescribed(t *testing.T) {
	described, labels := []string{}, map[string]bool{}
	for _, family := range security.Families() {
		if family.Text == "" || family.Value.Label() != family.Text || len(security.KindsOf(family.Value)) == 0 {
			t.Errorf("family %q", family)
		}
		for _, kind := range security.KindsOf(family.Value) {
			if kind.Text == "" || labels[kind.Text] || kind.Value.Label() != kind.Text || kind.Value.Family() != family.Value {
				t.Errorf("kind %q", kind)
			}
			labels[kind.Text] = true
			described = append(described, string(kind.Value))
		}
	}
	slices.Sort(described)
	words := declared(t)
	slices.Sort(words)
	if len(words) < 15 || !slices.Equal(words, described) {
		t.Errorf("declared %q,\nin kinds.go %q", words, described)
	}

	text, err := os.ReadFile("../../../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, _ := strings.Cut(string(text), "\n## Security events\n")
	chapter, _, _ = strings.Cut(chapter, "\n### ")
	told := []string{}
	for _, line := range regexp.MustCompile("(?m)^\\| `([a-z_]+\\.[a-z_]+)` \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\| (success|failure|unknown) \\| [^|]+ \\|$").FindAllStringSubmatch(chapter, -1) {
		told = append(told, line[1])
		if label := security.Kind(line[1]).Label(); label != line[2] {
			t.Errorf("%s is « %s » in docs/operations.md, « %s » on the screens", line[1], line[2], label)
		}
	}
	slices.Sort(told)
	if !slices.Equal(told, words) {
		t.Errorf("in docs/operations.md %q,\nwant %q", told, words)
	}
}
