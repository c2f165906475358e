package lib

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"whittle.dev/smt"
	"whittle.dev/smt/exists"
	"whittle.dev/term"
)

// Config says with what an Interpreter runs scripts.
type Config struct {
	// Solver makes a solver with nothing asserted for terms of st; required. It is called again after (reset)
	// and (reset-assertions); a solver that is an io.Closer is closed when it is no longer needed.
	Solver func(st *term.Store) (smt.Solver, error)

	Name, Version string // replies to get-info; the name defaults to whittle
}

// Summary says how a script went.
type Summary struct {
	Checks   int // check-sat and check-sat-assuming commands
	Unknowns int // of them, those that were answered unknown
	Errors   int // error replies
	Exited   bool
}

// Interpreter executes the commands of scripts one after the other. Create one
// with NewInterpreter, and Close it.
type Interpreter struct {
	cfg Config
	p   *parser
	st  *term.Store
	s   *exists.Solver // nil until it is needed
	out *bufio.Writer

	logic   string
	options map[string]string // by keyword, as text of S-expressions
	printed bool              // the present command has replied
	started bool              // options that must come first can no longer change
	levels  []frame
	base    frame
	last    lastCheck
	sum     Summary
	exit    bool
}

// frame is an assertion level.
type frame struct {
	named   []namedTerm // assertions that are given as assumptions, for cores
	sources []string    // the assertions as written, if they may be asked for
	labels  []namedTerm // named Bool terms
	refused string      // why an assertion of the level is missing, or ""

	meant   map[term.Term]uint8 // polarities in which it is asserted what marks mean
	closed  []closedFormula     // decided by themselves before a check
	tooHard string              // what has too many alternations of quantifiers, or ""
	claimed []term.Term         // asserted terms with marks
}

type namedTerm struct {
	name string
	t    term.Term
}

// lastCheck is what is known of the last check.
type lastCheck struct {
	done    bool // a check was answered, and nothing asserted since
	result  smt.Result
	failed  []term.Term // assumptions that suffice for unsat
	assumed []term.Term
	texts   []string // of assumed, as written
	encoded map[*function]int
	tables  map[*function]bool // those that were arrays
}

// NewInterpreter returns an interpreter for one script.
func NewInterpreter(cfg Config) *Interpreter {
	if cfg.Name == "" {
		cfg.Name = "whittle"
	}
	in := &Interpreter{cfg: cfg}
	in.reset()
	return in
}

func (in *Interpreter) reset() {
	in.drop()
	in.st = term.NewStore()
	in.p = newParser(in.st)
	in.p.named = in.name
	in.logic, in.started = "", false
	in.options = map[string]string{}
	in.levels, in.base = nil, frame{}
	in.last = lastCheck{}
}

// drop closes the solver.
func (in *Interpreter) drop() {
	if in.s != nil {
		_ = in.s.Close() // nothing depends on how it ends
	}
	in.s = nil
}

// Close ends the solver of the script.
func (in *Interpreter) Close() error {
	in.drop()
	return nil
}

// Run executes the commands that r holds, up to its end or (exit), and writes the replies to w, each as soon
// as it is known. Mistakes of the script are replies of the form (error "line:col: message"); the command
// they are in has no effect, and the script goes on. The error of Run is one of reading or writing. A context
// that ends lets checks answer unknown, and ends the script before the next command.
//
// An assertion that was not accepted leaves the question open: while its level
// is there, checks that find the rest satisfiable answer unknown.
func (in *Interpreter) Run(ctx context.Context, r io.Reader, w io.Writer) (Summary, error) {
	in.out = bufio.NewWriter(w)
	rd := NewReader(r)
	for !in.exit && ctx.Err() == nil {
		n, err := rd.Next()
		var mistake *Error
		switch {
		case errors.Is(err, io.EOF):
			return in.sum, in.out.Flush()
		case errors.As(err, &mistake):
			in.refuse(mistake)
			in.fail(mistake)
		case err != nil:
			return in.sum, errors.Join(err, in.out.Flush())
		default:
			in.execute(ctx, &n)
		}
		if in.out.Buffered() > 0 {
			if err := in.out.Flush(); err != nil {
				return in.sum, err
			}
		}
	}
	in.sum.Exited = in.exit
	return in.sum, in.out.Flush()
}

// execute runs one command and replies.
func (in *Interpreter) execute(ctx context.Context, n *Node) {
	in.printed = false
	err := in.guarded(ctx, n)
	if err != nil {
		var at *Error
		if !errors.As(err, &at) {
			err = errorf(n.Pos, "%v", err)
		}
		if n.Kind == List && len(n.List) > 0 && in.adds(n.List[0].Text) {
			in.refuse(err)
		}
		in.fail(err)
		return
	}
	if !in.printed && in.options["print-success"] == "true" {
		in.reply("success")
	}
}

// adds reports whether a command that fails leaves the script without a part of
// its question. Declarations that fail make the assertions fail that use them.
func (in *Interpreter) adds(command string) bool {
	switch command {
	case "assert", "push", "pop", "reset", "reset-assertions":
		return true
	}
	return false
}

// refuse notes that the present level lacks something.
func (in *Interpreter) refuse(err error) {
	if f := in.top(); f.refused == "" {
		f.refused = err.Error()
	}
	in.last.done = false
}

func (in *Interpreter) top() *frame {
	if n := len(in.levels); n > 0 {
		return &in.levels[n-1]
	}
	return &in.base
}

// frames calls visit for each level, outermost first.
func (in *Interpreter) frames(visit func(f *frame)) {
	visit(&in.base)
	for i := range in.levels {
		visit(&in.levels[i])
	}
}

// guarded runs a command; a store that may not grow is an error of the command.
func (in *Interpreter) guarded(ctx context.Context, n *Node) (err error) {
	defer term.Recover(&err)
	return in.command(ctx, n)
}

func (in *Interpreter) fail(err error) {
	in.sum.Errors++
	in.reply("(error " + stringLiteral(err.Error()) + ")")
}

func (in *Interpreter) reply(text string) {
	in.printed = true
	in.out.WriteString(text) // the error stays in the writer, and Flush returns it
	in.out.WriteByte('\n')
}

// solver returns the solver, and makes it if there is none yet.
func (in *Interpreter) solver() (*exists.Solver, error) {
	if in.s == nil {
		s, err := exists.New(in.st, exists.Config{Solver: in.cfg.Solver})
		if err != nil {
			return nil, fmt.Errorf("no solver: %w", err)
		}
		in.s = s
		for range in.levels {
			s.Push()
		}
	}
	return in.s, nil
}
