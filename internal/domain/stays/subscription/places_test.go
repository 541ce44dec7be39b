package subscription

import (
	"testing"

	"pgregory.net/rapid"

	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/fault"
)

// siteOf returns a station of a tariff, with a quota unless it is negative.
func siteOf(id int64, lockers int, quota int64) tariff.Site {
	site := tariff.Site{
		StationID: id, Name: "Gare", Kind: station.Individual, Lockers: make([]tariff.LockerRef, lockers),
	}
	if quota >= 0 {
		site.Quota = &quota
	}
	return site
}

func TestWhatIsLeft(t *testing.T) {
	spaces := siteOf(1, 3, -1)
	spaces.Kind = station.Collective
	for _, c := range []struct {
		name    string
		own     bool
		sites   []tariff.Site
		taken   map[int64]int
		station int64
		left    int
		limited bool
	}{
		{"no quota", false, []tariff.Site{siteOf(1, 3, -1)}, map[int64]int{1: 90}, 1, 0, false},
		{"no quota, no station", false, []tariff.Site{siteOf(1, 3, -1), siteOf(2, 3, -1)}, map[int64]int{0: 90}, 0, 0, false},
		{"a quota", false, []tariff.Site{siteOf(1, 3, 5)}, map[int64]int{1: 4}, 1, 1, true},
		{"reached", false, []tariff.Site{siteOf(1, 3, 5)}, map[int64]int{1: 5}, 1, 0, true},
		{"lowered below what is sold", false, []tariff.Site{siteOf(1, 3, 2)}, map[int64]int{1: 5}, 1, 0, true},
		{"closed", false, []tariff.Site{siteOf(1, 3, 0)}, nil, 1, 0, true},
		{"what is sold elsewhere", false, []tariff.Site{siteOf(1, 3, 5), siteOf(2, 3, 5)}, map[int64]int{2: 5}, 1, 5, true},
		{"what counts nowhere counts everywhere", false, []tariff.Site{siteOf(1, 3, 5), siteOf(2, 3, 5)}, map[int64]int{0: 2, 1: 3}, 1, 0, true},
		{"the station without a quota", false, []tariff.Site{siteOf(1, 3, 5), siteOf(2, 3, -1)}, map[int64]int{2: 9}, 2, 0, false},
		{"another station", false, []tariff.Site{siteOf(1, 3, 5)}, nil, 7, 0, true},
		{"places of one's own: the lockers", true, []tariff.Site{siteOf(1, 3, -1)}, map[int64]int{1: 2}, 1, 1, true},
		{"a smaller quota", true, []tariff.Site{siteOf(1, 3, 2)}, map[int64]int{1: 1}, 1, 1, true},
		{"a greater one", true, []tariff.Site{siteOf(1, 3, 9)}, map[int64]int{1: 1}, 1, 2, true},
		{"at some station", true, []tariff.Site{siteOf(1, 3, -1), siteOf(2, 1, -1)}, map[int64]int{0: 1, 2: 2}, 0, 2, true},
		{"spaces are nobody's own", true, []tariff.Site{spaces}, nil, 1, 0, true},
	} {
		left, limited := Left(tariff.Tariff{OwnPlace: c.own, Sites: c.sites}, c.taken, c.station)
		if left != c.left || limited != c.limited {
			t.Errorf("%s: %d left, limited %t; want %d, %t", c.name, left, limited, c.left, c.limited)
		}
	}
}

func TestWhereASubscriptionCounts(t *testing.T) {
	for _, c := range []struct {
		name  string
		sites []tariff.Site
		told  int64
		want  int64
		says  string
	}{
		{"the only station", []tariff.Site{siteOf(1, 1, -1)}, 0, 1, ""},
		{"none of several without quotas", []tariff.Site{siteOf(1, 1, -1), siteOf(2, 1, -1)}, 0, 0, ""},
		{"the only quota", []tariff.Site{siteOf(1, 1, -1), siteOf(2, 1, 4)}, 0, 2, ""},
		{"two quotas", []tariff.Site{siteOf(1, 1, 4), siteOf(2, 1, 4)}, 0, 0, msgWhichStation},
		{"told", []tariff.Site{siteOf(1, 1, 4), siteOf(2, 1, 4)}, 2, 2, ""},
		{"told, without a quota", []tariff.Site{siteOf(1, 1, -1), siteOf(2, 1, 4)}, 1, 1, ""},
		{"a station that it does not open", []tariff.Site{siteOf(1, 1, 4)}, 3, 0, msgNotThere},
	} {
		got, err := stationOf(tariff.Tariff{Sites: c.sites}, c.told)
		says := ""
		if refused := fault.Of(err); refused != nil {
			says = refused.Violations[0].Message
		}
		if got != c.want || says != c.says {
			t.Errorf("%s: station %d, « %s »", c.name, got, says)
		}
	}
}

// Whatever is bought in whatever order, no station has more than its quota, and the rule never sells to fewer.
func TestQuotasAreReachedAndNeverPassed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		quotas := rapid.SliceOfN(rapid.Int64Range(0, 5), 1, 4).Draw(t, "quotas")
		sold := tariff.Tariff{OwnPlace: rapid.Bool().Draw(t, "own")}
		for i, quota := range quotas {
			sold.Sites = append(sold.Sites, siteOf(int64(i+1), 3, quota))
		}
		taken, refused := map[int64]int{}, map[int64]int{}
		for _, stationID := range rapid.SliceOfN(rapid.Int64Range(1, int64(len(quotas))), 0, 40).Draw(t, "bought") {
			if checkLeft(sold, taken, stationID) == nil {
				taken[stationID]++
			} else {
				refused[stationID]++
			}
		}
		for i, quota := range quotas {
			most := int(quota)
			if sold.OwnPlace {
				most = min(most, 3)
			}
			got, id := taken[int64(i+1)], int64(i+1)
			if got > most || got < most && refused[id] > 0 {
				t.Fatalf("%d sold of %d, %d refused", got, most, refused[id])
			}
		}
	})
}
