package pdf

import (
	"fmt"
	"io"
	"strings"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/places/availability"
)

// RenderAvailability writes the availability of an operator in a month as a PDF file. The same report gives the same
// bytes.
func RenderAvailability(w io.Writer, operator string, r availability.Report) error {
	l, err := newLayout()
	if err != nil {
		return err
	}
	name := "Disponibilité, " + strings.Replace(r.Month.French(), " ", "\u00a0", 1)
	p := &availabilityPage{l, r}
	p.heading(name, operator)
	p.total()
	p.stations()
	l.feet(name, document.Seller{Name: operator})
	at := r.To
	if r.ClosedAt != nil {
		at = *r.ClosedAt
	}
	return l.write(w, information{title: name, author: operator, language: "fr-FR", at: at})
}

// availabilityPage draws a month part by part, from the top.
type availabilityPage struct {
	*layout
	availability.Report
}

func (p *availabilityPage) heading(name, operator string) {
	stamp, said := "Provisoire", "Ce mois n’est pas clôturé\u00a0: ses chiffres peuvent encore changer."
	if p.ClosedAt != nil {
		stamp = "Clôturée"
		said = "Mois clôturé le " + instant(*p.ClosedAt) + ". Le registre des écritures contient l’empreinte des " +
			"indisponibilités, avec leurs causes d’alors."
	}
	title := style{bold: true, size: 19, leading: 26, colour: accent}
	p.stamp(p.y+2, stamp)
	p.y = p.paragraph(p.root.add("H1"), title, left, p.y, right-left-100, toLeft, name)
	p.y = p.paragraph(p.root.add("P"), mutedStyle, left, p.y, right-left, toLeft, said) + 10
	p.rule()
	p.y += 12
	p.y = p.party("Exploitant", left, right-left, operator, nil) + 16
}

// total draws what the operator's lockers add up to.
func (p *availabilityPage) total() {
	p.section("Ensemble")
	target := "aucun"
	if p.Contract.Target > 0 {
		target = share(p.Contract.Target)
	}
	rows := [][]string{
		{"Taux de disponibilité", rateOf(p.Total)},
		{"Objectif", target},
		{"Heures dues", hours(p.Total.Due)},
		{"Heures indisponibles", hours(p.Total.Out)},
		{"Heures dont la cause est exclue", hours(p.Total.LeftOut)},
		{"Heures sans écoute du serveur, comptées à personne", hours(p.Total.Unknown)},
		{"Pénalité", p.Penalty.String()},
	}
	if p.Since != nil {
		rows = append(rows,
			[]string{"Taux avec les causes changées depuis la clôture", rateOf(*p.Since)},
			[]string{"Pénalité avec ces causes", p.SinceCost.String()})
	}
	p.grid([]column{{"Chiffre", 330, toLeft}, {"Valeur", 129, toRight}}, rows, false)
	p.said("Les heures sont celles des casiers\u00a0: une heure de dix casiers en compte dix.")
}

// stations draws a line for each station.
func (p *availabilityPage) stations() {
	p.section("Par station")
	rows := make([][]string, len(p.Stations))
	for i, s := range p.Stations {
		rows[i] = []string{s.Name, fmt.Sprint(s.Lockers), hours(s.Due), hours(s.Out), hours(s.LeftOut), rateOf(s.Figures)}
	}
	if len(rows) == 0 {
		p.said("Aucun casier n’était en place.")
		return
	}
	p.grid([]column{
		{"Station", 150, toLeft},
		{"Casiers", 42, toRight},
		{"Heures dues", 66, toRight},
		{"Indisponibles", 66, toRight},
		{"Exclues", 52, toRight},
		{"Taux", 51, toRight},
	}, rows, false)
}

// hours writes a time in hours and minutes, « 1 234 h 05 ».
func hours(m availability.Millis) string {
	minutes := m.Seconds() / 60
	text := fmt.Sprint(minutes / 60)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "\u202f" + text[i:]
	}
	return fmt.Sprintf("%s\u00a0h\u00a0%02d", text, minutes%60)
}

func rateOf(f availability.Figures) string {
	rate := f.Rate()
	if rate == nil {
		return "—"
	}
	return share(*rate)
}

// share writes hundredths of a percent, « 98,75 % ».
func share(rate int64) string {
	return strings.Replace(fmt.Sprintf("%d.%02d\u202f%%", rate/100, rate%100), ".", ",", 1)
}
