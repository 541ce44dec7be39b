package store

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"consigne/internal/db"
	"consigne/internal/kernel/text"
)

// foldedTable is a table that keeps folded forms: the text of each, and its column.
type foldedTable struct {
	name           string
	texts, columns []string
}

var foldedTables = []foldedTable{
	{"accounts", []string{"last_name", "first_name", "email"}, []string{"last_folded", "first_folded", "email_folded"}},
	{"contacts", []string{"last_name || ' ' || first_name"}, []string{"name_folded"}},
	{"operators", []string{"name"}, []string{"name_folded"}},
	{"stations", []string{"admin_label", "name"}, []string{"admin_label_folded", "name_folded"}},
}

// refoldedAtOnce is how many rows one transaction changes.
const refoldedAtOnce = 1000

// folding is a row with its texts and the forms that are kept of them.
type folding struct {
	id            int64
	texts, folded [3]string
}

// refold folds again what an earlier release, whose fold left more characters as they were, has folded or, during an
// upgrade, still folds. Such a form holds a character that is not of ASCII, a grave accent or two spaces; accounts that
// do have an index (migration 55).
func (s *Store) refold(ctx context.Context) error {
	for _, table := range foldedTables {
		forms := strings.Join(table.columns, " || ")
		otherwise := `(` + forms + `) ~ '[^ -_a-~]|  '`
		if s.OnSQLite() {
			otherwise = `((` + forms + `) GLOB '*[^ -_a-~]*' OR instr(` + forms + `, '  ') > 0)`
		}
		query := `SELECT id, ` + strings.Join(slices.Concat(table.texts, table.columns), ", ") + ` FROM ` + table.name +
			` WHERE ` + otherwise + ` AND id > $1 ORDER BY id LIMIT ` + strconv.Itoa(refoldedAtOnce)
		for after, more := int64(0), true; more; {
			rows, err := db.Collect(ctx, s.Reader(ctx), "list texts to fold again", func(r *folding) []any {
				fields := []any{&r.id, &r.texts[0], &r.texts[1], &r.texts[2]}[:1+len(table.texts)]
				return append(fields, []any{&r.folded[0], &r.folded[1], &r.folded[2]}[:len(table.columns)]...)
			}, query, after)
			if err != nil {
				return err
			}
			err = s.Atomically(db.WithoutTimeouts(ctx), func(ctx context.Context) error {
				for _, r := range rows {
					if err := s.refoldRow(ctx, table, r); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
			if more = len(rows) > 0; more {
				after = rows[len(rows)-1].id
			}
		}
	}
	return nil
}

// refoldRow leaves what somebody has changed since it was read: it is folded already.
func (s *Store) refoldRow(ctx context.Context, table foldedTable, r folding) error {
	for i, column := range table.columns {
		folded := text.Fold(r.texts[i])
		if folded == r.folded[i] {
			continue
		}
		err := s.Exec(ctx, "fold again", `UPDATE `+table.name+` SET `+column+` = $2 WHERE id = $1 AND `+table.texts[i]+` = $3 AND `+column+` = $4`,
			r.id, folded, r.texts[i], r.folded[i])
		if err != nil {
			return err
		}
	}
	return nil
}
