package ledger

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"consigne/internal/kernel/clock"
)

// Published is the JSON document of an operator's seals, as auditors read and keep it (docs/ledger.md#seals).
type Published struct {
	Exploitant int64           `json:"exploitant"`
	Cles       []PublicKey     `json:"cles" doc:"Clés publiques (Ed25519, en base64), celle qui signe aujourd'hui d'abord"`
	Sceaux     []PublishedSeal `json:"sceaux" doc:"Du plus ancien au plus récent"`
}

// PublishedSeal is one of them.
type PublishedSeal struct {
	Jour      string    `json:"jour" format:"date" doc:"À Paris"`
	Numero    int64     `json:"numero" doc:"De la dernière écriture"`
	Empreinte string    `json:"empreinte" doc:"De cette écriture (SHA-256, en hexadécimal)"`
	Cle       PublicKey `json:"cle"`
	Signature string    `json:"signature" doc:"Ed25519, en base64"`
}

func publish(operatorID int64, keys []PublicKey, seals []Seal) Published {
	doc := Published{Exploitant: operatorID, Cles: keys, Sceaux: make([]PublishedSeal, len(seals))}
	for i, s := range seals {
		doc.Sceaux[i] = PublishedSeal{s.Day.String(), s.Sequence, s.Hash, s.Signature.Key, s.Signature.Value}
	}
	return doc
}

// Seals returns the seals of the document.
func (p Published) Seals() ([]Seal, error) {
	list := make([]Seal, len(p.Sceaux))
	for i, s := range p.Sceaux {
		day, err := clock.ParseDay(s.Jour)
		if err != nil {
			return nil, err
		}
		list[i] = Seal{
			OperatorID: p.Exploitant, Day: day, Sequence: s.Numero, Hash: s.Empreinte,
			Signature: Signature{s.Cle, s.Signature},
		}
	}
	return list, nil
}

// ReadPublished reads such a document.
func ReadPublished(from io.Reader) (Published, error) {
	var doc Published
	if err := json.NewDecoder(from).Decode(&doc); err != nil {
		return doc, fmt.Errorf("read seals: %w", err)
	}
	return doc, nil
}

// Published returns the seals of an operator, with the public keys.
func (s *Service) Published(ctx context.Context, operatorID int64) (Published, error) {
	seals, err := s.store.SealsOf(ctx, operatorID)
	return publish(operatorID, s.keys.Public(), seals), err
}

// Attestation is what is sealed of an operator's ledger.
type Attestation struct {
	Entries     int64 // chained by now
	First, Last Seal  // whose Sequence is 0 if there is none
	Key         PublicKey
}

// Attest returns what is sealed of an operator's ledger.
func (s *Service) Attest(ctx context.Context, operatorID int64) (Attestation, error) {
	found := Attestation{Key: s.keys.Public()[0]}
	head, err := s.store.HeadOf(ctx, operatorID)
	if err != nil {
		return found, err
	}
	seals, err := s.store.SealsOf(ctx, operatorID)
	found.Entries = head.Sequence
	if len(seals) > 0 {
		found.First, found.Last = seals[0], seals[len(seals)-1]
	}
	return found, err
}
