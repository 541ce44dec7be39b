package metabase_test

import (
	"testing"
	"time"

	"consigne/internal/adapter/metabase"
)

// Uses the example that the Elixir package `metabase` publishes.
func TestAddressAsPublished(t *testing.T) {
	const published = "https://stats.exemple.test/embed/dashboard/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9" +
		".eyJleHAiOjE2NTQ2MjE4OTQsInBhcmFtcyI6eyJhY2NvdW50IjoiOTk5In0sInJlc291cmNlIjp7ImRhc2hib2FyZCI6OTk5fX0" +
		".gb4XlMdP6dFLAlVh3BLxjGL3ig96HlmtZ-EhyPbtSGU#bordered=false&titled=false"
	server := metabase.New("https://stats.exemple.test/", "fakesecret")
	got, err := server.Address(999, map[string]string{"account": "999"}, time.Unix(1654621894, 0))
	if err != nil || got != published {
		t.Errorf("%s, %v", got, err)
	}
}
