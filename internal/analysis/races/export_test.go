package races

import (
	"context"

	"whittle.dev/internal/cfa"
)

// Followed is what threads that are followed one by one show alone.
func Followed(ctx context.Context, p *cfa.Program) (*Result, error) {
	x := &analyser{ctx: ctx, prog: p, res: &Result{}}
	if _, err := x.prepare(); err != nil && err != errMany {
		return nil, err
	}
	x.res = &Result{}
	err := x.follow()
	return x.res, err
}
