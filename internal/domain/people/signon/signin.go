package signon

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/network"
)

const (
	// DepartureLife is how long a sign-in may take at the provider.
	DepartureLife = 10 * time.Minute
	// At most so many sign-ins leave from a network, or come back and fail, within the window. Many people may share one.
	mostDepartures = 300
	mostFailures   = 30
	moveWindow     = time.Minute
)

// Why a sign-in by a provider failed, as written in the security event. What the provider answered wrongly follows
// reasonRefused.
const (
	reasonState      = "fournisseur\u00a0: retour inconnu ou déjà utilisé"
	reasonBrowser    = "fournisseur\u00a0: autre navigateur"
	reasonInactive   = "fournisseur\u00a0: désactivé"
	reasonError      = "fournisseur\u00a0: connexion refusée"
	reasonRefused    = "fournisseur\u00a0: réponse refusée, "
	reasonUnproved   = "fournisseur\u00a0: adresse non vérifiée"
	reasonDomain     = "fournisseur\u00a0: autre domaine"
	reasonUnknown    = "fournisseur\u00a0: compte inconnu"
	reasonBanned     = "fournisseur\u00a0: compte banni"
	reasonCustomer   = "fournisseur\u00a0: compte sans accès"
	reasonCompulsory = "fournisseur\u00a0: un autre est obligatoire"
	reasonOther      = "fournisseur\u00a0: autre identité que celle du compte"
	reasonElsewhere  = "fournisseur\u00a0: compte lié à un autre fournisseur"
)

const (
	msgGone     = "Cette connexion a expiré ou a déjà servi. Recommencez depuis la page de connexion."
	msgBrowser  = "Cette connexion n'a pas commencé dans ce navigateur. Recommencez depuis la page de connexion."
	msgInactive = "Ce moyen de connexion n'est plus proposé. Recommencez depuis la page de connexion."
	msgError    = "La connexion avec «\u00a0%s\u00a0» n'a pas abouti."
	msgRefused  = "La réponse de «\u00a0%s\u00a0» n'a pas pu être vérifiée. Recommencez depuis la page de connexion."
	msgDown     = "«\u00a0%s\u00a0» ne répond pas. Veuillez réessayer dans un instant."
	msgUnproved = "«\u00a0%s\u00a0» n'a pas vérifié votre adresse e-mail. Faites-la vérifier par votre organisation."
	msgDomain   = "«\u00a0%s\u00a0» ne peut pas ouvrir les comptes du domaine de votre adresse e-mail."
	msgUnknown  = "Aucun accès à Consigne n'est ouvert à votre adresse e-mail. Demandez-le au gestionnaire de votre exploitation."
	msgOther    = "Votre compte Consigne est lié à une autre identité chez «\u00a0%s\u00a0». Demandez au gestionnaire de votre exploitation de la retirer."
	// Who may still enter by the other provider unlinks it without help.
	msgElsewhere = "Votre compte Consigne est lié à un autre fournisseur que «\u00a0%s\u00a0». Déliez-le dans «\u00a0Mon compte\u00a0», ou demandez-le au gestionnaire de votre exploitation."
)

// departureSecrets is what a sign-in needs when it comes back.
type departureSecrets struct {
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
	Issuer   string `json:"issuer"` // at the start
}

// Started is a sign-in that leaves for a provider.
type Started struct {
	Address string // to which the browser goes
	Browser string // the cookie that it must bring back
}

