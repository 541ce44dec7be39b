package machines_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/machines/imports"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// BenchmarkImport takes over stays of three years, of one person in fifty, with their totals: CONSIGNE_BENCH_STAYS of
// them, else 50,000.
func BenchmarkImport(b *testing.B) {
	stays := testenv.Size(50_000)
	if given := os.Getenv("CONSIGNE_BENCH_STAYS"); given != "" {
		n, err := strconv.Atoi(given)
		storetest.Check(b, err)
		stays = n
	}
	people, lockers, of := max(1, stays/50), max(1, stays/1000), files{}
	var text strings.Builder
	write := func(kind imports.Kind, header string, n int, line func(i int) string) {
		text.Reset()
		text.WriteString(header + "\n")
		for i := range n {
			text.WriteString(line(i) + "\n")
		}
		of[kind] = text.String()
	}
	write(imports.Stations, "reference;nom;libelle_admin;type;adresse;code_postal;ville;latitude;longitude", 1, func(int) string {
		return "S;Gare;Gare;indiv;1 rue;38000;Grenoble;45.1;5.7"
	})
	write(imports.Lockers, "reference;station;nom;carte_adresse;carte_ports", lockers,
		func(i int) string { return fmt.Sprintf("C%d;S;A%d;10.0.0.%d;1", i, i, i) })
	write(imports.Customers, "reference;email;nom;prenom;consentement_le;consentement_version", people, func(i int) string {
		return fmt.Sprintf("U%d;u%d@exemple.test;N;P;2026-01-01T00:00:00Z;CGU", i, i)
	})
	first, step := time.Date(2023, 11, 1, 0, 0, 0, 0, time.UTC), 1080*24*time.Hour/time.Duration(stays)
	write(imports.Stays, "reference;casier;usager;debut;fin;montant_centimes;etat", stays, func(i int) string {
		start := first.Add(step * time.Duration(i))
		end := start.Add(step * time.Duration(lockers) / 2)
		return fmt.Sprintf("O%d;C%d;U%d;%s;%s;%d;paye", i, i%lockers, i*48271%people, start.Format(time.RFC3339),
			end.Format(time.RFC3339), 50+i%300)
	})
	past := files{imports.Stays: of[imports.Stays]}
	delete(of, imports.Stays)
	for engine, address := range storetest.URLs(b) {
		b.Run(engine, func(b *testing.B) {
			site := newSite(b, storetest.Open(b, address))
			site.apply(of)
			for range b.N {
				site.apply(past)
				storetest.Check(b, site.Fold(b.Context()))
				b.StopTimer()
				if b.N > 1 {
					b.Fatal("a file is taken over once: run with -benchtime 1x")
				}
			}
			b.ReportMetric(float64(stays)/b.Elapsed().Seconds(), "stays/s")
		})
	}
}
