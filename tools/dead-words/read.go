package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
)

// namesOfGo lists what a Go file declares: objects of the package, fields, methods, parameters and variables.
func namesOfGo(file, source string) []name {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil // the compiler says it better
	}
	names := []name{}
	add := func(id *ast.Ident, local, wire bool) {
		if id != nil && id.Name != "_" {
			names = append(names, name{place{file, set.Position(id.Pos()).Line}, id.Name, local, wire})
		}
	}
	fields := func(list *ast.FieldList, local bool) {
		if list == nil {
			return
		}
		for _, field := range list.List {
			for _, id := range field.Names {
				add(id, local, field.Tag != nil)
			}
		}
	}
	depth := 0
	var visit func(node ast.Node) bool
	visit = func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncDecl:
			add(n.Name, false, false)
			fields(n.Recv, true)
			depth++
			ast.Inspect(n.Type, visit)
			if n.Body != nil {
				ast.Inspect(n.Body, visit)
			}
			depth--
			return false
		case *ast.FuncType:
			fields(n.Params, true)
			fields(n.Results, true)
		case *ast.StructType:
			fields(n.Fields, false)
		case *ast.InterfaceType:
			fields(n.Methods, false)
		case *ast.TypeSpec:
			add(n.Name, depth > 0, false)
		case *ast.ValueSpec:
			for _, id := range n.Names {
				add(id, depth > 0, false)
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, left := range n.Lhs {
					if id, ok := left.(*ast.Ident); ok {
						add(id, true, false)
					}
				}
			}
		case *ast.RangeStmt:
			for _, left := range []ast.Expr{n.Key, n.Value} {
				if id, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE {
					add(id, true, false)
				}
			}
		}
		return true
	}
	add(parsed.Name, false, false)
	for _, declaration := range parsed.Decls {
		ast.Inspect(declaration, visit)
	}
	return names
}

var (
	declaredInTypeScript = regexp.MustCompile(
		`\b(?:const|let|var|function|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)`,
	)
	declaredInSQL = regexp.MustCompile(
		`(?i)\b(?:CREATE\s+(?:UNLOGGED\s+|TEMPORARY\s+)?TABLE(?:\s+IF\s+NOT\s+EXISTS)?|ADD\s+COLUMN|RENAME\s+TO|RENAME\s+COLUMN\s+\w+\s+TO)\s+"?(\w+)`,
	)
	codeSpan = regexp.MustCompile("`[^`\n]+`")
	codeWord = regexp.MustCompile(`[A-Za-z_][\w./]*`)
	quoted   = regexp.MustCompile(`"[^"\n]*"|'[^'\n]*'`)
)

// namesOfTypeScript lists what a TypeScript file declares with a keyword; parameters and fields are left out, because
// most fields are those of the wire.
func namesOfTypeScript(file, source string) []name {
	return match(file, source, func(line string) []string {
		return submatches(declaredInTypeScript, quoted.ReplaceAllString(line, `""`))
	})
}

// namesOfSQL lists the tables and columns that a migration adds.
func namesOfSQL(file, source string) []name {
	return match(file, source, func(line string) []string { return submatches(declaredInSQL, line) })
}

// namesOfDocument lists the words of code spans that name a package, a file or an exported Go name: the other ones may
// be those of the wire.
func namesOfDocument(file, source string) []name {
	return match(file, source, func(line string) []string {
		list := []string{}
		for _, span := range codeSpan.FindAllString(line, -1) {
			for _, word := range codeWord.FindAllString(span, -1) {
				if strings.Contains(word, "internal/") || strings.Contains(word, ".") && strings.ToLower(word) != word {
					list = append(list, word)
				}
			}
		}
		return list
	})
}

func submatches(pattern *regexp.Regexp, line string) []string {
	list := []string{}
	for _, found := range pattern.FindAllStringSubmatch(line, -1) {
		list = append(list, found[1])
	}
	return list
}

// match lists the names of each line, comments left out.
func match(file, source string, find func(line string) []string) []name {
	names := []name{}
	for i, line := range strings.Split(source, "\n") {
		if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, "//") || strings.HasPrefix(trimmed, "*") ||
			strings.HasPrefix(trimmed, "--") {
			continue
		}
		for _, text := range find(line) {
			names = append(names, name{place: place{file, i + 1}, text: text})
		}
	}
	return names
}
