package mail

import (
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	texttemplate "text/template"
	"text/template/parse"
	"time"

	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/kernel/text"
)

// fieldsIn adds the variables that a part of a template names.
func fieldsIn(node parse.Node, of *texttemplate.Template, found map[string]bool) {
	switch node := node.(type) {
	case *parse.ListNode:
		if node != nil {
			for _, inner := range node.Nodes {
				fieldsIn(inner, of, found)
			}
		}
	case *parse.ActionNode:
		fieldsIn(node.Pipe, of, found)
	case *parse.PipeNode:
		if node != nil {
			for _, command := range node.Cmds {
				for _, word := range command.Args {
					fieldsIn(word, of, found)
				}
			}
		}
	case *parse.FieldNode:
		found[strings.Join(node.Ident, ".")] = true
	case *parse.VariableNode:
		found[strings.Join(node.Ident[1:], ".")] = true
	case *parse.IfNode:
		fieldsIn(node.Pipe, of, found)
		fieldsIn(node.List, of, found)
		fieldsIn(node.ElseList, of, found)
	case *parse.WithNode:
		fieldsIn(node.Pipe, of, found)
		fieldsIn(node.List, of, found)
		fieldsIn(node.ElseList, of, found)
	case *parse.RangeNode:
		fieldsIn(node.Pipe, of, found)
		fieldsIn(node.List, of, found)
	case *parse.TemplateNode:
		fieldsIn(of.Lookup(node.Name).Root, of, found)
	}
}

// Each language has every letter that French has, with the same variables.
func TestEachLanguageHasEveryMail(t *testing.T) {
	parts := func(language text.Language) map[string]map[string]bool {
		of := map[string]map[string]bool{}
		for _, part := range translations[language].Templates() {
			if !strings.HasSuffix(part.Name(), ".txt") {
				of[part.Name()] = map[string]bool{}
				fieldsIn(part.Root, part, of[part.Name()])
			}
		}
		return of
	}
	french := parts(text.French)
	if len(french) < 20 || !french["encaissement"]["Number"] {
		t.Fatalf("letters: %v", french)
	}
	for _, language := range text.Languages {
		found := parts(language)
		for name := range maps.Keys(found) {
			if french[name] == nil {
				t.Errorf("%s alone has %s", language, name)
			}
		}
		for name, fields := range french {
			if !maps.Equal(found[name], fields) {
				t.Errorf("%s of %s names %v, French %v", name, language, slices.Sorted(maps.Keys(found[name])),
					slices.Sorted(maps.Keys(fields)))
			}
		}
	}
}

// A no-break space stands wherever French typography wants one.
func TestFrenchMailsKeepPunctuationWithItsWord(t *testing.T) {
	content, err := translationFiles.ReadFile("languages/fr.txt")
	if err != nil {
		t.Fatal(err)
	}
	markup := regexp.MustCompile(`\{\{[^}]*\}\}`)
	ordinary := regexp.MustCompile(`[^\x{a0}\x{202f}][:;!?»](\s|$)|«[^\x{a0}]`)
	for line := range strings.Lines(string(content)) {
		if found := ordinary.FindString(markup.ReplaceAllString(line, "")); found != "" {
			t.Errorf("%q in %q", found, line)
		}
	}
}

