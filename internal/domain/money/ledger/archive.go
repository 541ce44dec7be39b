package ledger

import (
	"archive/zip"
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"consigne/internal/kernel/clock"
)

// The files of an archive (docs/ledger.md#archive).
const (
	readmeFile   = "LISEZMOI.txt"
	manifestFile = "manifeste.json"
	entriesFile  = "ecritures.jsonl"
	sealsFile    = "sceaux.json"
)

//go:embed LISEZMOI.txt
var readme []byte

// manifest describes which part of a chain an archive holds.
type manifest struct {
	Exploitant     int64     `json:"exploitant"`
	Du             string    `json:"du"`
	Au             string    `json:"au"`
	ApresNumero    int64     `json:"apresNumero"` // of the entry before the first; 0: there is none
	ApresEmpreinte string    `json:"apresEmpreinte"`
	Numero         int64     `json:"numero"` // of the last entry
	Empreinte      string    `json:"empreinte"`
	Cle            PublicKey `json:"cle"`
	Signature      string    `json:"signature"`
}

func (m manifest) message() string {
	return fmt.Sprintf("consigne.archive.1\nexploitant %d\ndu %s\nau %s\napres-numero %d\napres-empreinte %s\nnumero %d\nempreinte %s\n",
		m.Exploitant, m.Du, m.Au, m.ApresNumero, m.ApresEmpreinte, m.Numero, m.Empreinte)
}

// Export writes an archive of the entries of an operator on some days of Paris, both included: those from the first to
// the last of these days, without gap. It returns how many there are. An error that is a [Broken] says that the ledger
// is not valid there.
func (s *Service) Export(
	ctx context.Context, operatorID int64, from, to clock.Day, out io.Writer,
) (entries int64, err error) {
	archive := zip.NewWriter(out)
	err = s.store.Snapshot(ctx, func(ctx context.Context) error {
		m := manifest{Exploitant: operatorID, Du: from.String(), Au: to.String()}
		seals, err := s.span(ctx, &m, from, to)
		if err != nil {
			return err
		}
		if entries, err = s.exportEntries(ctx, archive, &m, seals); err != nil {
			return err
		}
		by, err := s.keys.sign(m.message())
		if err != nil {
			return err
		}
		m.Cle, m.Signature = by.Key, by.Value
		if err := exportFile(archive, readmeFile,
			func(to io.Writer) error { _, err := to.Write(readme); return err }); err != nil {
			return err
		}
		for name, doc := range map[string]any{manifestFile: m, sealsFile: publish(operatorID, s.keys.Public(), seals)} {
			if err := exportFile(archive, name, func(to io.Writer) error {
				indented := json.NewEncoder(to)
				indented.SetIndent("", "  ")
				return indented.Encode(doc)
			}); err != nil {
				return err
			}
		}
		return nil
	})
	return entries, errors.Join(err, archive.Close())
}

