package mail

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"regexp"
	"strings"
	texttemplate "text/template"
	"time"

	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/kernel/text"
)

// Letters to customers are written once in each language, as text of which the page is made.
//
//go:embed languages
var translationFiles embed.FS

var translations = func() map[text.Language]*texttemplate.Template {
	all := map[text.Language]*texttemplate.Template{}
	for _, language := range text.Languages {
		all[language] = texttemplate.Must(texttemplate.ParseFS(translationFiles, "languages/"+string(language)+".txt"))
	}
	return all
}()

// Recipient is a customer.
type Recipient struct {
	Email     string
	FirstName string
	Language  text.Language
}

func (r Recipient) name(typed string) string     { return name(r.Language, typed) }
func (r Recipient) amount(c money.Cents) string  { return amount(r.Language, c) }
func (r Recipient) day(at time.Time) string      { return day(r.Language, at) }
func (r Recipient) instant(at *time.Time) string { return instant(r.Language, at) }
func (r Recipient) amountOrNone(c money.Cents) string {
	if c == 0 {
		return ""
	}
	return r.amount(c)
}

// block is a part of a letter's page: a paragraph, one in a box, a list or a button.
type block struct {
	Text                 string
	Boxed                bool
	Items                []string
	Link, Label, Address string
}

var blankLines = regexp.MustCompile(`\n\n+`)

// write writes the letter of that name.
func (r Recipient) write(template string, values map[string]any) (Message, error) {
	language := cmp.Or(r.Language, text.French)
	values["FirstName"] = greeted(r.FirstName)
	var failed error
	part := func(name string) string {
		var written bytes.Buffer
		if err := translations[language].ExecuteTemplate(&written, name, values); err != nil {
			failed = fmt.Errorf("write %s: %w", name, err)
		}
		return strings.TrimSpace(written.String())
	}
	subject, greeting := part(template+".objet"), part("salut")
	body := blankLines.ReplaceAllString(part(template), "\n\n")
	blocks := []block{{Text: greeting}}
	for paragraph := range strings.SplitSeq(body, "\n\n") {
		if link, linked := values["Link"]; linked && paragraph == link {
			blocks = append(blocks, block{Link: paragraph, Label: part(template + ".bouton"), Address: part("adresse")})
			continue
		}
		blocks = append(blocks, blocksOf(paragraph)...)
	}
	if failed != nil {
		return Message{}, failed
	}
	var page bytes.Buffer
	err := pages.ExecuteTemplate(&page, "letter.html",
		map[string]any{"Subject": subject, "Language": string(language), "Blocks": blocks})
	return Message{
		To: r.Email, Subject: subject, Text: greeting + "\n\n" + body + "\n\nConsigne\n", HTML: page.String(),
	}, err
}

// blocksOf returns the lines of a paragraph as text, text in a box and lists.
func blocksOf(paragraph string) []block {
	blocks := []block{}
	for line := range strings.Lines(paragraph) {
		line = strings.TrimSpace(line)
		item, listed := strings.CutPrefix(line, "- ")
		inside, boxed := strings.CutPrefix(line, "| ")
		last := len(blocks) - 1
		switch {
		case listed && last >= 0 && blocks[last].Items != nil:
			blocks[last].Items = append(blocks[last].Items, item)
		case strings.HasPrefix(line, "+--"): // the edge of a box
		case boxed && last >= 0 && blocks[last].Boxed:
			blocks[last].Text += " " + inside
		case boxed:
			blocks = append(blocks, block{Text: inside, Boxed: true})
		case listed:
			blocks = append(blocks, block{Items: []string{item}})
		default:
			blocks = append(blocks, block{Text: line})
		}
	}
	return blocks
}

// Receipt brings the receipt of a payment and its credit notes, which are attached.
func Receipt(to Recipient, seller, number string, files []File) (Message, error) {
	message, err := to.write("recu", map[string]any{"Seller": to.name(seller), "Number": number})
	message.Files = files
	return message, err
}

