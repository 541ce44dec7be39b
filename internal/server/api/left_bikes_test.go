package api_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/kernel/clock"
)

const leftBikesAt = "/api/admin/exploitant/1/velos-laisses"

// bikeSite is a site whose stay in progress is past its removal limit, on which a file may be opened.
type bikeSite struct {
	*site
	manager string
}

func newBikeSite(s *site) bikeSite {
	s.clock.advance(49 * time.Hour)
	return bikeSite{s, s.login("gestionnaire@exemple.test").token}
}

func (b *bikeSite) opened(body map[string]any) (file string) {
	b.t.Helper()
	got := b.call("POST", leftBikesAt, b.manager, body)
	b.want("opened", got, 201, "")
	return "/api/admin/velo-laisse/" + number(got.Body["id"])
}

// smallPhoto returns the file of a photo.
func smallPhoto(t *testing.T) string {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewRGBA(image.Rect(0, 0, 60, 40))); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// photos counts those that are still stored at an instant.
func (b *bikeSite) photos(at time.Time) int {
	b.t.Helper()
	n, err := b.store.Count(b.t.Context(), "test", `SELECT COUNT(*) FROM photos WHERE erase_at > $1`, at.UnixMilli())
	b.check(err)
	return n
}

func (b *bikeSite) takes(file string, body map[string]any) answer {
	b.t.Helper()
	return b.call("POST", file+"/etape", b.manager, body)
}

// days pass, after which the account signs in again.
func (b *bikeSite) days(n int) {
	b.clock.advance(time.Duration(n) * day)
	b.manager = b.login("gestionnaire@exemple.test").token
}