// Start begins a sign-in at a provider. browser is the cookie of an earlier one from this browser, or empty.
// fault.NotFound: there is no such provider, or it is not offered. fault.Unavailable: it cannot be reached.
func (s *Service) Start(ctx context.Context, wireID, browser, address string) (Started, error) {
	now := s.clock.Now()
	if err := s.limit(ctx, s.bucket("depart", address), mostDepartures, now); err != nil {
		return Started{}, err
	}
	p, err := s.provider(ctx, wireID)
	if err != nil {
		return Started{}, err
	}
	if !p.offered() {
		return Started{}, fault.NotFound()
	}
	if len(browser) != len(rand.Text()) {
		browser = rand.Text()
	}
	state := longText()
	secrets := departureSecrets{Nonce: longText(), Verifier: longText() + longText(), Issuer: p.Issuer}
	destination, err := s.client.AuthorizeURL(ctx, p,
		Request{State: state, Nonce: secrets.Nonce, Verifier: secrets.Verifier, RedirectURL: s.ReturnURL()})
	if unreachable(err) != "" {
		return Started{}, down(p, err)
	}
	if err != nil {
		return Started{}, err
	}
	departure := Departure{
		StateHash: s.keyedHash("state", state), ProviderID: p.ID, BrowserHash: s.keyedHash("browser", browser),
		ExpiresAt: now.Add(DepartureLife),
	}
	text, err := json.Marshal(secrets)
	if err != nil {
		return Started{}, fmt.Errorf("write a departure: %w", err)
	}
	if departure.Secrets, err = s.sealed.Seal(text, departure.StateHash); err != nil {
		return Started{}, err
	}
	return Started{destination, browser}, s.store.KeepDeparture(ctx, departure)
}

// longText returns a random text of 260 bits, all of whose characters PKCE allows.
func longText() string { return rand.Text() + rand.Text() }

// Back is what a browser brought back from a provider.
type Back struct {
	State, Code, Issuer, Error string
	Browser                    string // the cookie
}

// Finish ends a sign-in that has come back. It opens a session for the person's account, unless a second factor comes
// first. fault.Gone: the sign-in is unknown, has expired or was ended before. fault.Unauthenticated: the provider
// refused, or its answer cannot be trusted. fault.Forbidden: it began in another browser, or the person has no access.
func (s *Service) Finish(ctx context.Context, back Back, caller account.Caller) (account.SignIn, error) {
	now := s.clock.Now()
	failures := s.bucket("retour", caller.Address)
	if err := s.limit(ctx, failures, mostFailures, now); err != nil {
		return account.SignIn{}, err
	}
	entered, err := s.finish(ctx, back, caller, now)
	if err == nil {
		err = s.store.ForgiveTry(ctx, failures)
	}
	if refusal, ok := errors.AsType[*denied](err); ok {
		event := security.Event{At: now, Kind: security.LoginFailed, AccountID: refusal.accountID, Reason: refusal.reason}
		if err := s.security.Note(ctx, event); err != nil {
			return account.SignIn{}, err
		}
		return account.SignIn{}, refusal.fault
	}
	return entered, err
}

func (s *Service) finish(ctx context.Context, back Back, caller account.Caller, now time.Time) (account.SignIn, error) {
	// The departure is deleted first and for good: a state that was used says so to whoever tries it again.
	departure, err := s.store.TakeDeparture(ctx, s.keyedHash("state", back.State))
	if fault.Is(err, fault.KindNotFound) || err == nil && !now.Before(departure.ExpiresAt) {
		return account.SignIn{}, refuse(fault.KindGone, msgGone, reasonState)
	}
	if err != nil {
		return account.SignIn{}, err
	}
	if subtle.ConstantTimeCompare([]byte(departure.BrowserHash), []byte(s.keyedHash("browser", back.Browser))) != 1 {
		return account.SignIn{}, refuse(fault.KindForbidden, msgBrowser, reasonBrowser)
	}
	var secrets departureSecrets
	text, err := s.sealed.Open(departure.Secrets, departure.StateHash)
	if err == nil {
		err = json.Unmarshal(text, &secrets)
	}
	if err != nil {
		return account.SignIn{}, fmt.Errorf("read a departure: %w", err)
	}
	p, err := s.byID(ctx, departure.ProviderID)
	if fault.Is(err, fault.KindNotFound) || err == nil && (!p.Active || p.Issuer != secrets.Issuer) {
		return account.SignIn{}, refuse(fault.KindForbidden, msgInactive, reasonInactive)
	}
	if err != nil {
		return account.SignIn{}, err
	}
	claims, err := s.exchange(ctx, p, back, secrets)
	if err != nil {
		return account.SignIn{}, err
	}
	var entered account.SignIn
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		identity, person, err := s.identify(ctx, p, claims, now)
		if err != nil {
			return err
		}
		proof := account.ProviderProof{IdentityID: identity.ID, Issuer: p.Issuer, SecondFactor: claims.SecondFactor}
		if claims.IDToken != "" {
			if proof.IDToken, err = s.sealed.Seal([]byte(claims.IDToken), idTokenOf(identity.ID)); err != nil {
				return err
			}
		}
		entered, err = s.accounts.SignInByProvider(ctx, person, p.Label, proof, caller)
		return err
	})
	return entered, err
}

