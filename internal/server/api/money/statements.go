package money

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
	"consigne/internal/server/sheet"
)

// StatementMonth is a month of an operator.
type StatementMonth struct {
	Mois         string          `json:"mois" example:"2026-10"`
	Etat         statement.State `json:"etat" enum:"ouvert,a_cloturer,cloture"`
	SoldeCloture money.Cents     `json:"soldeCloture" doc:"Ce qui reste dû par les usagers à la fin du mois, ou à cet instant"`
	ClotureLe    *time.Time      `json:"clotureLe,omitempty"`
}

// StatementMonths lists the months of an operator.
type StatementMonths struct {
	Mois          []StatementMonth `json:"mois" doc:"Du plus récent au premier du registre"`
	AvantRegistre *StatementBefore `json:"avantRegistre" doc:"Ce qui a été numéroté d'avant le registre, qui n'a pas de mois ; null : rien"`
}

// StatementBefore is what was numbered of before the ledger.
type StatementBefore struct {
	Jusqua time.Time `json:"jusqua" doc:"À partir d'ici, le registre dit tout ce qui a eu lieu"`
	Recus  int64     `json:"recus"`
	Avoirs int64     `json:"avoirs"`
}

// StatementFigure is the sum of some entries of a month.
type StatementFigure struct {
	Cle      statement.Key     `json:"cle" example:"encaisse" doc:"Pour « chiffre » des lignes"`
	Rubrique statement.Section `json:"rubrique" enum:",solde,remboursements,non_du,prestataire,tests" doc:"Vide pour la TVA et les documents"`
	Libelle  string            `json:"libelle" example:"Encaissé par le prestataire de paiement"`
	Effet    int               `json:"effet" enum:"-1,0,1" doc:"Sur ce qui est dû : 1 l'augmente, -1 le diminue"`
	Montant  money.Cents       `json:"montant" doc:"TTC"`
	Tva      money.Cents       `json:"tva" doc:"Comprise dans le montant"`
	Nombre   int64             `json:"nombre" doc:"De lignes"`
}

// StatementVAT is the VAT at one rate.
type StatementVAT struct {
	Taux      money.Rate      `json:"taux" doc:"En points de base" example:"2000"`
	Encaisse  StatementFigure `json:"encaisse"`
	Rembourse StatementFigure `json:"rembourse" doc:"Moins ce qui est revenu"`
	TvaDue    money.Cents     `json:"tvaDue"`
}

// StatementDocuments is the receipts or credit notes that were numbered in the month.
type StatementDocuments struct {
	Type    document.Kind   `json:"type" enum:"recu,avoir"`
	Chiffre StatementFigure `json:"chiffre"`
	Premier string          `json:"premier" doc:"Numéro, vide s'il n'y en a pas"`
	Dernier string          `json:"dernier"`

	AvantRegistre int64 `json:"avantRegistre" doc:"Combien sont de ce qui a été réglé avant le registre"`
}

// StatementProvider is what the provider of payments owes the operator.
type StatementProvider struct {
	SoldeOuverture money.Cents       `json:"soldeOuverture" doc:"Dû par le prestataire au début du mois"`
	SoldeCloture   money.Cents       `json:"soldeCloture" doc:"L'ouverture et les chiffres, chacun selon son effet"`
	Chiffres       []StatementFigure `json:"chiffres" doc:"Ce qu'il a encaissé, rendu, gardé, perdu et versé ; vide : rien"`
}

// StatementPayout is what the provider transferred at once, as far as it is the operator's.
type StatementPayout struct {
	ID         string      `json:"id" doc:"Du prestataire"`
	ArriveLe   time.Time   `json:"arriveLe"`
	Brut       money.Cents `json:"brut" doc:"Encaissé moins remboursé"`
	Frais      money.Cents `json:"frais" doc:"Du prestataire"`
	Net        money.Cents `json:"net" doc:"Reçu"`
	Operations int64       `json:"operations"`
}

