package hotline

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"consigne/internal/domain/money/document"
	"consigne/internal/kernel/fault"
)

// uuidSearch is the beginning of a payment's uuid, as long as lists show it, so that it is not a word.
var uuidSearch = regexp.MustCompile(`^[0-9a-f]{5,8}$|^[0-9a-f]{8}-[0-9a-f-]*$`)

// shownUUID is a uuid as lists show it: its beginning, and what stands for the rest.
var shownUUID = regexp.MustCompile(`^([0-9a-f]{5})x{1,5}$`)

// uuidIn returns the beginning of a payment's uuid that was typed; empty: it was none.
func uuidIn(typed string) string {
	key := strings.ToLower(typed)
	if shown := shownUUID.FindStringSubmatch(key); shown != nil {
		return shown[1]
	}
	if uuidSearch.MatchString(key) {
		return key
	}
	return ""
}

// documentSearch is the number of a receipt or credit note; the operator's prefix and zeros may be missing.
var documentSearch = regexp.MustCompile(`^(?:([0-9A-Z]+)-)?(A?)(20\d\d)-(\d{1,9})$`)

// paper is the number of a document in its parts.
type paper struct {
	prefix string // empty: any
	kind   document.Kind
	year   int
	rank   int64
}

func paperIn(typed string) (paper, bool) {
	parts := documentSearch.FindStringSubmatch(strings.ToUpper(typed))
	if parts == nil {
		return paper{}, false
	}
	year, _ := strconv.Atoi(parts[3])
	rank, _ := strconv.ParseInt(parts[4], 10, 64)
	kind := document.Receipt
	if parts[2] != "" {
		kind = document.CreditNote
	}
	return paper{parts[1], kind, year, rank}, true
}

// repairSearch is the number of an intervention.
var repairSearch = regexp.MustCompile(`(?i)^(?:intervention\s+)?(?:n°\s*|#)?(\d{1,9})$`)

func repairIn(typed string) (number int64, found bool) {
	parts := repairSearch.FindStringSubmatch(typed)
	if parts == nil {
		return 0, false
	}
	number, _ = strconv.ParseInt(parts[1], 10, 64)
	return number, true
}

// findNumbered adds the document and the intervention of the operator that have the typed number.
func (s *Service) findNumbered(ctx context.Context, operatorID int64, typed string, found *Candidates) error {
	if p, is := paperIn(typed); is {
		d, err := s.store.DocumentNumbered(ctx, operatorID, p.kind, p.year, p.rank)
		switch {
		case err == nil && (p.prefix == "" || strings.HasPrefix(d.Record.Number, p.prefix+"-")):
			found.Documents = append(found.Documents, d)
		case err != nil && !fault.Is(err, fault.KindNotFound):
			return err
		}
	}
	if number, is := repairIn(typed); is {
		i, err := s.store.InterventionNumbered(ctx, operatorID, number)
		switch {
		case err == nil:
			found.Interventions = append(found.Interventions, i)
		case !fault.Is(err, fault.KindNotFound):
			return err
		}
	}
	return nil
}
