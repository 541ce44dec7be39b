package outgoing_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"consigne/internal/adapter/outgoing"
)

func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		length, _ := strconv.Atoi(r.URL.Query().Get("length"))
		_, _ = w.Write(bytes.Repeat([]byte("x"), length))
	}))
	defer service.Close()
	const most = 100_000
	for length, tooLong := range map[int]bool{0: false, most - 1: false, most: false, most + 1: true, 3 * most: true} {
		response, err := outgoing.Client(time.Second, most).Get(service.URL + "?length=" + strconv.Itoa(length))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if (err != nil) != tooLong || len(body) != min(length, most) {
			t.Errorf("%d: read %d, %v", length, len(body), err)
		}
	}
}
