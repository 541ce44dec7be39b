package mail

import (
	"strconv"
	"time"
)

// Wait holds the content of the letters to who waits for a place of a subscription.
type Wait struct {
	FirstName           string
	Seller, SellerEmail string
	Subscription        string
	Station, Locker     string // of the place that is offered; Locker empty: any of the station
	Since               time.Time
	Rank                int
	Until               time.Time // when the offer runs out, or the answer is missing
}

func (w Wait) data() map[string]string {
	data := map[string]string{
		"FirstName": w.FirstName, "Seller": named(w.Seller), "SellerEmail": w.SellerEmail,
		"Subscription": named(w.Subscription), "Station": named(w.Station), "Since": frenchDay(w.Since),
		"Rank": strconv.Itoa(w.Rank), "Until": frenchInstant(w.Until),
		"Day": frenchDay(w.Until),
	}
	if w.Locker != "" {
		data["Locker"] = named(w.Locker)
	}
	return data
}

// PlaceOffered tells a customer who waits that a place is held for them.
func PlaceOffered(to string, about Wait) (Message, error) {
	return write(to, "Une place vous est offerte", "place-offerte", about.data())
}

// StillWaiting asks a customer whether they still wait.
func StillWaiting(to string, about Wait) (Message, error) {
	return write(to, "Attendez-vous toujours une place\u00a0?", "toujours-interesse", about.data())
}
