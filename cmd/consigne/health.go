package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// healthTimeout is shorter than the timeout of the container's health check.
const healthTimeout = 3 * time.Second

// health checks whether the node with the same configuration can serve, for containers without another HTTP client.
func health(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne health", flag.ContinueOnError)
	flags.SetOutput(out)
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	given, err := readSettings()
	if err != nil {
		return err
	}
	host, port, err := net.SplitHostPort(given.Listen)
	if err != nil || port == "0" {
		return wrong("CONSIGNE_LISTEN", "doit nommer le port du nœud à interroger")
	}
	if address, err := netip.ParseAddr(host); host == "" || err == nil && address.IsUnspecified() {
		host = "127.0.0.1" // an image without /etc/hosts cannot resolve "localhost"
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz",
		http.NoBody)
	if err != nil {
		return wrong("CONSIGNE_LISTEN", err.Error())
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("le nœud ne répond pas : %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("le nœud n'est pas prêt (%d) : la cause est dans son journal", response.StatusCode)
	}
	_, err = fmt.Fprintln(out, "Le nœud est prêt.")
	return err
}
