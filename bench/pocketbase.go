//go:build !smoke

package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations" // creates PocketBase's own tables
)

// withPocketBase reports whether PocketBase is compiled in.
const withPocketBase = true

// openPocketBase opens the application in its folder with settings for speed: no request log and no backups.
func openPocketBase(folder string) (*core.BaseApp, error) {
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: folder})
	if err := app.Bootstrap(); err != nil {
		return nil, err
	}
	if err := app.RunAllMigrations(); err != nil {
		return nil, err
	}
	app.Settings().Logs.MaxDays = 0
	return app, app.Save(app.Settings())
}

// servePocketBase serves the application until the process is told to stop.
func servePocketBase(folder, address string) error {
	app, err := openPocketBase(folder)
	if err != nil {
		return err
	}
	return apis.Serve(app, apis.ServeConfig{HttpAddr: address})
}

// pocketBaseToken returns the token of a superuser, to whom no access rule applies.
func pocketBaseToken(folder string) (string, error) {
	app, err := openPocketBase(folder)
	if err != nil {
		return "", err
	}
	defer func() { _ = app.ResetBootstrapState() }()
	superuser, err := app.FindAuthRecordByEmail(core.CollectionNameSuperusers, superuserEmail)
	if err != nil {
		return "", err
	}
	return superuser.NewStaticAuthToken(24 * time.Hour)
}

const superuserEmail = "banc@exemple.test"

// fillPocketBase creates the collections and copies Consigne's stays into them, with indexes for reading and counting
// its two lists.
func fillPocketBase(ctx context.Context, folder, consigne string) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	app, err := openPocketBase(folder)
	if err != nil {
		return err
	}
	err = errors.Join(makeCollections(app), makeSuperuser(app))
	if err := errors.Join(err, app.ResetBootstrapState()); err != nil {
		return err
	}
	direct, err := sql.Open("sqlite", "file:"+folder+"/data.db?_pragma=busy_timeout(10000)&_pragma=cache_size(-400000)")
	if err != nil {
		return err
	}
	defer func() { _ = direct.Close() }()
	direct.SetMaxOpenConns(1)
	if _, err := direct.ExecContext(ctx, `ATTACH $1 AS c`, consigne); err != nil {
		return err
	}
	for _, copied := range copies {
		if _, err := direct.ExecContext(ctx, copied); err != nil {
			return fmt.Errorf("%s: %w", copied, err)
		}
	}
	return nil
}

func makeSuperuser(app core.App) error {
	collection, err := app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		return err
	}
	superuser := core.NewRecord(collection)
	superuser.SetEmail(superuserEmail)
	superuser.SetPassword("Consigne-banc-2026")
	return app.Save(superuser)
}

// makeCollections creates PocketBase collections with the data that Consigne's history shows.
func makeCollections(app core.App) error {
	made := map[string]string{} // ids of the collections by name
	for _, of := range []struct {
		name      string
		relations []string
		texts     []string
		numbers   []string
		flags     []string
		dates     []string
		indexes   []string
	}{
		{name: "exploitants", texts: []string{"nom"}},
		{name: "stations", relations: []string{"exploitants"}, texts: []string{"nom"}},
		{name: "casiers", relations: []string{"stations"}, texts: []string{"nom", "complement"}, numbers: []string{"type"}},
		{name: "usagers", texts: []string{"nom", "prenom", "email", "telephone"}},
		{
			name: "tarifs", relations: []string{"exploitants"},
			texts: []string{"libelle", "libelle_public", "unite", "unite_depassement"},
			numbers: []string{
				"montant", "montant_promo", "plafond", "minutes_plafond", "minutes_gratuites", "minutes_avant_depassement",
				"montant_depassement", "minutes_avant_enlevement", "montant_enlevement",
			},
			flags: []string{"abonnement", "franchise"},
		},
		{
			name: "utilisations", relations: []string{"exploitants", "stations", "casiers", "usagers", "tarifs"},
			texts: []string{"statut"}, numbers: []string{"cout", "paiement"},
			flags: []string{"test", "depassement", "enlevement", "gratuit"},
			dates: []string{"debut", "fin"},
			indexes: []string{
				"CREATE INDEX `utilisations_de_l_exploitant` ON `utilisations` (`exploitants`, `test`, `debut` DESC, `id` DESC)",
				"CREATE INDEX `utilisations_recentes` ON `utilisations` (`test`, `debut` DESC, `id` DESC)",
			},
		},
	} {
		collection := core.NewBaseCollection(of.name)
		for _, to := range of.relations {
			collection.Fields.Add(&core.RelationField{Name: to, CollectionId: made[to], MaxSelect: 1})
		}
		for _, name := range of.texts {
			collection.Fields.Add(&core.TextField{Name: name})
		}
		for _, name := range of.numbers {
			collection.Fields.Add(&core.NumberField{Name: name, OnlyInt: true})
		}
		for _, name := range of.flags {
			collection.Fields.Add(&core.BoolField{Name: name})
		}
		for _, name := range of.dates {
			collection.Fields.Add(&core.DateField{Name: name})
		}
		collection.Indexes = of.indexes
		if err := app.Save(collection); err != nil {
			return fmt.Errorf("collection %s: %w", of.name, err)
		}
		made[of.name] = collection.Id
	}
	return nil
}

