package pdf

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"consigne/internal/domain/places/photo"
	"consigne/internal/domain/stays/leftbike"
)

// proofs are the kinds of proof in French.
var proofs = map[leftbike.Proof]string{
	leftbike.Invoice: "facture", leftbike.Certificate: "attestation d’identification",
	leftbike.KeyOfLock: "clé de l’antivol", leftbike.OtherProof: "autre",
}

// steps are the steps of a file in French.
var steps = map[leftbike.Step]string{
	leftbike.Opened: "Ouvert", leftbike.Noticed: "Préavis", leftbike.Removed: "Enlevé", leftbike.Returned: "Rendu",
	leftbike.Given: "Donné", leftbike.Destroyed: "Détruit", leftbike.Reclaimed: "Repris par son propriétaire",
	leftbike.Cancelled: "Annulé",
}

// RenderLeftBike writes the file about a bicycle that was left as a PDF file, with its photos.
func RenderLeftBike(w io.Writer, file leftbike.Whole, photos []photo.Print) error {
	l, err := newLayout()
	if err != nil {
		return err
	}
	name := fmt.Sprintf("Vélo laissé, dossier no\u00a0%d", file.ID)
	title := style{bold: true, size: 19, leading: 26, colour: accent}
	l.y = l.paragraph(l.root.add("H1"), title, left, l.y, right-left, toLeft, name)
	l.y = l.paragraph(l.root.add("P"), mutedStyle, left, l.y, right-left, toLeft, file.Host) + 10
	l.rule()
	l.y += 12
	columns := []column{{"", 140, toLeft}, {"", 320, toLeft}}
	section := func(heading string, rows [][]string) {
		l.room(80)
		columns[0].title, columns[1].title = heading, ""
		l.grid(columns, rows, false)
		l.y += 12
	}
	section("Le vélo", bikeRows(file))
	section("Étapes", stepRows(file))
	b := file.Bylaw
	section("Règlement à l’ouverture", [][]string{
		{"Préavis", days(b.NoticeDays)},
		{"Enlèvement", days(b.RemovalDays) + " de plus"},
		{"Garde", days(b.KeepingDays)},
		{"Fin", days(b.EndDays) + " de plus"},
		{"Texte de l’avis", orDash(b.NoticeText)},
	})
	l.photos(file, photos)
	return l.write(w, information{title: name, author: file.Host, language: "fr-FR", at: file.At})
}

// photos draws the photos, two beside each other, each with when it was added and the step of the file then.
func (l *layout) photos(file leftbike.Whole, photos []photo.Print) {
	if len(photos) == 0 {
		return
	}
	const (
		gap  = 16.0
		side = (right - left - gap) / 2 // of the square that a photo fits into
	)
	l.room(side + 60)
	l.y = l.paragraph(l.root.add("H2"), headStyle, left, l.y, right-left, toLeft, "Photos") + 6
	for pair := range slices.Chunk(numbered(file, photos), 2) {
		l.room(side + 40)
		end := l.y
		for column, p := range pair {
			scale := min(side/float64(max(p.Width, p.Height)), 1)
			x, height := left+float64(column)*(side+gap), float64(p.Height)*scale
			figure := l.root.add("Figure")
			figure.attributes = "/Alt" + textString(p.caption)
			l.picture(figure, p.Picture, x, l.y, float64(p.Width)*scale, height)
			end = max(end, l.paragraph(l.root.add("P"), smallStyle, x, l.y+height+3, side, toLeft, p.caption))
		}
		l.y = end + 12
	}
}

// captioned is a photo with what is written below it.
type captioned struct {
	photo.Picture
	caption string
}

func numbered(file leftbike.Whole, photos []photo.Print) []captioned {
	list := make([]captioned, len(photos))
	for i, p := range photos {
		list[i] = captioned{p.Picture, fmt.Sprintf("Photo %d, %s, étape\u00a0: %s", i+1, instant(p.At),
			strings.ToLower(steps[file.StepAt(p.At)]))}
	}
	return list
}

func bikeRows(file leftbike.Whole) [][]string {
	place := file.Station.Name
	if file.LockerID != 0 {
		place += ", casier " + file.Locker.Name
	}
	owner := "Inconnu"
	if a := file.Account; file.AccountID != 0 {
		owner = a.FirstName + " " + a.LastName + ", " + a.Email
	}
	rows := [][]string{
		{"Lieu", place},
		{"Description", file.Description},
		{"Marquage", orDash(file.Mark)},
		{"Étiquette", orDash(file.Tag)},
		{"Usager", owner},
	}
	if file.StayID != 0 {
		rows = append(rows, []string{"Utilisation", fmt.Sprintf("no\u00a0%d", file.StayID)},
			[]string{"Frais d’enlèvement", file.Fee.String()})
	}
	return rows
}

func stepRows(file leftbike.Whole) [][]string {
	rows := [][]string{{steps[leftbike.Opened], instant(file.OpenedAt)}}
	add := func(step string, at *time.Time, details string) {
		if at != nil {
			rows = append(rows, []string{step, instant(*at) + details})
		}
	}
	posted := ""
	if file.Posted {
		posted = ", avis apposé sur le vélo"
	}
	add(steps[leftbike.Noticed], file.NoticedAt, posted)
	where := ", dépôt\u00a0: " + file.Depot
	if file.Shelf != "" {
		where += ", rayon\u00a0: " + file.Shelf
	}
	add(steps[leftbike.Removed], file.RemovedAt, where)
	to := ""
	if file.Recipient != "" {
		to = ", à " + file.Recipient
	}
	if file.Proof != "" {
		to += ", justificatif\u00a0: " + proofs[file.Proof]
	}
	add(steps[file.Ending], file.EndedAt, to)
	return rows
}

func days(n int) string {
	if n > 1 {
		return fmt.Sprintf("%d\u00a0jours", n)
	}
	return fmt.Sprintf("%d\u00a0jour", n)
}

func orDash(text string) string {
	if text == "" {
		return "—"
	}
	return text
}
