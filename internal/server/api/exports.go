package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/server/sheet"
)

// Export asks for the file of the rows that the filters select.
type Export[F any] struct {
	Filters F `json:"filters"`
}

// Ticket opens one download, once, within a minute.
type Ticket struct {
	Token string `json:"token"`
}

// exportFile describes a list that can be downloaded.
type exportFile struct {
	stays   bool   // of stays instead of payments
	id      string // used in the operation ids
	subject string // used in the paths
	of      string // used in the summaries
	tag     string
	table   table
	line    func(row payment.Row, now time.Time) []sheet.Cell
}

// typedFilters selects the rows of one operator, or of all (0).
type typedFilters interface {
	filter(operatorID int64) (payment.Filter, error)
}

// platformFilters can also select the rows of one operator only.
type platformFilters interface {
	typedFilters
	operator() int64
}

// registerExport adds the calls of a file, for one operator and for the platform. A client that sends a bearer gets
// the file itself; a client that can only follow an address gets a ticket, and then the download that it opens.
func registerExport[F typedFilters, P platformFilters](s *server, file exportFile) {
	const once = "Le ticket sert une fois, dans la minute, tant que la session dure. Préférer le téléchargement par POST, qui n'en a pas besoin."
	tags, admin, byTicket := []string{file.tag}, "/api/admin/"+file.subject+"/exportation", "/api/"+file.subject+"/exportation"

	type platformInput struct{ Body Export[P] }
	ofPlatform := func(ctx context.Context, in *platformInput) (payment.Filter, error) {
		operatorID := in.Body.Filters.operator()
		if operatorID != 0 {
			if err := s.Owners.CheckInService(ctx, operatorID); err != nil {
				return payment.Filter{}, err
			}
		}
		return in.Body.Filters.filter(operatorID)
	}
	type operatorInput struct {
		IDInput
		Body Export[F]
	}
	ofOperator := func(_ context.Context, in *operatorInput) (payment.Filter, error) {
		return in.Body.Filters.filter(in.ID)
	}

	register(s, rule{audience: admins}, huma.Operation{
		OperationID: "open-" + file.id + "-export", Method: http.MethodPost, Path: admin, Tags: tags,
		Summary: "Demander l'export " + file.of + " de la plateforme", Description: once, DefaultStatus: http.StatusCreated, Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *platformInput) (*answer[Ticket], error) {
		filter, err := ofPlatform(ctx, in)
		if err != nil {
			return nil, err
		}
		return s.openExport(ctx, filter, 0)
	})
	register(s, rule{audience: holders, right: access.EventsRead, at: operatorInPath}, huma.Operation{
		OperationID: "open-operator-" + file.id + "-export", Method: http.MethodPost, Path: admin + "/exploitant/{id}", Tags: tags,
		Summary: "Demander l'export " + file.of + " d'un exploitant", Description: once, DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *operatorInput) (*answer[Ticket], error) {
		filter, err := ofOperator(ctx, in)
		if err != nil {
			return nil, err
		}
		return s.openExport(ctx, filter, in.ID)
	})
	for _, format := range sheet.Formats() {
		register(s, rule{audience: admins, slow: true}, huma.Operation{
			OperationID: operationOf("download-"+file.id+"s", format), Method: http.MethodPost, Path: admin + "/format/" + string(format), Tags: tags,
			Summary: "Télécharger l'export " + file.of + " de la plateforme" + inWords(format), Errors: []int{http.StatusNotFound}, Responses: sheetAnswers(format),
		}, func(ctx context.Context, in *platformInput) (*huma.StreamResponse, error) {
			filter, err := ofPlatform(ctx, in)
			if err != nil {
				return nil, err
			}
			return s.streamExport(ctx, file, format, filter), nil
		})
		register(s, rule{audience: holders, right: access.EventsRead, at: operatorInPath, slow: true}, huma.Operation{
			OperationID: operationOf("download-operator-"+file.id+"s", format), Method: http.MethodPost,
			Path: admin + "/exploitant/{id}/format/" + string(format), Tags: tags,
			Summary: "Télécharger l'export " + file.of + " d'un exploitant" + inWords(format), Responses: sheetAnswers(format),
		}, func(ctx context.Context, in *operatorInput) (*huma.StreamResponse, error) {
			filter, err := ofOperator(ctx, in)
			if err != nil {
				return nil, err
			}
			return s.streamExport(ctx, file, format, filter), nil
		})
		// Public: the ticket identifies the account, whose right export checks again.
		register(s, rule{audience: public, slow: true}, huma.Operation{
			OperationID: operationOf("export-"+file.id+"s", format), Method: http.MethodGet, Path: byTicket + "/format/" + string(format) + "/{token}", Tags: tags,
			Summary: "Télécharger, par un ticket, l'export " + file.of + inWords(format), Errors: []int{http.StatusNotFound}, Responses: sheetAnswers(format),
		}, func(ctx context.Context, in *struct {
			Token string `path:"token"`
		},
		) (*huma.StreamResponse, error) {
			return s.export(ctx, file, format, in.Token, 0)
		})
		// Public: the ticket identifies the account, whose right export checks again.
		register(s, rule{audience: public, slow: true}, huma.Operation{
			OperationID: operationOf("export-operator-"+file.id+"s", format), Method: http.MethodGet,
			Path: byTicket + "/exploitant/{id}/format/" + string(format) + "/{token}", Tags: tags,
			Summary: "Télécharger, par un ticket, l'export " + file.of + " d'un exploitant" + inWords(format), Errors: []int{http.StatusNotFound}, Responses: sheetAnswers(format),
		}, func(ctx context.Context, in *struct {
			IDInput
			Token string `path:"token"`
		},
		) (*huma.StreamResponse, error) {
			return s.export(ctx, file, format, in.Token, in.ID)
		})
	}
}

