package api_test

import (
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
	"consigne/internal/server/api/apitest"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// byManagers are the calls that a right alone does not open to a key: they reach the accounts of people, and take all
// rights of a manager, or of the role that is given.
var byManagers = map[string]bool{
	"create-manager": true, "change-manager": true, "delete-manager": true, "create-staff": true, "change-staff": true,
	"delete-staff": true, "delete-call-note": true, // of another
	"invite-manager": true, "invite-staff": true,
	"list-user-sessions": true, "end-user-session": true, "end-user-sessions": true, "reset-second-factor": true,
}

// alsoReads holds the rights that a call takes besides for what its example names: a line is given to whom the key may
// read of, a note is written about whom it may read of.
var alsoReads = map[string]access.Right{"assign-line": access.HotlineRead, "write-call-note": access.HotlineRead}

// keyMatrix sends calls by every kind of key.
type keyMatrix struct {
	*examples
	t      *testing.T
	asker  string // the key that asked for a refund, which alone withdraws it
	admits int
	denies int
}

func (m *keyMatrix) keyWith(operatorID int64, field bool, rights ...access.Right) (id int64, secret string) {
	m.t.Helper()
	id, secret, err := m.parts.Keys.Create(m.t.Context(), access.Actor{}, operatorID,
		servicekey.Grant{Label: "Essai", Rights: rights, Field: field, Limit: new(int64(100_000))})
	m.check(err)
	return id, secret
}

// without returns all rights but some.
func without(rights ...access.Right) []access.Right {
	return slices.DeleteFunc(access.All(), func(right access.Right) bool { return slices.Contains(rights, right) })
}

// probe sends the call by keys that must be refused, and returns the key with exactly the right of the call.
func (m *keyMatrix) probe(call apitest.Call, path string, body any, headers []string) string {
	m.t.Helper()
	rule := rules()[call.Method+" "+call.Path]
	switch rule.Audience {
	case api.Nobody, api.Public, api.DashboardTokens, api.Provider: // no key is asked for
		return ""
	}
	want := func(who, secret string, statuses ...int) {
		m.t.Helper()
		m.denies++
		if got := m.call(call.Method, path, secret, body, headers...); !slices.Contains(statuses, got.Status) {
			m.t.Errorf("%s (%s %s) by a key %s: %d, want %v: %.200s", call.OperationID, call.Method, path, who, got.Status,
				statuses, got.Raw)
		}
	}
	id, expired := m.keyWith(1, true, access.All()...)
	m.check(m.store.Exec(m.t.Context(), "test", `UPDATE service_keys SET expires_at = $2
		WHERE id = $1`, id, m.clock.Now().UnixMilli()))
	want("that expires now", expired, 401)
	id, revoked := m.keyWith(1, true, access.All()...)
	m.check(m.parts.Keys.Revoke(m.t.Context(), access.Actor{}, id))
	want("that is revoked", revoked, 401)
	_, all := m.keyWith(1, false, access.All()...)
	_, field := m.keyWith(1, true)
	_, foreign := m.keyWith(2, true, access.All()...)
	if rule.Audience == api.FieldKeys {
		want("with all rights, but not for the field", all, 403)
		return ""
	}
	want("for the field alone", field, 403)
	if rule.Audience == api.Admins || rule.Own {
		want("with all rights", all, 403)
		return ""
	}
	address, err := url.Parse(path)
	m.check(err)
	inQuery := rule.At == api.OperatorInQuery
	named := rule.At == api.OperatorInPath || inQuery && address.Query().Has("exploitant")
	switch {
	case inQuery && !named: // of all operators
		want("with all rights", all, 403)
		return ""
	case named:
		want("of another operator", foreign, 403)
	case !inQuery && rule.At != api.Platform: // that of an object, which must stay unknown to others
		want("of another operator", foreign, 404)
	}
	exact := []access.Right{access.HotlineRead} // any
	switch rule.Audience {
	case api.Holders:
		exact = []access.Right{rightOf(rule, access.Role(address.Query().Get("role")))}
		_, lacking := m.keyWith(1, true, without(append([]access.Right{rule.Or}, exact...)...)...)
		want("with all rights but this", lacking, 403)
	case api.Managers:
		exact = access.RightsOf(access.Manager)
		for _, missing := range exact {
			_, lacking := m.keyWith(1, true, without(missing)...)
			want(fmt.Sprintf("without %s", missing), lacking, 403)
		}
	}
	if byManagers[call.OperationID] {
		_, alone := m.keyWith(1, false, exact...)
		want("with this right alone", alone, 403, 404)
		exact = append(access.RightsOf(access.Manager), exact...)
	}
	if also, named := alsoReads[call.OperationID]; named {
		_, alone := m.keyWith(1, false, exact...)
		want("that may not read of whom it names", alone, 422, 404)
		exact = append(slices.Clone(exact), also)
	}
	m.admits++
	_, secret := m.keyWith(1, false, exact...)
	switch call.OperationID {
	case "ask-for-refund":
		m.asker = secret
	case "withdraw-refund-request":
		want("that did not ask", secret, 403)
		return m.asker
	}
	return secret
}

// rightOf returns the right of a call, which may depend on the role that it names.
func rightOf(rule api.Rule, role access.Role) access.Right {
	if rule.ByRole == nil {
		return rule.Right
	}
	return rule.ByRole[role]
}

// Each call of the policy, made by each kind of key: it succeeds with exactly the right that the policy asks for, and
// is refused to a key without it, without rights, of another operator, after its end or revoked. No key makes a call of
// administrators, or one about one's own account.
func TestEachCallByEachKindOfKey(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		m := &keyMatrix{examples: newExamples(t, database), t: t}
		m.examples.probe = m.probe
		began := time.Now()
		m.sendAll(t)
		t.Logf("%d calls admitted, %d refused, in %s", m.admits, m.denies, time.Since(began).Round(time.Second))
		if m.admits < 90 || m.denies < 700 {
			t.Errorf("only %d calls were admitted, and %d refused", m.admits, m.denies)
		}
	})
}
