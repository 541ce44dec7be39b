package api

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"consigne/internal/access"
	"consigne/internal/clock"
	"consigne/internal/fault"
	"consigne/internal/money"
	"consigne/internal/payment"
)

// PaymentExport asks for an export of the payments that the filters pick.
type PaymentExport struct {
	Filters PaymentFilters `json:"filters"`
}

// PlatformPaymentExport asks for one of the platform.
type PlatformPaymentExport struct {
	Filters PlatformPaymentFilters `json:"filters"`
}

// Ticket opens one download, once, within a minute.
type Ticket struct {
	Token string `json:"token"`
}

func (s *server) registerPaymentExport() {
	const once = "Le ticket sert une fois, dans la minute, tant que la session dure."
	register(s, huma.Operation{
		OperationID: "open-payment-export", Method: http.MethodPost, Path: "/api/admin/paiements/exportation", Tags: []string{paymentTag},
		Summary: "Demander l'export des paiements de la plateforme", Description: once, DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct{ Body PlatformPaymentExport }) (*answer[Ticket], error) {
		return s.openExport(ctx, in.Body.Filters.PaymentFilters, in.Body.Filters.operator(), 0)
	})
	register(s, huma.Operation{
		OperationID: "open-operator-payment-export", Method: http.MethodPost, Path: "/api/admin/paiements/exportation/exploitant/{id}", Tags: []string{paymentTag},
		Summary: "Demander l'export des paiements d'un exploitant", Description: once, DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *struct {
		IDInput
		Body PaymentExport
	},
	) (*answer[Ticket], error) {
		return s.openExport(ctx, in.Body.Filters, in.ID, in.ID)
	})
	register(s, huma.Operation{
		OperationID: "export-payments", Method: http.MethodGet, Path: "/api/paiements/exportation/format/csv/{token}", Tags: []string{paymentTag},
		Summary: "Télécharger l'export", Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		Token string `path:"token"`
	},
	) (*huma.StreamResponse, error) {
		return s.export(ctx, in.Token, 0)
	})
	register(s, huma.Operation{
		OperationID: "export-operator-payments", Method: http.MethodGet, Path: "/api/paiements/exportation/exploitant/{id}/format/csv/{token}", Tags: []string{paymentTag},
		Summary: "Télécharger l'export d'un exploitant", Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		IDInput
		Token string `path:"token"`
	},
	) (*huma.StreamResponse, error) {
		return s.export(ctx, in.Token, in.ID)
	})
}

// openExport gives out a ticket for the export of one operator's payments, or of all,
// at the address of an operator or (0) of the platform.
func (s *server) openExport(ctx context.Context, typed PaymentFilters, operatorID, address int64) (*answer[Ticket], error) {
	filter, err := typed.filter(operatorID)
	if err != nil {
		return nil, err
	}
	ticket, err := s.Payments.OpenExport(ctx, actorOf(ctx), address, filter)
	return reply(Ticket{ticket}), err
}

// export streams the file to the bearer of a ticket whose right still stands.
func (s *server) export(ctx context.Context, token string, operatorID int64) (*huma.StreamResponse, error) {
	ticket, err := s.Payments.RedeemExport(ctx, token, operatorID)
	if err != nil {
		return nil, err
	}
	actor, err := s.Accounts.ActorOf(ctx, ticket.SessionID)
	if err != nil {
		return nil, err
	}
	if !actor.Admin && !actor.Can(access.EventsRead, operatorID) {
		return nil, fault.Denied()
	}
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humachi.Unwrap(hctx)
		hctx.SetHeader("Content-Type", "text/csv; charset=utf-8")
		hctx.SetHeader("Content-Disposition", `attachment; filename="export_paiements.csv"`)
		hctx.SetHeader("Cache-Control", "no-store")
		if err := s.writeExport(ctx, w, ticket.Filter); err != nil {
			// The status is gone: the connection is cut, so that nobody takes a part for the whole.
			s.Log.WarnContext(ctx, "export cut short", "request_id", requestID(ctx), "error", err)
			panic(http.ErrAbortHandler)
		}
	}}, nil
}

// exportPatience is how long a client may take over one batch.
const exportPatience = 30 * time.Second

var exportColumns = []string{
	"Nom", "Prénom", "Email", "Date de paiement", "Identifiant", "Montant", "Remboursé", "Statut", "Station", "Casier", "Début", "Fin",
	"Mode de paiement", "Commentaire",
}

func (s *server) writeExport(ctx context.Context, w http.ResponseWriter, filter payment.Filter) error {
	connection := http.NewResponseController(w)
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return fmt.Errorf("write export: %w", err)
	}
	lines := csv.NewWriter(w)
	lines.Comma, lines.UseCRLF = ';', true
	if err := lines.Write(exportColumns); err != nil {
		return fmt.Errorf("write export: %w", err)
	}
	err := s.Payments.Export(ctx, filter, func(rows []payment.Row) error {
		if err := connection.SetWriteDeadline(time.Now().Add(exportPatience)); err != nil {
			return fmt.Errorf("extend the deadline: %w", err)
		}
		for _, row := range rows {
			if err := lines.Write(s.exportLine(row)); err != nil {
				return fmt.Errorf("write export: %w", err)
			}
		}
		lines.Flush()
		return lines.Error()
	})
	if err != nil {
		return err
	}
	lines.Flush()
	return lines.Error()
}

func (s *server) exportLine(row payment.Row) []string {
	place, means, amount := row.Locker, string(row.Means), row.Amount
	if row.SubscriptionID != 0 {
		place = row.Tariff
	}
	if row.Status == payment.Paid {
		means = "Carte bancaire"
	}
	if row.Stay != nil && row.Status == payment.Running {
		amount = row.Stay.PriceAt(s.Clock.Now()).Amount()
	}
	return []string{
		harmless(row.LastName), harmless(row.FirstName), harmless(row.Email), dayAndHour(row.SettledAt), row.UUID, decimal(amount), decimal(row.Refunded),
		row.Status.Label(), harmless(row.Station), harmless(place), dayAndHour(&row.StartedAt), dayAndHour(row.EndedAt), means, harmless(row.Comment),
	}
}

// harmless keeps a spreadsheet from running a text as a formula.
func harmless(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

func decimal(amount money.Cents) string { return fmt.Sprintf("%d,%02d", amount/100, amount%100) }

func dayAndHour(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.In(clock.Paris).Format("02/01/2006 15:04")
}
