package mail

import "time"

// LeftBike holds the content of the letters about a bicycle that was left.
type LeftBike struct {
	Seller, SellerEmail string
	Station, Locker     string // Locker empty: none
	Notice              string // the operator's own text
	From                time.Time
	Depot               string
	Until               time.Time // until when it is kept there
	Ending              string    // the step with which the file was closed, on the wire
}

// templates of the letters about the steps of a file; any other: it was closed.
var leftBikeTemplates = map[string]string{"ouvert": "velo-laisse", "preavis": "velo-preavis", "enleve": "velo-enleve"}

// LeftBikeStep tells a customer which step a file about their bicycle has come to.
func LeftBikeStep(to Recipient, step string, about LeftBike) (Message, error) {
	template, open := leftBikeTemplates[step]
	if !open {
		template = "velo-clos"
	}
	locker := ""
	if about.Locker != "" {
		locker = to.name(about.Locker)
	}
	return to.write(template, map[string]any{
		"Seller": to.name(about.Seller), "SellerEmail": about.SellerEmail, "Station": to.name(about.Station),
		"Locker": locker, "Notice": withoutLinks(about.Notice), "From": to.day(about.From),
		"Depot": to.name(about.Depot), "Until": to.day(about.Until), "Ending": about.Ending,
	})
}
