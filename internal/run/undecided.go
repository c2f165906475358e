package run

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

// inItsShare is why a property is open if no engine has said why.
const inItsShare = "its share of the time was over"

// explain completes what is said of a verdict: places are those of the user's program, and if it is unknown
// there is something that may help. cause is what ended the run, or nil.
func (r *checkRun) explain(o *Outcome, cause error) {
	for i := range o.Several {
		r.explain(&o.Several[i], cause)
	}
	res := &o.Result
	r.mu.Lock()
	prog := cmp.Or(o.prog, r.prog)
	r.mu.Unlock()
	if prog != nil && r.system == nil {
		res.Assumed = assumedInProgram(prog, res.Assumed)
	}
	if o.Verdict.Kind != property.Unknown {
		return
	}
	if res.Why == "" {
		res.Why, res.Reason = inItsShare, engine.Limit
	}
	if prog == nil || r.system != nil {
		return
	}
	if res.Helps == nil {
		res.Helps = r.helps(prog, *res, cause)
	}
	if res.Pos.IsValid() && isModel(prog.Files.Name(res.Pos.File)) {
		in, places := callsOf(prog, res.Pos)
		if res.In, res.Pos = in, (source.Pos{}); len(places) > 0 {
			res.Pos, res.More = places[0], len(places)-1
		}
	}
}

// assumedInProgram are assumptions at places in the user's program.
func assumedInProgram(prog *cfa.Program, list []engine.Assumption) []engine.Assumption {
	out := slices.Clone(list)
	for i, a := range out {
		if !a.Pos.IsValid() || !isModel(prog.Files.Name(a.Pos.File)) {
			continue
		}
		in, places := callsOf(prog, a.Pos)
		if out[i].In, out[i].Pos = in, (source.Pos{}); len(places) > 0 {
			out[i].Pos = places[0]
		}
	}
	return engine.Assumptions(out)
}

// helps are what may turn an unknown verdict into another one.
func (r *checkRun) helps(prog *cfa.Program, res engine.Result, cause error) []engine.Help {
	time := engine.Help{Kind: engine.MoreTime, Time: r.opt.Timeout}
	var out []engine.Help
	switch res.Reason {
	case engine.Limit:
		switch {
		case errors.Is(cause, engine.ErrInterrupt) || errors.Is(cause, context.Canceled):
		case errors.Is(cause, engine.ErrMemory):
			out = append(out, engine.Help{Kind: engine.MoreMemory})
		case r.opt.MaxUnwind > 0:
			out = append(out, engine.Help{Kind: engine.MoreTurns})
		case r.opt.Timeout > 0 || r.agenda != nil:
			out = append(out, time)
		}
		if r.opt.forPanel().MeansOneEngine() && r.opt.MaxUnwind == 0 {
			out = append(out, engine.Help{Kind: engine.AnyEngine})
		}
	case engine.NotSupported:
		switch f := functionOf(prog, res); {
		case f != "":
			out = append(out, engine.Help{Kind: engine.Define, Name: f})
		case res.Unfollowed && r.opt.forPanel().MeansOneEngine():
			out = append(out, engine.Help{Kind: engine.AnyEngine})
		}
	case engine.Undefined:
		switch {
		case !r.task.Asked.Covers(property.ValidDeref):
			out = append(out, engine.Help{Kind: engine.AskMemory})
		case r.opt.Timeout > 0:
			out = append(out, time)
		}
		out = append(out, engine.Help{Kind: engine.SayMore})
	case engine.OtherTask:
		if r.opt.forPanel().MeansOneEngine() {
			out = append(out, engine.Help{Kind: engine.AnyEngine})
		}
	case engine.Failed:
		out = append(out, engine.Help{Kind: engine.ReportDefect})
	}
	return out
}

// functionOf is the function whose call is what is not supported, unless it is something else.
func functionOf(prog *cfa.Program, res engine.Result) string {
	for _, proc := range prog.Procs {
		for _, e := range proc.Edges {
			op, ok := e.Op.(cfa.Unsupported)
			if ok && op.Function != "" && op.What == res.What && e.Pos == res.Pos {
				return op.Function
			}
		}
	}
	return ""
}

// callsOf returns the places in the user's program that call a library function in which pos stands, in the
// order of the source, and the function that the first of them calls.
func callsOf(prog *cfa.Program, pos source.Pos) (in string, places []source.Pos) {
	inside := map[cfa.ProcID]bool{}
	for _, proc := range prog.Procs {
		if proc.Model && slices.ContainsFunc(proc.Edges, func(e *cfa.Edge) bool { return e.Pos == pos }) {
			inside[proc.ID] = true
		}
	}
	names := map[source.Pos]string{}
	for more := true; more; {
		more = false
		for _, proc := range prog.Procs {
			for _, e := range proc.Edges {
				call, ok := e.Op.(cfa.Call)
				switch {
				case !ok || call.Proc == cfa.NoProc || !inside[call.Proc]:
				case !proc.Model && e.Pos.IsValid() && !isModel(prog.Files.Name(e.Pos.File)):
					if _, known := names[e.Pos]; !known {
						names[e.Pos] = prog.Procs[call.Proc].Name
						places = append(places, e.Pos)
					}
				case proc.Model && !inside[proc.ID]:
					inside[proc.ID], more = true, true
				}
			}
		}
	}
	if len(places) == 0 {
		return "", nil
	}
	slices.SortFunc(places, source.Pos.Compare)
	if in = names[places[0]]; strings.HasPrefix(in, "__") { // the text at the place says which one
		in = ""
	}
	return in, places
}

// isModel reports whether a file is one of whittle's own, unknown to users.
func isModel(name string) bool { return strings.HasPrefix(name, "<") }
