package clients

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"consigne/clients/consigne"
)

// managers are the rights with which a key does what managers do.
var managers = []consigne.Right{
	consigne.DROITEXPLOITANTSLECTURE, consigne.DROITSTATIONSLECTURE, consigne.DROITSTATIONSECRITURE, consigne.DROITCASIERSLECTURE,
	consigne.DROITCASIERSECRITURE, consigne.DROITTARIFSLECTURE, consigne.DROITTARIFSECRITURE, consigne.DROITUSERGESTIONNAIRESLECTURE,
	consigne.DROITUSERHOTLINELECTURE, consigne.DROITUSERHOTLINEECRITURE, consigne.DROITUSERMAINTENEURSLECTURE,
	consigne.DROITUSERMAINTENEURSECRITURE, consigne.DROITEVENEMENTSLECTURE, consigne.DROITEVENEMENTSECRITURE, consigne.DROITMODEMAINTENANCEMOBILEECRITURE,
}

// An administrator makes a key. With it alone, an integrator's program makes the main flow with the generated client:
// places, a tariff, a person, a stay, its payment and a refund.
func TestMainFlow(t *testing.T) {
	t.Parallel()
	site := serve(t)
	ctx := t.Context()
	const operator = 1
	key, err := site.client(t, site.session(t)).CreateKeyWithResponse(ctx, operator, nil, consigne.ServiceKeyInput{
		Libelle: new("Application mobile"), Droits: &managers, Terrain: new(true),
	})
	api := site.client(t, made(t, key, err).JSON201.Cle)
	own, err := api.AccountDetailsWithResponse(ctx, nil)
	if got := made(t, own, err).JSON200; got.Nom != "Application mobile" || len(got.Droits) != len(managers) {
		t.Errorf("the key is %q, with %d rights", got.Nom, len(got.Droits))
	}

	station, err := api.CreateStationWithResponse(ctx, operator, nil, consigne.StationInput{
		Nom: new("Parvis"), LibelleAdmin: new("Parvis de la gare"), StationType: new("indiv"),
		Adresse: new("1 place de la Gare"), CodePostal: new("38000"), Ville: new("Grenoble"), Latitude: new("45.191"), Longitude: new("5.714"),
	})
	stationID := made(t, station, err).JSON201.IdStation
	lockers := []int64{}
	for _, name := range []string{"A1", "A2"} {
		locker, err := api.CreateLockerWithResponse(ctx, stationID, nil, consigne.LockerInput{Nom: new(name), Type: new(int64(2)), StationCarteAdresse: new("1"), StationCartePort: new(name[1:])})
		lockers = append(lockers, made(t, locker, err).JSON201.Id)
	}
	tariff, err := api.CreateTariffWithResponse(ctx, operator, nil, consigne.NewTariff{
		LibelleAdmin: new("Vélo"), LibelleUtilisateur: new("Casier vélo"), TypeTarif: new("heure"), Montant: new(50.0),
	})
	tariffID := made(t, tariff, err).JSON201.Id
	tied, err := api.ChangeTariffLockersWithResponse(ctx, tariffID, stationID, nil, consigne.LockerIDs{IdCasiers: lockers})
	for _, locker := range made(t, tied, err).JSON200.Casiers {
		if locker.Selectionne != slices.Contains(lockers, locker.Id) {
			t.Errorf("locker %d: tied %t", locker.Id, locker.Selectionne)
		}
	}

	person, err := api.FieldUserWithResponse(ctx, nil, consigne.FieldCustomer{Email: new("lea@exemple.fr"), Nom: new("Martin"), Prenom: new("Léa"), Telephone: new("0612345678")})
	personID := made(t, person, err).JSON201.Id
	card, err := api.FieldCardWithResponse(ctx, personID, consigne.FieldCard{Jeton: "sim_acceptee"})
	if pan := made(t, card, err).JSON200.Pan; pan == "" {
		t.Error("the card has no number")
	}
	begun := time.Now().Add(-90 * time.Minute).Truncate(time.Second)
	start := consigne.FieldStay{IdCasier: lockers[0], IdUtilisateur: personID, Debut: &begun}
	once := &consigne.FieldStartParams{IdempotencyKey: new("essai-1")}
	stay, err := api.FieldStartWithResponse(ctx, once, start)
	stayID := made(t, stay, err).JSON201.Id
	again, err := api.FieldStartWithResponse(ctx, once, start)
	if got := made(t, again, err).JSON201.Id; got != stayID {
		t.Errorf("the same key began stay %d after %d", got, stayID)
	}
	ended, err := api.FieldEndWithResponse(ctx, stayID, nil, consigne.FieldStayEnd{})
	if cost := made(t, ended, err).JSON200.Cout; cost != 100 { // two hours begun
		t.Errorf("the stay costs %d", cost)
	}

	paymentID := *ended.JSON200.Paiement.Id
	payment := await(t, func(ctx context.Context) (*consigne.Payment, bool) {
		got, err := api.GetPaymentWithResponse(ctx, paymentID)
		read := made(t, got, err).JSON200
		return read, read.PaiementDetail.PaiementStatut == "PAID"
	})
	if payment.Montant != 100 || payment.DatePaiement == nil {
		t.Errorf("paid: %+v", payment)
	}
	refunded, err := api.RefundPaymentWithResponse(ctx, paymentID, nil, consigne.PaymentRefund{Montant: new(int64(40)), Commentaire: new("Porte bloquée.")})
	if sum := made(t, refunded, err).JSON200.Rembourse; sum != 40 {
		t.Errorf("refunded: %d", sum)
	}
	theirs, err := api.FieldUserPaymentsWithResponse(ctx, personID, &consigne.FieldUserPaymentsParams{Limite: new(int64(10))})
	if page := made(t, theirs, err).JSON200; len(page.Items) != 1 || page.Suivant != nil || page.Items[0].Rembourse != 40 ||
		page.Items[0].IdOccupation == nil || *page.Items[0].IdOccupation != stayID {
		t.Errorf("the person reads %s", theirs.Body)
	}
	excess, err := api.RefundPaymentWithResponse(ctx, paymentID, nil, consigne.PaymentRefund{Montant: new(int64(100)), Commentaire: new("Trop.")})
	if err != nil || excess.StatusCode() != http.StatusConflict && excess.StatusCode() != http.StatusUnprocessableEntity {
		t.Errorf("more than is left: %v, %s", err, excess.Body)
	}
}
