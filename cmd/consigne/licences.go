package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"consigne/internal/notices"
)

// licences prints the notices of the third-party software inside this binary.
func licences(_ context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("consigne licences", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprintln(out, "Usage : consigne licences") }
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	_, err := io.WriteString(out, notices.Text())
	return err
}