// copies lists the statements that fill the collections. An id has fifteen characters, and a date is stored as text.
var copies = []string{
	`INSERT INTO exploitants (id, nom) SELECT printf('%015d', id), name FROM c.operators`,
	`INSERT INTO stations (id, exploitants, nom) SELECT printf('%015d', id), printf('%015d', operator_id), name
		FROM c.stations`,
	`INSERT INTO casiers (id, stations, nom, complement, type)
		SELECT printf('%015d', id), printf('%015d', station_id), name, complement, type_id FROM c.lockers`,
	`INSERT INTO usagers (id, nom, prenom, email, telephone)
		SELECT printf('%015d', id), last_name, first_name, email, phone FROM c.accounts`,
	`INSERT INTO tarifs (id, exploitants, libelle, libelle_public, unite, unite_depassement, montant, montant_promo,
		plafond, minutes_plafond, minutes_gratuites,
	   minutes_avant_depassement, montant_depassement, minutes_avant_enlevement, montant_enlevement, abonnement, franchise)
	 SELECT printf('%015d', t.id), printf('%015d', t.operator_id), v.admin_label, v.public_label, v.unit,
	COALESCE(v.overrun_unit, ''), v.amount, COALESCE(v.promo_amount, 0),
	   COALESCE(v.ceiling, 0), COALESCE(v.ceiling_minutes, 0), COALESCE(v.free_minutes, 0), COALESCE(v.overrun_minutes, 0),
	COALESCE(v.overrun_amount, 0),
	   COALESCE(v.removal_minutes, 0), COALESCE(v.removal_amount, 0), v.is_subscription, v.free_deducted
	 FROM c.tariffs t JOIN c.tariff_versions v ON v.tariff_id = t.id AND v.version = t.version`,
	`INSERT INTO utilisations (id, exploitants, stations, casiers, usagers, tarifs, statut, cout, paiement, test,
		depassement, enlevement, gratuit, debut, fin)
	 SELECT printf('%015d', o.id), printf('%015d', o.operator_id), printf('%015d', l.station_id), printf('%015d', l.id),
	printf('%015d', o.account_id),
	   printf('%015d', o.tariff_id), p.status, o.price, p.id, o.is_test, o.overrun, o.removed, o.made_free,
	   strftime('%Y-%m-%d %H:%M:%fZ', o.started_at / 1000.0, 'unixepoch'), COALESCE(strftime('%Y-%m-%d %H:%M:%fZ',
	o.ended_at / 1000.0, 'unixepoch'), '')
	 FROM c.stays o JOIN c.lockers l ON l.id = o.locker_id JOIN c.payments p ON p.stay_id = o.id`,
	`DETACH c`, `VACUUM`, `ANALYZE`,
}
