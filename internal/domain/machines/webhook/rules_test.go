package webhook_test

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/machines/webhook"
	"consigne/internal/kernel/fault"
)

func TestEndpointRules(t *testing.T) {
	valid := webhook.Endpoint{
		Label: " Ville ", Address: "https://exemple.fr/notifications?cle=1",
		Events: []webhook.Type{webhook.StayEnded, webhook.StayStarted, webhook.StayEnded},
	}
	got, err := valid.Validate(false)
	if err != nil || got.Label != "Ville" || len(got.Events) != 2 || got.Events[0] != webhook.StayStarted {
		t.Errorf("valid: %+v, %v", got, err)
	}
	for address, c := range map[string]struct{ open, private bool }{
		"https://exemple.fr":                              {true, true},
		"https://exemple.fr:8443/a":                       {true, true},
		"https://8.8.8.8/":                                {true, true},
		"https://[2606:4700::1111]/":                      {true, true},
		"http://exemple.fr":                               {false, true},
		"http://127.0.0.1:9000/":                          {false, true},
		"https://10.0.0.1":                                {false, true},
		"https://[::1]/":                                  {false, true},
		"https://[::ffff:8.8.8.8]/":                       {false, true},
		"https://localhost":                               {false, true},
		"https://serveur.local":                           {false, true},
		"https://metadata.google.internal":                {false, true},
		"https://serveur":                                 {false, true},
		"https://2130706433/":                             {false, false},
		"https://0x7f.1/":                                 {false, false},
		"https://0177.0.0.1/":                             {false, false},
		"https://127.1/":                                  {false, false},
		"https://\uff11\uff12\uff17.0.0.1/":               {false, false},
		"https://ex\u00e9mple.fr/":                        {false, false},
		"https://a@exemple.fr":                            {false, false},
		"https://a:b@exemple.fr":                          {false, false},
		"https://exemple.fr#a":                            {false, false},
		"https://exemple.fr:0":                            {false, false},
		"https://exemple.fr:65536":                        {false, false},
		"https://exemple.fr:":                             {false, false},
		"https://":                                        {false, false},
		"https:exemple.fr":                                {false, false},
		"ftp://exemple.fr":                                {false, false},
		"file:///etc/passwd":                              {false, false},
		"https://exemple..fr":                             {false, false},
		"":                                                {false, false},
		"https://exemple.fr/\na":                          {false, false},
		"https://exemple.fr/" + strings.Repeat("a", 1990): {false, false},
	} {
		for private, want := range map[bool]bool{false: c.open, true: c.private} {
			e := valid
			e.Address = address
			_, err := e.Validate(private)
			if (err == nil) != want {
				t.Errorf("%q, private %t: %v", address, private, err)
			}
			if err != nil && fault.Of(err).Violations[0].Field != "adresse" {
				t.Errorf("%q: at %+v", address, fault.Of(err).Violations)
			}
		}
	}
}

// The vector is that of the specification of Standard Webhooks.
func TestSign(t *testing.T) {
	const secret, id, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek",
		`{"test": 2432232314}`
	got, err := webhook.Sign([]string{secret}, id, time.Unix(1614265330, 0), body)
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	two, err := webhook.Sign([]string{"whsec_" + base64.StdEncoding.EncodeToString([]byte("other")), secret}, id,
		time.Unix(1614265330, 0), body)
	if err != nil || !strings.HasSuffix(two, " "+got) || strings.Count(two, "v1,") != 2 {
		t.Errorf("two: %s, %v", two, err)
	}
}

// The waits grow, stay within a fifth of the schedule, and are never shorter than what a receiver asks for, within a
// day.
func TestDelays(t *testing.T) {
	want := []time.Duration{
		5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour,
		20 * time.Hour, 24 * time.Hour,
	}
	rapid.Check(t, func(t *rapid.T) {
		attempts := rapid.IntRange(1, 12).Draw(t, "attempts")
		requested := time.Duration(rapid.Int64Range(0, int64(72*time.Hour)).Draw(t, "requested"))
		got, again := webhook.Delay(attempts, rapid.Float64Range(0, 1).Draw(t, "chance"), requested)
		if again != (attempts <= len(want)) {
			t.Fatalf("after %d attempts: %t", attempts, again)
		}
		if !again {
			return
		}
		full := want[attempts-1]
		least := max(full-full/5-1, min(requested, 24*time.Hour))
		if got < least || got > max(full+full/5+1, least) {
			t.Fatalf("after %d attempts: %s, requested %s", attempts, got, requested)
		}
	})
}

// An endpoint is left alone for longer and longer, never for long; one success forgets everything. It is suspended
// after five days without any, however seldom it is called.
func TestHealth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now, health := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC), webhook.Health{}
		failing := now
		for range rapid.IntRange(1, 60).Draw(t, "calls") {
			now = now.Add(time.Duration(rapid.Int64Range(1, int64(12*time.Hour)).Draw(t, "later")))
			succeeded := rapid.IntRange(0, 9).Draw(t, "outcome") == 0
			before := health
			health = health.After(now, succeeded)
			if succeeded {
				if health != (webhook.Health{}) {
					t.Fatalf("after a success: %+v", health)
				}
				continue
			}
			if before.Failures == 0 {
				failing = now
			}
			if health.Failures != before.Failures+1 || health.DueAt.Sub(now) != webhook.Pause(health.Failures) ||
				!health.FailingSince.Equal(failing) {
				t.Fatalf("%+v after %+v", health, before)
			}
			if health.GivesUp(now) != (now.Sub(failing) >= 5*24*time.Hour) {
				t.Fatalf("failing since %s, at %s: %+v", failing, now, health)
			}
		}
	})
	last := time.Duration(-1)
	for failures := range 20 {
		if pause := webhook.Pause(failures); pause < last || pause > time.Minute {
			t.Errorf("after %d failures: %s", failures, pause)
		} else {
			last = pause
		}
	}
}
