package shape

import (
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// PriceLine is one line of the explanation of a price.
type PriceLine struct {
	Libelle      string      `json:"libelle"`
	Quantite     int64       `json:"quantite"`
	PrixUnitaire money.Cents `json:"prixUnitaire"`
	Montant      money.Cents `json:"montant"`
}

// PriceLineBody returns the shape of a line of a price.
func PriceLineBody(l pricing.Line) PriceLine {
	return PriceLine{l.Label, l.Quantity, l.UnitPrice, l.Amount}
}

// WholeMinutes returns the minutes that have passed.
func WholeMinutes(d time.Duration) int64 { return int64(d / time.Minute) }

// Tariff is a price condition. Amounts are in cents, durations in minutes. Its two labels are there under each of the
// names that the screens use.
type Tariff struct {
	ID                            int64         `json:"id"`
	Version                       int64         `json:"version,omitempty" doc:"Croît à chaque modification, de ses listes aussi ; à rendre dans If-Match. Absente là où le tarif est celui d'une utilisation"`
	IDExploitant                  int64         `json:"idExploitant"`
	Libelle                       string        `json:"libelle"`
	LibelleAdmin                  string        `json:"libelleAdmin"`
	LibellePublic                 string        `json:"libellePublic"`
	LibelleUtilisateur            string        `json:"libelleUtilisateur"`
	Abonnement                    bool          `json:"abonnement"`
	TypeTarif                     pricing.Unit  `json:"typeTarif" enum:"heure,jour,mois,an"`
	Montant                       money.Cents   `json:"montant"`
	MontantPromo                  *money.Cents  `json:"montantPromo"`
	MontantPlafond                *money.Cents  `json:"montantPlafond"`
	NombreMinutesPlafond          *int64        `json:"nombreMinutesPlafond" doc:"Le plafond vaut pour chaque période de cette durée ; null : pour toute l'utilisation"`
	NombreMinutesGratuites        *int64        `json:"nombreMinutesGratuites"`
	Franchise                     bool          `json:"franchise" doc:"Les minutes gratuites sont aussi déduites des utilisations plus longues"`
	NombreMinutesAvantDepassement *int64        `json:"nombreMinutesAvantDepassement"`
	MontantDepassement            *money.Cents  `json:"montantDepassement"`
	UniteDureeDepassement         *pricing.Unit `json:"uniteDureeDepassement" enum:"heure,jour"`
	NombreMinutesAvantEnlevement  *int64        `json:"nombreMinutesAvantEnlevement"`
	MontantEnlevement             *money.Cents  `json:"montantEnlevement"`
	RappelMinutes                 *int64        `json:"rappelMinutes" doc:"Avant le dépassement, quand un courriel et stay.overrun_soon l'annoncent ; null : rien"`
	NombreMaxOccupations          *int64        `json:"nombreMaxOccupations" doc:"Utilisations à la fois que paie l'abonnement ; au-delà, la condition tarifaire suivante s'applique. null : ce n'est pas un abonnement"`
	PlaceAttribuee                bool          `json:"placeAttribuee" doc:"D'un abonnement : un casier peut être attribué à l'abonné"`

	TypesSuivis []station.LockerType `json:"typesSuivis,omitempty" doc:"Un casier de ces types, créé plus tard, prendra ce tarif"`
}

// TariffBody returns the shape of a tariff.
func TariffBody(t tariff.Tariff) Tariff {
	body := Tariff{
		ID: t.ID, Version: t.Revision, IDExploitant: t.OperatorID, Libelle: t.AdminLabel, LibelleAdmin: t.AdminLabel,
		LibellePublic: t.PublicLabel, LibelleUtilisateur: t.PublicLabel,
		Abonnement: t.Subscription, TypeTarif: t.Unit, Montant: t.Amount, MontantPromo: t.PromoAmount,
		MontantPlafond: t.Ceiling, NombreMinutesPlafond: t.CeilingWindow, NombreMinutesGratuites: t.FreeMinutes,
		Franchise:                     t.FreeDeducted,
		NombreMinutesAvantDepassement: t.OverrunAfter, MontantDepassement: t.OverrunAmount,
		NombreMinutesAvantEnlevement: t.RemovalAfter, MontantEnlevement: t.RemovalAmount,
		RappelMinutes:        t.Reminder,
		NombreMaxOccupations: OrNull(t.MaxStays), PlaceAttribuee: t.OwnPlace,
		TypesSuivis: t.Follows,
	}
	if t.OverrunUnit != "" {
		body.UniteDureeDepassement = &t.OverrunUnit
	}
	return body
}

// TariffOrNil returns the shape of a tariff; nil: none.
func TariffOrNil(t *tariff.Tariff) *Tariff {
	if t == nil {
		return nil
	}
	body := TariffBody(*t)
	return &body
}
