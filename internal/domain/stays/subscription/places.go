package subscription

import (
	"context"
	"fmt"
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/fault"
)

// PlaceStore tells what is taken of what a tariff sells.
type PlaceStore interface {
	// TakenOfTariff counts, by station, what is taken of a tariff at an instant: its subscriptions that are not over, its
	// lockers that those of other tariffs hold, and the places that are offered to who waits. Station 0: the subscriptions
	// that count at no one station.
	TakenOfTariff(ctx context.Context, tariffID int64, at time.Time) (map[int64]int, error)
}

const (
	msgWhichStation = "Veuillez préciser la station : cet abonnement est vendu à plusieurs, en nombre limité."
	msgNotThere     = "Cet abonnement ne donne accès à aucun casier de cette station."
	msgFull         = "Cet abonnement est complet : il reste la liste d'attente."
	msgFullAt       = "Cet abonnement est complet à la station «\u00a0%s\u00a0» : il reste la liste d'attente."
	fieldStation    = "idStation"
)

// Left returns how many subscriptions of a tariff can still be sold at a station, or, of station 0, at one where none
// counts; limited false: any number. taken is that of PlaceStore. A subscription that counts at no one station may be
// used at any, and so takes a place at each.
func Left(t tariff.Tariff, taken map[int64]int, stationID int64) (left int, limited bool) {
	if stationID != 0 {
		for _, site := range t.Sites {
			if site.StationID != stationID {
				continue
			}
			most, limited := mostAt(t, site)
			return max(most-taken[stationID]-taken[0], 0), limited
		}
		return 0, true
	}
	if !t.OwnPlace {
		return 0, false
	}
	for _, site := range t.Sites {
		most, _ := mostAt(t, site)
		left += max(most-taken[site.StationID], 0)
	}
	return max(left-taken[0], 0), true
}

// mostAt returns how many subscriptions of a tariff may run at a station: its quota, and no more than the lockers there
// if each is to have its own.
func mostAt(t tariff.Tariff, site tariff.Site) (most int, limited bool) {
	if t.OwnPlace && site.Kind == station.Individual {
		most = len(site.Lockers)
	}
	if site.Quota != nil && (!t.OwnPlace || int(*site.Quota) < most) {
		most = int(*site.Quota)
	}
	return most, t.OwnPlace || site.Quota != nil
}

// stationOf returns the station at which a new subscription counts: the one that is told, or else the only one of the
// tariff or the only one with a quota. 0: none. fault.Invalid: it must be told, or is no station of the tariff.
func stationOf(t tariff.Tariff, told int64) (int64, error) {
	quotas, there := []int64{}, told == 0
	for _, site := range t.Sites {
		if site.Quota != nil {
			quotas = append(quotas, site.StationID)
		}
		there = there || site.StationID == told
	}
	switch {
	case !there:
		return 0, fault.Invalid(fieldStation, msgNotThere)
	case told != 0:
		return told, nil
	case len(t.Sites) == 1:
		return t.Sites[0].StationID, nil
	case len(quotas) > 1:
		return 0, fault.Invalid(fieldStation, msgWhichStation)
	case len(quotas) == 1:
		return quotas[0], nil
	}
	return 0, nil
}

// checkLeft refuses a subscription for which no place is left at its station (0: at none).
func checkLeft(t tariff.Tariff, taken map[int64]int, stationID int64) error {
	left, limited := Left(t, taken, stationID)
	if !limited || left > 0 {
		return nil
	}
	for _, site := range t.Sites {
		if site.StationID == stationID {
			return fault.Conflict(fmt.Sprintf(msgFullAt, site.Name))
		}
	}
	return fault.Conflict(msgFull)
}
