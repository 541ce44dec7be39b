package account

import (
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/fault"
)

// The link of a claim is good for seven days and once, for the person who has the e-mail.
func TestTheLinkOfAClaim(t *testing.T) {
	for name, c := range map[string]struct {
		change func(m *memory, clock *manualClock, token *string)
		good   bool
	}{
		"at once": {func(*memory, *manualClock, *string) {}, true},
		"before seven days": {func(_ *memory, clock *manualClock,
			_ *string,
		) {
			clock.at = noon.Add(7*24*time.Hour - time.Second)
		}, true},
		"after seven days": {
			func(_ *memory, clock *manualClock, _ *string) { clock.at = noon.Add(7 * 24 * time.Hour) },
			false,
		},
		"in other letters of the e-mail": {func(m *memory, _ *manualClock, _ *string) {
			m.accounts[1] = Account{ID: 1, Email: "ZOE@exemple.test", Active: true}
		}, true},
		"the person has another e-mail": {func(m *memory, _ *manualClock, _ *string) {
			m.accounts[1] = Account{ID: 1, Email: "z@exemple.test", Active: true}
		}, false},
		"the person is erased": {func(m *memory, _ *manualClock, _ *string) { delete(m.accounts, 1) }, false},
		"the e-mail is somebody else's now": {func(m *memory, _ *manualClock,
			_ *string,
		) {
			m.claims[8] = Claim{8, 2, 3, "zoe@exemple.test", noon}
		}, false},
		"a token for longer": {func(_ *memory, _ *manualClock,
			token *string,
		) {
			*token = strings.Replace(*token, ".", ".9", 1)
		}, false},
		"a token for another claim": {func(m *memory, _ *manualClock, token *string) {
			m.claims[9], *token = Claim{9, 2, 1, "zoe@exemple.test", noon}, strings.Replace(*token, "8.", "9.", 1)
		}, false},
		"a token that is none":  {func(_ *memory, _ *manualClock, token *string) { *token = "8" }, false},
		"a token of no account": {func(_ *memory, _ *manualClock, token *string) { *token = "" }, false},
	} {
		m, clock := newMemory(Account{ID: 1, Email: "zoe@exemple.test", Active: true},
			Account{ID: 3, Email: "zoe@exemple.test", Active: true}), &manualClock{noon}
		m.claims[8] = Claim{8, 2, 1, "zoe@exemple.test", noon}
		s := m.service(t, clock)
		to, operatorID, token, err := s.OpenConfirmation(t.Context(), 8)
		if err != nil || to.ID != 1 || operatorID != 2 {
			t.Fatal(to, operatorID, err)
		}
		c.change(m, clock, &token)
		operatorID, err = s.Confirm(t.Context(), token, "192.0.2.1")
		if c.good != (err == nil) || !c.good && !fault.Is(err, fault.KindGone) || c.good && operatorID != 2 {
			t.Errorf("%s: operator %d, %v", name, operatorID, err)
		}
		if confirmed := slices.Equal(m.lines, []audit.Action{audit.AccountConfirmed}); confirmed != c.good {
			t.Errorf("%s: the audit log has %v", name, m.lines)
		}
		if _, err := s.Confirm(t.Context(), token, "192.0.2.1"); !fault.Is(err, fault.KindGone) {
			t.Errorf("%s, a second time: %v", name, err)
		}
	}
}

func TestToWhomAClaimIsTold(t *testing.T) {
	for name, owner := range map[string]Account{
		"banned": {ID: 1, Email: "zoe@exemple.test"}, "of another e-mail": {ID: 1, Email: "z@exemple.test", Active: true},
		"erased": {ID: 2},
	} {
		m := newMemory(owner)
		m.claims[8] = Claim{8, 2, 1, "zoe@exemple.test", noon}
		if _, _, _, err := m.service(t, &manualClock{noon}).OpenConfirmation(t.Context(),
			8); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
