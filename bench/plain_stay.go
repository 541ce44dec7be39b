package main

import (
	"database/sql"
	"time"
)

// stay is a stay as Consigne's call returns it.
type stay struct {
	ID        int64      `json:"id"`
	StayID    int64      `json:"idOccupation"`
	Start     string     `json:"debut"`
	StartHour string     `json:"heureDebut"`
	End       *string    `json:"fin"`
	EndHour   *string    `json:"heureFin"`
	StartedAt time.Time  `json:"debutOccupation"`
	EndedAt   *time.Time `json:"finOccupation"`
	Cost      int64      `json:"cout"`
	StayCost  int64      `json:"coutUtilisation"`
	Overrun   bool       `json:"depassement"`
	Removed   bool       `json:"enlevement"`
	Test      bool       `json:"test"`
	Station   struct {
		ID   int64  `json:"id"`
		Name string `json:"nom"`
	} `json:"station"`
	Locker struct {
		ID         int64      `json:"id"`
		Name       string     `json:"nom"`
		Complement string     `json:"complement"`
		Type       lockerType `json:"type"`
	} `json:"casier"`
	User struct {
		ID        int64  `json:"id"`
		LastName  string `json:"nom"`
		FirstName string `json:"prenom"`
		Email     string `json:"email"`
		Phone     string `json:"telephone"`
	} `json:"user"`
	Payment struct {
		ID     int64  `json:"id"`
		Status string `json:"paiementStatut"`
	} `json:"paiement"`
	Price       price   `json:"occupationPrix"`
	Tariff      *priced `json:"tarif"`
	StartTariff *priced `json:"tarifOccupation"`
}

type lockerType struct {
	ID   int64  `json:"id"`
	Name string `json:"nom"`
	Key  string `json:"cle"`
}

var lockerTypes = map[int64]lockerType{
	1: {1, "Vélo cargo", "velo_cargo"}, 2: {2, "Vélo", "velo"}, 3: {3, "Trottinette", "trottinette"},
	4: {4, "Collectif", "collectif"},
}

// price holds the price of a stay and its explanation, which here has one line.
type price struct {
	Total          int64  `json:"prixActuel"`
	NormalMinutes  int64  `json:"dureeStationnementNormal"`
	BeforeOverrun  int64  `json:"prixAvantDepassement"`
	OverrunMinutes int64  `json:"dureeStationnementDepassement"`
	OverrunPrice   int64  `json:"prixDepassement"`
	RemovalPrice   int64  `json:"prixEnlevement"`
	Lines          []line `json:"lignes"`
}

type line struct {
	Label    string `json:"libelle"`
	Quantity int64  `json:"quantite"`
	Each     int64  `json:"prixUnitaire"`
	Amount   int64  `json:"montant"`
}

// priced is the tariff of a stay.
type priced struct {
	ID             int64  `json:"id"`
	OperatorID     int64  `json:"idExploitant"`
	Label          string `json:"libelle"`
	AdminLabel     string `json:"libelleAdmin"`
	PublicLabel    string `json:"libellePublic"`
	UserLabel      string `json:"libelleUtilisateur"`
	Subscription   bool   `json:"abonnement"`
	Unit           string `json:"typeTarif"`
	Amount         int64  `json:"montant"`
	PromoAmount    *int64 `json:"montantPromo"`
	Ceiling        *int64 `json:"montantPlafond"`
	CeilingMinutes *int64 `json:"nombreMinutesPlafond"`
	FreeMinutes    *int64 `json:"nombreMinutesGratuites"`
	FreeDeducted   bool   `json:"franchise"`
	OverrunAfter   *int64 `json:"nombreMinutesAvantDepassement"`
	OverrunAmount  *int64 `json:"montantDepassement"`
	OverrunUnit    string `json:"uniteDureeDepassement"`
	RemovalAfter   *int64 `json:"nombreMinutesAvantEnlevement"`
	RemovalAmount  *int64 `json:"montantEnlevement"`
}

var paris = func() *time.Location {
	location, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		panic(err)
	}
	return location
}()

func readStay(rows *sql.Rows) (stay, error) {
	var u stay
	var t priced
	var operatorID, lockerID, accountID, place, started, kind, version int64
	var ended *int64
	var free bool
	err := rows.Scan(&u.ID, &operatorID, &lockerID, &accountID, &place, &u.Test, &started, &ended, &free, &u.Overrun,
		&u.Removed, &u.Cost,
		&u.Station.ID, &u.Station.Name, &u.Locker.ID, &u.Locker.Name, &u.Locker.Complement, &kind,
		&u.User.ID, &u.User.LastName, &u.User.FirstName, &u.User.Email, &u.User.Phone, &u.Payment.ID, &u.Payment.Status,
		&t.ID, &version, &t.AdminLabel, &t.PublicLabel, &t.Subscription, &t.Unit, &t.Amount, &t.PromoAmount, &t.Ceiling,
		&t.CeilingMinutes,
		&t.FreeMinutes, &t.FreeDeducted, &t.OverrunAfter, &t.OverrunAmount, &t.OverrunUnit, &t.RemovalAfter, &t.RemovalAmount)
	if err != nil {
		return stay{}, err
	}
	u.StayID, u.Locker.Type, u.StartedAt, u.StayCost = u.ID, lockerTypes[kind], time.UnixMilli(started).In(paris), u.Cost
	u.Start, u.StartHour = u.StartedAt.Format("02/01/2006"), u.StartedAt.Format("15:04")
	until := time.Now()
	if ended != nil {
		until = time.UnixMilli(*ended).In(paris)
		day, hour := until.Format("02/01/2006"), until.Format("15:04")
		u.End, u.EndHour, u.EndedAt = &day, &hour, &until
	}
	u.Price = price{
		Total: u.Cost, NormalMinutes: int64(until.Sub(u.StartedAt) / time.Minute), BeforeOverrun: u.Cost,
		Lines: []line{{"Stationnement, par heure commencée", u.Cost / max(t.Amount, 1), t.Amount, u.Cost}},
	}
	if t.ID != 0 {
		t.OperatorID, t.Label, t.UserLabel = operatorID, t.AdminLabel, t.PublicLabel
		u.Tariff, u.StartTariff = &t, &t
	}
	return u, nil
}
