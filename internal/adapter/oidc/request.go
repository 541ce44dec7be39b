package oidc

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"

	"consigne/internal/adapter/outgoing"
	"consigne/internal/domain/people/signon"
)

var errAddress = errors.New("not an address that may be asked")

// answer is what a provider sent, with status 200.
type answer struct {
	body      []byte
	mediaType string
}

// get asks one address of a provider. What goes wrong is told for an administrator, without anything secret.
func (c *Client) get(ctx context.Context, from, accessToken string) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, from, http.NoBody)
	if err != nil {
		return answer{}, &signon.Unreachable{Reason: "son adresse est illisible"}
	}
	request.Header.Set("Accept", "application/json, application/jwt")
	if accessToken != "" {
		request.Header.Set("Authorization", "Bearer "+accessToken)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return answer{}, failed(request.URL.Host, err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return answer{}, failedWith(request.URL.Host, response.StatusCode)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{}, failed(request.URL.Host, err)
	}
	mediaType, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	return answer{body, mediaType}, nil
}

// failed returns why a request to the host brought no answer.
func failed(host string, err error) *signon.Unreachable {
	var (
		tooLong     *http.MaxBytesError
		certificate *tls.CertificateVerificationError
		network     net.Error
	)
	switch {
	case errors.As(err, &tooLong):
		return &signon.Unreachable{Reason: "la réponse de " + host + " est trop longue"}
	case errors.Is(err, outgoing.ErrRedirect):
		return &signon.Unreachable{Reason: host + " renvoie vers une autre adresse, qui n'est pas suivie"}
	case errors.Is(err, outgoing.ErrPrivate):
		return private("l'adresse de " + host)
	case errors.As(err, &certificate):
		return &signon.Unreachable{Reason: "le certificat de " + host + " n'est pas reconnu"}
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return &signon.Unreachable{Reason: host + " ne répond pas à temps"}
	default:
		return &signon.Unreachable{Reason: host + " ne peut pas être joint"}
	}
}

func failedWith(host string, status int) *signon.Unreachable {
	return &signon.Unreachable{Reason: host + " répond par l'erreur " + strconv.Itoa(status)}
}

func unusable(name string) *signon.Unreachable {
	return &signon.Unreachable{Reason: "l'adresse «\u00a0" + name +
		"\u00a0» que publie le fournisseur n'est pas une adresse https"}
}

func private(what string) *signon.Unreachable {
	return &signon.Unreachable{Reason: what + " est celle d'un réseau privé ou réservé"}
}

func hostOf(raw string) string {
	parsed, err := url.Parse(raw)
	if err != nil {
		return "le fournisseur"
	}
	return parsed.Host
}