// Sale is what a payment is for: a term of a subscription, or a stay.
type Sale struct {
	Seller       string
	SellerEmail  string
	Subscription string // empty: it is for a stay
	From, To     time.Time
	Station      string // of the stay
}

func (r Recipient) sale(s Sale, more map[string]any) map[string]any {
	values := map[string]any{"Seller": r.name(s.Seller), "SellerEmail": s.SellerEmail, "Subscription": "", "To": ""}
	if s.Subscription != "" {
		values["Subscription"], values["From"], values["To"] = r.name(s.Subscription), r.day(s.From), r.day(s.To)
	} else {
		values["From"], values["Station"] = r.instant(&s.From), r.name(s.Station)
	}
	for name, value := range more {
		values[name] = value
	}
	return values
}

// Collection is the content of the letter about a payment that was collected.
type Collection struct {
	Sale
	Amount money.Cents
	Number string     // of the receipt
	First  bool       // the term is the first of its subscription
	Next   *time.Time // when the next term begins; nil: there is none
}

// Paid tells a customer what was collected, and brings the receipt.
func Paid(to Recipient, about Collection, files []File) (Message, error) {
	next := ""
	if about.Next != nil {
		next = to.day(*about.Next)
	}
	message, err := to.write("encaissement", to.sale(about.Sale, map[string]any{
		"Amount": to.amount(about.Amount), "Number": about.Number, "First": about.First, "Next": next,
	}))
	message.Files = files
	return message, err
}

// Giving is the content of the letter about money that was given back.
type Giving struct {
	Sale
	Amount   money.Cents
	Number   string // of the credit note; empty: there is none
	OntoCard bool
}

// Refunded tells a customer what was given back, and brings the credit note.
func Refunded(to Recipient, about Giving, files []File) (Message, error) {
	message, err := to.write("remboursement", to.sale(about.Sale, map[string]any{
		"Amount": to.amount(about.Amount), "Number": about.Number, "OntoCard": about.OntoCard,
	}))
	message.Files = files
	return message, err
}

// Why says why the last attempt failed.
type Why string

// The reasons; the zero Why: the payment provider did not accept it.
const (
	WhyDeclined Why = "refusee"
	WhyNoCard   Why = "absente"
	WhyUnusable Why = "inutilisable"
)

// Failure is the content of the letter about a payment that could not be collected.
type Failure struct {
	Sale
	Amount     money.Cents
	Why        Why
	Card       string     // masked; empty: there is none
	Over       bool       // the subscription has ended
	OpensUntil *time.Time // nil: it opens nothing until it is paid
	NextAt     *time.Time // of the next attempt; nil: none is planned
}

func (r Recipient) failure(about Failure) map[string]any {
	return r.sale(about.Sale, map[string]any{
		"Amount": r.amount(about.Amount), "Why": string(about.Why), "Card": about.Card, "Over": about.Over,
		"OpensUntil": r.instant(about.OpensUntil), "NextAt": r.instant(about.NextAt),
	})
}

// TermUnpaid tells a customer why a term was not collected, until when it opens all the same, and how to mend it.
func TermUnpaid(to Recipient, about Failure) (Message, error) {
	return to.write("echeance-impayee", to.failure(about))
}

// StayUnpaid tells a customer why a stay was not collected, and how to mend it.
func StayUnpaid(to Recipient, about Failure) (Message, error) {
	return to.write("utilisation-impayee", to.failure(about))
}

// End is the content of the letter about a subscription that was ended.
type End struct {
	Seller, SellerEmail string
	Subscription        string
	On                  time.Time
	Over                bool        // it has ended; else it goes on until then
	GivenBack           money.Cents // 0: nothing
	Due                 money.Cents // 0: nothing
}

// Ended tells a customer when a subscription ends, and what is given back.
func Ended(to Recipient, about End) (Message, error) {
	return to.write("abonnement-termine", map[string]any{
		"Seller": to.name(about.Seller), "SellerEmail": about.SellerEmail, "Subscription": to.name(about.Subscription),
		"On": to.day(about.On), "Over": about.Over, "GivenBack": to.amountOrNone(about.GivenBack),
		"Due": to.amountOrNone(about.Due),
	})
}

