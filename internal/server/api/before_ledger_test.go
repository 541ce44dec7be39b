package api_test

import (
	"archive/zip"
	"fmt"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/money/backfill"
	"consigne/internal/domain/money/beginning"
	"consigne/internal/kernel/clock"
)

// What was settled before the ledger and is numbered later makes no month, and stands apart wherever it is shown; a
// credit note of it names the payment.
func TestBeforeTheLedger(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		before := m.month
		numbered, refunded := m.stay(time.Hour), m.stay(2*time.Hour)
		m.collect()
		m.stay(3 * time.Hour) // is owed
		s.check(s.store.Exec(t.Context(), "there was no ledger yet", `DELETE FROM ledger_waiting`))
		s.check(s.store.Exec(t.Context(), "nor a count of its entries", `UPDATE payments SET entries = NULL`))
		m.clockAt(s, before+1)
		s.check(beginning.NewService(s.store, s.clock).BeginAll(t.Context()))
		owed, err := s.store.Count(t.Context(), "test", `SELECT SUM(amount) FROM payments WHERE settled_at IS NULL`)
		s.check(err)
		debts := s.call("GET", "/api/admin/exploitant/1/creances", m.manager(), nil)
		if ages, _ := debts.Body["ensemble"].(map[string]any); ages["montant"] != float64(owed) ||
			ages["avantRegistre"] != 0.0 || debts.Body["soldeExigible"] != float64(owed) ||
			debts.Body["reglesNonInscrits"] != 0.0 {
			t.Errorf("debts: %s", debts.Raw)
		}
		m.refund(refunded, 50) // what is owed is collected too
		m.addUp()

		got := m.statement(before + 1)
		if owed == 0 || got.Body["soldeOuverture"] != float64(owed) || figuresOf(got)["reprise"] != float64(owed) {
			t.Errorf("%d were owed: %s", owed, got.Raw)
		}
		note, err := s.store.Count(t.Context(), "test", `SELECT COUNT(*) FROM documents d JOIN payments p ON p.id = d.payment_id
			WHERE d.kind = 'avoir' AND d.record LIKE '%"gives":{"number":' || p.id || ',"at":"%'`)
		if s.check(err); note != 1 {
			t.Errorf("%d credit notes name their payment", note)
		}
		today := clock.DayOf(s.clock.Now())
		_, err = backfill.NewService(s.store, s.clock, s.parts.Ledger).Run(t.Context(), 1, today-60, today)
		s.check(err)
		m.addUp()
		s.want("a month of before", s.call("GET", reddition+"/"+before.String(), m.manager(), nil), 404,
			"Ce mois est d'avant le registre, qui commence en "+(before+1).French()+".")
		s.want("it cannot be closed", s.call("POST", reddition+"/"+before.String()+"/cloture", m.manager(), nil), 404,
			"Ce mois est d'avant le registre, qui commence en "+(before+1).French()+".")
		months := s.call("GET", reddition, m.manager(), nil)
		if dig(months.Body, "mois", 1) != nil || dig(months.Body, "mois", 0, "mois") != (before+1).String() ||
			dig(months.Body, "avantRegistre", "recus") != 2.0 || dig(months.Body, "avantRegistre", "avoirs") != 0.0 {
			t.Errorf("months: %s", months.Raw)
		}
		got = m.statement(before + 1)
		if dig(got.Body, "documents", 0, "avantRegistre") != 2.0 || got.Body["soldeCloture"] != 0.0 {
			t.Errorf("documents: %v, due: %v", got.Body["documents"], got.Body["soldeCloture"])
		}
		receipt := m.read(numbered).Body
		if dig(receipt, "documents", 0, "avantRegistre") != true {
			t.Errorf("receipt: %v", receipt["documents"])
		}
		file := s.call("GET", "/api/admin/exploitant/1/documents.zip?mois="+(before+1).String(), m.manager(), nil)
		archive, err := zip.NewReader(strings.NewReader(file.Raw), int64(len(file.Raw)))
		s.check(err)
		ofBefore := 0
		for _, one := range archive.File {
			if strings.HasPrefix(one.Name, "Avant le registre/") {
				ofBefore++
			}
		}
		if ofBefore != 2 || len(archive.File) != 4 {
			t.Errorf("the archive holds %s", fmt.Sprint(len(archive.File), ", of before ", ofBefore))
		}
	})
}
