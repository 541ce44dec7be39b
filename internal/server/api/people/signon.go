package people

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/people/signon"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// SignOnOffers lists the providers of single sign-on that the login page offers.
type SignOnOffers struct {
	Fournisseurs []SignOnOffer `json:"fournisseurs" doc:"Par nom"`
}

// SignOnOffer is one of them.
type SignOnOffer struct {
	ID      string `json:"id" doc:"Son numéro, ou « environnement »"`
	Libelle string `json:"libelle"`
}

// SignOnStart describes where the browser goes to sign in.
type SignOnStart struct {
	Adresse string `json:"adresse"`
}

// SignOnReturn is what the address held with which a provider sent the browser back.
type SignOnReturn struct {
	Code  string `json:"code,omitempty"`
	State string `json:"state,omitempty" doc:"Vaut une fois, dix minutes, dans le navigateur qui est parti"`
	Iss   string `json:"iss,omitempty" doc:"Celui de RFC 9207, si le fournisseur l'envoie"`
	Error string `json:"error,omitempty"`
}

// SignOnEnd describes where the browser goes to end its session at the provider.
type SignOnEnd struct {
	Adresse *string `json:"adresse" doc:"null : aucun fournisseur n'a ouvert cette session, ou le sien ne la termine pas"`
}

// ProviderInput names a provider: its number, or « environnement ».
type ProviderInput struct {
	ID string `path:"id" maxLength:"20"`
}

const signOnTag = "Connexion unique"

// BrowserCookie reads the cookie that ties a sign-in at a provider to the browser in which it began. It is exported
// because huma reads exported embedded types only.
type BrowserCookie struct{ secure, plain string }

// The names of the cookie. Browsers accept the first only from this very host and by https.
const (
	secureCookie = "__Host-consigne-connexion-unique"
	plainCookie  = "consigne-connexion-unique"
)

func (s area) cookieName() (name string, secure bool) {
	if strings.HasPrefix(s.PublicURL, "https://") {
		return secureCookie, true
	}
	return plainCookie, false
}

// Resolve implements huma.Resolver.
func (c *BrowserCookie) Resolve(ctx huma.Context) []error {
	for name, value := range map[string]*string{secureCookie: &c.secure, plainCookie: &c.plain} {
		if cookie, err := huma.ReadCookie(ctx, name); err == nil {
			*value = cookie.Value
		}
	}
	return nil
}

// browserIn returns the value of the site's own cookie: over https a neighbouring host can set the plain one.
func (s area) browserIn(cookie BrowserCookie) string {
	if _, secure := s.cookieName(); secure {
		return cookie.secure
	}
	return cookie.plain
}

type startAnswer struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
	Body      SignOnStart
}

func (s area) registerSignOn() {
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "list-offered-providers", Method: http.MethodGet, Path: "/api/compte/connexion/fournisseurs",
		Tags:    []string{signOnTag},
		Summary: "Les fournisseurs d'identité que propose la page de connexion",
	}, func(ctx context.Context, _ *struct{}) (*api.Answer[SignOnOffers], error) {
		offered, err := s.SignOn.Offered(ctx)
		return api.Reply(SignOnOffers{shape.Each(offered,
			func(p signon.Provider) SignOnOffer { return SignOnOffer{p.WireID(), p.Label} })}), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Public, Outside: true}, huma.Operation{
		OperationID: "start-sign-on", Method: http.MethodPost, Path: "/api/compte/connexion/fournisseur/{id}",
		Tags:        []string{signOnTag},
		Summary:     "Commencer une connexion chez un fournisseur d'identité",
		Description: "Un cookie, de dix minutes, la lie à ce navigateur.",
		Errors:      []int{http.StatusNotFound, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct {
		ProviderInput
		BrowserCookie
	},
	) (*startAnswer, error) {
		started, err := s.SignOn.Start(ctx, in.ID, s.browserIn(in.BrowserCookie), api.ClientAddress(ctx))
		if err != nil {
			return nil, err
		}
		name, secure := s.cookieName()
		return &startAnswer{
			SetCookie: http.Cookie{ //nolint:gosec // G124: not Secure only where the site is served by http, on one machine
				Name: name, Value: started.Browser, Path: "/", MaxAge: int(signon.DepartureLife.Seconds()),
				HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
			},
			Body: SignOnStart{started.Address},
		}, nil
	})

	// Public: the provider says who the person is.
	api.Register(s.Server, api.Rule{Audience: api.Public, Outside: true}, huma.Operation{
		OperationID: "finish-sign-on", Method: http.MethodPost, Path: "/api/compte/connexion/retour",
		Tags:        []string{signOnTag},
		Summary:     "Terminer une connexion au retour du fournisseur d'identité",
		Description: "Répond comme une connexion par mot de passe. Aucun compte n'est créé : la première fois, celui du personnel qui a l'adresse e-mail que le fournisseur a vérifiée est lié à cette identité.",
		Errors:      []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusGone, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct {
		BrowserCookie
		Body SignOnReturn
	},
	) (*api.Answer[LoginAnswer], error) {
		entered, err := s.SignOn.Finish(ctx, signon.Back{
			State: in.Body.State, Code: in.Body.Code, Issuer: in.Body.Iss, Error: in.Body.Error,
			Browser: s.browserIn(in.BrowserCookie),
		}, api.CallerOf(ctx))
		return api.Reply(loginAnswer(entered)), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "end-sign-on", Method: http.MethodPost, Path: "/api/admin/compte/fin-session", Tags: []string{signOnTag},
		Summary:     "L'adresse qui termine la session de l'appelant chez son fournisseur d'identité",
		Description: "À demander avant de mettre fin à la session ici.",
	}, func(ctx context.Context, _ *struct{}) (*api.Answer[SignOnEnd], error) {
		address, err := s.SignOn.EndSession(ctx, api.ActorOf(ctx))
		return api.Reply(SignOnEnd{shape.TextOrNil(address)}), err
	})

	s.registerIdentities()
	s.registerProviders()
}
