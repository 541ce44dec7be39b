package people

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"reflect"
	"time"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// LoginAnswer is the answer to a login: the tokens of the session, or the step that comes before it.
type LoginAnswer struct {
	tokens Tokens
	step   *SignInStep
}

// SignInStep is what a sign-in awaits after the password.
type SignInStep struct {
	Etape      account.StepKind `json:"etape" enum:"second-facteur,enrolement" doc:"enrolement : le compte doit d'abord ajouter un moyen"`
	JetonEtape string           `json:"jetonEtape" doc:"À présenter aux appels suivants : 5 minutes et cinq essais, ou 15 minutes pour ajouter un moyen"`
	Moyens     []account.Means  `json:"moyens" enum:"totp,passkey,secours"`
}

// MarshalJSON writes the one of the two that there is.
func (a LoginAnswer) MarshalJSON() ([]byte, error) {
	if a.step != nil {
		return json.Marshal(a.step)
	}
	return json.Marshal(a.tokens)
}

// Schema describes either.
func (LoginAnswer) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		r.Schema(reflect.TypeFor[Tokens](), true, "Tokens"), r.Schema(reflect.TypeFor[SignInStep](), true, "SignInStep"),
	}}
}

func loginAnswer(entered account.SignIn) LoginAnswer {
	if entered.Pending == nil {
		return LoginAnswer{tokens: tokensBody(entered.Tokens)}
	}
	return LoginAnswer{step: &SignInStep{entered.Pending.Kind, entered.Pending.Token, entered.Pending.Means}}
}

func tokensBody(t account.Tokens) Tokens { return Tokens{Token: t.Bearer, RefreshToken: t.Refresh} }

// StepToken is the body of a call that goes on with a step.
type StepToken struct {
	JetonEtape string `json:"jetonEtape" required:"false"`
}

// FactorProof proves who the caller is besides the password.
type FactorProof struct {
	Moyen account.Means `json:"moyen,omitempty" enum:"totp,passkey,secours"`
	Code  string        `json:"code,omitempty" doc:"Celui de l'application, ou un code de secours"`

	Reponse json.RawMessage `json:"reponse,omitempty" doc:"Celle du navigateur (WebAuthn), pour une clé d'accès"`
}

func (p FactorProof) proof() account.Proof {
	return account.Proof{Means: p.Moyen, Code: p.Code, Response: p.Reponse}
}

// PasskeyCeremony is what a browser needs to make or use a passkey.
type PasskeyCeremony struct {
	JetonEtape string `json:"jetonEtape"`
	Options    any    `json:"options" doc:"PublicKeyCredentialCreationOptionsJSON ou PublicKeyCredentialRequestOptionsJSON (WebAuthn)"`
}

// PasskeyLogin opens a session with a passkey alone.
type PasskeyLogin struct {
	StepToken
	Reponse json.RawMessage `json:"reponse,omitempty" doc:"Celle du navigateur (WebAuthn)"`
}

// SecondFactorInput ends a sign-in with a second factor.
type SecondFactorInput struct {
	StepToken
	FactorProof
}

// NewFactorInput adds a second factor, with the proof that it works.
type NewFactorInput struct {
	StepToken
	FactorProof
	Nom string `json:"nom,omitempty" doc:"Sous lequel la personne le reconnaîtra"`
}

// ApplicationKey is the key of an application that gives codes, before it is confirmed by one.
type ApplicationKey struct {
	Cle    string `json:"cle" doc:"À saisir dans l'application (base32, SHA-1, 6 chiffres, 30 s)"`
	Lien   string `json:"lien" doc:"otpauth:, ce que contient le code QR"`
	CodeQR string `json:"codeQr" doc:"Image PNG, en data:"`
}

// NewFactor is the outcome of the addition of a second factor.
type NewFactor struct {
	CodesSecours []string `json:"codesSecours" doc:"Montrés cette fois seulement ; vide : le compte en a déjà"`
	Session      *Tokens  `json:"session,omitempty" doc:"Celle que la connexion, qui attendait ce moyen, vient d'ouvrir"`
}

// RecoveryCodes holds new recovery codes.
type RecoveryCodes struct {
	CodesSecours []string `json:"codesSecours" doc:"Montrés cette fois seulement ; chacun sert une fois"`
}

// OwnFactors lists the second factors of the caller.
type OwnFactors struct {
	Facteurs     []OwnFactor `json:"facteurs" doc:"Du plus ancien au plus récent"`
	CodesSecours int         `json:"codesSecours" doc:"Ceux qui n'ont pas servi"`
	Obligatoire  bool        `json:"obligatoire" doc:"Le compte doit garder un moyen"`
}

// OwnFactor is one of them.
type OwnFactor struct {
	ID          int64         `json:"id"`
	Moyen       account.Means `json:"moyen" enum:"totp,passkey"`
	Nom         string        `json:"nom"`
	Ajout       time.Time     `json:"ajout"`
	Utilisation *time.Time    `json:"utilisation" doc:"La dernière ; null : aucune"`
}

