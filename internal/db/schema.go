package db

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"
)

// The parts of the schema that the migrations make, one a line. TestSchemaParts writes and checks them.
//
//go:embed schema/*.txt
var schemaFiles embed.FS

// IncompleteSchema is the error for a database that lacks parts that its migrations made, as « index payments_due ».
type IncompleteSchema struct{ Missing []string }

func (e IncompleteSchema) Error() string {
	return "the schema lacks " + strings.Join(e.Missing, ", ")
}

// schemaQueries list what the migrations make, without what the engine makes itself.
var schemaQueries = map[engine]string{
	engineSQLite: `
		SELECT type || ' ' || name FROM sqlite_master WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\'
		UNION ALL
		SELECT 'column ' || m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c
		WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND m.sql NOT LIKE 'CREATE VIRTUAL%'`,
	enginePostgres: `
		WITH spaces AS (
			SELECT oid, '' AS prefix FROM pg_namespace WHERE nspname = current_schema()
			UNION ALL
			SELECT oid, 'bi.' FROM pg_namespace WHERE nspname = CASE current_schema() WHEN 'public' THEN 'bi'
			ELSE current_schema() || '_bi' END
		), relations AS (
			SELECT c.oid, s.prefix || c.relname AS name, c.relkind FROM pg_class c JOIN spaces s ON s.oid = c.relnamespace
			WHERE c.relkind IN ('r', 'v')
		)
		SELECT CASE relkind WHEN 'v' THEN 'view ' ELSE 'table ' END || name FROM relations
		UNION ALL
		SELECT 'column ' || r.name || '.' || a.attname FROM relations r JOIN pg_attribute a ON a.attrelid = r.oid
		WHERE a.attnum > 0 AND NOT a.attisdropped
		UNION ALL
		SELECT 'index ' || i.relname FROM relations r JOIN pg_index x ON x.indrelid = r.oid
		JOIN pg_class i ON i.oid = x.indexrelid
		UNION ALL
		SELECT 'trigger ' || t.tgname || ' ON ' || r.name FROM relations r JOIN pg_trigger t ON t.tgrelid = r.oid
		WHERE NOT t.tgisinternal
		UNION ALL
		SELECT 'constraint ' || c.conname || ' ON ' || r.name FROM relations r JOIN pg_constraint c ON c.conrelid = r.oid
		WHERE c.contype IN ('p', 'u', 'f', 'c')
		UNION ALL
		SELECT 'function ' || s.prefix || p.proname FROM pg_proc p JOIN spaces s ON s.oid = p.pronamespace
		WHERE NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
}

// schemaParts lists the parts of the database's schema.
func (d *DB) schemaParts(ctx context.Context) ([]string, error) {
	there, err := Collect(ctx, d.Committed(), "list the parts of the schema",
		func(part *string) []any { return []any{part} }, schemaQueries[d.engine])
	slices.Sort(there)
	return slices.Compact(there), err
}

// checkSchema returns [IncompleteSchema] when a part is missing that the migrations of this binary made. More may be
// there.
func (d *DB) checkSchema(ctx context.Context) error {
	text, err := schemaFiles.ReadFile("schema/" + string(d.engine) + ".txt")
	if err != nil {
		return fmt.Errorf("embedded schema: %w", err)
	}
	there, err := d.schemaParts(ctx)
	if err != nil {
		return err
	}
	has, missing := map[string]bool{}, []string{}
	for _, part := range there {
		has[part] = true
	}
	for part := range strings.Lines(string(text)) {
		part = strings.TrimSpace(part)
		if column, is := strings.CutPrefix(part, "column "); is {
			of := column[:strings.LastIndex(column, ".")]
			if !has["table "+of] && !has["view "+of] {
				continue // the whole is named
			}
		}
		if !has[part] {
			missing = append(missing, part)
		}
	}
	if len(missing) > 0 {
		return IncompleteSchema{missing}
	}
	return nil
}
