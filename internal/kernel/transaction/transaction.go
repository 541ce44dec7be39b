// Package transaction lets the domain say what must happen once what it wrote is
// committed, without knowing the store.
package transaction

import "context"

type partKey struct{}

// part is a transaction, or a part nested in one, and what it leaves to do after the commit.
type part struct {
	outer *part // nil: this is the outermost
	acts  []func()
}

// AfterCommit has act run once the outermost transaction of ctx is committed, after
// those asked for before it, and at once when ctx is in no transaction. It never runs
// when the transaction, or the nested part that asked for it, is rolled back; a
// transaction that runs again asks for it again. act must not block, nor use ctx.
func AfterCommit(ctx context.Context, act func()) {
	if p, ok := ctx.Value(partKey{}).(*part); ok {
		p.acts = append(p.acts, act)
		return
	}
	act()
}

// Begin is for the store: it returns the context of a transaction, or of a part nested
// in that of ctx, and what to call after its commit. Without that call, nothing that
// the part asked for ever runs.
func Begin(ctx context.Context) (within context.Context, committed func()) {
	outer, _ := ctx.Value(partKey{}).(*part)
	p := &part{outer: outer}
	return context.WithValue(ctx, partKey{}, p), func() {
		if p.outer != nil {
			p.outer.acts = append(p.outer.acts, p.acts...)
			return
		}
		for _, act := range p.acts {
			act()
		}
	}
}
