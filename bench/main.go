// Command bench compares Consigne's call for the history of stays with PocketBase and with a handler written by hand,
// on the same million stays in SQLite. It is a module of its own, so that the product does not depend on PocketBase.
// `make bench-compare` runs all of it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) != 3 {
		return errors.New(
			"usage: bench compare BINARY FOLDER | fill-pocketbase FOLDER FILE | pocketbase FOLDER ADDRESS | plain FILE ADDRESS",
		)
	}
	switch args[0] {
	case "compare":
		return compare(ctx, args[1], args[2])
	case "fill-pocketbase":
		return fillPocketBase(ctx, args[1], args[2])
	case "pocketbase":
		return servePocketBase(args[1], args[2])
	case "plain":
		return servePlain(args[1], args[2])
	}
	return fmt.Errorf("%s is no command", args[0])
}
