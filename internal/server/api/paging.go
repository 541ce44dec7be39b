package api

import (
	"math"

	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/paging"
	"consigne/internal/server/api/shape"
)

// PageInput selects a page; the first is 1.
type PageInput struct {
	Page         int `query:"page" minimum:"1" default:"1"`
	ItemsPerPage int `query:"itemsPerPage" minimum:"1" maximum:"20" default:"10"`
}

// Window returns the offset and limit of the page. For any page number they stay within the engines' range.
func (p PageInput) Window() (offset, limit int) {
	return (min(p.Page, math.MaxInt32) - 1) * p.ItemsPerPage, p.ItemsPerPage
}

// KeyedPages describes the pages of a list that is read by key.
const KeyedPages = "« suivant » et « precedent » d'une réponse mènent, par « apres » et « avant », aux pages voisines, aussi loin que va " +
	"la liste ; « page » n'est alors plus lu. Les pages ne sont numérotées que jusqu'à la 10 000e ligne."

// KeyInput selects a page of a list that is read by key: that after or before a key or, without a key, by its number.
type KeyInput struct {
	PageInput
	Apres string `query:"apres" maxLength:"64" doc:"« suivant » de la page qui précède"`
	Avant string `query:"avant" maxLength:"64" doc:"« precedent » de la page qui suit"`
}

// Window returns the page that is asked for. It returns fault.Invalid for what is no key, and for two keys.
func (k KeyInput) Window() (paging.Window, error) {
	offset, limit := k.PageInput.Window()
	if k.Apres != "" && k.Avant != "" {
		return paging.Window{}, fault.Invalid("avant", "Une page est après ou avant une autre.")
	}
	after, err := keyIn("apres", k.Apres)
	if err != nil {
		return paging.Window{}, err
	}
	before, err := keyIn("avant", k.Avant)
	if after != nil || before != nil {
		offset = 0
	}
	return paging.Window{Offset: offset, Limit: limit, After: after, Before: before}, err
}

// CursorInput selects a page of a list that is left only forwards.
type CursorInput struct {
	Apres  string `query:"apres" maxLength:"64" doc:"« suivant » de la page qui précède"`
	Limite int    `query:"limite" minimum:"1" maximum:"100" default:"20"`
}

// After returns the key after which the page begins; nil: it is the first. It returns fault.Invalid for what is no key.
func (c CursorInput) After() (*paging.Key, error) { return keyIn("apres", c.Apres) }

// CursorOf returns what leads from the page to the next; nil: it is the last.
func CursorOf[T any](page paging.Page[T]) *string {
	if page.Next == nil {
		return nil
	}
	return new(page.Next.String())
}

// keyIn parses a key of the query; nil: there is none.
func keyIn(name, text string) (*paging.Key, error) {
	if text == "" {
		return nil, nil
	}
	key, ok := paging.Parse(text)
	if !ok {
		return nil, shape.BadQuery(name)
	}
	return &key, nil
}

// Neighbours leads from a page to those beside it.
type Neighbours struct {
	Precedent string `json:"precedent,omitempty" doc:"Pour « avant » ; absent sur la première page"`
	Suivant   string `json:"suivant,omitempty" doc:"Pour « apres » ; absent sur la dernière page"`
}

// NeighboursOf returns what leads from the page to those beside it.
func NeighboursOf[T any](page paging.Page[T]) Neighbours {
	text := func(key *paging.Key) string {
		if key == nil {
			return ""
		}
		return key.String()
	}
	return Neighbours{text(page.Previous), text(page.Next)}
}
