package station

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// leastScore is the lowest score with which a found address is believed.
const leastScore = 0.5

// Verdict describes what the address search found for a station without a commune.
type Verdict int

// The verdicts.
const (
	CommuneFound  Verdict = iota
	NothingFound          // no address
	FoundOutside          // addresses of other postal codes only
	FoundUnlikely         // an address whose score is too low
	FoundNoCode           // an address without the code of its commune
)

// CommuneProposal is what the address search found for one station.
type CommuneProposal struct {
	Station Station
	Found   Address // the best one; the zero value when nothing was found
	Verdict Verdict
}

// propose judges the addresses found for a station, best match first. Only one of its own postal code is believed.
func (st Station) propose(found []Address) CommuneProposal {
	if len(found) == 0 {
		return CommuneProposal{Station: st, Verdict: NothingFound}
	}
	for _, address := range found {
		if address.PostalCode != st.PostalCode {
			continue
		}
		verdict := CommuneFound
		switch {
		case address.Score < leastScore:
			verdict = FoundUnlikely
		case !commune.MatchString(address.CommuneCode):
			verdict = FoundNoCode
		}
		return CommuneProposal{st, address, verdict}
	}
	return CommuneProposal{st, found[0], FoundOutside}
}

// ProposeCommunes searches for the address of each station without a commune, at one operator or, when operatorID is 0,
// at all, and calls each with what was found, with a pause between two searches. It stops at the first error of a
// search or of each.
func (s *Service) ProposeCommunes(
	ctx context.Context, operatorID int64, search Geocoder, pause time.Duration, each func(CommuneProposal) error,
) error {
	stations, err := s.store.StationsWithoutCommune(ctx, operatorID)
	if err != nil {
		return err
	}
	for i, st := range stations {
		if i > 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(pause):
			}
		}
		found, err := search.Search(ctx, st.Street+" "+st.PostalCode+" "+st.City)
		if err != nil {
			return err
		}
		if err := each(st.propose(found)); err != nil {
			return err
		}
	}
	return nil
}

// SetCommune stores the commune of a station that had none when it was read. It returns false when the station has one
// now, has another address or is gone.
func (s *Service) SetCommune(ctx context.Context, actor access.Actor, read Station, code string) (bool, error) {
	var stored bool
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		stored = false
		before, err := s.store.StationByID(ctx, read.ID)
		if fault.Is(err, fault.KindNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		described := before.described()
		if described.CommuneCode != "" || before.Street != read.Street || before.PostalCode != read.PostalCode ||
			before.City != read.City {
			return nil
		}
		after := before
		described.CommuneCode = code
		after.Description = &described
		if err := s.store.UpdateStation(ctx, after); err != nil {
			return err
		}
		stored = true
		return s.record(ctx, audit.StationChanged, actor, before, audit.Differences(before.facts(), after.facts()))
	})
	return stored && err == nil, err
}