// Statement is what happened to the money of an operator in a month.
type Statement struct {
	Exploitant     int64                `json:"exploitant"`
	RaisonSociale  string               `json:"raisonSociale"`
	Siret          string               `json:"siret"`
	Mois           string               `json:"mois" example:"2026-10"`
	Etat           statement.State      `json:"etat" enum:"ouvert,a_cloturer,cloture"`
	ClotureLe      *time.Time           `json:"clotureLe,omitempty"`
	Cloturable     bool                 `json:"cloturable"`
	Empechement    string               `json:"empechement" doc:"Pourquoi le mois ne peut pas être clôturé maintenant ; vide : il le peut"`
	EnAttente      int                  `json:"enAttente" doc:"Écritures comptées ici qui ne sont pas encore enchaînées"`
	SoldeOuverture money.Cents          `json:"soldeOuverture" doc:"Dû par les usagers au début du mois"`
	SoldeCloture   money.Cents          `json:"soldeCloture" doc:"L'ouverture et les chiffres de la rubrique « solde », chacun selon son effet"`
	Repris         money.Cents          `json:"repris" doc:"Soldé ce mois, mais facturé avant le registre"`
	Chiffres       []StatementFigure    `json:"chiffres"`
	Tva            []StatementVAT       `json:"tva" doc:"Par taux"`
	Documents      []StatementDocuments `json:"documents"`
	Versements     []StatementPayout    `json:"versements" doc:"Du prestataire de paiement"`
	Prestataire    *StatementProvider   `json:"prestataire,omitempty" doc:"Absent : le mois a été clôturé avant que le registre n'en parle"`
	ResteAFaire    *StatementLeft       `json:"resteAFaire,omitempty" doc:"D'un mois à clôturer ; d'un mois clôturé, ce qui restait à faire à sa clôture. Absent : mois en cours, ou clôturé par une version d'avant."`
	Commentaire    string               `json:"commentaire" doc:"De qui a clôturé le mois"`
}

// StatementLeft is what is left to do about a month before it is closed.
type StatementLeft struct {
	Ecarts         int64       `json:"ecarts" doc:"Avec le prestataire de paiement, que personne n'a expliqués : la clôture demande alors un commentaire"`
	MontantEcarts  money.Cents `json:"montantEcarts" doc:"Somme des différences, chacune comptée en plus"`
	EnCours        int64       `json:"enCours" doc:"Paiements de ce qui a commencé avant la fin du mois, en cours chez le prestataire"`
	MontantEnCours money.Cents `json:"montantEnCours"`
	SansNumero     int64       `json:"sansNumero" doc:"Reçus et avoirs du mois qui attendent leur numéro"`
	MoisOuverts    []string    `json:"moisOuverts" doc:"Mois précédents, à clôturer d'abord"`
}

// ClosingComment is what a person says of a month that they close.
type ClosingComment struct {
	Commentaire string `json:"commentaire,omitempty" maxLength:"1000" doc:"Obligatoire si des écarts ne sont pas expliqués"`
}

// StatementLine is an entry of the ledger that a figure adds up.
type StatementLine struct {
	Numero   int64       `json:"numero" doc:"De l'écriture ; 0 : pas encore enchaînée"`
	Instant  time.Time   `json:"instant"`
	Genre    ledger.Kind `json:"genre" example:"encaisse"`
	Paiement int64       `json:"paiement" doc:"0 : aucun"`
	Uuid     string      `json:"uuid" doc:"Du paiement, vide s'il n'y en a pas"`
	Montant  money.Cents `json:"montant" doc:"TTC, avec le signe pour lequel il compte"`
	Taux     money.Rate  `json:"taux" doc:"En points de base"`
	Tva      money.Cents `json:"tva"`
	Moyen    string      `json:"moyen"`
	Document string      `json:"document" doc:"Numéro"`
}

// StatementLines is a page of the lines of a figure, newest first.
type StatementLines struct {
	Chiffre StatementFigure `json:"chiffre"`
	Items   []StatementLine `json:"items"`
	Total   int             `json:"total"`
	api.Neighbours
}

// BookkeepingAccounts holds the numbers of the accounts of the FEC.
type BookkeepingAccounts struct {
	Usagers      string `json:"usagers" example:"411000" doc:"Ce que les usagers doivent"`
	Prestations  string `json:"prestations" example:"706000"`
	TvaCollectee string `json:"tvaCollectee" example:"445710"`
	Avoirs       string `json:"avoirs" example:"709600"`
	Prestataire  string `json:"prestataire" example:"467100" doc:"Ce que le prestataire de paiement doit"`
	Especes      string `json:"especes" example:"531000"`
	Cheques      string `json:"cheques" example:"511200"`
	Banque       string `json:"banque" example:"512000" doc:"Virements, et cartes au guichet"`
	NonDu        string `json:"nonDu" example:"467200" doc:"Encaissé sans être dû, jusqu'à ce que ce soit rendu"`
	Repris       string `json:"repris" example:"471000" doc:"Facturé avant le registre"`
	Frais        string `json:"frais" required:"false" example:"627000" doc:"Du prestataire de paiement ; absent d'une modification : inchangé, comme les suivants"`
	Contestes    string `json:"contestes" required:"false" example:"467300" doc:"Repris par la banque de l'usager, jusqu'à la fin de la contestation"`
	Pertes       string `json:"pertes" required:"false" example:"654000" doc:"Contestations perdues"`
	Avance       string `json:"avance" required:"false" example:"487000" doc:"Abonnements annuels, facturés pour des mois à venir"`
	Ecarts       string `json:"ecarts" required:"false" example:"471100" doc:"Écarts entre les relevés du prestataire et le registre"`
}

