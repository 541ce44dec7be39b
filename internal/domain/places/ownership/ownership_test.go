package ownership_test

import (
	"context"
	"testing"

	"consigne/internal/domain/places/ownership"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// lockers holds the operator of each locker; operators those in service.
type (
	lockers   map[int64]int64
	operators map[int64]bool

	// unused holds the methods that the test does not use, deeper than those that it does; they are nil.
	unused struct{ ownership.Store }

	memory struct {
		unused
		lockers
		operators
	}
)

func (l lockers) LockerOperator(_ context.Context, id int64) (int64, error) {
	if l[id] == 0 {
		return 0, fault.NotFound()
	}
	return l[id], nil
}

func (o operators) OperatorExists(_ context.Context, id int64) (bool, error) { return o[id], nil }

// An object of an operator where the caller is no staff is unknown to them; an operator that they name
// there is forbidden.
func TestScope(t *testing.T) {
	owners := ownership.NewService(memory{lockers: lockers{11: 1, 21: 2}, operators: operators{1: true, 2: true}})
	admin := access.Actor{AccountID: 1, Admin: true}
	hotline := access.Actor{
		AccountID: 2,
		Roles:     map[int64][]access.Role{1: {access.Hotline}, 2: {access.Customer}, 3: {access.Manager}},
	}
	for name, c := range map[string]struct {
		actor            access.Actor
		locker, operator int64
		ofLocker, named  fault.Kind // 0: admitted
	}{
		"own":                         {hotline, 11, 1, 0, 0},
		"where one is a customer":     {hotline, 21, 2, fault.KindNotFound, fault.KindForbidden},
		"nowhere":                     {hotline, 99, 99, fault.KindNotFound, fault.KindForbidden},
		"an operator out of service":  {hotline, 99, 3, fault.KindNotFound, fault.KindNotFound},
		"an administrator":            {admin, 21, 2, 0, 0},
		"an administrator, of no one": {admin, 99, 99, fault.KindNotFound, fault.KindNotFound},
	} {
		operatorID, err := owners.Of(t.Context(), c.actor, ownership.Locker, c.locker)
		if kindOf(err) != c.ofLocker || err == nil && operatorID != c.operator {
			t.Errorf("%s: locker %d: %d, %v", name, c.locker, operatorID, err)
		}
		if err := owners.CheckNamed(t.Context(), c.actor, c.operator); kindOf(err) != c.named {
			t.Errorf("%s: operator %d: %v", name, c.operator, err)
		}
	}
	if _, err := owners.Of(t.Context(), admin, 0, 11); err == nil || fault.Of(err) != nil {
		t.Errorf("an unknown kind: %v", err)
	}
}

func kindOf(err error) fault.Kind {
	if refusal := fault.Of(err); refusal != nil {
		return refusal.Kind
	}
	return 0
}
