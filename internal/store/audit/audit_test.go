package audit_test

import (
	"context"
	"testing"

	"consigne/internal/domain/journal"
	"consigne/internal/store/storetest"
)

func TestJournalCannotBeRewritten(t *testing.T) {
	for engine, address := range storetest.URLs(t) {
		t.Run(engine, func(t *testing.T) {
			s := storetest.Open(t, address)
			storetest.Check(t, s.Audit.Record(context.Background(), journal.Entry{At: storetest.Now, Action: journal.LoggedIn, Object: journal.Object{Kind: "compte", ID: 1}}))
			if err := s.Exec(context.Background(), "test", `UPDATE journal SET action = 'autre'`); err == nil {
				t.Error("a line of the journal was changed")
			}
		})
	}
}
