package imports

import (
	"context"

	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/pricing"
)

var stationColumns = []column{
	{"reference", true, ""},
	{"nom", true, "nom"},
	{"libelle_admin", true, "libelleAdmin"},
	{"type", true, "stationType"},
	{"systeme_comptage", false, "systemeComptage"},
	{"adresse", true, "adresse"},
	{"code_postal", true, "codePostal"},
	{"ville", true, "ville"},
	{"latitude", true, "latitude"},
	{"longitude", true, "longitude"},
	{"actif", false, ""},
}

func takeStation(ctx context.Context, in *intake, l *line) error {
	typed := station.Station{
		ID: l.stored.ObjectID, OperatorID: in.OperatorID, Name: l.text("nom"), AdminLabel: l.text("libelle_admin"),
		Kind:           station.Kind(l.text("type")),
		CountingSystem: l.text("systeme_comptage"), Street: l.text("adresse"), PostalCode: l.text("code_postal"),
		City:     l.text("ville"),
		Latitude: l.text("latitude"), Longitude: l.text("longitude"),
	}
	active := l.yes("actif", true)
	if err := l.broken.Err(); err != nil {
		return in.wrong(l)
	}
	if typed.ID != 0 {
		l.settle(Changed, typed.ID)
		_, err := in.stations.Change(ctx, in.actor, typed, &active)
		return err
	}
	id, err := in.stations.Add(ctx, in.actor, typed)
	if err == nil && !active {
		typed.ID = id
		_, err = in.stations.Change(ctx, in.actor, typed, &active)
	}
	l.settle(Created, id)
	return err
}

// wrong refuses a line for what its values break.
func (in *intake) wrong(l *line) error {
	l.outcome = Refused
	return nil
}

var lockerColumns = []column{
	{"reference", true, ""},
	{"station", true, ""},
	{"nom", true, "nom"},
	{"type", false, "type"},
	{"complement", false, "complement"},
	{"carte_adresse", true, "stationCarteAdresse"},
	{"carte_ports", true, "stationCartePort"},
	{"places", false, "nbMaxSpaces"},
	{"reference_comptage", false, "connexionSystemeComptage"},
	{"etiquettes", false, "etiquettes"},
	{"actif", false, ""},
}

// lockerTypes holds the types of locker by their names; empty: that of the station's kind.
var lockerTypes = map[string]station.LockerType{
	"": 0, "velo_cargo": station.CargoBike, "velo": station.Bike, "trottinette": station.Scooter,
	"collectif": station.Space,
}

const (
	msgLockerType = "Le type est velo_cargo, velo, trottinette ou collectif"
	msgMoves      = "Un casier ne change pas de station"
)

func takeLocker(ctx context.Context, in *intake, l *line) error {
	stationID, err := in.findOne(ctx, l, "station", Stations)
	if err != nil {
		return err
	}
	typed := station.Locker{
		ID: l.stored.ObjectID, StationID: stationID, Name: l.text("nom"), Complement: l.text("complement"),
		CardAddress: l.text("carte_adresse"),
		CardPorts:   l.text("carte_ports"), CounterReference: l.text("reference_comptage"), Tags: l.list("etiquettes"),
		Capacity: 1,
		Type:     among(&l.values, "type", msgLockerType, lockerTypes),
	}
	if places := l.number("places", msgNumber); places != nil {
		typed.Capacity = int(*places)
	}
	typed.Active = l.yes("actif", true)
	if typed.ID != 0 && stationID != 0 {
		before, err := in.store.LockerForStay(ctx, typed.ID)
		if err != nil {
			return err
		}
		l.broken.Unless(before.StationID == stationID, "station", msgMoves)
	}
	if l.broken != nil {
		return in.wrong(l)
	}
	if typed.ID != 0 {
		l.settle(Changed, typed.ID)
		_, err := in.stations.ChangeLocker(ctx, in.actor, typed, &typed.Active)
		return err
	}
	id, err := in.stations.AddLocker(ctx, in.actor, stationID, typed)
	l.settle(Created, id)
	return err
}