// A bicycle is removed after its notice, which ends the stay at its price, and handed back; its customer gets a letter
// at each step.
func TestABicycleIsRemovedAndHandedBack(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		b := newBikeSite(s)
		s.want("limit", s.call("POST", leftBikesAt, b.manager, map[string]any{"idOccupation": 999, "description": "Noir"}),
			404, "")
		for body, field := range map[string]string{
			`{"idOccupation":1,"description":""}`:                            "description",
			`{"idOccupation":1,"description":"Noir","marquage":"BC1234567"}`: "marquage",
			`{"description":"Noir"}`:                                         "idStation",
		} {
			if got := s.call("POST", leftBikesAt, b.manager, body); got.Status != 422 ||
				dig(got.Body, "violations", 0, "propertyPath") != field {
				t.Errorf("%s: %s", body, got.Raw)
			}
		}
		_ = s.sent()
		file := b.opened(map[string]any{
			"idOccupation": 1, "description": "Noir, sacoche rouge", "marquage": "bc 1234-567a", "avisAppose": true,
		})
		s.want("twice", s.call("POST", leftBikesAt, b.manager, map[string]any{"idOccupation": 1, "description": "Noir"}), 409,
			"Un dossier est déjà ouvert pour ce vélo.")
		s.want("no more to give", b.takes(file, map[string]any{"etape": "preavis"}), 409, "")
		b.days(19)
		earliest := clock.DayOf(s.clock.Now().Add(-19*day)) + 30
		s.want("too early", b.takes(file, map[string]any{"etape": "enleve", "depot": "Nord"}), 409,
			"Possible à partir du "+earliest.Begins().Format("02/01/2006"))
		got := s.call("GET", file, b.manager, nil)
		if dig(got.Body, "suites", 0, "aPartirDu") != earliest.String() || got.Body["marquage"] != "BC1234567A" ||
			got.Body["fraisEnlevement"] != 2000.0 || dig(got.Body, "casier", "nom") != "A1" {
			t.Errorf("the file: %s", got.Raw)
		}
		b.days(11)
		before := s.call("GET", "/api/admin/casier/1/fiche", b.manager, nil)
		if length(before.Body["utilisations"]) != 1 {
			t.Fatalf("the locker: %s", before.Raw)
		}
		removed := b.takes(file, map[string]any{"etape": "enleve", "depot": "Nord", "rayon": "B2"})
		s.want("removed", removed, 200, "")
		if removed.Body["fraisEnlevement"] != 2000.0 || removed.Body["depot"] != "Nord" || removed.Body["closLe"] != nil {
			t.Errorf("removed: %s", removed.Raw)
		}
		if after := s.call("GET", "/api/admin/casier/1/fiche", b.manager, nil); length(after.Body["utilisations"]) != 0 {
			t.Errorf("the locker is not free: %s", after.Raw)
		}
		price := func() any {
			paid := s.call("GET", "/api/admin/paiement/"+number(removed.Body["idPaiement"]), b.manager, nil)
			s.want("payment", paid, 200, "")
			return dig(paid.Body, "montant")
		}
		frozen := price()
		taken := s.call("POST", file+"/photos", b.manager, smallPhoto(t))
		s.want("photo", taken, 201, "")
		shown := s.call("GET", file+"/photos/"+number(taken.Body["id"]), b.manager, nil)
		if s.want("shown", shown, 200, ""); shown.Header.Get("Content-Type") != "image/jpeg" {
			t.Errorf("shown as %s", shown.Header.Get("Content-Type"))
		}
		if b.photos(s.clock.Now().Add(89*day)) != 1 || b.photos(s.clock.Now().Add(92*day)) != 0 {
			t.Error("the photo goes at another time than the end of the keeping period")
		}
		s.want("undone", s.call("DELETE", file+"/etape", b.manager, nil), 200, "")
		s.want("removed anew", b.takes(file, map[string]any{"etape": "enleve", "depot": "Sud"}), 200, "")
		b.days(3)
		s.want("handed back", b.takes(file, map[string]any{"etape": "rendu", "remisA": "Ada", "justificatif": "facture"}),
			200, "")
		s.want("no photo of a closed file", s.call("POST", file+"/photos", b.manager, smallPhoto(t)+"x"), 409, "")
		s.want("for good", s.call("DELETE", file+"/etape", b.manager, nil), 409, "")
		if price() != frozen {
			t.Errorf("the price: %v, was %v", price(), frozen)
		}
		if pdf := s.call("GET", file+"/dossier.pdf", b.manager, nil); !strings.HasPrefix(pdf.Raw, "%PDF-1.7") ||
			strings.Count(pdf.Raw, "/Subtype/Image") != 1 {
			t.Errorf("no PDF file with its photo: %.20q", pdf.Raw)
		}
		subjects := []string{}
		for _, message := range s.sent() {
			subjects = append(subjects, message.Subject)
		}
		if !slices.Contains(subjects, "Le dossier de votre vélo est clos") ||
			slices.Contains(subjects, "Votre vélo va être enlevé") { // which is out of date by now
			t.Errorf("letters: %q", subjects)
		}
		log := s.call("GET", "/api/admin/journal?exploitant=1&action=velo.etape", s.login("admin@exemple.test").token, nil)
		if !strings.Contains(log.Raw, `"etape":["enleve","rendu"]`) || strings.Contains(log.Raw, "Ada") {
			t.Errorf("the audit log: %s", log.Raw)
		}
	})
}

// A stay that ends before the removal closes the file; both its letters go out.
func TestABicycleThatIsTakenBack(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		b := newBikeSite(s)
		_ = s.sent()
		file := b.opened(map[string]any{"idOccupation": 1, "description": "Noir"})
		if sent := s.sent(); len(sent) != 1 || sent[0].Subject != "Votre vélo est resté trop longtemps" {
			t.Errorf("letters: %v", sent)
		}
		s.want("notice", b.takes(file, map[string]any{"etape": "preavis"}), 200, "")
		if sent := s.sent(); len(sent) != 1 || !strings.Contains(sent[0].Text, "pourra l'enlever à partir du") {
			t.Errorf("letters: %v", sent)
		}
		s.want("ended", s.call("PATCH", "/api/admin/occupation/1/terminer", b.manager, nil), 200, "")
		got := s.call("GET", file, b.manager, nil)
		if got.Body["etape"] != "repris" || got.Body["closLe"] == nil || length(got.Body["suites"]) != 0 {
			t.Errorf("the file: %s", got.Raw)
		}
		s.want("another", s.call("POST", leftBikesAt, b.manager,
			map[string]any{"idOccupation": 1, "description": "Noir"}), 409, "Cette utilisation est terminée.")
	})
}