// IdentityProof is what the caller proves again before a change of how they sign in.
type IdentityProof struct {
	MotDePasse string `json:"motDePasse,omitempty"`
	FactorProof
	JetonEtape string `json:"jetonEtape,omitempty" doc:"Pour une clé d'accès : celui de ses options"`
}

const factorTag = "Double authentification"

func (s area) registerSecondFactor() {
	// Public: the token of the step identifies the account.
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "login-second-factor", Method: http.MethodPost, Path: "/api/compte/connexion/second-facteur",
		Tags:    []string{factorTag},
		Summary: "Terminer une connexion par un second facteur",
		Errors:  []int{http.StatusUnauthorized, http.StatusGone, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct{ Body SecondFactorInput }) (*api.Answer[Tokens], error) {
		tokens, err := s.Accounts.SecondFactor(ctx, in.Body.JetonEtape, in.Body.proof(), api.CallerOf(ctx))
		return api.Reply(tokensBody(tokens)), err
	})

	// Public: says nothing of an account without the token of its step.
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "ask-passkey", Method: http.MethodPost, Path: "/api/compte/connexion/cle-acces/options",
		Tags:        []string{factorTag},
		Summary:     "Demander une clé d'accès au navigateur",
		Description: "Sans jeton d'étape : n'importe quelle clé, pour se connecter sans mot de passe. Avec celui d'une connexion : celles du compte.",
		Errors:      []int{http.StatusConflict, http.StatusGone, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct{ Body StepToken }) (*api.Answer[PasskeyCeremony], error) {
		ceremony, err := s.Accounts.AskPasskey(ctx, in.Body.JetonEtape, api.ClientAddress(ctx))
		return api.Reply(PasskeyCeremony{ceremony.Token, ceremony.Options}), err
	})

	// Public: the passkey identifies the account.
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "login-passkey", Method: http.MethodPost, Path: "/api/compte/connexion/cle-acces",
		Tags:    []string{factorTag},
		Summary: "Se connecter avec une clé d'accès, sans mot de passe",
		Errors:  []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusGone, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct{ Body PasskeyLogin }) (*api.Answer[Tokens], error) {
		tokens, err := s.Accounts.LoginByPasskey(ctx, in.Body.JetonEtape, in.Body.Reponse, api.CallerOf(ctx))
		return api.Reply(tokensBody(tokens)), err
	})

	// Public: the token of the step identifies the account.
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "begin-passkey", Method: http.MethodPost, Path: "/api/compte/second-facteur/cle-acces",
		Tags:    []string{factorTag},
		Summary: "Ce qu'il faut au navigateur pour une nouvelle clé d'accès",
		Errors:  []int{http.StatusConflict, http.StatusGone},
	}, func(ctx context.Context, in *struct{ Body StepToken }) (*api.Answer[PasskeyCeremony], error) {
		begun, err := s.Accounts.BeginPasskey(ctx, in.Body.JetonEtape)
		return api.Reply(PasskeyCeremony{begun.Token, begun.Options}), err
	})

	// Public: the token of the step identifies the account.
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "begin-totp", Method: http.MethodPost, Path: "/api/compte/second-facteur/totp",
		Tags:    []string{factorTag},
		Summary: "La clé d'une nouvelle application", Description: "À confirmer par un code de l'application.",
		Errors: []int{http.StatusGone},
	}, func(ctx context.Context, in *struct{ Body StepToken }) (*api.Answer[ApplicationKey], error) {
		key, err := s.Accounts.BeginTOTP(ctx, in.Body.JetonEtape)
		if err != nil {
			return nil, err
		}
		image, err := qrCode(key.Link)
		return api.Reply(ApplicationKey{Cle: key.Text, Lien: key.Link, CodeQR: image}), err
	})

	// Public: the token of the step identifies the account.
	api.Register(s.Server, api.Rule{Audience: api.Public}, huma.Operation{
		OperationID: "add-factor", Method: http.MethodPost, Path: "/api/compte/second-facteur", Tags: []string{factorTag},
		Summary:     "Ajouter un second facteur",
		Description: "Le jeton d'étape vient d'une connexion qui l'attend, ou d'une confirmation. Met fin aux autres sessions du compte.",
		Errors:      []int{http.StatusConflict, http.StatusGone},
	}, func(ctx context.Context, in *struct{ Body NewFactorInput }) (*api.Answer[NewFactor], error) {
		added, err := s.Accounts.Enrol(ctx, in.Body.JetonEtape, in.Body.Nom, in.Body.proof(), api.CallerOf(ctx))
		body := NewFactor{CodesSecours: append([]string{}, added.RecoveryCodes...)}
		if added.Tokens != (account.Tokens{}) {
			session := tokensBody(added.Tokens)
			body.Session = &session
		}
		return api.Reply(body), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "list-own-factors", Method: http.MethodGet, Path: "/api/admin/compte/second-facteur",
		Tags:    []string{factorTag},
		Summary: "Les seconds facteurs de l'appelant",
	}, func(ctx context.Context, _ *struct{}) (*api.Answer[OwnFactors], error) {
		own, err := s.Accounts.OwnFactors(ctx, api.ActorOf(ctx))
		return api.Reply(OwnFactors{shape.Each(own.Factors, ownFactorBody), own.RecoveryCodes, own.Required}), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "confirm-identity", Method: http.MethodPost, Path: "/api/admin/compte/confirmation",
		Tags:    []string{factorTag},
		Summary: "Prouver de nouveau qui l'on est, par le mot de passe ou par un second facteur",
		Description: "Un compte qui a un second facteur le présente : son mot de passe ne suffit pas (422). " +
			"Le jeton d'étape vaut 15 minutes, pour un seul changement : second facteur, mot de passe ou adresse e-mail. " +
			"La preuve vaut aussi dix minutes pour les appels de la session qui la demandent (403 « Step-up authentication required. »), " +
			"à moins qu'un tel changement ne la consomme.",
		Errors: []int{http.StatusGone, http.StatusTooManyRequests},
	}, func(ctx context.Context, in *struct{ Body IdentityProof }) (*api.Answer[StepToken], error) {
		proof := in.Body.proof()
		proof.Step = in.Body.JetonEtape
		confirmed, err := s.Accounts.Reauthenticate(ctx, api.ActorOf(ctx), in.Body.MotDePasse, proof, api.ClientAddress(ctx))
		if err != nil {
			return nil, err
		}
		return api.Reply(StepToken{confirmed.Token}), nil
	})

	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "ask-own-passkey", Method: http.MethodPost, Path: "/api/admin/compte/confirmation/cle-acces",
		Tags:    []string{factorTag},
		Summary: "Demander au navigateur une clé d'accès de l'appelant, pour prouver de nouveau qui il est",
		Errors:  []int{http.StatusConflict},
	}, func(ctx context.Context, _ *struct{}) (*api.Answer[PasskeyCeremony], error) {
		ceremony, err := s.Accounts.AskOwnPasskey(ctx, api.ActorOf(ctx))
		return api.Reply(PasskeyCeremony{ceremony.Token, ceremony.Options}), err
	})

	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "rename-own-factor", Method: http.MethodPatch, Path: "/api/admin/compte/second-facteur/{id}",
		Tags:    []string{factorTag},
		Summary: "Nommer un second facteur de l'appelant", DefaultStatus: http.StatusNoContent,
		Errors: []int{http.StatusNotFound},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body struct {
			Nom string `json:"nom,omitempty"`
		}
	},
	) (*struct{}, error) {
		return &struct{}{}, s.Accounts.RenameFactor(ctx, api.ActorOf(ctx), in.ID, in.Body.Nom)
	})

	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "remove-own-factor", Method: http.MethodPost, Path: "/api/admin/compte/second-facteur/{id}/retirer",
		Tags:    []string{factorTag},
		Summary: "Retirer un second facteur de l'appelant", Description: "Met fin à ses autres sessions.",
		DefaultStatus: http.StatusNoContent,
		Errors:        []int{http.StatusNotFound, http.StatusConflict, http.StatusGone},
	}, func(ctx context.Context, in *struct {
		api.IDInput
		Body StepToken
	},
	) (*struct{}, error) {
		return &struct{}{}, s.Accounts.RemoveFactor(ctx, api.ActorOf(ctx), in.Body.JetonEtape, in.ID)
	})

	api.Register(s.Server, api.Rule{Audience: api.Staff, Own: true}, huma.Operation{
		OperationID: "renew-recovery-codes", Method: http.MethodPost, Path: "/api/admin/compte/codes-secours",
		Tags:    []string{factorTag},
		Summary: "Remplacer les codes de secours de l'appelant", Description: "Met fin à ses autres sessions.",
		Errors: []int{http.StatusConflict, http.StatusGone},
	}, func(ctx context.Context, in *struct{ Body StepToken }) (*api.Answer[RecoveryCodes], error) {
		codes, err := s.Accounts.RenewRecoveryCodes(ctx, api.ActorOf(ctx), in.Body.JetonEtape)
		return api.Reply(RecoveryCodes{codes}), err
	})
}

func ownFactorBody(f account.Factor) OwnFactor {
	return OwnFactor{
		ID: f.ID, Moyen: f.Means, Nom: f.Name, Ajout: f.CreatedAt.In(clock.Paris),
		Utilisation: shape.InParis(f.UsedAt),
	}
}

// qrSize is the width of a QR code in pixels. It is shown smaller, so that it is sharp on any screen.
const qrSize = 480

// qrCode returns the QR code of a text as a PNG image in a data: address.
func qrCode(text string) (string, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return "", fmt.Errorf("draw a QR code: %w", err)
	}
	if code, err = barcode.Scale(code, qrSize, qrSize); err != nil {
		return "", fmt.Errorf("draw a QR code: %w", err)
	}
	var image bytes.Buffer
	if err := png.Encode(&image, code); err != nil {
		return "", fmt.Errorf("draw a QR code: %w", err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(image.Bytes()), nil
}
