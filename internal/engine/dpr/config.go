package dpr

import (
	"context"

	"whittle.dev/internal/engine/setting"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config is what users can set. The zero Config is the default.
type Config struct {
	// Learning is what is learnt from an execution; empty: Deletion.
	Learning string
	// Order says which of the executions that are left comes next; empty: DepthFirst.
	Order string
	// Seed is that of the random order.
	Seed int
	// Depth bounds the choices of an execution; 0: no bound.
	Depth int
	// Steps bounds the edges of an execution; 0: maxSteps.
	Steps int
	// Hunt is for how many edges programs with threads are executed under random schedules before anything
	// else, and the exploration goes on before that happens again; 0: hunt.
	Hunt int
	// Jobs is how many goroutines share an exploration of a program without threads; 0: one does it alone.
	// EagerJobs cuts it at once and again and again, for tests.
	Jobs      int
	EagerJobs bool
	// Helpers are others elsewhere that share it, too; nil: there are none. Lead carries messages to a run
	// elsewhere, which the engine helps instead of deciding a task.
	Helpers Helpers
	Lead    func(ctx context.Context, message []byte) ([]byte, error)
	// CertifyBy is the solver that checks reasons where abstract executions do not suffice, "native" or an
	// SMT-LIB solver, and Certificate a file that they are written to; if either is set "holds" is checked.
	// Certifier makes the solver of this name; nil: the built-in one.
	CertifyBy, Certificate string
	Certifier              func(*term.Store) (smt.Solver, error)
	// Wrap puts something around each solver; nil: nothing.
	Wrap func(*term.Store, smt.Solver) smt.Solver
}

// certifies reports whether a certificate is wanted.
func (c *Config) certifies() bool { return c.CertifyBy != "" || c.Certificate != "" }

// The values of Config.Learning.
const (
	Deletion   = "provenance+deletion"
	Provenance = "provenance"
	Paper      = "paper"
	Solver     = "solver"
	None       = "none"
)

// The values of Config.Order.
const (
	DepthFirst = "depth-first"
	Guided     = "guided"
	Random     = "random"
)

// hunt is how many edges random executions have at first.
const hunt = 3_000_000

func (c Config) hunt() int {
	if c.Hunt > 0 {
		return c.Hunt
	}
	return hunt
}

// maxSteps is how many edges an execution may have.
const maxSteps = 1_000_000

// Settings are what users can choose.
func Settings() setting.Table[Config] {
	sole := func(d *setting.Doc) { d.Sole = true }
	flag := func(name string) func(*setting.Doc) {
		return func(d *setting.Doc) { d.Flag, d.Sole = name, true }
	}
	from := func(source string) func(*setting.Doc) {
		return func(d *setting.Doc) { d.Source, d.Sole = source, true }
	}
	const paper = "Yang et al.: Dynamic Path Reduction for Software Model Checking, SPIN 2009"
	return setting.Table[Config]{
		setting.Choice("learning", "what is learnt from an execution",
			func(c *Config) *string { return &c.Learning },
			setting.Value{Name: Deletion, Summary: "the choices that branches not taken depend on, without " +
				"those that an execution with abstract values does not need"},
			setting.Value{Name: Provenance, Summary: "the choices that branches not taken depend on"},
			setting.Value{Name: Paper, Summary: "the choices in smallest unsatisfiable cores of weakest " +
				"preconditions, with the control dependences that the paper leaves out"},
			setting.Value{Name: Solver, Summary: "the choices that branches not taken depend on, without " +
				"those that a solver does not need"},
			setting.Value{Name: None, Summary: "nothing: every path is executed"}).With(from(paper)),
		setting.Choice("order", "which execution comes next", func(c *Config) *string { return &c.Order },
			setting.Value{Name: DepthFirst, Summary: "the one that differs in the last choice"},
			setting.Value{Name: Guided, Summary: "one that takes branches not taken so far"},
			setting.Value{Name: Random, Summary: "any one"}).With(from(paper)),
		setting.Number("seed", "the seed of the random order", "0",
			func(c *Config) *int { return &c.Seed }).With(sole),
		setting.Number("depth", "the number of choices after which an execution ends", "no bound",
			func(c *Config) *int { return &c.Depth }).With(from(paper)),
		setting.Number("steps", "the number of steps after which an execution ends", "1000000",
			func(c *Config) *int { return &c.Steps }).With(sole),
		setting.Number("hunt", "the number of steps of random executions of programs with threads",
			"3000000", func(c *Config) *int { return &c.Hunt }).With(sole),
		setting.Number("jobs", "so many goroutines share the exploration of a program without threads", "1",
			func(c *Config) *int { return &c.Jobs }),
		setting.Text("certify", "check the reasons behind \"true\" by abstract executions of their own or, "+
			"where these do not suffice, by native, the built-in solver, or another solver: z3; and the "+
			"proof that they leave no execution", "solver", "no check",
			func(c *Config) *string { return &c.CertifyBy }).With(flag("certify")),
		setting.Text("certificate", "write these reasons as clauses, and the proof to FILE.drat; implies "+
			"certify=native", "file", "none",
			func(c *Config) *string { return &c.Certificate }).With(flag("certificate")),
	}
}
