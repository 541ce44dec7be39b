// Package outgoing makes the clients of the services that the configuration names.
package outgoing

import (
	"errors"
	"net/http"
	"time"
)

// ErrRedirect is the error of a service that sends its callers elsewhere.
var ErrRedirect = errors.New("the service redirects, which is not followed")

// Client calls services within timeout, reads at most mostBody bytes of an answer (an error
// beyond), and follows no redirect: what is asked, and the keys with it, go nowhere but to
// the host that was configured.
func Client(timeout time.Duration, mostBody int64) *http.Client {
	return &http.Client{
		Timeout:       timeout,
		Transport:     limited{http.DefaultTransport, mostBody},
		CheckRedirect: func(*http.Request, []*http.Request) error { return ErrRedirect },
	}
}

type limited struct {
	http.RoundTripper
	most int64
}

func (l limited) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := l.RoundTripper.RoundTrip(request)
	if err == nil {
		response.Body = http.MaxBytesReader(nil, response.Body, l.most)
	}
	return response, err
}
