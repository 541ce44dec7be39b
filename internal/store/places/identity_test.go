package places_test

import (
	"testing"
	"time"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

type handClock struct{ now time.Time }

func (c *handClock) Now() time.Time { return c.now }

// The prefix stays once a document has it, until the year of Paris ends; the rest of the identity may change.
func TestPrefixOfAYear(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		id := storetest.Must(t)(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, storetest.Now))
		clock := &handClock{time.Date(2026, 12, 31, 22, 59, 0, 0, time.UTC)} // 23:59 in Paris
		operators := operator.NewService(s, clock, 1)
		save := func(prefix, name string) error {
			_, err := operators.ChangeIdentity(ctx, access.Actor{}, id, 0, operator.IdentityChange{Identity: operator.Identity{
				LegalName: name, SIRET: "99999901400015", VATNumber: "FR66999999014", Form: operator.Regie, VATRate: 2000,
				Prefix: prefix,
			}})
			return err
		}
		storetest.Check(t, save("ELAN", "Élan"))
		_, err := s.AdvanceCounter(ctx, id, document.CreditNote, document.Counter{},
			document.Counter{Year: 2026, Last: 1, IssuedAt: clock.now})
		storetest.Check(t, err)
		if err := save("VELO", "Élan"); !fault.Is(err, fault.KindInvalid) ||
			fault.Of(err).Violations[0].Field != "prefixeDocuments" {
			t.Errorf("another prefix within the year: %v", err)
		}
		storetest.Check(t, save("ELAN", "Élan SAS"))
		clock.now = clock.now.Add(time.Minute)
		storetest.Check(t, save("VELO", "Élan SAS"))
		o, err := s.OperatorByID(ctx, id)
		storetest.Check(t, err)
		if o.Identity.Prefix != "VELO" || o.Identity.LegalName != "Élan SAS" {
			t.Errorf("kept: %+v", o.Identity)
		}
	})
}
