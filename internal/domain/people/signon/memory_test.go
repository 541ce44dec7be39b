package signon

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/fault"
)

type manualClock struct{ at time.Time }

func (c *manualClock) Now() time.Time { return c.at }

// memory stores two providers, number 1 for ville.fr and 2 for agglo.fr, departures and identities.
type memory struct {
	Store
	providers  []Provider
	departures map[string]Departure
	identities []Identity
	tries      map[string]int
	mails      []outbox.Kind
	lines      []audit.Action
}

func (m *memory) Atomically(ctx context.Context, act func(context.Context) error) error {
	return act(ctx)
}

func (m *memory) Record(_ context.Context, entry audit.Entry) error {
	m.lines = append(m.lines, entry.Action)
	return nil
}

func (m *memory) QueueMailAt(_ context.Context, kind outbox.Kind, _ int64, _ string, _ time.Time) error {
	m.mails = append(m.mails, kind)
	return nil
}

func (m *memory) Providers(context.Context) ([]Provider, error) {
	return slices.Clone(m.providers), nil
}

func (m *memory) provider(of func(Provider) bool) (Provider, error) {
	if i := slices.IndexFunc(m.providers, of); i >= 0 {
		return m.providers[i], nil
	}
	return Provider{}, fault.NotFound()
}

func (m *memory) ProviderByID(_ context.Context, id int64) (Provider, error) {
	return m.provider(func(p Provider) bool { return p.ID == id })
}

func (m *memory) CompulsoryFor(_ context.Context, domain string) (Provider, error) {
	return m.provider(func(p Provider) bool { return p.compels(domain) })
}

func (m *memory) KeepDeparture(_ context.Context, d Departure) error {
	m.departures[d.StateHash] = d
	return nil
}

func (m *memory) TakeDeparture(_ context.Context, stateHash string) (Departure, error) {
	d, kept := m.departures[stateHash]
	if delete(m.departures, stateHash); !kept {
		return d, fault.NotFound()
	}
	return d, nil
}

func (m *memory) Identities(_ context.Context, accountID int64) ([]Identity, error) {
	return slices.DeleteFunc(slices.Clone(m.identities), func(i Identity) bool { return i.AccountID != accountID }), nil
}

func (m *memory) IdentityBySubject(_ context.Context, issuer, subject string) (Identity, error) {
	for _, i := range m.identities {
		if i.Issuer == issuer && i.Subject == subject {
			return i, nil
		}
	}
	return Identity{}, fault.NotFound()
}

func (m *memory) CreateIdentity(_ context.Context, made Identity, others []string) (int64, error) {
	for _, i := range m.identities {
		if i.Issuer == made.Issuer && i.Subject == made.Subject ||
			i.AccountID == made.AccountID && (i.Issuer == made.Issuer || slices.Contains(others, i.Issuer)) {
			return 0, nil
		}
	}
	made.ID = int64(len(m.identities)) + 1
	m.identities = append(m.identities, made)
	return made.ID, nil
}

func (m *memory) UseIdentity(context.Context, int64, string, time.Time) error { return nil }

func (m *memory) CountTry(_ context.Context, bucket string, now time.Time, _ time.Duration) (int, time.Time, error) {
	m.tries[bucket]++
	return m.tries[bucket], now, nil
}

func (m *memory) ForgiveTry(_ context.Context, bucket string) error {
	m.tries[bucket]--
	return nil
}

// people are the accounts, none of which has or needs a second factor.
type people struct {
	account.Store
	list   []account.Account
	events []security.Event
}

func (p *people) Atomically(ctx context.Context, act func(context.Context) error) error {
	return act(ctx)
}

func (p *people) Record(context.Context, audit.Entry) error { return nil }

func (p *people) KeepSecurityEvent(_ context.Context, event security.Event) error {
	p.events = append(p.events, event)
	return nil
}

func (p *people) AccountByEmail(_ context.Context, email string) (account.Account, error) {
	return p.find(func(a account.Account) bool { return account.FoldEmail(a.Email) == account.FoldEmail(email) })
}

func (p *people) AccountByID(_ context.Context, id int64) (account.Account, error) {
	return p.find(func(a account.Account) bool { return a.ID == id })
}

func (p *people) find(of func(account.Account) bool) (account.Account, error) {
	if i := slices.IndexFunc(p.list, of); i >= 0 {
		return p.list[i], nil
	}
	return account.Account{}, fault.NotFound()
}

func (p *people) Factors(context.Context, int64) ([]account.Factor, error) { return nil, nil }

func (p *people) AnyNeedsFactor(context.Context, []int64) (bool, error) { return false, nil }

func (p *people) RememberAddress(context.Context, int64, string, time.Time, time.Time) (bool, error) {
	return false, nil
}

func (p *people) CreateSession(context.Context, account.Session) error { return nil }

func (p *people) KeepProof(context.Context, string, account.ProviderProof) error { return nil }

func (p *people) Touch(context.Context, int64, time.Time) error { return nil }

// client says of whoever comes back what claims holds, or fails.
type client struct {
	Client
	claims  Claims
	fails   error
	request Request // of the last departure
}

func (c *client) AuthorizeURL(_ context.Context, p Provider, r Request) (string, error) {
	c.request = r
	return p.Issuer + "?state=" + url.QueryEscape(r.State), c.fails
}

func (c *client) Exchange(context.Context, Provider, Return) (Claims, error) {
	return c.claims, c.fails
}

// site is an installation with its two providers.
type site struct {
	*Service
	store  *memory
	people *people
	client *client
	now    *manualClock
}

func newSite(t interface{ Fatal(args ...any) }) *site {
	s := &site{
		store: &memory{departures: map[string]Departure{}, tries: map[string]int{}, providers: []Provider{
			{
				ID: 1, Label: "Ville", Issuer: "https://identite.ville.fr", ClientID: "c", Domains: []string{"ville.fr"},
				Active: true,
			},
			{
				ID: 2, Label: "Agglo", Issuer: "https://identite.agglo.fr", ClientID: "c",
				Domains: []string{"agglo.fr", "ville.fr"}, Active: true,
			},
		}},
		people: &people{}, client: &client{}, now: &manualClock{time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)},
	}
	secret := []byte(strings.Repeat("s", 40))
	accounts, err := account.NewService(s.people, s.now, account.Options{Secret: secret})
	if err != nil {
		t.Fatal(err)
	}
	if s.Service, err = NewService(s.store, accounts, s.client, s.now,
		Options{Secret: secret, PublicURL: "https://consigne.fr"}); err != nil {
		t.Fatal(err)
	}
	return s
}

// depart begins a sign-in at a provider, and returns what the browser brings back from there.
func (s *site) depart(t interface{ Fatal(args ...any) }, provider string) Back {
	started, err := s.Start(context.Background(), provider, "", "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	return Back{State: s.client.request.State, Code: "code", Browser: started.Browser}
}

// comes ends a sign-in, and returns the refusal with the reason in the security event; nil: the session is open.
func (s *site) comes(back Back) (*fault.Error, string, error) {
	s.people.events = nil
	_, err := s.Finish(context.Background(), back, account.Caller{Address: "192.0.2.1"})
	if refusal := fault.Of(err); refusal != nil {
		reason := ""
		if len(s.people.events) == 1 {
			reason = s.people.events[0].Reason
		}
		return refusal, reason, nil
	}
	return nil, "", err
}
