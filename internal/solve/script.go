package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/limits"
	"whittle.dev/internal/version"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// ScriptOptions says how Script runs a script.
type ScriptOptions struct {
	// Solver is what With takes.
	Solver string
	// Limits are those of the whole script.
	Limits limits.Limits
	// Audit checks each answer again. A wrong one becomes unknown and is described in a file.
	Audit  bool
	BugDir string // where that file is written; empty: the folder for temporary files
}

// ScriptSummary says how a script went.
type ScriptSummary struct {
	lib.Summary
	Cause error // what ended the script early, a limit for example; or nil
	// Wrong is the first wrong answer that an audit found, and BugReport the file that describes it.
	Wrong     error
	BugReport string
}

// Script runs the SMT-LIB 2 script in r and writes the replies to w; mistakes of the script are among the
// replies. The error is one of reading or writing, or says that there is no such solver. When the context or
// a limit ends, checks are answered unknown and the script ends within a second.
func Script(ctx context.Context, r io.Reader, w io.Writer, opt ScriptOptions) (ScriptSummary, error) {
	solver, err := With(opt.Solver)
	if err != nil {
		return ScriptSummary{}, err
	}
	ctx, stop := opt.Limits.Start(ctx)
	defer stop()

	type answer struct {
		sum   lib.Summary
		wrong error
		err   error
	}
	out := &gate{w: w}
	defer out.close()
	// It may be busy when a limit is hit, or wait for input that never comes.
	a, _ := limits.Within(ctx, func() (a answer) {
		cfg := lib.Config{Solver: solver, Version: version.String()}
		if opt.Audit {
			cfg.Solver = func(st *term.Store) (smt.Solver, error) {
				s, err := solver(st)
				if err != nil {
					return nil, err
				}
				return audit.New(st, s, Audited(&a.wrong)), nil
			}
		}
		in := lib.NewInterpreter(cfg)
		defer in.Close()
		a.sum, a.err = in.Run(ctx, r, out)
		return a
	})
	s := ScriptSummary{Summary: a.sum}
	if ctx.Err() != nil && !a.sum.Exited {
		s.Cause = context.Cause(ctx)
	}
	var wrong *audit.Error
	if errors.As(a.wrong, &wrong) {
		s.Wrong = wrong
		s.BugReport, err = bugreport.Report{Error: wrong.Error(), Engine: "solve",
			Query: wrong.Script}.Write(opt.BugDir)
		if err != nil {
			s.Wrong = fmt.Errorf("%w (and its description could not be written: %v)", wrong, err)
		}
	}
	return s, a.err
}

// gate passes what is written until it is closed.
type gate struct {
	mu     sync.Mutex
	w      io.Writer
	closed bool
}

// Write implements io.Writer.
func (g *gate) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return 0, io.ErrClosedPipe
	}
	return g.w.Write(p)
}

func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
}
