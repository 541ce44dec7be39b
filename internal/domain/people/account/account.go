// Package account holds the accounts that can sign in or be billed: identity, passwords, sessions,
// teams, claims and erasure (docs/rules.md#accounts, docs/rules.md#sign-in, docs/rules.md#erasure).
package account

import (
	"cmp"
	"context"
	"errors"
	"net/mail"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/webauthn"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// Account is a person known to Consigne: customer, staff or administrator.
type Account struct {
	ID int64
	// counts its changes (docs/rules.md#versions); typed data: the one that its author saw, 0 if not told
	Revision     int64
	Email        string
	LastName     string
	FirstName    string
	Phone        string        // 0 and nine digits, or empty
	Language     text.Language // of letters to the person
	Company      Company       // for which the person pays
	PasswordHash string        // empty: no password set, so the account cannot sign in
	Admin        bool
	Active       bool        // false: banned (« Banni »)
	PendingEmail string      // the new e-mail that waits for confirmation; empty: no change is open
	Invitation   *Invitation // to a team; nil: accepted, or the account was not made by one
	Unconfirmed  bool        // a claim: the e-mail is also another account's, and its owner has not confirmed
	Roles        map[int64][]access.Role
}

// Session is opened by a sign-in. Its refresh token is derived from its id and generation; each refresh
// increments the generation.
type Session struct {
	ID         string
	AccountID  int64
	Origin     Origin
	Generation int64
	CreatedAt  time.Time
	RotatedAt  time.Time // the console refreshes every ten minutes at most, so this is also its last use
	ExpiresAt  time.Time
	Ended      bool
}

// Service implements the package's operations for all callers.
type Service struct {
	store  Store
	clock  clock.Clock
	tokens *tokens
	hasher *hasher
	// passkeys is nil where there are none.
	passkeys *webauthn.WebAuthn

	Security   *security.Recorder
	Obligation Obligation // who must have a second factor
	// Compulsory returns the label of the provider of single sign-on that the accounts of the e-mail's domain must use;
	// empty: none. nil: there are no providers.
	Compulsory func(ctx context.Context, email string) (string, error)
}

// Options holds what differs between the services of accounts.
type Options struct {
	Secret     []byte             // from which keys are derived; the same on every node
	PublicURL  string             // to whose host passkeys are tied; empty: there are none
	Obligation Obligation         // who must have a second factor
	Security   *security.Recorder // nil: events are stored and not logged
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock, options Options) (*Service, error) {
	tokens, err := newTokens(options.Secret)
	if err != nil {
		return nil, err
	}
	passkeys, err := passkeysAt(options.PublicURL)
	if err != nil {
		return nil, err
	}
	return &Service{
		store: store, clock: clock, tokens: tokens, hasher: newHasher(), passkeys: passkeys,
		Security: cmp.Or(options.Security, security.NewRecorder(store, nil)), Obligation: options.Obligation,
	}, nil
}

// Details returns the caller's own account.
func (s *Service) Details(ctx context.Context, actor access.Actor) (Account, error) {
	account, err := s.store.AccountByID(ctx, actor.AccountID)
	if err != nil {
		return Account{}, err
	}
	awaited, err := s.awaitedEmail(ctx, account.ID)
	account.PendingEmail = awaited.Email
	return account, err
}

// ByEmail finds an account that is not erased. fault.NotFound: there is none.
func (s *Service) ByEmail(ctx context.Context, email string) (Account, error) {
	return s.store.AccountByEmail(ctx, text.Email(email))
}

// ByID finds an account that is not erased. fault.NotFound: there is none.
func (s *Service) ByID(ctx context.Context, id int64) (Account, error) {
	return s.store.AccountByID(ctx, id)
}

// CreateAdministrator creates an account with ROLE_ADMIN and no password, and returns the token of a
// link that sets the password.
func (s *Service) CreateAdministrator(ctx context.Context, email, lastName, firstName string) (string, error) {
	var broken fault.Broken
	broken.Line("nom", &lastName)
	broken.Line("prenom", &firstName)
	email = text.Email(email)
	if err := errors.Join(ValidateEmail("mail", email), broken.Err()); err != nil {
		return "", err
	}
	now := s.clock.Now()
	link, token := s.tokens.newPasswordLink(now, invitationLife)
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		id, err := s.store.CreateAccount(ctx, Account{
			Email: email, LastName: lastName, FirstName: firstName, Admin: true, Active: true,
		}, now)
		if err != nil {
			return err
		}
		if err := s.store.Record(ctx, audit.Entry{
			At: now, Action: audit.AccountCreated, Object: object(id), Changes: map[string]any{"role": access.RoleAdmin},
		}); err != nil {
			return err
		}
		if err := s.noteRole(ctx, security.RoleGranted, access.Actor{}, id, access.RoleAdmin); err != nil {
			return err
		}
		link.AccountID = id
		return s.store.CreatePasswordLink(ctx, link)
	})
	if err != nil {
		return "", err
	}
	return token, nil
}

