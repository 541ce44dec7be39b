package money

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/debt"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
	"consigne/internal/server/sheet"
)

// DebtAges holds what is owed by the days since it became due.
type DebtAges struct {
	Jours0a30     money.Cents `json:"jours0a30"`
	Jours31a60    money.Cents `json:"jours31a60"`
	Jours61a90    money.Cents `json:"jours61a90"`
	PlusDe90Jours money.Cents `json:"plusDe90Jours"`
	Montant       money.Cents `json:"montant" doc:"La somme des quatre âges, TTC"`
	AvantRegistre money.Cents `json:"avantRegistre" doc:"La part de montant facturée avant le registre, ou par un ancien système, qu'il n'a pas reprise"`
	Paiements     int64       `json:"paiements" doc:"Le nombre de paiements dus"`
}

// Debt is what one person owes an operator.
type Debt struct {
	ID        int64  `json:"id" doc:"De l'utilisateur"`
	Nom       string `json:"nom"`
	Prenom    string `json:"prenom"`
	Email     string `json:"email"`
	Telephone string `json:"telephone"`
	DebtAges
	ExigibleDepuis string `json:"exigibleDepuis" format:"date" doc:"Le jour où le plus ancien de ses paiements dus est devenu exigible"`
}

// DebtTotals is what all people owe an operator.
type DebtTotals struct {
	DebtAges
	Usagers int `json:"usagers"`
}

// DebtPage is a page of debts.
type DebtPage struct {
	Items             []Debt      `json:"items" doc:"Du plus grand montant au plus petit"`
	Total             int         `json:"total" doc:"Le nombre d'usagers trouvés"`
	MontantTrouve     money.Cents `json:"montantTrouve" doc:"Ce que doivent les usagers trouvés, TTC"`
	Au                string      `json:"au" format:"date" doc:"Le jour auquel les âges sont comptés, à Paris"`
	Ensemble          DebtTotals  `json:"ensemble" doc:"De tous les usagers, quelle que soit la recherche"`
	SoldeExigible     money.Cents `json:"soldeExigible" doc:"De la reddition des comptes du mois, à cet instant : ensemble.montant - ensemble.avantRegistre + reglesNonInscrits"`
	ReglesNonInscrits money.Cents `json:"reglesNonInscrits" doc:"Réglé avant le registre, mais encore dû selon la reddition tant que la numérotation du passé s'arrête avant ; 0 en général"`
}

// DebtPayment is one of the payments that make a debt.
type DebtPayment struct {
	shape.Payment
	ExigibleLe    time.Time `json:"exigibleLe" doc:"La fin de l'utilisation, ou le début de l'échéance"`
	AvantRegistre bool      `json:"avantRegistre" doc:"Facturé avant le registre, ou par un ancien système"`
}

// DebtPayments is a page of the payments that make a debt.
type DebtPayments struct {
	Items []DebtPayment `json:"items" doc:"Du plus ancien au plus récent"`
	Total int           `json:"total"`
}

// DebtSearch narrows debts to some people.
type DebtSearch struct {
	Search string `query:"search" maxLength:"255" doc:"Chaque mot, dans le nom, le prénom ou l'email"`
}

func (s area) registerDebts() {
	const path = "/api/admin/exploitant/{id}/creances"
	tags := []string{"Créances"}
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath}, huma.Operation{
		OperationID: "list-debts", Method: http.MethodGet, Path: path, Tags: tags,
		Summary:     "Ce que les usagers doivent à un exploitant, par âge",
		Description: "Aujourd'hui. L'âge est en jours de Paris depuis celui où le paiement est devenu exigible.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.PageInput
		DebtSearch
	},
	) (*api.Answer[DebtPage], error) {
		offset, limit := in.Window()
		report, page, total, err := s.Debts.Page(ctx, in.ID, in.Search, offset, limit)
		return api.Reply(DebtPage{
			Items: shape.Each(page, debtBody), Total: total, MontantTrouve: report.Found.Total(), Au: report.Today.String(),
			Ensemble: DebtTotals{agesBody(report.Whole), report.People}, SoldeExigible: report.Statement,
			ReglesNonInscrits: report.SettledUnentered(),
		}), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath}, huma.Operation{
		OperationID: "list-debt-payments", Method: http.MethodGet, Path: path + "/{idUtilisateur}", Tags: tags,
		Summary:     "Les paiements qu'un usager doit à un exploitant",
		Description: "Vide pour qui ne lui doit rien.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		api.PageInput
		Account int64 `path:"idUtilisateur" minimum:"1"`
	},
	) (*api.Answer[DebtPayments], error) {
		offset, limit := in.Window()
		list, total, err := s.Debts.PaymentsOf(ctx, in.ID, in.Account, offset, limit)
		actor := api.ActorOf(ctx)
		return api.Reply(DebtPayments{shape.Each(list, func(p debt.Payment) DebtPayment {
			return DebtPayment{s.At().Payment(p.Details, actor), p.DueSince.In(clock.Paris), p.BeforeLedger}
		}), total}), err
	})
	for _, format := range sheet.Formats() {
		api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath, Slow: true}, huma.Operation{
			OperationID: api.OperationOf("download-debts", format), Method: http.MethodGet,
			Path: path + "." + string(format), Tags: tags,
			Summary:     "Ce que les usagers doivent à un exploitant" + api.InWords(format),
			Description: "Une ligne par usager.", Responses: api.SheetAnswers(format),
		}, func(ctx context.Context, in *struct {
			api.IDInput
			DebtSearch
		},
		) (*huma.StreamResponse, error) {
			table := api.Table{
				Name: "creances-" + clock.DayOf(s.Clock.Now()).String(), Title: "Créances", Columns: debtColumns,
			}
			return s.StreamFile(ctx, table, format, func(write func([][]sheet.Cell) error) error {
				return s.Debts.Export(ctx, in.ID, in.Search,
					func(list []debt.Debt) error { return write(shape.Each(list, debtCells)) })
			}), nil
		})
	}
}

func agesBody(sums debt.Sums) DebtAges {
	return DebtAges{
		sums.ByAge[0], sums.ByAge[1], sums.ByAge[2], sums.ByAge[3], sums.Total(), sums.BeforeLedger, sums.Payments,
	}
}

func debtBody(d debt.Debt) Debt {
	return Debt{
		ID: d.Account.ID, Nom: d.Account.LastName, Prenom: d.Account.FirstName, Email: d.Account.Email,
		Telephone: d.Account.Phone, DebtAges: agesBody(d.Sums), ExigibleDepuis: clock.DayOf(d.Since).String(),
	}
}

var debtColumns = []string{
	"Nom", "Prénom", "Email", "Exigible depuis", "Paiements", "0–30 jours", "31–60 jours", "61–90 jours",
	"Plus de 90 jours", "Total", "Dont avant le registre",
}

func debtCells(d debt.Debt) []sheet.Cell {
	cells := []sheet.Cell{
		sheet.Text(d.Account.LastName), sheet.Text(d.Account.FirstName), sheet.Text(d.Account.Email), sheet.Day(d.Since),
		sheet.Number(d.Payments),
	}
	for _, amount := range d.ByAge {
		cells = append(cells, sheet.Euros(amount))
	}
	return append(cells, sheet.Euros(d.Total()), sheet.Euros(d.BeforeLedger))
}
