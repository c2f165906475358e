package multistate

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
)

// Prepare makes the program that is to be explored: calls are copied into their callers, so that what is
// known of locations and of what threads may still do is known for each call. Local steps cost no states,
// so they stay as they are; so does every access, since an invalid one has to be found.
//
// In a program that looks for lost blocks it matters until when a variable holds an address. There calls stay
// calls, and assignments stay that nothing reads.
func Prepare(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	if p.SeeksLost() {
		return pass.Frozen(ctx, p, pass.Options{KeepAccesses: true}, "resolve", "unreachable")
	}
	return prepare(ctx, p, "resolve", "inline")
}

// PrepareLoops is Prepare for an analysis that abstracts from values: recursion by tail calls becomes a loop,
// which may have finitely many abstract states where call stacks are without end.
func PrepareLoops(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	return prepare(ctx, p, "resolve", "tail", "inline")
}

func prepare(ctx context.Context, p *cfa.Program, first ...string) (*cfa.Program, error) {
	return pass.Frozen(ctx, p, pass.Options{KeepAccesses: true},
		append(first, "unreachable", "const", "unreachable", "dead", "share")...)
}