// A technician opens a file in a collective park by its tag, and decides about none.
func TestABicycleInAPark(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.countedPark() // station 4
		technician, manager := s.login("mainteneur@exemple.test").token, s.login("gestionnaire@exemple.test").token
		open := func(body map[string]any) answer { return s.call("POST", leftBikesAt, technician, body) }
		s.want("among lockers", open(map[string]any{"idStation": 1, "description": "Noir", "etiquette": "V-12"}), 409, "")
		s.want("without a tag", open(map[string]any{"idStation": 4, "description": "Noir"}), 422, "")
		s.want("at another operator",
			open(map[string]any{"idStation": 3, "description": "Noir", "etiquette": "V-12"}), 404, "")
		found := open(map[string]any{"idStation": 4, "description": "Noir", "etiquette": "v-12"})
		s.want("found", found, 201, "")
		if found.Body["utilisateur"] != nil || found.Body["etape"] != "ouvert" || found.Body["etiquette"] != "V-12" {
			t.Errorf("found: %s", found.Raw)
		}
		s.want("the same tag", open(map[string]any{"idStation": 4, "description": "Bleu", "etiquette": "V-12"}), 409, "")
		file := "/api/admin/velo-laisse/" + number(found.Body["id"])
		s.want("described", s.call("PATCH", file, technician, map[string]any{"description": "Noir, panier"}), 200, "")
		s.want("no step", s.call("POST", file+"/etape", technician, map[string]any{"etape": "preavis"}), 403, "")
		s.want("of nobody known", s.call("POST", file+"/etape", manager, map[string]any{"etape": "preavis"}), 422, "")
		s.want("posted", s.call("POST", file+"/etape", manager,
			map[string]any{"etape": "preavis", "avisAppose": true}), 200, "")
		list := s.call("GET", leftBikesAt+"?etape=preavis&station=4", technician, nil)
		if list.Body["total"] != 1.0 || dig(list.Body, "items", 0, "description") != "Noir, panier" {
			t.Errorf("the list: %s", list.Raw)
		}
		if list = s.call("GET", leftBikesAt+"?etape=ouvert", technician, nil); list.Body["total"] != 0.0 {
			t.Errorf("the list: %s", list.Raw)
		}
		for range 2 {
			s.want("undone", s.call("DELETE", file+"/etape", manager, nil), 200, "")
		}
		if got := s.call("GET", file, technician, nil); got.Body["etape"] != "annule" {
			t.Errorf("cancelled: %s", got.Raw)
		}
		s.want("a new file", open(map[string]any{"idStation": 4, "description": "Noir", "etiquette": "V-12"}), 201, "")
		elsewhere := s.login("ailleurs@exemple.test").token
		for method, path := range map[string]string{
			"GET": file, "PATCH": file, "POST": file + "/etape", "DELETE": file + "/etape",
		} {
			s.want(fmt.Sprintf("%s of another operator", method), s.call(method, path, elsewhere,
				map[string]any{"etape": "preavis"}), 404, "")
		}
	})
}

// Of two nodes that open a file about one stay, one does.
func TestOneFileAStay(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		b := newBikeSite(s)
		statuses := make([]int, 2)
		acts := []func(){}
		for i := range statuses {
			acts = append(acts, func() {
				statuses[i] = s.call("POST", leftBikesAt, b.manager,
					map[string]any{"idOccupation": 1, "description": "Noir"}).Status
			})
		}
		s.atOnce(acts...)
		slices.Sort(statuses)
		if !slices.Equal(statuses, []int{201, 409}) {
			t.Errorf("statuses: %v", statuses)
		}
	})
}
