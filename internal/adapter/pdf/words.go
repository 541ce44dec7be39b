package pdf

import (
	"fmt"
	"strings"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// instant returns an instant in Paris: « 22 novembre 2026 à 18 h 04 ».
func instant(at time.Time) string {
	at = at.In(clock.Paris)
	day := fmt.Sprint(at.Day())
	if day == "1" {
		day = "1er"
	}
	month := strings.Replace(clock.MonthOf(at).French(), " ", "\u00a0", 1)
	return fmt.Sprintf("%s\u00a0%s à\u00a0%d\u00a0h\u00a0%02d", day, month, at.Hour(), at.Minute())
}

// percent returns a rate: « 20 % », « 5,5 % ».
func percent(rate money.Rate) string {
	return rate.Percent() + "\u202f%"
}

// siret groups the digits of a SIRET: « 999 999 014 00015 ».
func siret(digits string) string {
	if len(digits) != 14 {
		return digits
	}
	return strings.Join([]string{digits[:3], digits[3:6], digits[6:9], digits[9:]}, "\u00a0")
}

// siren groups the digits of the SIREN of a SIRET.
func siren(siret string) string {
	if len(siret) < 9 {
		return ""
	}
	return strings.Join([]string{siret[:3], siret[3:6], siret[6:9]}, "\u00a0")
}

// typographic puts no-break spaces where its typography wants them, in texts that people typed.
var typographic = strings.NewReplacer(
	" :", "\u00a0:", " ;", "\u202f;", " !", "\u202f!", " ?", "\u202f?", "« ", "«\u00a0", " »", "\u00a0»", " €", "\u00a0€",
	" %", "\u202f%", "'", "’",
)
