package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"consigne/internal/adapter/mail"
	"consigne/internal/domain/people/account"
)

// shutdownGrace is how long requests in flight may take when the server stops.
const shutdownGrace = 20 * time.Second

func serve(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne serve", flag.ContinueOnError)
	flags.SetOutput(out)
	withDemo := flags.Bool("demo", false, "charge des données de démonstration si la base est vide")
	flags.Usage = func() {
		fmt.Fprintln(out, "Usage : consigne serve [options]")
		flags.PrintDefaults()
		printSettings(out)
	}
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	c, err := readConfig()
	if err != nil {
		return err
	}
	c.demo = *withDemo
	log := newLog(os.Stderr, slog.LevelInfo)
	measured, err := newTelemetry(ctx, c, log)
	if err != nil {
		return err
	}
	defer measured.flush()

	database, err := openMigrated(ctx, c.settings, measured.tracing...)
	if err != nil {
		return err
	}
	defer func() { _ = database.Close() }()
	node, err := newNode(ctx, c, database, measured.Node, log)
	if err != nil {
		return err
	}
	if *withDemo {
		if err := offerDemo(ctx, database, node.Accounts, demoStays, out); err != nil {
			return err
		}
	}
	if c.demo && c.StripeKey == "" { // so that the first screens show what the simulator tells
		if err := node.Reconciliation.Run(ctx); err != nil {
			return err
		}
	}
	handler, err := node.Handler()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return wrong("CONSIGNE_LISTEN", err.Error())
	}
	if err := serveMetrics(ctx, c.MetricsListen, measured.Handler(), log); err != nil {
		return err
	}
	if c.SMTPURL == "" {
		log.InfoContext(ctx, "no SMTP server is configured: mails are written to a folder", "folder", c.Outbox)
	}
	if mail.MayGoInClear(c.SMTPURL) {
		log.WarnContext(
			ctx, "mails may leave this machine unencrypted: smtp+tls://… in CONSIGNE_SMTP_URL makes sure that they do not",
		)
	}
	if c.StripeKey == "" {
		log.InfoContext(ctx, "no payment provider is configured: payments are simulated")
	}
	log.InfoContext(ctx, "serving", "address", "http://"+listener.Addr().String(), "version", version)
	notify("READY=1")

	var background sync.WaitGroup
	for _, job := range node.Jobs() {
		background.Go(func() { job(ctx) })
	}
	if *withDemo {
		background.Go(func() { numberDemo(ctx, database, node, log) })
	}
	defer background.Wait()

	return serveUntil(ctx, listener, handler, node.Live.Close, c.linger(), log)
}

// obliges returns who must have a second factor. The accounts of the demonstration have none, and are for trying.
func (c config) obliges(demo bool) account.Obligation {
	switch {
	case c.obligation != "":
		return c.obligation
	case demo:
		return account.Nobody
	}
	return account.Administrators
}

// serveUntil serves until ctx ends. It then goes on for linger, so that proxies notice that the node is not ready, ends
// the streams by endStreams, and lets the requests in flight finish.
func serveUntil(
	ctx context.Context, listener net.Listener, handler http.Handler, endStreams func(), linger time.Duration,
	log *slog.Logger,
) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	time.Sleep(linger)
	log.Info("stopping: requests under way are being finished")
	notify("STOPPING=1")
	endStreams()
	grace, cancel := context.WithTimeout(context.Background(), shutdownGrace)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}