// exchange gives the provider its code, and returns what it says of the person.
func (s *Service) exchange(ctx context.Context, p Provider, back Back, secrets departureSecrets) (Claims, error) {
	if back.Error != "" || back.Code == "" {
		return Claims{}, refuse(fault.KindUnauthenticated, fmt.Sprintf(msgError, p.Label), reasonError)
	}
	claims, err := s.client.Exchange(ctx, p, Return{
		Code: back.Code, Nonce: secrets.Nonce, Verifier: secrets.Verifier, RedirectURL: s.ReturnURL(), Issuer: back.Issuer,
	})
	if refused, ok := errors.AsType[*Refused](err); ok {
		return claims, refuse(fault.KindUnauthenticated, fmt.Sprintf(msgRefused, p.Label), reasonRefused+refused.Reason)
	}
	if unreachable(err) != "" {
		return claims, down(p, err)
	}
	if err == nil && (claims.Subject == "" || len(claims.Subject) > fault.MaxText) {
		return claims, refuse(fault.KindUnauthenticated, fmt.Sprintf(msgRefused, p.Label), reasonRefused+"subject")
	}
	return claims, err
}

// identify finds the account of a person at the provider. The first time it is the one of staff with the e-mail that
// the provider has verified, and is linked. No account is ever created.
func (s *Service) identify(
	ctx context.Context, p Provider, claims Claims, now time.Time,
) (Identity, account.Account, error) {
	identity, err := s.store.IdentityBySubject(ctx, p.Issuer, claims.Subject)
	first := fault.Is(err, fault.KindNotFound)
	if err != nil && !first {
		return identity, account.Account{}, err
	}
	valid := account.ValidateEmail("email", claims.Email) == nil
	if first && (!valid || !claims.EmailVerified) {
		return identity, account.Account{}, refuse(fault.KindForbidden, fmt.Sprintf(msgUnproved, p.Label), reasonUnproved)
	}
	if !valid { // the one that it last told of the identity
		claims.Email = identity.Email
	}
	if !p.Accepts(claims.Email) {
		return identity, account.Account{}, refuse(fault.KindForbidden, fmt.Sprintf(msgDomain, p.Label), reasonDomain)
	}
	var person account.Account
	if first {
		if person, err = s.accounts.ByEmail(ctx, claims.Email); err == nil && !person.HasMailbox(claims.Email) {
			person = account.Account{}
		}
	} else {
		person, err = s.accounts.ByID(ctx, identity.AccountID)
	}
	if err != nil && !fault.Is(err, fault.KindNotFound) {
		return identity, person, err
	}
	if reason := excluded(person); reason != "" {
		refusal := refuse(fault.KindForbidden, msgUnknown, reason)
		refusal.accountID = person.ID
		return identity, person, refusal
	}
	if label, err := s.compulsoryElsewhere(ctx, p, person); err != nil {
		return identity, person, err
	} else if label != "" {
		refusal := refuse(fault.KindForbidden, account.MsgMustUse(label), reasonCompulsory)
		refusal.accountID = person.ID
		return identity, person, refusal
	}
	if first {
		identity, err = s.link(ctx, p, claims, person, now)
		return identity, person, err
	}
	return identity, person, s.store.UseIdentity(ctx, identity.ID, claims.Email, now)
}

