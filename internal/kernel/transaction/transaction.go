// Package transaction lets the domain run transactions, and register actions to run after a commit,
// without knowing the store.
package transaction

import "context"

// Runner runs transactions.
type Runner interface {
	// Atomically runs act in one transaction, and runs it again from the start when it lost a race. Within a transaction
	// of ctx, act joins that one, of which nothing is stored once act has failed. See [WithSavepoints].
	Atomically(ctx context.Context, act func(ctx context.Context) error) error
}

type savepointKey struct{}

// WithSavepoints returns the context for acts that can fail alone within a transaction of ctx: what such an act wrote
// is undone, and the caller may go on. It is for those who run several acts in one transaction, or keep what became of
// one.
func WithSavepoints(ctx context.Context) context.Context {
	return context.WithValue(ctx, savepointKey{}, true)
}

// AfterSavepoint is called by the store, and reports whether an act with ctx can fail alone.
func AfterSavepoint(ctx context.Context) bool {
	can, _ := ctx.Value(savepointKey{}).(bool)
	return can
}

type partKey struct{}

// part is a transaction, or a part nested in one, with the actions to run after its commit.
type part struct {
	outer *part // nil: this is the outermost transaction
	acts  []func()
}

// AfterCommit runs act once the outermost transaction of ctx is committed, after the actions registered
// before it. Without a transaction in ctx, act runs at once. It does not run when the transaction, or
// the nested part that registered it, is rolled back; a transaction that is run again registers it
// again. act must not block, and must not read or write in the store with ctx, whose transaction has ended.
func AfterCommit(ctx context.Context, act func()) {
	if p, ok := ctx.Value(partKey{}).(*part); ok {
		p.acts = append(p.acts, act)
		return
	}
	act()
}

// Begin is called by the store. It returns the context of a new transaction, or of a part nested in the
// transaction of ctx, and the function to call after its commit. If that function is not called, none
// of the actions registered in the part ever run.
func Begin(ctx context.Context) (within context.Context, committed func()) {
	outer, _ := ctx.Value(partKey{}).(*part)
	p := &part{outer: outer}
	return context.WithValue(context.WithValue(ctx, savepointKey{}, false), partKey{}, p), func() {
		if p.outer != nil {
			p.outer.acts = append(p.outer.acts, p.acts...)
			return
		}
		for _, act := range p.acts {
			act()
		}
	}
}
