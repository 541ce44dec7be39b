//go:build smoke

package main

import (
	"context"
	"errors"
)

// Compiling PocketBase takes minutes, so the smoke run of `make test` does without.
const withPocketBase = false

var errWithout = errors.New("built without PocketBase")

func servePocketBase(string, string) error { return errWithout }

func pocketBaseToken(string) (string, error) { return "", errWithout }

func fillPocketBase(context.Context, string, string) error { return errWithout }