func (b BookkeepingAccounts) accounts() statement.Accounts {
	return statement.Accounts{
		Customers: b.Usagers, Sales: b.Prestations, VAT: b.TvaCollectee, CreditNotes: b.Avoirs, Provider: b.Prestataire,
		Cash: b.Especes, Cheques: b.Cheques, Bank: b.Banque, NotOwed: b.NonDu, Carried: b.Repris,
		Fees: b.Frais, Disputed: b.Contestes, Lost: b.Pertes, Prepaid: b.Avance, Differences: b.Ecarts,
	}
}

func accountsBody(a statement.Accounts) BookkeepingAccounts {
	return BookkeepingAccounts{
		a.Customers, a.Sales, a.VAT, a.CreditNotes, a.Provider, a.Cash, a.Cheques, a.Bank,
		a.NotOwed, a.Carried, a.Fees, a.Disputed, a.Lost, a.Prepaid, a.Differences,
	}
}

// StatementInput names a month of an operator.
type StatementInput struct {
	api.IDInput
	Mois string `path:"mois" example:"2026-10" doc:"AAAA-MM"`
}

func (in StatementInput) month() (clock.Month, error) {
	return monthIn(in.Mois)
}

const statementTag = "Reddition des comptes"

func (s area) registerStatements() {
	const path = "/api/admin/exploitant/{id}/reddition"
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath}, huma.Operation{
		OperationID: "statement-months", Method: http.MethodGet, Path: path, Tags: []string{statementTag},
		Summary: "Les mois d'un exploitant",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[StatementMonths], error) {
		list, err := s.Statements.Months(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		body := StatementMonths{Mois: []StatementMonth{}}
		before, err := s.Statements.Before(ctx, in.ID)
		if before.Documents[document.Receipt]+before.Documents[document.CreditNote] > 0 {
			body.AvantRegistre = &StatementBefore{
				before.Until.In(clock.Paris), before.Documents[document.Receipt], before.Documents[document.CreditNote],
			}
		}
		for _, m := range list {
			body.Mois = append(body.Mois, StatementMonth{m.Month.String(), m.State, m.Balance, shape.InParis(m.ClosedAt)})
		}
		return api.Reply(body), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath}, huma.Operation{
		OperationID: "statement", Method: http.MethodGet, Path: path + "/{mois}", Tags: []string{statementTag},
		Summary:     "La reddition des comptes d'un mois",
		Description: "Celle d'un mois clôturé ne change plus. 404 : avant le premier mois du registre, ou dans l'avenir.",
	}, func(ctx context.Context, in *StatementInput) (*api.Answer[Statement], error) {
		month, err := in.month()
		if err != nil {
			return nil, err
		}
		report, err := s.Statements.Of(ctx, in.ID, month)
		return api.Reply(statementBody(report)), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath}, huma.Operation{
		OperationID: "statement-lines", Method: http.MethodGet, Path: path + "/{mois}/lignes", Tags: []string{statementTag},
		Summary:     "Les écritures qu'un chiffre additionne",
		Description: "Les plus récentes d'abord. « suivant » et « precedent » mènent, par « apres » et « avant », aux pages voisines.",
	}, func(ctx context.Context, in *struct {
		StatementInput
		Chiffre      string `query:"chiffre" required:"true" example:"encaisse" maxLength:"64"`
		Apres        string `query:"apres" maxLength:"64"`
		Avant        string `query:"avant" maxLength:"64"`
		ItemsPerPage int    `query:"itemsPerPage" minimum:"1" maximum:"100" default:"20"`
	},
	) (*api.Answer[StatementLines], error) {
		month, err := in.month()
		if err != nil {
			return nil, err
		}
		window, err := api.KeyInput{
			PageInput: api.PageInput{Page: 1, ItemsPerPage: in.ItemsPerPage}, Apres: in.Apres,
			Avant: in.Avant,
		}.Window()
		if err != nil {
			return nil, err
		}
		figure, page, err := s.Statements.Lines(ctx, in.ID, month, statement.Key(in.Chiffre), window)
		return api.Reply(linesBody(figure, page)), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath}, huma.Operation{
		OperationID: "close-month", Method: http.MethodPost, Path: path + "/{mois}/cloture", Tags: []string{statementTag},
		Summary: "Clôturer un mois",
		Description: "Rien de ce qui est daté du mois ne change plus ; ce qui vient ensuite est daté du mois ouvert. 409 : le mois est clôturé, en cours, " +
			"précédé d'un mois qui ne l'est pas, une de ses écritures n'est pas encore enchaînée, ou ses chiffres ne suivent pas le registre : " +
			"« À traiter » le montre alors. Le corps, facultatif, porte le commentaire.",
		Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, in *struct {
		StatementInput
		Body *ClosingComment
	},
	) (*api.Answer[Statement], error) {
		month, err := in.month()
		if err != nil {
			return nil, err
		}
		comment := ""
		if in.Body != nil {
			comment = in.Body.Commentaire
		}
		report, err := s.Statements.Close(ctx, api.ActorOf(ctx), in.ID, month, comment)
		return api.Reply(statementBody(report)), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath}, huma.Operation{
		OperationID: "bookkeeping-accounts", Method: http.MethodGet, Path: path + "/comptes", Tags: []string{statementTag},
		Summary: "Les comptes du fichier des écritures comptables",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[BookkeepingAccounts], error) {
		accounts, err := s.Statements.Accounts(ctx, in.ID)
		return api.Reply(accountsBody(accounts)), err
	})
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath}, huma.Operation{
		OperationID: "change-bookkeeping-accounts", Method: http.MethodPut, Path: path + "/comptes",
		Tags:        []string{statementTag},
		Summary:     "Modifier les comptes du fichier des écritures comptables",
		Description: "Les mois clôturés gardent les leurs.",
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body BookkeepingAccounts
	},
	) (*api.Answer[BookkeepingAccounts], error) {
		accounts, err := s.Statements.ChangeAccounts(ctx, api.ActorOf(ctx), in.ID, in.Body.accounts())
		return api.Reply(accountsBody(accounts)), err
	})
	s.registerStatementFiles(path + "/{mois}")
	s.registerYear(path + "/exercice/{annee}/fec.txt")
}

