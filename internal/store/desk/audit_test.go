package desk_test

import (
	"context"
	"testing"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/store/storetest"
)

func TestAuditCannotBeRewritten(t *testing.T) {
	for engine, address := range storetest.URLs(t) {
		t.Run(engine, func(t *testing.T) {
			s := storetest.Open(t, address)
			storetest.Check(t, s.Record(context.Background(),
				audit.Entry{At: storetest.Now, Action: audit.LoggedIn, Object: audit.Object{Kind: "compte", ID: 1}}))
			if err := s.Exec(context.Background(), "test", `UPDATE audit_log SET action = 'autre'`); err == nil {
				t.Error("a line of the audit log was changed")
			}
		})
	}
}
