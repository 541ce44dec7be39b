package imports

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

func (m *memory) TariffsOfLocker(_ context.Context, lockerID int64) ([]tariff.Tariff, error) {
	if lockerID != 1 {
		return nil, nil
	}
	return []tariff.Tariff{{ID: 1, Terms: pricing.Terms{Unit: pricing.Hour, Amount: 50}}}, nil
}

func (m *memory) CustomerOf(_ context.Context, accountID, _ int64) (stay.Customer, error) {
	return stay.Customer{Account: stay.Account{ID: accountID}}, nil
}

func (m *memory) PaidStays(_ context.Context, ids []int64) (map[int64]stay.Details, error) {
	found := map[int64]stay.Details{}
	for _, b := range m.billed {
		if slices.Contains(ids, b.Stay.ID) {
			found[b.Stay.ID] = stay.Details{Stay: b.Stay, PaymentStatus: string(b.Payment.Status)}
		}
	}
	return found, nil
}

func (m *memory) DueOf(_ context.Context, _ int64, accountIDs []int64) (map[int64]money.Cents, error) {
	due := map[int64]money.Cents{}
	for _, b := range m.billed {
		if b.Payment.Status == payment.PermanentError && slices.Contains(accountIDs, b.Stay.AccountID) {
			due[b.Stay.AccountID] += b.Payment.Amount
		}
	}
	return due, nil
}

// An hour in C1 costs 50 cents here; C2 has no tariff. The lines of O1, paid, and O2, due by U1, were taken over.
func TestWhatDiffersFromTheFormerSystem(t *testing.T) {
	const o1, o2 = "O1;C1;U1;2026-09-01T08:00:00Z;2026-09-01T10:00:00Z;100;paye;;;",
		"O2;C1;U1;2026-09-01T10:00:00Z;2026-09-01T11:00:00Z;50;du;;;"
	for name, c := range map[string]struct {
		lines []string
		told  []string // kind, line, column, there, here
		stays int
	}{
		"nothing": {[]string{o1, o2}, nil, 2},
		"paid since": {
			[]string{o1, strings.Replace(o2, ";du;", ";paye;", 1)},
			[]string{"etat 3 etat paye ERREUR PERSISTANTE", "solde 0 usager 0 50"},
			2,
		},
		"of another price there": {
			[]string{strings.Replace(o1, ";100;", ";90;", 1), o2},
			[]string{"prix 2 montant_centimes 90 100", "montant 2 montant_centimes 90 100"},
			2,
		},
		"not taken over": {
			[]string{o1, o2, "O3;C1;U2;2026-09-02T10:00:00Z;2026-09-02T11:00:00Z;50;du;;;"},
			[]string{"absent 4 reference O3 ", "solde 0 usager 50 0"},
			3,
		},
		"in a locker without a tariff": {
			[]string{o1, o2, "O3;C2;U1;2026-09-02T10:00:00Z;2026-09-02T11:00:00Z;50;paye;;;"},
			[]string{"tarif 4 casier C2 ", "absent 4 reference O3 "},
			3,
		},
		"a line that cannot be read": {[]string{o1, o2, "O3;C1"}, []string{"ligne 4   " + msgWidth}, 2},
		"a line of nobody": {
			[]string{o1, o2, "O3;C1;U9;2026-09-02T10:00:00Z;2026-09-02T11:00:00Z;50;paye;;;"},
			[]string{"ligne 4 usager U9 " + unknown(Customers)},
			3,
		},
		"an end before the beginning": {
			[]string{o1, o2, "O3;C1;U1;2026-09-02T11:00:00Z;2026-09-02T10:00:00Z;50;paye;;;"},
			[]string{"ligne 4 fin 2026-09-02T10:00:00Z " + msgMissing},
			3,
		},
		"a debt that is not there here": {[]string{o1}, []string{"solde 0 usager 0 50"}, 1},
	} {
		m := newMemory()
		if told, _, err := m.take(t.Context(), Options{Apply: true, Debts: true}, o1, o2); err != nil {
			t.Fatal(told, err)
		}
		var told []string
		counts := map[DifferenceKind]int{}
		file := strings.NewReader(stayHeader + strings.Join(c.lines, "\n"))
		got, err := NewService(m, fixed{}, nil, nil, nil).Compare(t.Context(), 1, file, func(d Difference) error {
			told = append(told, fmt.Sprintf("%s %d %s %s %s", d.Kind, d.Number, d.Column, d.Former, d.Here))
			counts[d.Kind]++
			return nil
		})
		if err != nil || !slices.Equal(told, c.told) || got.Stays != c.stays || !maps.Equal(got.Differences, counts) {
			t.Errorf("%s: %q, %+v, %v; want %q", name, told, got, err, c.told)
		}
		if len(m.billed) != 2 {
			t.Errorf("%s: a comparison stored something", name)
		}
	}
}

// monthly is a memory in which U1 has subscribed to a tariff of C1 that pays for so many stays at once.
type monthly struct {
	*memory
	most int64
}

func (m monthly) TariffsOfLocker(context.Context, int64) ([]tariff.Tariff, error) {
	return []tariff.Tariff{
		{ID: 2, Terms: pricing.Terms{Subscription: true, Unit: pricing.Month}, MaxStays: m.most},
		{ID: 1, Terms: pricing.Terms{Unit: pricing.Hour, Amount: 50}},
	}, nil
}

func (monthly) SubscribedTariffs(_ context.Context, accountID int64, _ time.Time) ([]int64, error) {
	return map[int64][]int64{11: {2}}[accountID], nil
}

// The second stay at once is billed by the hour, unless the subscription pays for two.
func TestStaysAtOnceAreCompared(t *testing.T) {
	file := stayHeader + "O1;C1;U1;2026-09-01T08:00:00Z;2026-09-01T10:00:00Z;0;gratuit;;;\n" +
		"O2;C2;U1;2026-09-01T09:00:00Z;2026-09-01T11:00:00Z;100;paye;;;\n" +
		"O3;C1;U1;2026-09-01T11:00:00Z;2026-09-01T12:00:00Z;0;gratuit;;;\n"
	for most, want := range map[int64][]string{1: nil, 2: {"prix 3 100 0"}} {
		var told []string
		_, err := NewService(monthly{newMemory(), most}, fixed{}, nil, nil, nil).Compare(t.Context(), 1,
			strings.NewReader(file), func(d Difference) error {
				if d.Kind != DiffMissing {
					told = append(told, fmt.Sprintf("%s %d %s %s", d.Kind, d.Number, d.Former, d.Here))
				}
				return nil
			})
		if err != nil || !slices.Equal(told, want) {
			t.Errorf("%d at once: %q, %v; want %q", most, told, err, want)
		}
	}
}