func exportFile(archive *zip.Writer, name string, write func(io.Writer) error) error {
	to, err := archive.Create(name)
	if err == nil {
		err = write(to)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// span finds the entries of some days, and returns the seals of the chain up to their last.
func (s *Service) span(ctx context.Context, m *manifest, from, to clock.Day) ([]Seal, error) {
	head, err := s.store.HeadOf(ctx, m.Exploitant)
	if err != nil {
		return nil, err
	}
	first, err := s.store.FirstFrom(ctx, m.Exploitant, from.Begins())
	if err != nil {
		return nil, err
	}
	if m.Numero, err = s.store.LastBefore(ctx, m.Exploitant, (to + 1).Begins()); err != nil {
		return nil, err
	}
	if first == 0 {
		first = head.Sequence + 1
	}
	m.ApresNumero = min(first-1, m.Numero)
	if m.ApresNumero > 0 {
		before, err := s.store.EntriesAfter(ctx, m.Exploitant, m.ApresNumero-1, 1)
		if err != nil {
			return nil, err
		}
		m.ApresEmpreinte = before[0].Hash
	}
	all, err := s.store.SealsOf(ctx, m.Exploitant)
	seals := []Seal{}
	for _, seal := range all {
		if seal.Sequence > m.ApresNumero && seal.Sequence <= m.Numero {
			seals = append(seals, seal)
		}
	}
	return seals, err
}

// exportEntries writes the entries of the manifest, verifies them, and completes the manifest with the hash of the
// last.
func (s *Service) exportEntries(
	ctx context.Context, archive *zip.Writer, m *manifest, seals []Seal,
) (entries int64, err error) {
	err = exportFile(archive, entriesFile, func(to io.Writer) error {
		buffered := bufio.NewWriterSize(to, 1<<16)
		lines := json.NewEncoder(buffered)
		lines.SetEscapeHTML(false)
		after := Head{OperatorID: m.Exploitant, Sequence: m.ApresNumero, Hash: m.ApresEmpreinte}
		m.Empreinte = m.ApresEmpreinte
		v := NewVerifier(after, Head{OperatorID: m.Exploitant, Sequence: m.Numero}, seals, s.keys)
		for last := m.ApresNumero; last < m.Numero; {
			page, err := s.store.EntriesAfter(ctx, m.Exploitant, last, int(min(pageSize, m.Numero-last)))
			if err != nil {
				return err
			}
			if len(page) == 0 {
				return v.broken(last+1, whyMissing)
			}
			for _, e := range page {
				if broken := v.Check(e); broken != nil {
					return broken
				}
				if err := lines.Encode(lineOf(e)); err != nil {
					return err
				}
				last, m.Empreinte = e.Sequence, e.Hash
				entries++
			}
		}
		return buffered.Flush()
	})
	return entries, err
}

// Archive is what an archive says of itself.
type Archive struct {
	Verified
	From, To string // the days, both included
	First    int64  // sequence
	Last     int64
	Keys     []PublicKey // that its seals and signature were verified with
}

// Checker checks what the entries of an operator say of one another. It is told of each in order.
type Checker interface {
	Entry(e Entry) *Broken
	// End is called after the last.
	End() *Broken
}

// VerifyArchive checks an archive: its chain, its signature and its seals, then what a checker finds of the entries
// after one. published holds seals that were kept elsewhere, with which it is compared, and whose keys are then the
// only ones that are believed; nil: those of the archive are, so that whoever reads the answer compares its keys with
// the published ones.
func VerifyArchive(
	from io.ReaderAt, size int64, published *Published, checker func(operatorID, after int64) Checker,
) (Archive, error) {
	archive, err := zip.NewReader(from, size)
	if err != nil {
		return Archive{}, fmt.Errorf("open archive: %w", err)
	}
	var m manifest
	if err := readJSON(archive, manifestFile, &m); err != nil {
		return Archive{}, err
	}
	var own Published
	if err := readJSON(archive, sealsFile, &own); err != nil {
		return Archive{}, err
	}
	seals, err := own.Seals()
	if err != nil {
		return Archive{}, err
	}
	keys := own.Cles
	if published != nil {
		elsewhere, err := published.Seals()
		if err != nil {
			return Archive{}, err
		}
		keys = published.Cles
		for _, seal := range elsewhere {
			if seal.OperatorID == m.Exploitant && seal.Sequence <= m.Numero {
				seals = append(seals, seal)
			}
		}
	}
	found := Archive{From: m.Du, To: m.Au, First: m.ApresNumero + 1, Last: m.Numero, Keys: keys}
	found.OperatorID, found.Seals = m.Exploitant, len(seals)
	head := Head{OperatorID: m.Exploitant, Sequence: m.Numero, Hash: m.Empreinte}
	v := NewVerifier(Head{OperatorID: m.Exploitant, Sequence: m.ApresNumero, Hash: m.ApresEmpreinte}, head, seals,
		Verifying(keys))
	v.headSigned = v.keys.signed(m.message(), Signature{m.Cle, m.Signature})
	found.Entries, found.Broken, err = verifyLines(archive, v, checker(m.Exploitant, m.ApresNumero))
	return found, err
}

// maxLine bounds a line of an archive, in bytes.
const maxLine = 1 << 16

func verifyLines(archive *zip.Reader, v *Verifier, also Checker) (valid int64, broken *Broken, err error) {
	file, err := archive.Open(entriesFile)
	if err != nil {
		return 0, nil, fmt.Errorf("read archive: %w", err)
	}
	defer func() { _ = file.Close() }()
	lines := bufio.NewScanner(file)
	lines.Buffer(make([]byte, maxLine), maxLine)
	var odd *Broken // told if the chain is sound
	for lines.Scan() {
		l, err := readLine(lines.Bytes())
		if err != nil {
			return valid, v.broken(v.before.Sequence+1, whyUnreadable), nil
		}
		e := l.entry()
		if broken := v.Check(e); broken != nil {
			return valid, broken, nil
		}
		if odd == nil {
			odd = also.Entry(e)
		}
		valid++
	}
	if lines.Err() != nil { // cut short, or its check sum is wrong
		return valid, v.broken(v.before.Sequence+1, whyUnreadable), nil
	}
	for _, broken := range []*Broken{v.End(), odd, also.End()} {
		if broken != nil {
			return valid, broken, nil
		}
	}
	return valid, nil, nil
}

func readJSON(archive *zip.Reader, name string, into any) error {
	file, err := archive.Open(name)
	if err != nil {
		return fmt.Errorf("read archive: %w", err)
	}
	defer func() { _ = file.Close() }()
	if err := json.NewDecoder(file).Decode(into); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}
