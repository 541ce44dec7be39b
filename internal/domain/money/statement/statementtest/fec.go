// Package statementtest checks files of statements, wherever a test has them from.
package statementtest

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	yearAmount  = regexp.MustCompile(`^[0-9]+,[0-9]{2}$`)
	yearAccount = regexp.MustCompile(`^[1-8][0-9]{2}[0-9A-Z]*$`)
)

// CheckYear checks what article A47 A-1 of the Livre des procédures fiscales asks of the FEC of a year: 18 columns,
// what is compulsory, numbers without gap, days in order and of the year, decimal commas, and balanced entries. It
// returns the debit less the credit of each account.
func CheckYear(t testing.TB, file, year string) map[string]int64 {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.Split(strings.TrimSuffix(file, "\r\n"), "\r\n")
	if len(lines) < 100 || !strings.HasPrefix(lines[0], "JournalCode\tJournalLib\tEcritureNum\tEcritureDate\t") {
		t.Fatalf("%d lines: %q", len(lines), lines[0])
	}
	accounts, balance, number, day := map[string]int64{}, int64(0), 0, ""
	for i, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != 18 {
			t.Fatalf("line %d has %d columns: %q", i, len(cells), line)
		}
		for _, at := range []int{0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 15} {
			if cells[at] == "" || cells[at] != strings.TrimSpace(cells[at]) {
				t.Fatalf("line %d, column %d: %q", i, at, line)
			}
		}
		if cells[2] != strconv.Itoa(number) {
			if number++; cells[2] != strconv.Itoa(number) || balance != 0 {
				t.Fatalf("line %d: entry %s after one that is out of balance by %d", i, cells[2], balance)
			}
		}
		for _, at := range []int{3, 9, 15} {
			if _, err := time.Parse("20060102", cells[at]); err != nil {
				t.Fatalf("line %d: %v", i, err)
			}
		}
		if cells[3] < day || !strings.HasPrefix(cells[3], year) || cells[15] < cells[3] {
			t.Fatalf("line %d: day %s after %s, valid on %s", i, cells[3], day, cells[15])
		}
		day = cells[3]
		if !yearAccount.MatchString(cells[4]) || !yearAmount.MatchString(cells[11]) || !yearAmount.MatchString(cells[12]) {
			t.Fatalf("line %d: %q", i, line)
		}
		debit, err := strconv.ParseInt(strings.Replace(cells[11], ",", "", 1), 10, 64)
		check(err)
		credit, err := strconv.ParseInt(strings.Replace(cells[12], ",", "", 1), 10, 64)
		check(err)
		if (debit == 0) == (credit == 0) {
			t.Fatalf("line %d: debit %d, credit %d", i, debit, credit)
		}
		balance += debit - credit
		accounts[cells[4]] += debit - credit
	}
	if balance != 0 {
		t.Fatalf("the last entry is out of balance by %d", balance)
	}
	return accounts
}
