package tariff

import (
	"fmt"
	"testing"

	"consigne/internal/kernel/paging"
)

func TestPagesOfOffers(t *testing.T) {
	somewhere := []Site{{StationID: 1}}
	offer := func(id int64, sites []Site) Offer { return Offer{Tariff: Tariff{ID: id, Sites: sites}} }
	list := []Offer{
		offer(2, somewhere), offer(3, nil), offer(5, somewhere), offer(7, somewhere), offer(8, nil),
	}
	for _, c := range []struct {
		after int64
		limit int
		ids   string
		next  int64
	}{
		{0, 10, "[2 5 7]", 0},
		{0, 3, "[2 5 7]", 0},
		{0, 2, "[2 5]", 5},
		{5, 2, "[7]", 0},
		{6, 1, "[7]", 0}, // of a tariff that is gone
		{7, 1, "[]", 0},
	} {
		var after *paging.Key
		if c.after != 0 {
			after = &paging.Key{ID: c.after}
		}
		page := offersAfter(list, after, c.limit)
		ids, next := []int64{}, int64(0)
		for _, o := range page.Items {
			ids = append(ids, o.ID)
		}
		if page.Next != nil {
			next = page.Next.ID
		}
		if fmt.Sprint(ids) != c.ids || next != c.next {
			t.Errorf("after %d, %d: %v, next %d; want %s, %d", c.after, c.limit, ids, next, c.ids, c.next)
		}
	}
}
