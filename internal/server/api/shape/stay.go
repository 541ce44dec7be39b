package shape

import (
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// Stay is a stay. Amounts are in cents; while it is in progress they are the current ones.
type Stay struct {
	ID              int64       `json:"id"`
	IDOccupation    int64       `json:"idOccupation"`
	Debut           string      `json:"debut" doc:"JJ/MM/AAAA"`
	HeureDebut      string      `json:"heureDebut" doc:"HH:MM"`
	Fin             *string     `json:"fin"`
	HeureFin        *string     `json:"heureFin"`
	DebutOccupation time.Time   `json:"debutOccupation"`
	FinOccupation   *time.Time  `json:"finOccupation"`
	CommentaireFin  string      `json:"commentaireFin,omitempty" doc:"Du personnel, qui a dit quand elle s'était terminée"`
	Cout            money.Cents `json:"cout"`
	CoutUtilisation money.Cents `json:"coutUtilisation"`
	Depassement     bool        `json:"depassement"`
	Enlevement      bool        `json:"enlevement"`
	Test            bool        `json:"test" doc:"Par un membre du personnel"`
	Exploitant      int64       `json:"exploitant" doc:"Son identifiant"`
	Station         Named       `json:"station"`
	Casier          StayLocker  `json:"casier"`
	User            Account     `json:"user"`
	Paiement        StayPayment `json:"paiement"`
	OccupationPrix  StayPrice   `json:"occupationPrix"`
	Tarif           *Tariff     `json:"tarif"`
	TarifOccupation *Tariff     `json:"tarifOccupation"`
}

// StayLocker is the locker of a stay.
type StayLocker struct {
	ID         int64      `json:"id"`
	Nom        string     `json:"nom"`
	Complement string     `json:"complement"`
	Type       LockerType `json:"type"`
}

// StayPayment is the status of the payment of a stay, or of the last term of a subscription.
type StayPayment struct {
	ID             *int64         `json:"id"`
	PaiementStatut payment.Status `json:"paiementStatut" enum:"RUNNING,NOT_PRESENTED,FREE,ATTEMPT_PROCESS,PAID,UNPAID,ERROR,PAYMENT_ERROR_MEANT_OF_PAYMENT,PERMANENT_ERROR,MANUAL,CANCELLED,INVALID_PAYMENT"`
}

// StayPrice is the price of a stay, in cents, and its durations, in whole minutes.
type StayPrice struct {
	PrixActuel                    money.Cents `json:"prixActuel"`
	DureeStationnementNormal      int64       `json:"dureeStationnementNormal"`
	PrixAvantDepassement          money.Cents `json:"prixAvantDepassement"`
	DureeStationnementDepassement int64       `json:"dureeStationnementDepassement"`
	PrixDepassement               money.Cents `json:"prixDepassement"`
	PrixEnlevement                money.Cents `json:"prixEnlevement"`
	Lignes                        []PriceLine `json:"lignes" doc:"L'explication du prix ; leur somme est prixActuel"`
}

// Stay returns the shape of a stay, priced until then if it is open.
func (at At) Stay(stay stay.Details) Stay {
	price, tariff := stay.PriceAt(time.Time(at)), TariffOrNil(stay.Tariff)
	body := Stay{
		ID: stay.ID, IDOccupation: stay.ID, Debut: day(stay.StartedAt), HeureDebut: hour(stay.StartedAt),
		DebutOccupation: stay.StartedAt.In(clock.Paris),
		Cout:            price.Amount(), CoutUtilisation: price.Amount(),
		Depassement: stay.Overrun || price.OverLimit, Enlevement: stay.Removed || price.Removed, Test: stay.Test,
		Exploitant:     stay.OperatorID,
		Station:        Named{stay.Station.ID, stay.Station.Name},
		Casier:         StayLocker{stay.Locker.ID, stay.Locker.Name, stay.Locker.Complement, LockerTypes[stay.Locker.Type]},
		User:           accountBody(stay.Account),
		Paiement:       StayPayment{ID: &stay.PaymentID, PaiementStatut: payment.Status(stay.PaymentStatus)},
		OccupationPrix: StayPriceBody(price),
		Tarif:          tariff, TarifOccupation: tariff,
	}
	if stay.EndedAt != nil {
		ended, on, at := stay.EndedAt.In(clock.Paris), day(*stay.EndedAt), hour(*stay.EndedAt)
		body.Fin, body.HeureFin, body.FinOccupation = &on, &at, &ended
	}
	return body
}

// StayPriceBody writes the price of a stay.
func StayPriceBody(price pricing.Quote) StayPrice {
	return StayPrice{
		PrixActuel: price.Amount(), PrixAvantDepassement: price.BeforeOverrun, PrixDepassement: price.OverrunPrice,
		PrixEnlevement:           price.RemovalPrice,
		DureeStationnementNormal: WholeMinutes(price.Normal), DureeStationnementDepassement: WholeMinutes(price.Overrun),
		Lignes: Each(price.Lines(), PriceLineBody),
	}
}

// StayForStaff returns the same with what staff wrote.
func (at At) StayForStaff(stay stay.Details) Stay {
	body := at.Stay(stay)
	body.CommentaireFin = stay.EndComment
	return body
}

func day(at time.Time) string { return at.In(clock.Paris).Format("02/01/2006") }

func hour(at time.Time) string { return at.In(clock.Paris).Format("15:04") }
