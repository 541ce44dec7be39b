package mail

import "time"

// Wait holds the content of the letters to who waits for a place of a subscription.
type Wait struct {
	Seller, SellerEmail string
	Subscription        string
	Station, Locker     string // of the place that is offered; Locker empty: any of the station
	Since               time.Time
	Rank                int
	Until               time.Time // when the offer runs out, or the answer is missing
}

func (r Recipient) wait(about Wait, until string) map[string]any {
	locker := ""
	if about.Locker != "" {
		locker = r.name(about.Locker)
	}
	return map[string]any{
		"Seller": r.name(about.Seller), "SellerEmail": about.SellerEmail, "Subscription": r.name(about.Subscription),
		"Station": r.name(about.Station), "Locker": locker, "Since": r.day(about.Since), "Rank": about.Rank, "Until": until,
	}
}

// PlaceOffered tells a customer who waits that a place is held for them.
func PlaceOffered(to Recipient, about Wait) (Message, error) {
	return to.write("place-offerte", to.wait(about, to.instant(&about.Until)))
}

// StillWaiting asks a customer whether they still wait.
func StillWaiting(to Recipient, about Wait) (Message, error) {
	return to.write("toujours-interesse", to.wait(about, to.day(about.Until)))
}