// excluded returns why a provider may not open an account, which has no number when there is none; empty: it may.
func excluded(person account.Account) string {
	switch {
	case person.ID == 0:
		return reasonUnknown
	case !person.Active:
		return reasonBanned
	case !person.IsStaff():
		return reasonCustomer
	}
	return ""
}

// compulsoryElsewhere returns the label of another provider that the person must use; empty: none.
func (s *Service) compulsoryElsewhere(ctx context.Context, p Provider, person account.Account) (string, error) {
	if person.Admin {
		return "", nil
	}
	compulsory, err := s.compulsoryFor(ctx, person.Email)
	if compulsory.Issuer == p.Issuer {
		return "", err
	}
	return compulsory.Label, err
}

// link links the account to the person's identity at the provider, unless it is linked to another one: there, or at
// another provider that still exists. Of calls at once one links; the database decides.
func (s *Service) link(
	ctx context.Context, p Provider, claims Claims, person account.Account, now time.Time,
) (Identity, error) {
	identity := Identity{
		AccountID: person.ID, Issuer: p.Issuer, Subject: claims.Subject, Email: claims.Email,
		CreatedAt: now, UsedAt: now,
	}
	providers, err := s.Providers(ctx)
	if err != nil {
		return identity, err
	}
	if identity.ID, err = s.store.CreateIdentity(ctx, identity, otherIssuers(providers, p.Issuer)); err != nil {
		return identity, err
	}
	if identity.ID != 0 {
		told := identityChange{person: person, actorID: person.ID, identity: identity, label: p.Label}
		return identity, s.tellIdentity(ctx, linked, told)
	}
	linked, err := s.store.Identities(ctx, person.ID)
	if err != nil {
		return identity, err
	}
	sentence, reason := msgElsewhere, reasonElsewhere
	if i := slices.IndexFunc(linked, func(i Identity) bool { return i.Issuer == p.Issuer }); i >= 0 {
		if linked[i].Subject == claims.Subject {
			return linked[i], nil
		}
		sentence, reason = msgOther, reasonOther // somebody may have got that e-mail later
	}
	refusal := refuse(fault.KindForbidden, fmt.Sprintf(sentence, p.Label), reason)
	refusal.accountID = person.ID
	return identity, refusal
}

// otherIssuers returns the issuers of the providers, without that one.
func otherIssuers(providers []Provider, issuer string) []string {
	others := []string{}
	for _, p := range providers {
		if p.Issuer != issuer {
			others = append(others, p.Issuer)
		}
	}
	return others
}

// bucket returns the bucket in which a move of a sign-in is counted for the network of the address.
func (s *Service) bucket(move, address string) string {
	return "connexion-unique-" + move + ":" + s.keyedHash("network", network.Of(address))
}

// limit counts one move, and refuses it when there are too many.
func (s *Service) limit(ctx context.Context, bucket string, most int, now time.Time) error {
	count, since, err := s.store.CountTry(ctx, bucket, now, moveWindow)
	if err != nil || count <= most {
		return err
	}
	return account.TooMany(since.Add(moveWindow).Sub(now))
}

// idTokenOf returns the owner of the ID token of an identity.
func idTokenOf(identityID int64) string {
	return "ID token of " + strconv.FormatInt(identityID, 10)
}

// denied is a refusal that leaves a security event.
type denied struct {
	fault     *fault.Error
	reason    string
	accountID int64 // 0: of no account
}

func (d *denied) Error() string { return d.reason }

func refuse(kind fault.Kind, sentence, reason string) *denied {
	refusal := &fault.Error{Kind: kind, Detail: sentence}
	if kind == fault.KindUnauthenticated {
		refusal.Message = "Invalid sign-in."
	}
	return &denied{fault: refusal, reason: reason}
}
