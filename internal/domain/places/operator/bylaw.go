package operator

import (
	"fmt"

	"consigne/internal/kernel/fault"
)

// Bylaw is what an operator decides about bicycles that are left behind (« Règlement », docs/rules.md#left-bikes).
type Bylaw struct {
	NoticeDays  int // between the notice and the removal, at least
	RemovalDays int // that are added before the removal
	KeepingDays int // in the depot, before the bicycle is given away or destroyed
	EndDays     int // that are added before that
	NoticeText  string
}

// BylawInput is a typed bylaw. What is nil stays as it is.
type BylawInput struct {
	NoticeDays, RemovalDays, KeepingDays, EndDays *int

	NoticeText *string
}

// maxBylawDays is the longest that each period may be.
const maxBylawDays = 730

// over returns the bylaw with what was typed in its place.
func (in BylawInput) over(b Bylaw, broken *fault.Broken) Bylaw {
	for _, f := range []struct {
		name  string
		typed *int
		kept  *int
	}{
		{"veloPreavisJours", in.NoticeDays, &b.NoticeDays},
		{"veloEnlevementJours", in.RemovalDays, &b.RemovalDays},
		{"veloGardeJours", in.KeepingDays, &b.KeepingDays},
		{"veloFinJours", in.EndDays, &b.EndDays},
	} {
		if f.typed != nil {
			*f.kept = *f.typed
			broken.Unless(*f.typed >= 0 && *f.typed <= maxBylawDays, f.name,
				fmt.Sprintf("Ce délai est compris entre %d et %d jours", 0, maxBylawDays))
		}
	}
	if in.NoticeText != nil {
		b.NoticeText = *in.NoticeText
		broken.Line("veloTexteAvis", &b.NoticeText)
	}
	return b
}

// facts returns the fields that the audit log compares, by their names on the wire.
func (b Bylaw) facts() map[string]any {
	return map[string]any{
		"veloPreavisJours": int64(b.NoticeDays), "veloEnlevementJours": int64(b.RemovalDays),
		"veloGardeJours": int64(b.KeepingDays), "veloFinJours": int64(b.EndDays), "veloTexteAvis": b.NoticeText,
	}
}
