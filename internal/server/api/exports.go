package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/server/api/shape"
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

// ExportFile describes a list that can be downloaded.
type ExportFile struct {
	Stays   bool   // of stays instead of payments
	Id      string // used in the operation ids
	Subject string // used in the paths
	Of      string // used in the summaries
	Tag     string
	Table   Table
	Line    func(row payment.Row, now time.Time) []sheet.Cell
}

// typedFilters selects the rows of one operator, or of all (0).
type typedFilters interface {
	Filter(operatorID int64) (payment.Filter, error)
}

// platformFilters can also select the rows of one operator only.
type platformFilters interface {
	typedFilters
	Operator() int64
}

// RegisterExport adds the calls of a file, for one operator and for the platform. A client that sends a bearer gets
// the file itself; a client that can only follow an address gets a ticket, and then the download that it opens.
func RegisterExport[F typedFilters, P platformFilters](s *Server, file ExportFile) {
	const once = "Le ticket sert une fois, dans la minute, tant que la session dure. Préférer le téléchargement par POST, qui n'en a pas besoin."
	tags, admin, byTicket := []string{file.Tag}, "/api/admin/"+file.Subject+"/exportation",
		"/api/"+file.Subject+"/exportation"

	type platformInput struct{ Body Export[P] }
	ofPlatform := func(ctx context.Context, in *platformInput) (payment.Filter, error) {
		operatorID := in.Body.Filters.Operator()
		if operatorID != 0 {
			if err := s.Owners.CheckInService(ctx, operatorID); err != nil {
				return payment.Filter{}, err
			}
		}
		return in.Body.Filters.Filter(operatorID)
	}
	type operatorInput struct {
		IDInput
		Body Export[F]
	}
	ofOperator := func(_ context.Context, in *operatorInput) (payment.Filter, error) {
		return in.Body.Filters.Filter(in.ID)
	}

	Register(s, Rule{Audience: Admins}, huma.Operation{
		OperationID: "open-" + file.Id + "-export", Method: http.MethodPost, Path: admin, Tags: tags,
		Summary: "Demander l'export " + file.Of + " de la plateforme", Description: once, DefaultStatus: http.StatusCreated,
		Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *platformInput) (*Answer[Ticket], error) {
		filter, err := ofPlatform(ctx, in)
		if err != nil {
			return nil, err
		}
		return s.openExport(ctx, filter, 0)
	})
	Register(s, Rule{Audience: Holders, Right: access.EventsRead, At: OperatorInPath}, huma.Operation{
		OperationID: "open-operator-" + file.Id + "-export", Method: http.MethodPost, Path: admin + "/exploitant/{id}",
		Tags:    tags,
		Summary: "Demander l'export " + file.Of + " d'un exploitant", Description: once, DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *operatorInput) (*Answer[Ticket], error) {
		filter, err := ofOperator(ctx, in)
		if err != nil {
			return nil, err
		}
		return s.openExport(ctx, filter, in.ID)
	})
	for _, format := range sheet.Formats() {
		Register(s, Rule{Audience: Admins, Slow: true}, huma.Operation{
			OperationID: OperationOf("download-"+file.Id+"s", format), Method: http.MethodPost,
			Path: admin + "/format/" + string(format), Tags: tags,
			Summary: "Télécharger l'export " + file.Of + " de la plateforme" + InWords(format),
			Errors:  []int{http.StatusNotFound}, Responses: SheetAnswers(format),
		}, func(ctx context.Context, in *platformInput) (*huma.StreamResponse, error) {
			filter, err := ofPlatform(ctx, in)
			if err != nil {
				return nil, err
			}
			return s.streamExport(ctx, file, format, filter), nil
		})
		Register(s, Rule{Audience: Holders, Right: access.EventsRead, At: OperatorInPath, Slow: true}, huma.Operation{
			OperationID: OperationOf("download-operator-"+file.Id+"s", format), Method: http.MethodPost,
			Path: admin + "/exploitant/{id}/format/" + string(format), Tags: tags,
			Summary: "Télécharger l'export " + file.Of + " d'un exploitant" + InWords(format), Responses: SheetAnswers(format),
		}, func(ctx context.Context, in *operatorInput) (*huma.StreamResponse, error) {
			filter, err := ofOperator(ctx, in)
			if err != nil {
				return nil, err
			}
			return s.streamExport(ctx, file, format, filter), nil
		})
		// Public: the ticket identifies the account, whose right export checks again.
		Register(s, Rule{Audience: Public, Slow: true}, huma.Operation{
			OperationID: OperationOf("export-"+file.Id+"s", format), Method: http.MethodGet,
			Path: byTicket + "/format/" + string(format) + "/{token}", Tags: tags,
			Summary: "Télécharger, par un ticket, l'export " + file.Of + InWords(format), Errors: []int{http.StatusNotFound},
			Responses: SheetAnswers(format),
		}, func(ctx context.Context, in *struct {
			Token string `path:"token"`
		},
		) (*huma.StreamResponse, error) {
			return s.export(ctx, file, format, in.Token, 0)
		})
		// Public: the ticket identifies the account, whose right export checks again.
		Register(s, Rule{Audience: Public, Slow: true}, huma.Operation{
			OperationID: OperationOf("export-operator-"+file.Id+"s", format), Method: http.MethodGet,
			Path: byTicket + "/exploitant/{id}/format/" + string(format) + "/{token}", Tags: tags,
			Summary: "Télécharger, par un ticket, l'export " + file.Of + " d'un exploitant" + InWords(format),
			Errors:  []int{http.StatusNotFound}, Responses: SheetAnswers(format),
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
func (s *Server) openExport(ctx context.Context, filter payment.Filter, address int64) (*Answer[Ticket], error) {
	ticket, err := s.Payments.OpenExport(ctx, ActorOf(ctx), address, filter)
	return Reply(Ticket{ticket}), err
}

// export streams the file for a ticket, if the right of who asked for it still stands.
func (s *Server) export(
	ctx context.Context, file ExportFile, format sheet.Format, token string, operatorID int64,
) (*huma.StreamResponse, error) {
	ticket, err := s.Payments.ExportTicket(ctx, token, operatorID, file.Stays)
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
func (s *Server) streamExport(
	ctx context.Context, file ExportFile, format sheet.Format, filter payment.Filter,
) *huma.StreamResponse {
	return s.StreamFile(ctx, file.Table, format, func(write func(rows [][]sheet.Cell) error) error {
		return s.Payments.Export(ctx, filter, func(rows []payment.Row) error {
			now := s.Clock.Now()
			return write(shape.Each(rows, func(row payment.Row) []sheet.Cell { return file.Line(row, now) }))
		})
	})
}