// RegisterCustomer creates an account without a password for a customer of the operator. If the
// operator already knows an account with the e-mail, it returns that account unchanged. If only other
// operators know the person, it creates an account as for a new person, and queues a mail that asks the
// person whether to join the two accounts (docs/rules.md#people). fault.TooMany: the key has named too
// many people.
func (s *Service) RegisterCustomer(ctx context.Context, by Registration) (id int64, created bool, err error) {
	if err := s.limitRequests(ctx, s.tokens.bucket("terrain", strconv.FormatInt(by.KeyID, 10)), accountsPerKey,
		s.clock.Now()); err != nil {
		return 0, false, err
	}
	if by, err = by.validate(); err != nil {
		return 0, false, err
	}
	return s.register(ctx, by)
}

// validate checks the data of a customer and returns it trimmed.
func (by Registration) validate() (Registration, error) {
	var broken fault.Broken
	broken.Line("nom", &by.LastName)
	broken.Line("prenom", &by.FirstName)
	by.Email = text.Email(by.Email)
	if err := ValidateEmail("email", by.Email); err != nil {
		return by, err
	}
	var err error
	if by.Phone, err = NormalisePhone("telephone", by.Phone); err != nil {
		return by, err
	}
	broken.Unless(by.Language.Known(), "langue", msgLanguage)
	if by.Company != nil {
		by.Company = new(*by.Company)
		by.Company.check(&broken)
	}
	return by, broken.Err()
}

// partOfPhone is a text that can only be a telephone number or part of one, cleaned. leastDigits keeps a short number
// in a name or an e-mail from finding people by their telephone.
var partOfPhone = regexp.MustCompile(`^\+?[0-9]+$`)

const leastDigits = 4

// PhoneIn returns the digits by which a telephone number that was typed in any notation, or a part of one
// of at least four digits, is found among the numbers that NormalisePhone returned: « +33 (0)6 12 34 »,
// « 0033 6.12.34 » and « 06-12-34 » are 061234. Empty: the text is not one.
func PhoneIn(search string) string {
	phone := text.Phone(search)
	if !partOfPhone.MatchString(phone) {
		return ""
	}
	digits, international := strings.CutPrefix(phone, "+")
	national, abroad := strings.CutPrefix(digits, "0033")
	if !abroad && (international || len(digits) > 10) {
		national, abroad = strings.CutPrefix(digits, "33")
	}
	if abroad {
		digits = "0" + strings.TrimPrefix(national, "0")
	}
	if len(digits) < leastDigits {
		return ""
	}
	return digits
}

var frenchPhone = regexp.MustCompile(`^0[0-9]{9}$`)

// NormalisePhone returns the number as 0 and nine digits (docs/rules.md#text), or empty. Any other value is refused at
// the field.
func NormalisePhone(field, phone string) (string, error) {
	phone = text.Phone(phone)
	if phone != "" && !frenchPhone.MatchString(phone) {
		return "", fault.Invalid(field, msgPhone)
	}
	return phone, nil
}

// ValidateEmail refuses, at the field, a text that is not a bare address or that is a pattern
// (*@domaine).
func ValidateEmail(field, email string) error {
	address, err := mail.ParseAddress(email)
	_, domain, _ := strings.Cut(email, "@")
	if err != nil || address.Address != email || isAddressLiteral(domain) || !strings.Contains(domain, ".") ||
		strings.Contains(email, "*") || !text.IsLine(email) || foldsToASCII(email) || utf8.RuneCountInString(email) > 255 {
		return fault.Invalid(field, "Le format de l'email n'est pas correct.")
	}
	return nil
}

// isAddressLiteral reports whether the domain of an e-mail is the number of a machine, which names no organisation and
// may be one of this network: [127.0.0.1], [IPv6:::1], 127.0.0.1.
func isAddressLiteral(domain string) bool {
	_, err := netip.ParseAddr(domain)
	return err == nil || strings.ContainsAny(domain, "[]")
}

// FoldEmail returns the form in which two e-mails are compared: trimmed and in lower case.
func FoldEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// sameMailbox reports whether mail to both addresses surely reaches the same person: they
// differ at most in the case of ASCII letters. Other letters may fold to one that a mail
// server tells apart from them.
func sameMailbox(a, b string) bool { return lowerASCII(a) == lowerASCII(b) }

func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf {
			return unicode.ToLower(r)
		}
		return r
	}, s)
}

// foldsToASCII reports whether a letter beyond ASCII becomes one of ASCII when it is folded,
// as the Turkish İ does: such an address would pass for that of somebody else.
func foldsToASCII(email string) bool {
	return strings.ContainsFunc(email,
		func(r rune) bool { return r >= utf8.RuneSelf && unicode.ToLower(r) < utf8.RuneSelf })
}

func object(accountID int64) audit.Object { return audit.Object{Kind: "compte", ID: accountID} }