// registerYear registers the FEC of a year.
func (s area) registerYear(path string) {
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath, Long: true}, huma.Operation{
		OperationID: "statement-year-fec", Method: http.MethodGet, Path: path, Tags: []string{statementTag},
		Summary: "Les écritures comptables d'une année, en FEC",
		Description: "Des mois clôturés de l'année : une écriture par jour et par sorte d'événement, et chaque mois la part des abonnements annuels " +
			"qui est de mois à venir. 409 : aucun mois n'est clôturé, ou l'exploitant n'a pas de SIRET.",
		Errors:    []int{http.StatusConflict},
		Responses: api.FileAnswers("text/plain", &huma.Schema{Type: huma.TypeString, Format: "binary"}),
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Annee int `path:"annee" minimum:"2000" maximum:"2999" example:"2026"`
	},
	) (*huma.StreamResponse, error) {
		year, err := s.Statements.FECOfYear(ctx, in.ID, in.Annee)
		if err != nil {
			return nil, err
		}
		var content bytes.Buffer
		if err := year.WriteFEC(ctx, &content); err != nil {
			return nil, err
		}
		return file("text/plain; charset=utf-8", year.Name, content.Bytes()), nil
	})
}

// file answers with a file to be saved.
func file(media, name string, content []byte) *huma.StreamResponse {
	return api.SendFile(media, "attachment", name, content)
}

