package geocoder_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"consigne/internal/adapter/geocoder"
	"consigne/internal/domain/places/station"
)

func TestSearch(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/geocodage/search" || r.URL.Query().Get("q") != "place de la gare" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		_, _ = w.Write([]byte(`{"features":[
			{"geometry":{"coordinates":[5.714545,45.1915]},
			 "properties":{"label":"Place de la Gare 38000 Grenoble","name":"Place de la Gare","postcode":"38000","city":"Grenoble","citycode":"38185","score":0.97}},
			{"geometry":{"coordinates":[]},"properties":{}}]}`))
	}))
	defer service.Close()

	found, err := geocoder.New(service.URL+"/geocodage").Search(context.Background(), "place de la gare")
	want := station.Address{
		Label: "Place de la Gare 38000 Grenoble", Street: "Place de la Gare", PostalCode: "38000", City: "Grenoble",
		CommuneCode: "38185",
		Latitude:    "45.191500", Longitude: "5.714545", Score: 0.97,
	}
	if err != nil || len(found) != 1 || found[0] != want {
		t.Errorf("found %+v, %v", found, err)
	}
	if _, err := geocoder.New(service.URL).Search(context.Background(), "x"); err == nil {
		t.Error("a refusal passes for an answer")
	}
	service.Close()
	if _, err := geocoder.New(service.URL).Search(context.Background(), "12 rue secrète"); err == nil ||
		strings.Contains(err.Error(), "secr") {
		t.Errorf("away: %v", err)
	}
}