// openExport issues a ticket for the rows that the filter selects. It is valid at the address of that operator, or of
// the platform (0).
func (s *server) openExport(ctx context.Context, filter payment.Filter, address int64) (*answer[Ticket], error) {
	ticket, err := s.Payments.OpenExport(ctx, actorOf(ctx), address, filter)
	return reply(Ticket{ticket}), err
}

// export streams the file for a ticket, if the right of who asked for it still stands.
func (s *server) export(ctx context.Context, file exportFile, format sheet.Format, token string, operatorID int64) (*huma.StreamResponse, error) {
	ticket, err := s.Payments.ExportTicket(ctx, token, operatorID, file.stays)
	if err != nil {
		return nil, err
	}
	actor, err := s.giverOf(ctx, ticket.SessionID, ticket.KeyID)
	if err != nil {
		return nil, err
	}
	if !actor.Admin && !actor.Can(access.EventsRead, operatorID) {
		return nil, fault.Forbidden()
	}
	end, err := s.long.begin(actor, operatorID)
	if err != nil { // the ticket is still good
		return nil, err
	}
	if err := s.Payments.SpendTicket(ctx, ticket); err != nil {
		end()
		return nil, err
	}
	response := s.streamExport(ctx, file, format, ticket.Filter)
	send := response.Body
	response.Body = func(hctx huma.Context) {
		defer end()
		send(hctx)
	}
	return response, nil
}

// streamExport writes the file while it reads the rows.
func (s *server) streamExport(ctx context.Context, file exportFile, format sheet.Format, filter payment.Filter) *huma.StreamResponse {
	return s.streamFile(ctx, file.table, format, func(write func(rows [][]sheet.Cell) error) error {
		return s.Payments.Export(ctx, filter, func(rows []payment.Row) error {
			now := s.Clock.Now()
			return write(each(rows, func(row payment.Row) []sheet.Cell { return file.line(row, now) }))
		})
	})
}
