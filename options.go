package whittle

import (
	"time"

	"whittle.dev/internal/run"
)

// Options say how a task is solved. The zero Options are the defaults, with no limits.
type Options struct {
	// Engine is the name of the engine; empty: "auto", which runs the others side by side. Engines describes
	// them.
	Engine string
	// Set are settings of engines, as "bmc.projection" = "none"; those of engines that do not run have no
	// influence.
	Set map[string]string
	// Timeout is the wall time after which the answer is unknown; 0: none.
	Timeout time.Duration
	// Memory is the budget in bytes of the whole process; 0: none. While a Check with a budget runs, the
	// garbage collector's soft limit is set.
	Memory uint64
	// MaxUnwind bounds loops and recursion in engines that unwind them; 0: no bound.
	MaxUnwind int
	// First ends a task about several properties with the first violation that is found.
	First bool
	// KeepGoing looks for violations of the others of several properties for the whole time, and not only for
	// about as long as the first violation took, and a second.
	KeepGoing bool
	// NoMinimise leaves the trace of a violation as the engine found it.
	NoMinimise bool
	// Audit checks each answer of the solver again. A wrong one is an internal error.
	Audit bool
	// BugDir is where descriptions of internal errors are written; empty: the folder for temporary files.
	BugDir string
	// Report prepares what an HTML report shows beyond the answer, which costs a little.
	Report bool
	// Progress is told what is done; nil: not wanted. It may be called from another goroutine, one call
	// at a time.
	Progress func(Progress)
}

// Progress is a sign of life.
type Progress struct {
	Engine string // that tells, where several run; else empty
	Stage  string // what is done now: "unroll", "encode", "solve"
	Bound  int    // the loop bound or depth that it is done at; 0: none
	Detail string // may be empty
	Fact   string // something that was shown for good; may be empty
}

func (o Options) settle() run.Options {
	out := run.Options{Engine: o.Engine, Set: o.Set, Timeout: o.Timeout, Memory: o.Memory,
		MaxUnwind: o.MaxUnwind,
		First:     o.First, KeepGoing: o.KeepGoing,
		NoMinimise: o.NoMinimise, Audit: o.Audit, BugDir: o.BugDir, Explain: o.Report}
	if tell := o.Progress; tell != nil {
		out.Events = func(e run.Event) {
			if e.Stage != "" || e.Fact != "" {
				tell(Progress{e.Engine, e.Stage, e.Bound, e.Detail, e.Fact})
			}
		}
	}
	return out
}

// Engine describes an engine.
type Engine struct {
	Name, Summary string
	Settings      []Setting
}

// Setting describes something that can be chosen about an engine, in Options.Set.
type Setting struct {
	// Name is that within the engine: "projection" of "bmc.projection".
	Name string
	// Summary says what the setting does; of a switch, what happens when it is on.
	Summary string
	// Values are the words that may be written, the default first; nil: Form says what is written ("number",
	// "file").
	Values []string
	Form   string
	// Source is the paper and section that it comes from; empty: it is of whittle's own.
	Source string
}

// Engines describes the engines other than "auto", which runs these.
func Engines() []Engine {
	var out []Engine
	for _, e := range run.EngineInfos() {
		x := Engine{Name: e.Name, Summary: e.Summary}
		for _, s := range e.Settings {
			set := Setting{Name: s.Name, Summary: s.Summary, Form: s.Form, Source: s.Source}
			for _, v := range s.Values {
				set.Values = append(set.Values, v.Name)
			}
			x.Settings = append(x.Settings, set)
		}
		out = append(out, x)
	}
	return out
}
