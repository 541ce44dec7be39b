//go:build !linux

package db

import "syscall"

// limitSilence does nothing: other systems end silent connections by keep-alives alone, some minutes later.
func limitSilence(string, string, syscall.RawConn) error { return nil }
