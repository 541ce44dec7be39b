package totp

import (
	"fmt"
	"net/url"
	"testing"
	"time"
)

// The vectors of RFC 6238, appendix B, for SHA-1. They have eight digits, of which ours are the last six.
func TestVectorsOfTheRFC(t *testing.T) {
	key := []byte("12345678901234567890")
	for seconds, want := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924", 2000000000: "69279037",
		20000000000: "65353130",
	} {
		if got := fmt.Sprintf("%08d", truncated(key, seconds/period)%100_000_000); got != want {
			t.Errorf("%d: %s, want %s", seconds, got, want)
		}
		if got := At(key, time.Unix(seconds, 0)); got != want[2:] {
			t.Errorf("%d: %s, want %s", seconds, got, want[2:])
		}
	}
}

func TestOneStepOfDrift(t *testing.T) {
	key, now := NewKey(), time.Unix(1_800_000_015, 0)
	current := now.Unix() / period
	for drifted, want := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		step, ok := Match(key, Code(key, current+drifted), now)
		if ok != want || ok && step != current+drifted {
			t.Errorf("%d: %d, %v", drifted, step, ok)
		}
	}
	for _, code := range []string{"", "12345", "1234567", "abcdef"} {
		if _, ok := Match(key, code, now); ok {
			t.Errorf("%q matches", code)
		}
	}
}

func TestLink(t *testing.T) {
	link, err := url.Parse(Link([]byte("12345678901234567890"), "Consigne", "a+b@exemple.test"))
	if err != nil || link.Scheme != "otpauth" || link.Host != "totp" || link.Path != "/Consigne:a+b@exemple.test" ||
		link.Query().Get("secret") != "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" || link.Query().Get("issuer") != "Consigne" {
		t.Errorf("%v, %v", link, err)
	}
}