// Overrun is the content of the letter about an overrun that is near.
type Overrun struct {
	Seller, Station, Locker string
	At                      time.Time
	Price                   money.Cents // of each unit begun; 0: it costs nothing
	Daily                   bool        // the unit is a day, else an hour
}

// OverrunSoon tells a customer when the overrun of a stay begins.
func OverrunSoon(to Recipient, about Overrun) (Message, error) {
	return to.write("depassement-proche", map[string]any{
		"Seller": to.name(about.Seller), "Station": to.name(about.Station), "Locker": to.name(about.Locker),
		"At": to.instant(&about.At), "Price": to.amountOrNone(about.Price), "Daily": about.Daily,
	})
}

// Code is the content of the letter that brings an opening code.
type Code struct {
	Seller, SellerEmail string
	Station, Locker     string
	Digits              string
	Until               time.Time
}

// DoorCode brings a customer the code of a door. The subject, which servers log, does not hold it.
func DoorCode(to Recipient, about Code) (Message, error) {
	return to.write("code-ouverture", map[string]any{
		"Seller": to.name(about.Seller), "SellerEmail": about.SellerEmail, "Station": to.name(about.Station),
		"Locker": to.name(about.Locker), "Code": about.Digits, "Until": to.instant(&about.Until),
	})
}

// Correction holds the content of the letter about a price that was wrong.
type Correction struct {
	Seller    string
	Station   string
	Locker    string
	StartedAt time.Time
	Old, New  pricing.Quote
	Refunded  money.Cents
}

// PriceCorrected explains to a customer why a part of the price of a stay was refunded, line by line.
func PriceCorrected(to Recipient, c Correction) (Message, error) {
	return to.write("prix-corrige", map[string]any{
		"Seller": to.name(c.Seller), "Station": to.name(c.Station), "Locker": to.name(c.Locker),
		"StartedAt": to.instant(&c.StartedAt), "Refunded": to.amount(c.Refunded),
		"Old": to.lines(c.Old), "OldTotal": to.amount(c.Old.Amount()),
		"New": to.lines(c.New), "NewTotal": to.amount(c.New.Amount()),
	})
}

// lines explains a price: line by line in French, the language of the explanation of prices; else by its parts.
func (r Recipient) lines(q pricing.Quote) []string {
	list := []string{}
	l, foreign := locales[r.Language]
	if !foreign {
		for _, line := range q.Lines() {
			list = append(list, fmt.Sprintf("%s\u00a0: %d × %s = %s", line.Label, line.Quantity, line.UnitPrice, line.Amount))
		}
		return list
	}
	for _, part := range []struct {
		word   string
		amount money.Cents
	}{
		{l.parking, q.BeforeOverrun}, {l.overrun, q.OverrunPrice}, {l.removal, q.RemovalPrice},
	} {
		if part.amount != 0 {
			list = append(list, part.word+": "+r.amount(part.amount))
		}
	}
	return list
}

// Confirmation asks the holder of an account to confirm that a registration with an operator is theirs.
func Confirmation(to Recipient, operator, link string) (Message, error) {
	return to.write("inscription-a-confirmer", map[string]any{"Operator": to.name(operator), "Link": link})
}

// Banned tells the account holder that their account has been banned.
func Banned(to Recipient) (Message, error) { return to.write("compte-banni", map[string]any{}) }

// Inactivity holds the content of the inactivity warning.
type Inactivity struct {
	Until      time.Time // the account is kept until that day
	Banned     bool      // the holder cannot sign in
	NoPassword bool
	Site       string
}

// Inactive warns the holder of an unused account that it is about to be anonymised.
func Inactive(to Recipient, about Inactivity) (Message, error) {
	link := about.Site + "/connexion"
	if about.NoPassword {
		link = about.Site + "/oubli-mdp"
	}
	return to.write("compte-inactif", map[string]any{
		"Until": to.day(about.Until), "Banned": about.Banned, "NoPassword": about.NoPassword, "Link": link,
	})
}
