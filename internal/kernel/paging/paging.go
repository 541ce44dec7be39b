// Package paging reads long lists page by page. Their lines are ordered by instant and number, newest first, and a
// page begins at a key: what comes before it is not read, however much that is (docs/adr/0042-lists-by-key.md).
package paging

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"consigne/internal/kernel/fault"
)

// MostCounted is the number of lines beyond which a list of payments, stays or people counts no further.
const MostCounted = 100_000

// MostNumbered is the number of lines beyond which a list that is read by key counts no further, and has no numbered
// pages.
const MostNumbered = 10_000

// Key is the place of a line in its list. Instants are stored in milliseconds.
type Key struct {
	At time.Time
	ID int64
}

// String returns the key as callers receive and send it. They rely on nothing in it.
func (k Key) String() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d.%d", k.At.UnixMilli(), k.ID))
}

// Parse returns the key that String wrote, or false.
func Parse(text string) (Key, bool) {
	plain, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return Key{}, false
	}
	at, id, _ := strings.Cut(string(plain), ".")
	millis, badInstant := strconv.ParseInt(at, 10, 64)
	number, badNumber := strconv.ParseInt(id, 10, 64)
	return Key{time.UnixMilli(millis).UTC(), number}, badInstant == nil && badNumber == nil
}

// Window is the part of a list to read: at most Limit lines after a key, before a key, or from an offset. Without
// enough lines before a key, it is the first page.
type Window struct {
	Offset, Limit int
	After, Before *Key
}

// First returns the window of the first lines.
func First(limit int) Window { return Window{Limit: limit} }

// Page is a part of a list.
type Page[T any] struct {
	Items  []T
	Total  int  // of the whole list, MostNumbered at most
	Capped bool // there are more than Total
	// Previous and Next are the keys before and after which the list goes on; nil: it does not.
	Previous, Next *Key
}

// Of returns the page of items read by their keys.
func Of[T any](page Page[Key], items []T) Page[T] {
	return Page[T]{Items: items, Total: page.Total, Capped: page.Capped, Previous: page.Previous, Next: page.Next}
}

// IDs returns the numbers of the keys of a page.
func IDs(page Page[Key]) []int64 {
	ids := make([]int64, len(page.Items))
	for i, key := range page.Items {
		ids[i] = key.ID
	}
	return ids
}

// Within returns an error (fault.Invalid) if a numbered page begins where lines are not counted.
func (w Window) Within(capped bool) error {
	if capped && w.After == nil && w.Before == nil && w.Offset >= MostNumbered {
		return fault.Invalid("page",
			"Les pages ne sont numérotées que jusqu'à la 10 000e ligne : suivez « suivant », ou choisissez une période.")
	}
	return nil
}
