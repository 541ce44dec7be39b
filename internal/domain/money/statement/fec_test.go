package statement_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
)

// failing is what the checker needs of a test, or of a property.
type failing interface {
	Helper()
	Fatalf(format string, args ...any)
}

var (
	fecAmount  = regexp.MustCompile(`^[0-9]+,[0-9]{2}$`)
	fecAccount = regexp.MustCompile(`^[1-8][0-9]{2}[0-9A-Z]*$`)
	fecDay     = regexp.MustCompile(`^20[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])$`)
)

// checkFEC checks what article A47 A-1 of the Livre des procédures fiscales asks of a FEC: the 18 columns in order,
// tabs, dates and amounts, numbers that follow one another, and entries that are balanced. It returns the debit less
// the credit of each account in cents.
func checkFEC(t failing, s statement.Statement) map[string]int64 {
	t.Helper()
	var file bytes.Buffer
	if err := s.WriteFEC(&file); err != nil {
		t.Fatalf("write: %v", err)
	}
	lines := strings.Split(strings.TrimSuffix(file.String(), "\r\n"), "\r\n")
	const columns = "JournalCode\tJournalLib\tEcritureNum\tEcritureDate\tCompteNum\tCompteLib\tCompAuxNum\tCompAuxLib\tPieceRef\tPieceDate\tEcritureLib\tDebit\tCredit\tEcritureLet\tDateLet\tValidDate\tMontantdevise\tIdevise"
	if lines[0] != columns {
		t.Fatalf("columns: %q", lines[0])
	}
	accounts, balance, last, number := map[string]int64{}, map[string]int64{}, "", 0
	for i, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != 18 {
			t.Fatalf("line %d has %d columns: %q", i, len(cells), line)
		}
		for _, at := range []int{0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12} {
			if cells[at] == "" || cells[at] != strings.TrimSpace(cells[at]) {
				t.Fatalf("line %d, column %d: %q", i, at, cells[at])
			}
		}
		if !fecDay.MatchString(cells[3]) || !fecDay.MatchString(cells[9]) ||
			s.ClosedAt != nil && !fecDay.MatchString(cells[15]) {
			t.Fatalf("line %d: dates %q", i, line)
		}
		if !fecAccount.MatchString(cells[4]) || !fecAmount.MatchString(cells[11]) || !fecAmount.MatchString(cells[12]) {
			t.Fatalf("line %d: %q", i, line)
		}
		if cells[2] != last {
			if number++; cells[2] != fmt.Sprintf("%s-%03d", strings.ReplaceAll(s.Month, "-", ""), number) || balance[last] != 0 {
				t.Fatalf("line %d: number %s after %s, which is %d out of balance", i, cells[2], last, balance[last])
			}
			last = cells[2]
		}
		cents := func(text string) int64 {
			n, err := strconv.ParseInt(strings.Replace(text, ",", "", 1), 10, 64)
			if err != nil {
				t.Fatalf("line %d: %v", i, err)
			}
			return n
		}
		debit, credit := cents(cells[11]), cents(cells[12])
		if (debit == 0) == (credit == 0) {
			t.Fatalf("line %d: debit %s, credit %s", i, cells[11], cells[12])
		}
		balance[last] += debit - credit
		accounts[cells[4]] += debit - credit
	}
	if balance[last] != 0 {
		t.Fatalf("%s is %d out of balance", last, balance[last])
	}
	// What the account of customers gains is what they owe more.
	if moved := accounts[s.Accounts.Customers]; moved != int64(s.Closing-s.Opening) {
		t.Fatalf("the account of customers moves by %d, what is due by %d", moved, s.Closing-s.Opening)
	}
	return accounts
}

// The example of docs/rules.md#statement, account by account.
func TestFEC(t *testing.T) {
	s := statement.Of(1, october, totalsOf([]statement.Event{
		on(2, ledger.Billed, 445, ""), on(3, ledger.Settled, 445, "Carte bancaire"),
		on(4, ledger.RefundDone, 100, "Carte bancaire"),
		on(5, ledger.MarkedAsPaid, 250, "Espèces", statement.Carried),
		on(6, ledger.Billed, 120, ""), on(7, ledger.Cancelled, 120, ""),
		on(8, ledger.NotOwed, 300, ""), on(9, ledger.NotOwedGiven, 300, ""),
	}))
	s.Accounts = statement.DefaultAccounts()
	closed := time.Date(2026, 11, 2, 9, 0, 0, 0, clock.Paris)
	s.ClosedAt = &closed
	for account, want := range map[string]int64{
		"411000": 0, "706000": -(445 - 74 - 42), "445710": -(74 + 42 - 17), "709600": 100 - 17, "467100": 445 - 100,
		"531000": 250, "471000": -250, "467200": 0,
	} {
		if got := checkFEC(t, s)[account]; got != want {
			t.Errorf("%s: %d, want %d", account, got, want)
		}
	}
	var file bytes.Buffer
	if err := s.WriteFEC(&file); err != nil {
		t.Fatal(err)
	}
	const first = "VE\tVentes\t202610-001\t20261031\t411000\tUsagers\t\t\tREDDITION-2026-10\t20261031\tFacturé octobre 2026\t5,65\t0,00\t\t\t20261102\t\t\r\n"
	if !strings.Contains(file.String(), first) {
		t.Errorf("%s", file.String())
	}
}