func TestAmountsAndDaysOfEachLanguage(t *testing.T) {
	at := time.Date(2027, 3, 1, 8, 5, 0, 0, time.UTC)
	for language, want := range map[text.Language][]string{
		"": {
			"12,50\u00a0€", "1\u202f234\u202f567,05\u00a0€", "\u22120,05\u00a0€",
			"1er mars 2027", "01/03/2027 à 09\u00a0h\u00a005", "«\u00a0Gare\u00a0»",
		},
		text.French: {
			"12,50\u00a0€", "1\u202f234\u202f567,05\u00a0€", "\u22120,05\u00a0€",
			"1er mars 2027", "01/03/2027 à 09\u00a0h\u00a005", "«\u00a0Gare\u00a0»",
		},
		text.English: {
			"€12.50", "€1,234,567.05", "\u2212€0.05",
			"1 March 2027", "1 March 2027 at 09:05", "“Gare”",
		},
		text.German: {
			"12,50\u00a0€", "1.234.567,05\u00a0€", "\u22120,05\u00a0€",
			"1. März 2027", "1. März 2027 um 09:05", "„Gare“",
		},
		text.Spanish: {
			"12,50\u00a0€", "1.234.567,05\u00a0€", "\u22120,05\u00a0€",
			"1 de marzo de 2027", "1 de marzo de 2027 a las 09:05", "«Gare»",
		},
		text.Italian: {
			"12,50\u00a0€", "1.234.567,05\u00a0€", "\u22120,05\u00a0€",
			"1 marzo 2027", "1 marzo 2027 alle 09:05", "«Gare»",
		},
		text.Dutch: {
			"€\u00a012,50", "€\u00a01.234.567,05", "\u2212€\u00a00,05",
			"1 maart 2027", "1 maart 2027 om 09:05", "‘Gare’",
		},
	} {
		got := []string{
			amount(language, 1250), amount(language, 123_456_705), amount(language, -5), day(language, at),
			instant(language, &at), name(language, "Gare"),
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q", language, got)
		}
	}
}

