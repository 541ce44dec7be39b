package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"consigne/internal/kernel/text"
)

// newReport creates a file that its owner alone may read, in place of one of that name, and refuses what is no ordinary
// file: a link that somebody else laid there would lead names of people elsewhere.
func newReport(path string) (*os.File, error) {
	switch there, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case !there.Mode().IsRegular():
		return nil, fmt.Errorf("%s n'est pas un fichier ordinaire : le rapport n'y est pas écrit", path)
	default:
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
}

// cells writes the lines of a report in CSV, no cell of which runs as a formula.
type cells struct{ *csv.Writer }

func newCells(to io.Writer) cells {
	lines := csv.NewWriter(to)
	lines.Comma = ';'
	return cells{lines}
}

func (c cells) write(values ...string) error {
	for i := range values {
		values[i] = text.Cell(values[i])
	}
	return c.Write(values)
}

// counted returns a count with the words for it, « 1 ligne » or « 2 lignes ».
func counted[N int | int64](n N, one, many string) string {
	if n == 1 {
		return fmt.Sprint(n, " ", one)
	}
	return fmt.Sprint(n, " ", many)
}
