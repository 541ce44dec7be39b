package api

import (
	"time"

	"consigne/internal/domain/occupation"
	"consigne/internal/domain/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// User holds what a screen about a stay shows of its user.
type User struct {
	ID        int64  `json:"id"`
	Nom       string `json:"nom"`
	Prenom    string `json:"prenom"`
	Email     string `json:"email"`
	Telephone string `json:"telephone"`
}

// Use is a stay. Amounts are in cents; while it is in progress they are the current ones.
type Use struct {
	ID              int64       `json:"id"`
	IDOccupation    int64       `json:"idOccupation"`
	Debut           string      `json:"debut" doc:"JJ/MM/AAAA"`
	HeureDebut      string      `json:"heureDebut" doc:"HH:MM"`
	Fin             *string     `json:"fin"`
	HeureFin        *string     `json:"heureFin"`
	DebutOccupation time.Time   `json:"debutOccupation"`
	FinOccupation   *time.Time  `json:"finOccupation"`
	Cout            money.Cents `json:"cout"`
	CoutUtilisation money.Cents `json:"coutUtilisation"`
	Depassement     bool        `json:"depassement"`
	Enlevement      bool        `json:"enlevement"`
	Test            bool        `json:"test" doc:"Par un membre du personnel"`
	Station         Named       `json:"station"`
	Casier          UseLocker   `json:"casier"`
	User            User        `json:"user"`
	Paiement        UsePayment  `json:"paiement"`
	OccupationPrix  UsePrice    `json:"occupationPrix"`
	Tarif           *Tariff     `json:"tarif"`
	TarifOccupation *Tariff     `json:"tarifOccupation"`
}

// UseLocker is the locker of a stay.
type UseLocker struct {
	ID         int64      `json:"id"`
	Nom        string     `json:"nom"`
	Complement string     `json:"complement"`
	Type       LockerType `json:"type"`
}

// UsePayment is the status of the payment of a stay, or of the last term of a subscription.
type UsePayment struct {
	ID             *int64         `json:"id"`
	PaiementStatut payment.Status `json:"paiementStatut" enum:"RUNNING,NOT_PRESENTED,FREE,ATTEMPT_PROCESS,PAID,UNPAID,ERROR,PAYMENT_ERROR_MEANT_OF_PAYMENT,PERMANENT_ERROR,MANUAL,CANCELLED,INVALID_PAYMENT"`
}

// UsePrice is the price of a stay, in cents, and its durations, in whole minutes.
type UsePrice struct {
	PrixActuel                    money.Cents `json:"prixActuel"`
	DureeStationnementNormal      int64       `json:"dureeStationnementNormal"`
	PrixAvantDepassement          money.Cents `json:"prixAvantDepassement"`
	DureeStationnementDepassement int64       `json:"dureeStationnementDepassement"`
	PrixDepassement               money.Cents `json:"prixDepassement"`
	PrixEnlevement                money.Cents `json:"prixEnlevement"`
	Lignes                        []PriceLine `json:"lignes" doc:"L'explication du prix ; leur somme est prixActuel"`
}

func (s *server) useBody(use occupation.Use) Use {
	price, tariff := use.PriceAt(s.Clock.Now()), tariffOrNil(use.Tariff)
	body := Use{
		ID: use.ID, IDOccupation: use.ID, Debut: day(use.StartedAt), HeureDebut: hour(use.StartedAt), DebutOccupation: use.StartedAt.In(clock.Paris),
		Cout: price.Amount(), CoutUtilisation: price.Amount(),
		Depassement: use.Overrun || price.OverLimit, Enlevement: use.Removed || price.Removed, Test: use.Test,
		Station:  Named{use.Station.ID, use.Station.Name},
		Casier:   UseLocker{use.Locker.ID, use.Locker.Name, use.Locker.Complement, lockerTypes[use.Locker.Type]},
		User:     userBody(use.User),
		Paiement: UsePayment{ID: &use.PaymentID, PaiementStatut: payment.Status(use.PaymentStatus)},
		OccupationPrix: UsePrice{
			PrixActuel: price.Amount(), PrixAvantDepassement: price.BeforeOverrun, PrixDepassement: price.OverrunPrice, PrixEnlevement: price.RemovalPrice,
			DureeStationnementNormal: wholeMinutes(price.Normal), DureeStationnementDepassement: wholeMinutes(price.Overrun),
			Lignes: each(price.Lines(), priceLineBody),
		},
		Tarif: tariff, TarifOccupation: tariff,
	}
	if use.EndedAt != nil {
		ended, on, at := use.EndedAt.In(clock.Paris), day(*use.EndedAt), hour(*use.EndedAt)
		body.Fin, body.HeureFin, body.FinOccupation = &on, &at, &ended
	}
	return body
}

func userBody(u occupation.User) User {
	return User{ID: u.ID, Nom: u.LastName, Prenom: u.FirstName, Email: u.Email, Telephone: u.Phone}
}

func day(at time.Time) string  { return at.In(clock.Paris).Format("02/01/2006") }
func hour(at time.Time) string { return at.In(clock.Paris).Format("15:04") }
