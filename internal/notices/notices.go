// Package notices holds the licences of the software of others that Consigne contains. Its
// text is generated and checked by internal/notices/gather.
package notices

import _ "embed"

//go:embed notices.txt
var text string

// Text returns what a delivery has to carry: each component with its version and licence,
// then every licence.
func Text() string { return text }