var tariffColumns = []column{
	{"reference", true, ""},
	{"libelle_admin", true, "libelleAdmin"},
	{"libelle_utilisateur", true, "libelleUtilisateur"},
	{"unite", true, "typeTarif"},
	{"montant_centimes", true, "montant"},
	{"montant_promo_centimes", false, "montantPromo"},
	{"plafond_centimes", false, "montantPlafond"},
	{"plafond_minutes", false, "nombreMinutesPlafond"},
	{"gratuit_minutes", false, "nombreMinutesGratuites"},
	{"franchise", false, "franchise"},
	{"depassement_apres_minutes", false, "nombreMinutesAvantDepassement"},
	{"depassement_centimes", false, "montantDepassement"},
	{"depassement_unite", false, "uniteDureeDepassement"},
	{"enlevement_apres_minutes", false, "nombreMinutesAvantEnlevement"},
	{"enlevement_centimes", false, "montantEnlevement"},
	{"rappel_minutes", false, "rappelMinutes"},
	{"utilisations_a_la_fois", false, "nombreMaxOccupations"},
	{"place_attribuee", false, "placeAttribuee"},
	{"stations", false, ""},
	{"types", false, ""},
	{"beneficiaires", false, "emails"},
}

const msgAllStations = "« * » est seul : toutes les stations"

func takeTariff(ctx context.Context, in *intake, l *line) error {
	typed := tariff.Tariff{
		OperatorID: in.OperatorID, AdminLabel: l.text("libelle_admin"),
		PublicLabel: l.text("libelle_utilisateur"),
	}
	unit := pricing.Unit(l.text("unite"))
	typed.Terms = pricing.Terms{
		Subscription: unit == pricing.Month || unit == pricing.Year, Unit: unit,
		PromoAmount: l.cents("montant_promo_centimes"),
		Ceiling:     l.cents("plafond_centimes"), CeilingWindow: l.number("plafond_minutes", msgNumber),
		FreeMinutes: l.number("gratuit_minutes", msgNumber), FreeDeducted: l.yes("franchise", false),
		OverrunAfter: l.number("depassement_apres_minutes", msgNumber), OverrunAmount: l.cents("depassement_centimes"),
		OverrunUnit:  pricing.Unit(l.text("depassement_unite")),
		RemovalAfter: l.number("enlevement_apres_minutes", msgNumber), RemovalAmount: l.cents("enlevement_centimes"),
	}
	typed.Reminder = l.number("rappel_minutes", msgNumber)
	if most := l.number("utilisations_a_la_fois", tariff.MsgMaxStays); most != nil {
		typed.MaxStays = *most
		l.broken.Unless(*most > 0, "utilisations_a_la_fois", tariff.MsgMaxStays)
	}
	typed.OwnPlace = l.yes("place_attribuee", false)
	if amount := l.cents("montant_centimes"); amount != nil {
		typed.Amount = *amount
	}
	l.required("montant_centimes")
	coverage, err := in.coverage(ctx, l)
	if err != nil {
		return err
	}
	emails := l.list("beneficiaires")
	if l.broken != nil {
		return in.wrong(l)
	}
	if id := l.stored.ObjectID; id != 0 {
		l.settle(Changed, id)
		_, err := in.tariffs.Save(ctx, in.actor, id, tariff.Changes{
			General: &typed, Coverage: coverage, Beneficiaries: tariff.BeneficiaryChange{RemoveAll: true, Add: emails},
		}, 0)
		return err
	}
	for _, email := range emails {
		typed.Beneficiaries = append(typed.Beneficiaries, tariff.Beneficiary{Email: email})
	}
	id, err := in.tariffs.Create(ctx, in.actor, typed, coverage)
	l.settle(Created, id)
	return err
}

// coverage reads to which lockers a tariff applies; nil: to none.
func (in *intake) coverage(ctx context.Context, l *line) (*tariff.Coverage, error) {
	var c tariff.Coverage
	texts := l.list("stations")
	if len(texts) == 0 {
		return nil, nil
	}
	for _, name := range l.list("types") {
		kind := lockerTypes[name]
		l.broken.Unless(kind != 0, "types", msgLockerType)
		c.Types = append(c.Types, kind)
	}
	if len(texts) == 1 && texts[0] == "*" {
		return &c, nil
	}
	found, err := in.find(ctx, Stations, texts...)
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		switch id := found[text].ObjectID; {
		case text == "*":
			l.broken.Unless(false, "stations", msgAllStations)
		case id == 0:
			l.broken = append(l.broken, fault.Violation{Field: "stations", Message: unknown(Stations) + " : " + text})
		default:
			c.StationIDs = append(c.StationIDs, id)
		}
	}
	return &c, nil
}
