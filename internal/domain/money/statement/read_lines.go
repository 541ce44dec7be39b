package statement

import (
	"context"
	"slices"

	"consigne/internal/kernel/paging"
)

// lines returns a page of the entries that a figure picks in a span: those that the totals contain are read by index,
// the few others are merged with them.
func (s *Service) lines(
	ctx context.Context, operatorID int64, figure Figure, in Span, window paging.Window,
) (page paging.Page[Line], err error) {
	picks := figure.Selection()
	oldestFirst, from := window.Before != nil, window.After
	if oldestFirst {
		from = window.Before
	}
	err = s.store.Snapshot(ctx, func(ctx context.Context) error {
		b, err := s.read(ctx, operatorID)
		if err != nil {
			return err
		}
		chained, err := s.store.ChainedLines(ctx, operatorID, b.upTo, picks, in, from, oldestFirst,
			window.Offset+window.Limit+1)
		if err != nil {
			return err
		}
		found := []Line{}
		for _, e := range chained {
			found = append(found, picks.line(e))
		}
		for _, e := range b.recent {
			if line := picks.line(e.Entry); in.contains(e.At) && picks.Picks(e) && beyond(line, from, oldestFirst) {
				found = append(found, line)
			}
		}
		page = pageOf(found, window)
		ids := []int64{}
		for _, line := range page.Items {
			ids = append(ids, line.PaymentID)
		}
		uuids, err := s.store.PaymentUUIDs(ctx, ids)
		for i := range page.Items {
			page.Items[i].Payment = uuids[page.Items[i].PaymentID]
		}
		return err
	})
	page.Total = int(figure.Entries)
	return page, err
}

func (l Line) key() paging.Key { return paging.Key{At: l.At, ID: l.Number} }

func compare(a, b paging.Key) int {
	if c := a.At.Compare(b.At); c != 0 {
		return c
	}
	return int(min(max(a.ID-b.ID, -1), 1))
}

// beyond reports whether a line comes after a key in the direction of reading.
func beyond(l Line, from *paging.Key, oldestFirst bool) bool {
	return from == nil || (compare(l.key(), *from) > 0) == oldestFirst && compare(l.key(), *from) != 0
}

// pageOf returns the page of a window among lines that hold at least one more than it, if there is one.
func pageOf(found []Line, window paging.Window) paging.Page[Line] {
	slices.SortFunc(found, func(a, b Line) int { return compare(b.key(), a.key()) })
	skipped := min(window.Offset, len(found))
	var more bool
	page := paging.Page[Line]{}
	if window.Before != nil {
		more = true
		start := max(0, len(found)-window.Limit)
		if page.Items = found[start:]; start > 0 {
			page.Previous = new(page.Items[0].key())
		}
	} else {
		found = found[skipped:]
		page.Items = found[:min(len(found), window.Limit)]
		if more = len(found) > window.Limit; len(page.Items) > 0 && (window.After != nil || skipped > 0) {
			page.Previous = new(page.Items[0].key())
		}
	}
	if more && len(page.Items) > 0 {
		page.Next = new(page.Items[len(page.Items)-1].key())
	}
	return page
}
