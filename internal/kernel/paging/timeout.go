package paging

import (
	"context"
	"errors"
	"fmt"
	"time"

	"consigne/internal/kernel/fault"
)

// Timeout is how long one page of a list and its total may be looked for.
const Timeout = 3 * time.Second

const msgTooLong = "La recherche est trop longue. Précisez les filtres, puis réessayez."

// Within reads a list, and gives up after its timeout. The narrower filters that it then asks for are nothing that has
// failed.
func Within(ctx context.Context, timeout time.Duration, read func(ctx context.Context) error) error {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := read(limited)
	// whatever the cut query returned
	if err != nil && ctx.Err() == nil && errors.Is(limited.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", fault.Busy(msgTooLong, time.Second), err)
	}
	return err
}
