package outbox_test

import (
	"testing"

	"consigne/internal/domain/people/outbox"
)

func TestWhichReceiptsGoByMail(t *testing.T) {
	for _, c := range []struct {
		choice            outbox.Receipts
		known, term, stay bool
	}{
		{outbox.NoReceipts, true, false, false},
		{outbox.ReceiptsOfTerms, true, true, false},
		{outbox.ReceiptsOfAllPay, true, true, true},
		{"parfois", false, false, false},
	} {
		if c.choice.Known() != c.known || c.choice.Cover(true) != c.term || c.choice.Cover(false) != c.stay {
			t.Errorf("%s: %t, %t, %t", c.choice, c.choice.Known(), c.choice.Cover(true), c.choice.Cover(false))
		}
	}
}
