// Package console holds the built React console. `make build` fills dist.
package console

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Dist returns the built files; it is empty before the first build.
func Dist() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // cannot happen: the folder is embedded above
	}
	return dist
}
