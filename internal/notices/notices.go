// Package notices holds the licences of the third-party software that Consigne contains. Its text is generated and
// checked by tools/notices.
package notices

import _ "embed"

//go:embed notices.txt
var text string

// Text returns what every delivery must contain: each component with its version and licence, then every licence
// text.
func Text() string { return text }
