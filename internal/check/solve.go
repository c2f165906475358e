package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/native"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

// SolveOptions says how Solve runs a script.
type SolveOptions struct {
	// Solver is empty or "native" for the solver that is built in, or else the name
	// or command line of an SMT-LIB 2 solver that is started as a process.
	Solver  string
	Timeout time.Duration // wall time of the whole script; 0: none
	Memory  uint64        // budget of this process in bytes; 0: none
	// Audit checks each answer again. A wrong one becomes unknown and is described
	// in a file.
	Audit  bool
	BugDir string // where that file is written; empty: the folder for temporary files
}

// SolveSummary says how a script went.
type SolveSummary struct {
	lib.Summary
	Cause error // what ended the script early, a limit for example; or nil
	// Wrong is the first wrong answer that an audit found, and BugReport the file that
	// describes it.
	Wrong     error
	BugReport string
}

// Solve runs the SMT-LIB 2 script in r and writes the replies to w; mistakes of
// the script are among the replies. The error is one of reading or writing, or
// says that there is no such solver. When the context or a limit ends, checks are answered
// unknown and the script ends within a second.
func Solve(ctx context.Context, r io.Reader, w io.Writer, opt SolveOptions) (SolveSummary, error) {
	factory, err := solverFactory(opt.Solver)
	if err != nil {
		return SolveSummary{}, err
	}
	ctx, stop := limit(ctx, Options{Timeout: opt.Timeout, Memory: opt.Memory})
	defer stop()

	type answer struct {
		sum   lib.Summary
		wrong error
		err   error
	}
	out := &gate{w: w}
	defer out.close()
	done := make(chan answer, 1)
	go func() {
		var wrong error
		if opt.Audit {
			factory = auditedFactory(factory, &wrong)
		}
		in := lib.NewInterpreter(lib.Config{Solver: factory, Version: Version()})
		defer in.Close()
		sum, err := in.Run(ctx, r, out)
		done <- answer{sum, wrong, err}
	}()
	var a answer
	select {
	case a = <-done:
	case <-ctx.Done():
		// The script may be busy, or wait for input that never comes.
		timer := time.NewTimer(patience)
		defer timer.Stop()
		select {
		case a = <-done:
		case <-timer.C:
		}
	}
	s := SolveSummary{Summary: a.sum}
	if ctx.Err() != nil && !a.sum.Exited {
		s.Cause = context.Cause(ctx)
	}
	var wrong *audit.Error
	if errors.As(a.wrong, &wrong) {
		s.Wrong = wrong
		s.BugReport, err = bug{Version: Version(), Error: wrong.Error(), Engine: "solve",
			Query: wrong.Script}.write(opt.BugDir)
		if err != nil {
			s.Wrong = fmt.Errorf("%w (and its description could not be written: %v)", wrong, err)
		}
	}
	return s, a.err
}

// solverFactory returns what makes solvers of the given name.
func solverFactory(name string) (func(st *term.Store) (smt.Solver, error), error) {
	if name == "" || name == "native" {
		return func(st *term.Store) (smt.Solver, error) { return native.New(st, native.Config{}), nil }, nil
	}
	cfg := process.Config{Command: name}
	if _, err := process.New(term.NewStore(), cfg); err != nil {
		return nil, err
	}
	return func(st *term.Store) (smt.Solver, error) { return process.New(st, cfg) }, nil
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
