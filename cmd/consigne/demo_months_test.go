package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/demo"
	"consigne/internal/domain/money/statement/statementtest"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// bookkeeper closes the months of operator 1 of a new demonstration.
type bookkeeper struct {
	t              *testing.T
	database       *store.Store
	address, token string
}

func (b *bookkeeper) call(method, path string, body any, status int) []byte {
	b.t.Helper()
	typed, err := json.Marshal(body)
	must(b.t, err)
	request, err := http.NewRequestWithContext(b.t.Context(), method, b.address+path, bytes.NewReader(typed))
	must(b.t, err)
	request.Header.Set("Content-Type", "application/json")
	if b.token != "" {
		request.Header.Set("Authorization", "Bearer "+b.token)
	}
	response, err := http.DefaultClient.Do(request)
	must(b.t, err)
	text, err := io.ReadAll(response.Body)
	must(b.t, err)
	must(b.t, response.Body.Close())
	if response.StatusCode != status {
		b.t.Fatalf("%s %s: %d instead of %d: %s", method, path, response.StatusCode, status, text)
	}
	return text
}

const booksOfOne = "/api/admin/exploitant/1/reddition"

func (b *bookkeeper) read(path string, into any) {
	b.t.Helper()
	must(b.t, json.Unmarshal(b.call("GET", booksOfOne+path, nil, 200), into))
}

type monthFigure struct {
	Cle          string
	Effet        int64
	Nombre       int64
	Montant, Tva int64
}

type monthBooks struct {
	Etat, Commentaire            string
	SoldeOuverture, SoldeCloture int64
	Chiffres                     []monthFigure
	Documents                    []struct{ Chiffre monthFigure }
	Prestataire                  struct {
		SoldeOuverture, SoldeCloture int64
		Chiffres                     []monthFigure
	}
	ResteAFaire struct{ Ecarts int64 }
}

// addsUp checks that the balances follow from the figures, and each figure from its lines.
func (b *bookkeeper) addsUp(month string, of monthBooks) {
	b.t.Helper()
	due, owed := of.SoldeOuverture, of.Prestataire.SoldeOuverture
	figures := map[string]monthFigure{}
	for _, f := range of.Chiffres {
		due += f.Effet * f.Montant
		figures[f.Cle] = f
	}
	for _, f := range of.Prestataire.Chiffres {
		owed += f.Effet * f.Montant
		figures[f.Cle] = f
	}
	for _, d := range of.Documents {
		figures[d.Chiffre.Cle] = d.Chiffre
	}
	if due != of.SoldeCloture || owed != of.Prestataire.SoldeCloture {
		b.t.Errorf("%s: due %d, by its figures %d; at the provider %d, by its figures %d", month, of.SoldeCloture, due,
			of.Prestataire.SoldeCloture, owed)
	}
	for key, f := range figures {
		sum := monthFigure{}
		for after := ""; ; {
			var page struct {
				Items   []struct{ Montant, Tva int64 }
				Suivant string
			}
			b.read("/"+month+"/lignes?itemsPerPage=100&chiffre="+key+after, &page)
			for _, line := range page.Items {
				sum.Nombre, sum.Montant, sum.Tva = sum.Nombre+1, sum.Montant+line.Montant, sum.Tva+line.Tva
			}
			if page.Suivant == "" {
				break
			}
			after = "&apres=" + page.Suivant
		}
		if sum.Nombre != f.Nombre || sum.Montant != f.Montant || sum.Tva != f.Tva {
			b.t.Errorf("%s, %s: %+v, its lines are %+v", month, key, f, sum)
		}
	}
}

// underWay returns what the provider had of the operator at an instant: what moved before, and arrives at the bank
// later or is in no payout yet.
func (b *bookkeeper) underWay(before time.Time) int64 {
	b.t.Helper()
	n, err := b.database.Count(b.t.Context(), "sum up what is not paid out", `
		SELECT CAST(COALESCE(SUM(m.net), 0) AS BIGINT)
		FROM provider_movements m LEFT JOIN provider_payouts p ON p.id = m.payout_id
		WHERE m.operator_id = 1 AND m.entered_at IS NOT NULL AND m.at < $1 AND COALESCE(p.arrives_at, $1) >= $1`,
		before.UnixMilli())
	must(b.t, err)
	return int64(n)
}

