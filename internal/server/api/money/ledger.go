package money

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/fault"
	"consigne/internal/server/api"
)

// LedgerAttestation describes what is sealed of the ledger of an operator, for the publisher's signature.
type LedgerAttestation struct {
	Version       string `json:"version" doc:"Du logiciel"`
	Exploitant    int64  `json:"exploitant"`
	RaisonSociale string `json:"raisonSociale" doc:"À défaut, le nom de l'exploitant"`
	Siret         string `json:"siret"`
	Ecritures     int64  `json:"ecritures" doc:"Enchaînées à ce jour"`
	Scellees      int64  `json:"scellees" doc:"Celles que le dernier sceau atteste"`
	PremierJour   string `json:"premierJour" doc:"Premier jour scellé, vide s'il n'y en a pas"`
	DernierJour   string `json:"dernierJour"`
	Empreinte     string `json:"empreinte" doc:"De la dernière écriture scellée"`
	Cle           string `json:"cle" doc:"Clé publique des sceaux (Ed25519, en base64)"`
	AdresseSceaux string `json:"adresseSceaux" format:"uri" doc:"Où les sceaux se lisent ; avec un jeton si l'exploitant ne publie pas ses données"`
	EtablieLe     string `json:"etablieLe" format:"date-time"`
}

func (s area) registerLedger() {
	api.Register(s.Server, api.Rule{Audience: api.Managers, At: api.OperatorInPath}, huma.Operation{
		OperationID: "ledger-attestation", Method: http.MethodGet, Path: "/api/admin/exploitant/{id}/attestation",
		Tags:    []string{"Exploitants"},
		Summary: "Ce qui est scellé du registre des écritures, pour l'attestation de conformité",
	}, func(ctx context.Context, in *api.IDInput) (*api.Answer[LedgerAttestation], error) {
		found, err := s.Ledger.Attest(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		seller, err := s.Operators.ByID(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		body := LedgerAttestation{
			Version: s.Version, Exploitant: in.ID, RaisonSociale: seller.Identity.LegalName, Siret: seller.Identity.SIRET,
			Ecritures: found.Entries, Scellees: found.Last.Sequence, Empreinte: found.Last.Hash, Cle: string(found.Key),
			AdresseSceaux: s.sealsAddress(seller), EtablieLe: s.Clock.Now().Format(time.RFC3339),
		}
		if body.RaisonSociale == "" {
			body.RaisonSociale = seller.Name
		}
		if found.Last.Sequence > 0 {
			body.PremierJour, body.DernierJour = found.First.Day.String(), found.Last.Day.String()
		}
		return api.Reply(body), nil
	})
	s.registerSeals()
}

// sealsAddress returns where the seals of an operator are read: by anybody if it publishes, else by who has this link.
func (s area) sealsAddress(of operator.Operator) string {
	address := s.PublicURL + "/api/ouvert/sceaux/" + strconv.FormatInt(of.ID, 10)
	if !of.OpenData {
		address += "?jeton=" + s.Ledger.SealsToken(of.ID)
	}
	return address
}

type sealsInput struct {
	Exploitant     int64  `path:"exploitant"`
	Jeton          string `query:"jeton" doc:"Celui de l'adresse que donne l'attestation d'un exploitant qui ne publie pas ses données"`
	IfNoneMatch    string `header:"If-None-Match"`
	AcceptEncoding string `header:"Accept-Encoding" doc:"gzip, par exemple"`
}

// registerSeals lets an auditor read the seals, to keep them elsewhere.
func (s area) registerSeals() {
	for method, id := range map[string]string{http.MethodGet: "open-seals", http.MethodHead: "open-seals-head"} {
		answers := api.FileAnswers("application/json", s.SchemaOf(reflect.TypeFor[ledger.Published]()))
		answers["304"] = api.NotModified()
		// Public: of an operator that publishes, or by a link with a token.
		api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
			OperationID: id, Method: method, Path: "/api/ouvert/sceaux/{exploitant}", Tags: []string{"Données ouvertes"},
			Summary: "Les sceaux du registre des écritures d'un exploitant",
			Description: "Où en était la chaîne des écritures à la fin de chaque jour, signé. Un auditeur qui les garde ailleurs saura, par « consigne ledger verify --sceaux », " +
				"que rien n'a été changé ni ôté depuis. 404 pour un exploitant inconnu, et pour celui qui ne publie pas ses données si son jeton manque. " +
				"304 si l'ETag présenté est celui de l'instant. " +
				api.OpenCallsWords,
			Errors: []int{http.StatusNotFound, http.StatusTooManyRequests}, Responses: answers,
		}, func(ctx context.Context, in *sealsInput) (*huma.StreamResponse, error) {
			if err := s.CountOpenCall(ctx); err != nil {
				return nil, err
			}
			found, err := s.sealsOf(ctx, in.Exploitant, in.Jeton)
			if err != nil {
				return nil, err
			}
			return &huma.StreamResponse{Body: func(hctx huma.Context) {
				r, w := humachi.Unwrap(hctx)
				api.ServeDocument(w, r, "application/json", found)
			}}, nil
		})
	}
}

// sealsOf returns the seals of an operator to whoever has its token, and to anybody if it publishes.
func (s area) sealsOf(ctx context.Context, operatorID int64, token string) (*api.PublicFile, error) {
	if !s.Ledger.OpensSeals(operatorID, token) {
		of, err := s.Operators.ByID(ctx, operatorID)
		if err != nil {
			return nil, err
		}
		if !of.OpenData {
			return nil, fault.NotFound()
		}
	}
	seals, err := s.Ledger.Published(ctx, operatorID)
	if err != nil {
		return nil, err
	}
	plain, err := json.Marshal(seals)
	if err != nil {
		return nil, fmt.Errorf("write seals: %w", err)
	}
	zipped, err := api.Gzipped(plain)
	return &api.PublicFile{Plain: plain, Zipped: zipped, Etag: api.DigestOf(plain), Private: token != ""}, err
}
