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
type typedFilters[D any] interface {
	Filter(operatorID int64) (D, error)
}

// platformFilters can also select the rows of one operator only.
type platformFilters[D any] interface {
	typedFilters[D]
	Operator() int64
}

type platformInput[P any] struct{ Body Export[P] }

type operatorInput[F any] struct {
	IDInput
	Body Export[F]
}

// filterOfPlatform returns the filter of the rows of all operators, or of the one that is chosen.
func filterOfPlatform[D any, P platformFilters[D]](ctx context.Context, s *Server, filters P) (D, error) {
	operatorID := filters.Operator()
	if operatorID != 0 {
		if err := s.Owners.CheckInService(ctx, operatorID); err != nil {
			var none D
			return none, err
		}
	}
	return filters.Filter(operatorID)
}

// Download describes a list, of a filter D and rows R, that a client with a bearer downloads.
type Download[D, R any] struct {
	ID, Subject, Of, Tag string // as of an ExportFile
	Table                Table
	Line                 func(row R, now time.Time) []sheet.Cell
	// Rows passes the rows of a filter to batch.
	Rows func(ctx context.Context, filter D, batch func([]R) error) error
}

// RegisterDownloads adds the calls that download a list, of one operator and of the platform.
func RegisterDownloads[F typedFilters[D], P platformFilters[D], D, R any](s *Server, d Download[D, R]) {
	path := "/api/admin/" + d.Subject + "/exportation"
	for _, format := range sheet.Formats() {
		stream := func(ctx context.Context, filter D, err error) (*huma.StreamResponse, error) {
			if err != nil {
				return nil, err
			}
			return d.stream(ctx, s, format, filter), nil
		}
		Register(s, Rule{Audience: Admins, Slow: true}, huma.Operation{
			OperationID: OperationOf("download-"+d.ID+"s", format), Method: http.MethodPost,
			Path: path + "/format/" + string(format), Tags: []string{d.Tag},
			Summary: "Télécharger l'export " + d.Of + " de la plateforme" + InWords(format),
			Errors:  []int{http.StatusNotFound}, Responses: SheetAnswers(format),
		}, func(ctx context.Context, in *platformInput[P]) (*huma.StreamResponse, error) {
			filter, err := filterOfPlatform[D](ctx, s, in.Body.Filters)
			return stream(ctx, filter, err)
		})
		Register(s, Rule{Audience: Holders, Right: access.EventsRead, At: OperatorInPath, Slow: true}, huma.Operation{
			OperationID: OperationOf("download-operator-"+d.ID+"s", format), Method: http.MethodPost,
			Path: path + "/exploitant/{id}/format/" + string(format), Tags: []string{d.Tag},
			Summary: "Télécharger l'export " + d.Of + " d'un exploitant" + InWords(format), Responses: SheetAnswers(format),
		}, func(ctx context.Context, in *operatorInput[F]) (*huma.StreamResponse, error) {
			filter, err := in.Body.Filters.Filter(in.ID)
			return stream(ctx, filter, err)
		})
	}
}

// stream writes the file while it reads the rows.
func (d Download[D, R]) stream(ctx context.Context, s *Server, format sheet.Format, filter D) *huma.StreamResponse {
	return s.StreamFile(ctx, d.Table, format, func(write func(rows [][]sheet.Cell) error) error {
		return d.Rows(ctx, filter, func(rows []R) error {
			now := s.Clock.Now()
			return write(shape.Each(rows, func(row R) []sheet.Cell { return d.Line(row, now) }))
		})
	})
}

// RegisterExport adds the calls of a file, for one operator and for the platform. A client that sends a bearer gets
// the file itself; a client that can only follow an address gets a ticket, and then the download that it opens.
func RegisterExport[F typedFilters[payment.Filter], P platformFilters[payment.Filter]](s *Server, file ExportFile) {
	const once = "Le ticket sert une fois, dans la minute, tant que la session dure. Préférer le téléchargement par POST, qui n'en a pas besoin."
	tags, admin, byTicket := []string{file.Tag}, "/api/admin/"+file.Subject+"/exportation",
		"/api/"+file.Subject+"/exportation"

	RegisterDownloads[F, P](s, file.download(s))
	Register(s, Rule{Audience: Admins}, huma.Operation{
		OperationID: "open-" + file.Id + "-export", Method: http.MethodPost, Path: admin, Tags: tags,
		Summary: "Demander l'export " + file.Of + " de la plateforme", Description: once, DefaultStatus: http.StatusCreated,
		Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *platformInput[P]) (*Answer[Ticket], error) {
		filter, err := filterOfPlatform[payment.Filter](ctx, s, in.Body.Filters)
		if err != nil {
			return nil, err
		}
		return s.openExport(ctx, filter, 0)
	})
	Register(s, Rule{Audience: Holders, Right: access.EventsRead, At: OperatorInPath}, huma.Operation{
		OperationID: "open-operator-" + file.Id + "-export", Method: http.MethodPost, Path: admin + "/exploitant/{id}",
		Tags:    tags,
		Summary: "Demander l'export " + file.Of + " d'un exploitant", Description: once, DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *operatorInput[F]) (*Answer[Ticket], error) {
		filter, err := in.Body.Filters.Filter(in.ID)
		if err != nil {
			return nil, err
		}
		return s.openExport(ctx, filter, in.ID)
	})
	for _, format := range sheet.Formats() {
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
	response := file.download(s).stream(ctx, s, format, ticket.Filter)
	send := response.Body
	response.Body = func(hctx huma.Context) {
		defer end()
		send(hctx)
	}
	return response, nil
}

func (file ExportFile) download(s *Server) Download[payment.Filter, payment.Row] {
	return Download[payment.Filter, payment.Row]{
		ID: file.Id, Subject: file.Subject, Of: file.Of, Tag: file.Tag, Table: file.Table, Line: file.Line,
		Rows: s.Payments.Export,
	}
}
