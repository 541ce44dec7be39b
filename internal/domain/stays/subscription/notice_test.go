package subscription

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// renewing is a subscription in its first term, bought at version 1 for 15 €, with 30 days of notice.
func renewing(unit pricing.Unit, starts time.Time) Bought {
	b := Bought{
		Subscription: Subscription{StartsAt: starts, Renewed: true, TariffVersion: 1},
		Tariff:       tariff.Tariff{Version: 1, Terms: pricing.Terms{Subscription: true, Unit: unit, Amount: 1500}},
		Offer:        tariff.TermPrice{Version: 1, Unit: unit, Amount: 1500}, NoticeDays: 30,
	}
	return b.Began()
}

// costs returns the subscription when its tariff costs that from the next version on, and its subscriber is told.
func (b Bought) costs(amount money.Cents, told *time.Time) Bought {
	b.Offer.Version, b.Offer.Amount = b.Offer.Version+1, amount
	b.Notices = append(b.Notices, Notice{Kind: PriceNotice, Number: b.Offer.Version, Amount: amount, SentAt: told})
	return b
}

func TestRenewalPrice(t *testing.T) {
	bought := renewing(pricing.Month, at(9, 15, 10)) // terms from 15 October, 15 November, 15 December
	for name, c := range map[string]struct {
		b    Bought
		want []money.Cents // of the terms from the first on
	}{
		"the same price":               {bought, []money.Cents{1500, 1500, 1500}},
		"told 25 days before":          {bought.costs(1800, new(at(9, 20, 9))), []money.Cents{1500, 1500, 1800}},
		"told 30 days before, to days": {bought.costs(1800, new(at(9, 15, 23))), []money.Cents{1500, 1800, 1800}},
		"told 29 days before":          {bought.costs(1800, new(at(9, 16, 0))), []money.Cents{1500, 1500, 1800}},
		"never told":                   {bought.costs(1800, nil), []money.Cents{1500, 1500, 1500}},
		"a fall, told or not":          {bought.costs(1200, nil), []money.Cents{1500, 1200, 1200}},
		"twice, the first told in time": {
			bought.costs(1800, new(at(9, 15, 9))).costs(2000, new(at(10, 20, 9))), []money.Cents{1500, 1800, 1800, 2000},
		},
		"twice, none told in time": {
			bought.costs(1800, new(at(9, 20, 9))).costs(2000, new(at(10, 20, 9))), []money.Cents{1500, 1500, 1800, 2000},
		},
		"raised, then lowered below that": {
			bought.costs(2000, new(at(9, 15, 9))).costs(1800, nil), []money.Cents{1500, 1800, 1800},
		},
		"raised too late, then back": {
			bought.costs(2000, new(at(10, 1, 9))).costs(1500, nil), []money.Cents{1500, 1500, 1500},
		},
		"lowered, then raised too late": {
			bought.costs(1200, new(at(9, 20, 9))).costs(1800, new(at(10, 20, 9))), []money.Cents{1500, 1200, 1200, 1800},
		},
	} {
		for term, want := range c.want {
			if _, got := c.b.RenewalPrice(term); got != want {
				t.Errorf("%s: term %d costs %d, want %d", name, term, got, want)
			}
		}
	}
}

// Renewal on 15 December, price raised and told on 20 November: the old price on that day, the new one on 15 January.
func TestExampleOfAPriceRaisedTooLate(t *testing.T) {
	b := renewing(pricing.Month, time.Date(2026, 11, 15, 8, 0, 0, 0, clock.Paris))
	b = b.costs(1800, new(time.Date(2026, 11, 20, 12, 0, 0, 0, clock.Paris)))
	for term, want := range []money.Cents{1500, 1500, 1800} {
		if _, got := b.RenewalPrice(term); got != want {
			t.Errorf("%s costs %d, want %d", b.Term(term), got, want)
		}
	}
	if from, ever := b.firstAt(2); !ever || from.Format(time.DateOnly) != "2027-01-15" {
		t.Errorf("from %s on, %v", from, ever)
	}
	if got := b.priced(); got.TariffVersion != 1 || got.Tariff.UnitPrice() != 1500 {
		t.Errorf("the next term: %+v", got)
	}
	if got := b.priced().Began().priced(); got.TariffVersion != 2 || got.Tariff.UnitPrice() != 1800 {
		t.Errorf("the one after: %+v", got)
	}
}

// A tariff that is sold by the year has no price for a month.
func TestAnotherUnitIsNoPrice(t *testing.T) {
	b := renewing(pricing.Month, at(9, 15, 10))
	b.Offer = tariff.TermPrice{Version: 2, Unit: pricing.Year, Amount: 100}
	if version, got := b.RenewalPrice(1); version != 1 || got != 1500 {
		t.Errorf("%d of version %d", got, version)
	}
}

// What is billed is no more than what was bought or told in time, nor than the tariff costs today.
func TestNobodyPaysWhatTheyWereNotTold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := renewing(rapid.SampledFrom([]pricing.Unit{pricing.Month, pricing.Year}).Draw(t, "unit"), at(1, 31, 8))
		b.NoticeDays = rapid.IntRange(0, 365).Draw(t, "days")
		term := rapid.IntRange(1, 14).Draw(t, "term")
		starts, paid := b.Term(term), b.Tariff.UnitPrice()
		most := paid // of what was bought or told in time
		for range rapid.IntRange(0, 5).Draw(t, "changes") {
			var sent *time.Time
			if rapid.Bool().Draw(t, "sent") {
				sent = new(starts.AddDate(0, 0, -rapid.IntRange(0, 400).Draw(t, "before")))
			}
			amount := money.Cents(rapid.IntRange(0, 5).Draw(t, "price") * 500)
			b = b.costs(amount, sent)
			if sent != nil && clock.DayOf(starts)-clock.DayOf(*sent) >= clock.Day(b.NoticeDays) {
				most = max(most, amount)
			}
		}
		version, got := b.RenewalPrice(term)
		if got > most || got > b.Offer.Amount {
			t.Fatalf("%d is billed, %d was told, the tariff costs %d: %+v", got, most, b.Offer.Amount, b.Notices)
		}
		if version > 1 && b.Notices[version-2].Amount != got || version == 1 && got != paid {
			t.Fatalf("%d is not the price of version %d: %+v", got, version, b.Notices)
		}
	})
}