// closeAll closes every month that is over, in order, as the console does.
func (b *bookkeeper) closeAll() {
	b.t.Helper()
	var months struct {
		Mois []struct{ Mois, Etat string }
	}
	b.read("", &months)
	slices.Reverse(months.Mois)
	closed, years := 0, map[string]map[string]int64{}
	owed := int64(0)
	for _, m := range months.Mois {
		var before, after monthBooks
		b.read("/"+m.Mois, &before)
		b.addsUp(m.Mois, before)
		if m.Etat != "a_cloturer" {
			b.call("POST", booksOfOne+"/"+m.Mois+"/cloture", map[string]string{}, 409)
			continue
		}
		month, err := clock.ParseMonth(m.Mois)
		must(b.t, err)
		if due := b.underWay((month + 1).Begins()); before.Prestataire.SoldeCloture != due {
			b.t.Errorf("%s: the provider owes %d, %d are not paid out yet", m.Mois, before.Prestataire.SoldeCloture, due)
		}
		comment := map[string]string{}
		if before.ResteAFaire.Ecarts > 0 {
			b.call("POST", booksOfOne+"/"+m.Mois+"/cloture", comment, 422)
			comment["commentaire"] = "Écarts signalés au prestataire."
		}
		must(b.t, json.Unmarshal(b.call("POST", booksOfOne+"/"+m.Mois+"/cloture", comment, 200), &after))
		if after.Etat != "cloture" || after.Commentaire != comment["commentaire"] ||
			after.SoldeCloture != before.SoldeCloture || after.Prestataire.SoldeCloture != before.Prestataire.SoldeCloture {
			b.t.Errorf("%s is closed as %+v, it was %+v", m.Mois, after, before)
		}
		b.addsUp(m.Mois, after)
		b.call("POST", booksOfOne+"/"+m.Mois+"/cloture", comment, 409)
		closed, years[m.Mois[:4]], owed = closed+1, nil, after.Prestataire.SoldeCloture
	}
	if closed < 2 {
		b.t.Fatalf("%d months are closed of %v", closed, months)
	}
	at := int64(0)
	for year := range years {
		file := b.call("GET", booksOfOne+"/exercice/"+year+"/fec.txt", nil, 200)
		years[year] = statementtest.CheckYear(b.t, string(file), year)
		at += years[year]["467100"]
	}
	if at != owed {
		b.t.Errorf("account 467100 is at %d in the years %v, and the provider owes %d", at, years, owed)
	}
}

// The months of a new demonstration are closed one after the other: their figures are their lines, what the provider
// owes is what it has not paid out, the year's FEC is sound, and the ledger is valid.
func TestTheMonthsOfTheDemonstrationClose(t *testing.T) {
	t.Parallel()
	binary := buildBinary(t)
	engines := map[string]func(testing.TB) string{"sqlite": storetest.EmptySQLiteURL}
	if os.Getenv("CONSIGNE_DRILL_CALLS") != "" {
		engines["postgres"] = storetest.EmptyPostgresURL
	}
	for engine, address := range engines {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := address(t)
			servedDemo(t, binary, url, func(address, _ string, log fmt.Stringer) {
				for began := time.Now(); !strings.Contains(log.String(), "the documents of the demonstration are numbered"); {
					if time.Since(began) > 5*time.Minute {
						t.Fatalf("nothing is numbered:\n%s", log)
					}
					time.Sleep(20 * time.Millisecond)
				}
				b := &bookkeeper{t: t, database: storetest.Open(t, url), address: address}
				var entered struct{ Token string }
				must(t, json.Unmarshal(b.call("POST", "/api/compte/connexion",
					map[string]string{"username": demo.Logins()[0].Email, "password": demo.Password}, 200), &entered))
				b.token = entered.Token
				b.closeAll()
			})
			verify := exec.CommandContext(t.Context(), binary, "ledger", "verify")
			verify.Dir = t.TempDir()
			verify.Env = append(os.Environ(), "CONSIGNE_DATABASE_URL="+url, "CONSIGNE_SECRET="+strings.Repeat("s", 32))
			if said, err := verify.CombinedOutput(); err != nil || !strings.HasSuffix(string(said), "valide\n") {
				t.Errorf("%v: %s", err, said)
			}
		})
	}
}
