// Package geocoder looks addresses up at a service that answers as the French national one does (GeoJSON from
// `/search`).
package geocoder

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"consigne/internal/adapter/outgoing"
	"consigne/internal/domain/places/station"
)

const (
	timeout    = 3 * time.Second
	mostFound  = 5
	mostAnswer = 1 << 20
)

// Client calls one service.
type Client struct {
	base string
	http *http.Client
}

// New returns a client of the service at that address.
func New(base string) *Client { return &Client{base: base, http: outgoing.Client(timeout, mostAnswer)} }

// Search returns the addresses that match the text, best match first.
func (c *Client) Search(ctx context.Context, text string) ([]station.Address, error) {
	query := url.Values{"q": {text}, "limit": {strconv.Itoa(mostFound)}, "index": {"address"}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/search?"+query.Encode(), http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("geocode: %w", err)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("geocode: the service cannot be reached: %w", withoutQuery(err))
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("geocode: status %d", response.StatusCode)
	}
	var found struct {
		Features []struct {
			Geometry   struct{ Coordinates []float64 }
			Properties struct {
				Label, Name, Postcode, City, CityCode string
				Score                                 float64
			}
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&found); err != nil {
		return nil, fmt.Errorf("geocode: %w", err)
	}
	list := []station.Address{}
	for _, feature := range found.Features {
		if len(feature.Geometry.Coordinates) != 2 {
			continue
		}
		list = append(list, station.Address{
			Label: feature.Properties.Label, Street: feature.Properties.Name,
			PostalCode: feature.Properties.Postcode, City: feature.Properties.City, CommuneCode: feature.Properties.CityCode,
			Longitude: coordinate(feature.Geometry.Coordinates[0]), Latitude: coordinate(feature.Geometry.Coordinates[1]),
			Score: feature.Properties.Score,
		})
	}
	return list, nil
}

// coordinate writes six decimals (about 10 cm), as docs/rules.md#stations requires.
func coordinate(value float64) string { return strconv.FormatFloat(value, 'f', 6, 64) }

// withoutQuery removes the URL from the error: what people type must not be logged.
func withoutQuery(err error) error {
	if failure, ok := err.(*url.Error); ok { //nolint:errorlint // the client returns it bare
		return failure.Err
	}
	return err
}