// registerStatementFiles registers the files of a month.
func (s area) registerStatementFiles(path string) {
	binary := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	register := func(
		id, suffix, summary, description, media string,
		write func(ctx context.Context, in *StatementInput, month clock.Month) (content []byte, name string, err error),
	) {
		form, _, _ := strings.Cut(media, ";")
		api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath, Long: true}, huma.Operation{
			OperationID: id, Method: http.MethodGet, Path: path + suffix, Tags: []string{statementTag}, Summary: summary,
			Description: description,
			Errors:      []int{http.StatusConflict}, Responses: api.FileAnswers(form, binary),
		}, func(ctx context.Context, in *StatementInput) (*huma.StreamResponse, error) {
			month, err := in.month()
			if err != nil {
				return nil, err
			}
			content, name, err := write(ctx, in, month)
			if err != nil {
				return nil, err
			}
			return file(media, name, content), nil
		})
	}
	register("statement-pdf", ".pdf", "La reddition des comptes d'un mois, en PDF", "", "application/pdf",
		func(ctx context.Context, in *StatementInput, month clock.Month) ([]byte, string, error) {
			report, err := s.Statements.Of(ctx, in.ID, month)
			if err != nil {
				return nil, "", err
			}
			var content bytes.Buffer
			err = s.Statements.Print(&content, report)
			return content.Bytes(), "reddition-" + report.Month + ".pdf", err
		})
	for _, format := range sheet.Formats() {
		register("statement-"+string(format), "."+string(format), "La reddition des comptes d'un mois"+api.InWords(format),
			"Une ligne par chiffre.", format.MediaType(),
			func(ctx context.Context, in *StatementInput, month clock.Month) ([]byte, string, error) {
				report, err := s.Statements.Of(ctx, in.ID, month)
				if err != nil {
					return nil, "", err
				}
				content, err := statementTable(report, format)
				return content, "reddition-" + report.Month + "." + string(format), err
			})
	}
	register("statement-fec", "/fec.txt", "Les écritures comptables d'un mois clôturé, en FEC",
		"Les 18 colonnes de l'article A47 A-1 du Livre des procédures fiscales. 409 : le mois n'est pas clôturé, ou l'exploitant n'a pas de SIRET.", "text/plain; charset=utf-8",
		func(ctx context.Context, in *StatementInput, month clock.Month) ([]byte, string, error) {
			closed, name, err := s.Statements.FEC(ctx, in.ID, month)
			if err != nil {
				return nil, "", err
			}
			var content bytes.Buffer
			err = closed.WriteFEC(&content)
			return content.Bytes(), name, err
		})
}

func statementBody(r statement.Report) Statement {
	body := Statement{
		Exploitant: r.OperatorID, RaisonSociale: r.Seller.Name, Siret: r.Seller.SIRET, Mois: r.Month, Etat: r.State,
		ClotureLe:  shape.InParis(r.ClosedAt),
		Cloturable: r.Refusal == "", Empechement: r.Refusal, EnAttente: r.Waiting, SoldeOuverture: r.Opening,
		SoldeCloture: r.Closing,
		Chiffres:     []StatementFigure{}, Tva: []StatementVAT{}, Documents: []StatementDocuments{},
		Versements: []StatementPayout{}, Commentaire: r.Comment,
	}
	if left := r.Left; left != nil {
		body.ResteAFaire = &StatementLeft{
			left.Differences, left.DifferencesSum, left.UnderWay, left.UnderWaySum, left.Unnumbered,
			append([]string{}, left.OpenMonths...),
		}
	}
	for _, f := range r.Figures {
		body.Chiffres = append(body.Chiffres, figureBody(f))
		if f.Key == "repris" {
			body.Repris = f.Amount
		}
	}
	if r.Provider != nil {
		body.Prestataire = &StatementProvider{
			r.Provider.Opening, r.Provider.Closing, shape.Each(r.ProviderFigures(), figureBody),
		}
	}
	for _, v := range r.VAT {
		body.Tva = append(body.Tva, StatementVAT{v.Rate, figureBody(v.Collected), figureBody(v.Refunded), v.Due()})
	}
	for _, d := range r.Documents {
		body.Documents = append(body.Documents, StatementDocuments{d.Kind, figureBody(d.Figure), d.First, d.Last, d.Before})
	}
	for _, p := range r.Payouts {
		body.Versements = append(body.Versements,
			StatementPayout{p.ID, p.ArrivedAt.In(clock.Paris), p.Gross, p.Fees, p.Net, p.Operations})
	}
	return body
}

func figureBody(f statement.Figure) StatementFigure {
	return StatementFigure{f.Key, f.Section, f.Label, f.Effect, f.Amount, f.VAT, f.Entries}
}

func linesBody(figure statement.Figure, page paging.Page[statement.Line]) StatementLines {
	body := StatementLines{
		Chiffre: figureBody(figure), Items: []StatementLine{}, Total: page.Total,
		Neighbours: api.NeighboursOf(page),
	}
	for _, l := range page.Items {
		body.Items = append(body.Items, StatementLine{
			l.Sequence, l.At.In(clock.Paris), l.Kind, l.PaymentID, l.Payment, l.Amount, l.VATRate, l.VAT, l.Means, l.Document,
		})
	}
	return body
}
