package webhook_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/kernel/fault"
)

// signedBy reports which of the secrets, by name, signed the trial that is sent now.
func (s *system) signedBy(t *testing.T, secrets map[string]string) []string {
	t.Helper()
	if _, err := s.Try(t.Context(), manager, 1); err != nil {
		t.Fatal(err)
	}
	s.deliver(t)
	request := s.got[0]
	names := []string{}
	for _, signature := range strings.Fields(request.Signature) {
		for name, secret := range secrets {
			if alone, err := webhook.Sign([]string{secret}, request.ID, request.At, request.Body); err == nil &&
				alone == signature {
				names = append(names, name)
			}
		}
	}
	return names
}

// A replaced secret signs beside the new one for a day; one that was replaced twice no more. No secret is stored in
// clear.
func TestAReplacedSecretSignsForADay(t *testing.T) {
	s := newSystem(t)
	secrets := map[string]string{"first": s.secret}
	replace := func(name string) {
		secret, err := s.ReplaceSecret(t.Context(), manager, 1)
		if err != nil || !strings.HasPrefix(secret, "whsec_") || strings.Contains(fmt.Sprint(s.endpoints), secret) {
			t.Fatalf("%s: %q, %v", name, secret, err)
		}
		secrets[name] = secret
	}
	for _, step := range []struct {
		after   time.Duration
		replace string
		want    []string
	}{
		{0, "", []string{"first"}},
		{0, "second", []string{"second", "first"}},
		{24*time.Hour - time.Millisecond, "", []string{"second", "first"}},
		{time.Millisecond, "", []string{"second"}},
		{0, "third", []string{"third", "second"}},
		{time.Hour, "fourth", []string{"fourth", "third"}},
		{23 * time.Hour, "", []string{"fourth", "third"}},
		{time.Hour, "", []string{"fourth"}},
	} {
		s.clock.at = s.clock.at.Add(step.after)
		if step.replace != "" {
			replace(step.replace)
		}
		if got := s.signedBy(t, secrets); !slices.Equal(got, step.want) {
			t.Errorf("at %s, signed by %v, want %v", s.clock.at.Format("02 15:04:05"), got, step.want)
		}
	}
}

// An address that was allowed once may stay; another is checked anew. The audit log has no path or query.
func TestAChangedAddress(t *testing.T) {
	s := newSystem(t)
	s.endpoints[0].Address = "http://10.0.0.1/secret" // saved while private addresses were allowed
	typed := valid()
	for address, allowed := range map[string]bool{
		"http://10.0.0.1/secret": true, "http://10.0.0.1/autre": false,
		"https://10.0.0.2/": false,
	} {
		typed.Address, typed.Label = address, "Agglo "+address[:12]
		_, err := s.Change(t.Context(), manager, 1, typed)
		if (err == nil) != allowed {
			t.Errorf("%s: %v", address, err)
		}
	}
	typed.Address = "https://exemple.fr/jeton?cle=2"
	if _, err := s.Change(t.Context(), manager, 1, typed); err != nil {
		t.Fatal(err)
	}
	if log := fmt.Sprint(s.lines); strings.Contains(log, "secret") || strings.Contains(log, "jeton") ||
		strings.Contains(log, "cle=") || !strings.Contains(log, "https://exemple.fr") {
		t.Errorf("the audit log: %s", log)
	}
	before := len(s.lines)
	if _, err := s.Change(t.Context(), manager, 1, typed); err != nil || len(s.lines) != before {
		t.Errorf("a change of nothing: %v, %v", err, s.lines[before:])
	}
}

func TestTheEleventhEndpointIsRefused(t *testing.T) {
	s := newSystem(t)
	for i := 2; i <= 11; i++ {
		_, _, err := s.Create(t.Context(), manager, 1, valid())
		if refused := fault.Is(err, fault.KindConflict); refused != (i == 11) || !refused && err != nil {
			t.Errorf("endpoint %d: %v", i, err)
		}
	}
}

// « Renvoyer » sends one that waits at once, ahead of its schedule, and any other again, with the same id, out of the
// order.
func TestADeliveryIsSentAgain(t *testing.T) {
	s := newSystem(t)
	s.answer = answers(500)
	s.happens(1, "start")
	for range 3 {
		s.deliver(t)
		s.passes()
	}
	s.deliver(t) // the fourth call; the next one is due in two hours
	waiting := s.deliveries[0]
	s.answer = nil
	again, err := s.Resend(t.Context(), manager, 1)
	if err != nil || again.ID != 1 || again.Step != waiting.Step-1 {
		t.Errorf("one that waits: %+v, %v", again, err)
	}
	if got := s.deliver(t); !slices.Equal(got, []string{"start"}) {
		t.Errorf("it is sent at once, though the endpoint was left alone: %v", got)
	}
	s.answer = answers(500)
	s.happens(1, "end") // an earlier one of the stay waits
	s.deliver(t)
	s.answer = nil
	again, err = s.Resend(t.Context(), manager, 1)
	if err != nil || again.ID != 3 || again.EventID != "start" || again.Ordered || again.State != webhook.Pending {
		t.Errorf("one that was delivered: %+v, %v", again, err)
	}
	if got := s.deliver(t); !slices.Equal(got, []string{"start"}) {
		t.Errorf("again: %v", got)
	}
	if want := []audit.Action{audit.WebhookResent, audit.WebhookResent}; !slices.Equal(s.told(), want) {
		t.Errorf("the audit log: %v", s.told())
	}
	s.endpoints[0].Active = false
	if _, err := s.Resend(t.Context(), manager, 1); !fault.Is(err, fault.KindConflict) {
		t.Errorf("of an endpoint that is off: %v", err)
	}
}

// The bodies of events hold no more than docs/rules.md says: the instant as Paris shows it, to the millisecond.
func TestBodyOfAnEvent(t *testing.T) {
	at := time.Date(2026, 7, 1, 22, 30, 0, 123_999_999, time.UTC)
	got, err := webhook.OfLocker(webhook.LockerActivated, webhook.LockerData{IDExploitant: 1, IDStation: 2, IDCasier: 3},
		at).Body()
	if want := `{"type":"locker.activated","timestamp":"2026-07-02T00:30:00.123+02:00","data":{"idExploitant":1,"idStation":2,"idCasier":3}}`; err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