func TestWindowOfTheNotice(t *testing.T) {
	paris := func(text string) time.Time {
		at, err := time.ParseInLocation("2006-01-02 15:04", text, clock.Paris)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for _, c := range []struct{ starts, from, until, term string }{
		{"2026-12-15 18:00", "2027-09-15 18:00", "2027-11-15 18:00", "2027-12-15 18:00"},
		{"2027-02-28 00:00", "2027-11-28 00:00", "2028-01-28 00:00", "2028-02-28 00:00"},
		{"2028-02-29 08:15", "2028-11-28 08:15", "2029-01-28 08:15", "2029-02-28 08:15"}, // no 29 February a year later
		{"2027-05-31 08:15", "2028-02-29 08:15", "2028-04-30 08:15", "2028-05-31 08:15"},
		{"2027-03-28 02:30", "2027-12-28 03:30", "2028-02-28 03:30", "2028-03-28 03:30"}, // an hour that the clock skips
		{"2027-10-31 02:30", "2028-07-31 02:30", "2028-09-30 02:30", "2028-10-31 02:30"}, // an hour that it shows twice
		{"2027-06-30 09:00", "2028-03-30 09:00", "2028-05-30 09:00", "2028-06-30 09:00"}, // the clocks change in between
	} {
		b := renewing(pricing.Year, paris(c.starts))
		from, until := b.noticeWindow(1)
		if !from.Equal(paris(c.from)) || !until.Equal(paris(c.until)) || !b.Term(1).Equal(paris(c.term)) {
			t.Errorf("%s: from %s until %s, renews %s", c.starts, from, until, b.Term(1))
		}
		for _, at := range []struct {
			at  time.Time
			due bool
		}{
			{from.Add(-time.Second), false},
			{from, true},
			{from.AddDate(0, 0, 7), true}, // the server was away for a week
			{until, true},
			{until.Add(time.Second), false},
		} {
			if got := b.noticeDue(at.at); got != at.due {
				t.Errorf("%s at %s: due %v", c.starts, at.at, got)
			}
			sent := b
			sent.Notices = []Notice{{Kind: RenewalNotice, Number: 1, SentAt: &at.at}}
			if sent.noticeDue(at.at) || sent.unwarned(1) == at.due {
				t.Errorf("%s, sent at %s: unwarned %v", c.starts, at.at, sent.unwarned(1))
			}
		}
	}
}

func TestWhoIsOwedTheNotice(t *testing.T) {
	yearly := renewing(pricing.Year, at(1, 1, 0))
	now := at(11, 1, 0)
	queued, ended, once, toCome := yearly, yearly.endsWithTerm(), yearly, yearly
	queued.Notices = []Notice{{Kind: RenewalNotice, Number: 1}}
	once.Renewed = false
	toCome.NextTerm, toCome.NextAt = 0, new(at(1, 1, 0).AddDate(1, 0, 0))
	monthly := renewing(pricing.Month, at(10, 20, 0))
	for name, c := range map[string]struct {
		b             Bought
		due, unwarned bool
	}{
		"by the year":      {yearly, true, true},
		"queued, not sent": {queued, false, true},
		"ended":            {ended, false, true},
		"not renewed":      {once, false, false},
		"to come":          {toCome, false, false},
		"by the month":     {monthly, false, false},
	} {
		if due, unwarned := c.b.noticeDue(now), c.b.unwarned(c.b.NextTerm); due != c.due || unwarned != c.unwarned {
			t.Errorf("%s: due %v, unwarned %v", name, due, unwarned)
		}
	}
}

// What renewed without its letter is ended at once by its customer, with the days left; by the day of the term.
func TestFreeToEnd(t *testing.T) {
	now := at(3, 1, 0).AddDate(1, 0, 0)
	b := renewing(pricing.Year, at(1, 1, 0)).Began()
	if b.FreeToEnd(now) || b.customerEnding(now) != (Ending{When: AtTerm, Refund: NoRefund}) {
		t.Error("warned, and free to end")
	}
	b.UnwarnedTerm = new(1)
	if how := b.customerEnding(now); how.When != AtOnce || how.Refund != ProRata || how.Comment != msgUnwarned {
		t.Errorf("%+v", how)
	}
	b.PaymentStatus = paidByHand
	if how := b.customerEnding(now); how.When != AtOnce || how.Refund != NoRefund ||
		how.Comment != msgUnwarned+" L'échéance a été réglée autrement que par carte\u00a0: 306 de ses 366 jours restent à rendre." {
		t.Errorf("%+v", how)
	}
	if next := b.Began(); next.FreeToEnd(now.AddDate(1, 0, 0)) {
		t.Error("free to end in the next term too")
	}
	if b.endsAt(at(2, 1, 0).AddDate(1, 0, 0)).FreeToEnd(now) {
		t.Error("free to end when it is over")
	}
}