// Every letter is written in every language, whatever it leaves out: nothing of a template or a missing value shows,
// and the page says what the text says.
func TestEveryMailIsWritten(t *testing.T) {
	at := time.Date(2027, 3, 1, 8, 5, 0, 0, time.UTC)
	term := Sale{
		Seller: "Littoral", SellerEmail: "aide@littoral.test", Subscription: "Mensuel", From: at, To: at.AddDate(0, 1, 0),
	}
	stay := Sale{Seller: "Littoral", SellerEmail: "aide@littoral.test", From: at, Station: "Gare"}
	quote, err := pricing.Price(pricing.Terms{
		Unit: pricing.Hour, Amount: 50, OverrunAfter: new(int64(60)), OverrunAmount: new(money.Cents(100)),
		OverrunUnit: pricing.Hour,
	}, at, at.Add(2*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range append([]text.Language{""}, text.Languages...) {
		to := Recipient{Email: "zoe@exemple.test", FirstName: "Zoé", Language: language}
		for name, letter := range map[string]func() (Message, error){
			"receipt": func() (Message, error) { return Receipt(to, "Littoral", "EX-1", nil) },
			"purchase": func() (Message, error) {
				return Paid(to, Collection{Sale: term, Amount: 1500, Number: "EX-1", First: true, Next: &at}, nil)
			},
			"renewal": func() (Message, error) { return Paid(to, Collection{Sale: term, Amount: 1500, Number: "EX-1"}, nil) },
			"stay":    func() (Message, error) { return Paid(to, Collection{Sale: stay, Amount: 250, Number: "EX-1"}, nil) },
			"refund": func() (Message, error) {
				return Refunded(to, Giving{Sale: stay, Amount: 250, Number: "EX-1", OntoCard: true}, nil)
			},
			"by hand": func() (Message, error) { return Refunded(to, Giving{Sale: term, Amount: 250}, nil) },
			"unpaid": func() (Message, error) {
				return StayUnpaid(to, Failure{Sale: stay, Amount: 250, Why: WhyDeclined, Card: "**** 4242", NextAt: &at})
			},
			"no card": func() (Message, error) { return TermUnpaid(to, Failure{Sale: term, Amount: 1500, Why: WhyNoCard}) },
			"grace":   func() (Message, error) { return TermUnpaid(to, Failure{Sale: term, Amount: 1500, OpensUntil: &at}) },
			"too late": func() (Message, error) {
				return TermUnpaid(to, Failure{Sale: term, Amount: 1500, Why: WhyUnusable, Card: "**** 4242", Over: true})
			},
			"ends": func() (Message, error) {
				return Ended(to, End{"Littoral", "aide@littoral.test", "Mensuel", at, false, 0, 0})
			},
			"ended": func() (Message, error) {
				return Ended(to, End{"Littoral", "aide@littoral.test", "Mensuel", at, true, 6049, 350})
			},
			"overrun": func() (Message, error) { return OverrunSoon(to, Overrun{"Littoral", "Gare", "A1", at, 100, true}) },
			"limit":   func() (Message, error) { return OverrunSoon(to, Overrun{"Littoral", "Gare", "A1", at, 0, false}) },
			"code": func() (Message, error) {
				return DoorCode(to, Code{"Littoral", "aide@littoral.test", "Gare", "A1", "042917", at})
			},
			"code without an address to write to": func() (Message, error) {
				return DoorCode(to, Code{"Littoral", "", "Gare", "A1", "042917", at})
			},
			"price": func() (Message, error) {
				return PriceCorrected(to, Correction{"Littoral", "Gare", "A1", at, quote, quote, 50})
			},
			"new price": func() (Message, error) {
				return PriceChanged(to, Renewal{"Littoral", "aide@littoral.test", "Mensuel", pricing.Month, 1500, 1800, at})
			},
			"same price": func() (Message, error) {
				return PriceChanged(to, Renewal{"Littoral", "", "Annuel", pricing.Year, 12_000, 12_000, at})
			},
			"renewal ahead": func() (Message, error) {
				return RenewalAhead(to, Renewal{"Littoral", "aide@littoral.test", "Annuel", pricing.Year, 12_000, 12_000, at})
			},
			"offer": func() (Message, error) {
				return PlaceOffered(to, Wait{"Littoral", "aide@littoral.test", "Mensuel", "Gare", "A1", at, 1, at.AddDate(0, 0, 7)})
			},
			"offer of a space": func() (Message, error) {
				return PlaceOffered(to, Wait{"Littoral", "", "Mensuel", "Gare", "", at, 1, at.AddDate(0, 0, 7)})
			},
			"still waiting": func() (Message, error) {
				return StillWaiting(to, Wait{"Littoral", "aide@littoral.test", "Mensuel", "", "", at, 3, at.AddDate(0, 0, 30)})
			},
			"left bike": func() (Message, error) {
				return LeftBikeStep(to, "ouvert", LeftBike{Seller: "Littoral", Station: "Gare"})
			},
			"notice": func() (Message, error) {
				return LeftBikeStep(to, "preavis", LeftBike{Seller: "Littoral", Station: "Gare", Locker: "A1", From: at})
			},
			"removed": func() (Message, error) {
				return LeftBikeStep(to, "enleve", LeftBike{Seller: "Littoral", Station: "Gare", Depot: "Nord", Until: at})
			},
			"returned": func() (Message, error) {
				return LeftBikeStep(to, "rendu", LeftBike{Seller: "Littoral", Station: "Gare", Ending: "rendu"})
			},
			"claim":    func() (Message, error) { return Confirmation(to, "Littoral", "https://x/#jeton=1") },
			"banned":   func() (Message, error) { return Banned(to) },
			"inactive": func() (Message, error) { return Inactive(to, Inactivity{Until: at, Site: "https://x"}) },
			"leaving":  func() (Message, error) { return Inactive(to, Inactivity{Until: at, Banned: true}) },
		} {
			message, err := letter()
			if err != nil {
				t.Fatalf("%s in %q: %v", name, language, err)
			}
			for _, part := range []string{message.Subject, message.Text, message.HTML} {
				if part == "" || strings.Contains(part, "<no value>") || strings.Contains(part, "{{") {
					t.Errorf("%s in %q: %s", name, language, part)
				}
			}
			if strings.Contains(message.Text, "\n\n\n") || strings.Contains(message.Text, "  ") ||
				strings.Contains(message.Subject, "\n") {
				t.Errorf("%s in %q: %q", name, language, message.Text)
			}
			page := html.UnescapeString(message.HTML)
			for line := range strings.Lines(strings.TrimSuffix(message.Text, "Consigne\n")) {
				if line = strings.TrimLeft(strings.TrimSpace(line), "-+| "); !strings.Contains(page, line) {
					t.Errorf("%s in %q: the page lacks %q", name, language, line)
				}
			}
		}
	}
}
