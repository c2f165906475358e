package modular

import (
	"context"
	"errors"
	"io"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/modular/horn"
	"whittle.dev/internal/engine/modular/model"
)

// MaxLevel is the highest level of Horn clauses.
const MaxLevel = horn.MaxLevel

// ErrNoClauses says that a program has no Horn clauses: why not is in the text of the error.
var ErrNoClauses = errors.New("the program cannot be written as Horn clauses")

// WriteClauses writes a frozen program as constrained Horn clauses of a level, with one arbitrary element of
// each array that is accessed at computed indices, or without.
func WriteClauses(ctx context.Context, w io.Writer, p *cfa.Program, level int, element bool) error {
	sys, err := model.Extract(ctx, p, model.Options{OneElement: element})
	if err == nil {
		err = horn.Write(ctx, w, sys, level)
	}
	var no *model.UnsupportedError
	if errors.As(err, &no) || errors.Is(err, horn.ErrTooLarge) {
		return errors.Join(ErrNoClauses, err)
	}
	return err
}
