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

	"consigne/console"
	"consigne/internal/account"
	"consigne/internal/api"
	"consigne/internal/clock"
	"consigne/internal/fieldkey"
	"consigne/internal/geocoder"
	"consigne/internal/jobs"
	"consigne/internal/occupation"
	"consigne/internal/operator"
	"consigne/internal/payment"
	"consigne/internal/remote"
	"consigne/internal/station"
	"consigne/internal/statistics"
	"consigne/internal/store"
	"consigne/internal/subscription"
	"consigne/internal/tariff"
)

// shutdownGrace is how long requests under way may take when the server stops.
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
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))

	kept, err := openMigrated(ctx, c.settings)
	if err != nil {
		return err
	}
	defer func() { _ = kept.Close() }()
	accounts, err := newAccounts(c.settings, kept)
	if err != nil {
		return err
	}
	if *withDemo {
		if err := offerDemo(ctx, kept, accounts, out); err != nil {
			return err
		}
	}
	operators := operator.NewService(kept, clock.System{})
	provider, notices := c.provider()
	payments := payment.NewService(kept, clock.System{}, provider)
	subscriptions := subscription.NewService(kept, clock.System{}, payments)
	stays := occupation.NewService(kept, clock.System{}, payments)
	handler, err := api.New(api.Parts{
		Accounts:       accounts,
		Operators:      operators,
		Stations:       station.NewService(kept, clock.System{}),
		Tariffs:        tariff.NewService(kept, clock.System{}),
		Stays:          stays,
		Subscriptions:  subscriptions,
		Payments:       payments,
		Notices:        notices,
		Remote:         remote.NewService(kept, clock.System{}),
		Keys:           fieldkey.NewService(kept, clock.System{}),
		Journal:        kept,
		Attention:      kept,
		Answers:        kept,
		Clock:          clock.System{},
		Owners:         kept,
		Geocoder:       geocoder.New(c.GeocoderURL),
		Published:      kept,
		Ready:          kept.Ready,
		Console:        console.Dist(),
		Log:            log,
		Version:        version,
		PublicURL:      c.PublicURL,
		TrustedProxies: c.proxies,

		TilesURL:         c.TilesURL,
		TilesAttribution: c.TilesCredit,

		Statistics:        statistics.NewService(kept, clock.System{}),
		Dashboards:        c.dashboards(),
		PlatformDashboard: c.board,
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return wrong("CONSIGNE_LISTEN", err.Error())
	}
	if c.SMTPURL == "" {
		log.InfoContext(ctx, "no SMTP server is configured: mails are written to a folder", "folder", c.Outbox)
	}
	if c.StripeKey == "" {
		log.InfoContext(ctx, "no payment provider is configured: payments are simulated")
	}
	log.InfoContext(ctx, "serving", "address", "http://"+listener.Addr().String(), "version", version)

	mailer := &jobs.Mailer{
		Queue: kept, Accounts: accounts, Operators: operators, Sender: c.sender, Folder: c.folder, Clock: clock.System{}, Log: log,
		PublicURL: c.PublicURL,
	}
	sweeper := &jobs.Sweeper{Store: kept, Clock: clock.System{}, Log: log}
	collector := &jobs.Collector{Payments: payments, Subscriptions: subscriptions, Log: log}
	var background sync.WaitGroup
	background.Go(func() { collector.Run(ctx) })
	background.Go(func() { collector.RunTerms(ctx) })
	background.Go(func() { mailer.Run(ctx) })
	background.Go(func() { sweeper.Run(ctx) })
	background.Go(func() { sweeper.RunWipe(ctx) })
	background.Go(func() { jobs.FlagPassedLimits(ctx, stays, log) })
	background.Go(func() { // so that the first search need not wait for it
		if err := kept.ReadPeople(ctx); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "people are not read yet", "error", err)
		}
	})
	background.Go(func() { jobs.FoldTallies(ctx, kept, log) })
	defer background.Wait()

	return serveUntil(ctx, listener, handler, log)
}

// serveUntil answers requests until ctx ends, then lets those under way finish.
func serveUntil(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
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
	log.Info("stopping: requests under way are being finished")
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

func newAccounts(given settings, kept *store.Store) (*account.Service, error) {
	secret, err := given.secret()
	if err != nil {
		return nil, err
	}
	return account.NewService(kept, clock.System{}, secret)
}
