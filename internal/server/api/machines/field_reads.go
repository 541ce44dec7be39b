package machines

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/paging"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// FieldPage is a page of a list of the field.
type FieldPage[T any] struct {
	Items   []T     `json:"items"`
	Suivant *string `json:"suivant" doc:"Pour « apres » ; null sur la dernière page"`
}

type objectInput struct {
	api.IDInput
	api.ConditionalInput
}

type customerPageInput struct {
	api.IDInput
	api.CursorInput
	api.ConditionalInput
}

const (
	conditionalWords = "304 si l'ETag présenté est celui de l'instant."
	ofCustomerWords  = " 404 : l'exploitant ne connaît pas cette personne comme usager, ou son compte n'existe plus. " +
		conditionalWords
)

// registerFieldReads adds what an operator's application reads to show people what is theirs. What staff write for one
// another is in none of it.
func (s area) registerFieldReads() {
	registerFieldRead(s, "field-get-user", "utilisateurs/{id}", "Un usager, et sa carte",
		"La carte est celle qu'il a confiée à cet exploitant."+ofCustomerWords,
		func(ctx context.Context, in *objectInput) (*api.Conditional[FieldKnownCustomer], error) {
			customer, card, err := s.Payments.Customer(ctx, api.KeyOf(ctx).OperatorID, in.ID)
			if err != nil {
				return nil, err
			}
			person, err := s.Accounts.ByID(ctx, customer.ID)
			if err != nil {
				return nil, err
			}
			return api.ReplyUnlessKnown(in.ConditionalInput, fieldKnownCustomerBody(customer, card, person.Company))
		})
	registerCustomerPage(s, "field-user-stays", "occupations", "Les utilisations d'un usager",
		"De la plus récente à la plus ancienne.", s.Stays.OfCustomer, s.customerStays)
	registerCustomerPage(s, "field-user-subscriptions", "abonnements", "Les abonnements d'un usager",
		"Du plus récent au plus ancien.", s.Subscriptions.OfCustomer, s.customerSubscriptions)
	registerCustomerPage(s, "field-user-payments", "paiements", "Les paiements d'un usager",
		"De ses utilisations et des échéances de ses abonnements, du plus récent au plus ancien.",
		s.Payments.OfCustomer, s.customerPayments)
	registerFieldRead(s, "field-tariffs", "tarifs", "Les conditions tarifaires de l'exploitant",
		"Celles qui s'appliquent à un casier au moins. "+conditionalWords,
		func(ctx context.Context, in *struct {
			api.CursorInput
			api.ConditionalInput
		},
		) (*api.Conditional[FieldPage[FieldTariff]], error) {
			after, err := in.After()
			if err != nil {
				return nil, err
			}
			page, err := s.Tariffs.Offers(ctx, api.KeyOf(ctx).OperatorID, after, in.Limite)
			if err != nil {
				return nil, err
			}
			return api.ReplyUnlessKnown(in.ConditionalInput,
				FieldPage[FieldTariff]{shape.Each(page.Items, fieldTariffBody), api.CursorOf(page)})
		})
	registerFieldRead(s, "field-get-locker", "casiers/{id}", "Un casier, et les conditions tarifaires qui s'y appliquent",
		conditionalWords,
		func(ctx context.Context, in *objectInput) (*api.Conditional[FieldLocker], error) {
			locker, st, err := s.Stations.LockerOf(ctx, api.KeyOf(ctx).OperatorID, in.ID)
			if err != nil {
				return nil, err
			}
			offers, err := s.Tariffs.OffersAt(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			return api.ReplyUnlessKnown(in.ConditionalInput, fieldLockerBody(locker, st, offers))
		})
}

func registerFieldRead[I, B any](
	s area, id, path, summary, description string, read func(context.Context, *I) (*api.Conditional[B], error),
) {
	api.Register(s.Server, api.Rule{Audience: api.FieldKeys}, huma.Operation{
		OperationID: id, Method: http.MethodGet, Path: "/api/terrain/" + path, Tags: []string{"Terrain"},
		Summary: summary, Description: description, Responses: map[string]*huma.Response{"304": api.NotModified()},
	}, read)
}

// registerCustomerPage adds a list of what a person has at the operator.
func registerCustomerPage[T, B any](
	s area, id, part, summary, description string,
	read func(ctx context.Context, operatorID, accountID int64, after *paging.Key, limit int) (paging.Page[T], error),
	shown func(ctx context.Context, list []T) ([]B, error),
) {
	registerFieldRead(s, id, "utilisateurs/{id}/"+part, summary, description+ofCustomerWords,
		func(ctx context.Context, in *customerPageInput) (*api.Conditional[FieldPage[B]], error) {
			after, err := in.After()
			if err != nil {
				return nil, err
			}
			page, err := read(ctx, api.KeyOf(ctx).OperatorID, in.ID, after, in.Limite)
			if err != nil {
				return nil, err
			}
			items, err := shown(ctx, page.Items)
			if err != nil {
				return nil, err
			}
			return api.ReplyUnlessKnown(in.ConditionalInput, FieldPage[B]{items, api.CursorOf(page)})
		})
}

func (s area) customerStays(_ context.Context, list []stay.Details) ([]FieldCustomerStay, error) {
	at := s.At()
	return shape.Each(list, func(d stay.Details) FieldCustomerStay { return fieldCustomerStayBody(at, d) }), nil
}

func (s area) customerSubscriptions(
	_ context.Context, list []subscription.Bought,
) ([]FieldCustomerSubscription, error) {
	at := s.At()
	return shape.Each(list,
		func(b subscription.Bought) FieldCustomerSubscription { return fieldCustomerSubscriptionBody(at, b) }), nil
}

func (s area) customerPayments(ctx context.Context, list []payment.Details) ([]FieldCustomerPayment, error) {
	receipts, err := s.Documents.Receipts(ctx, shape.Each(list, func(d payment.Details) int64 { return d.ID })...)
	now := s.Clock.Now()
	return shape.Each(list, func(d payment.Details) FieldCustomerPayment {
		body := fieldCustomerPaymentBody(d, now)
		if receipt, numbered := receipts[d.ID]; numbered {
			body.Recu = fieldReceiptBody(receipt)
		}
		return body
	}), err
}
