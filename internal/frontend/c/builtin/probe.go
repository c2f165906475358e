package builtin

import (
	"strconv"

	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// probeTable has the calls that stand for probes in a program with a monitor.
func probeTable() map[string]builtin {
	return map[string]builtin{
		probe.Call: probeHere,
		probe.NoteCall: func(f *fn, c *lower.NamedCall) value.Value {
			if n, err := strconv.Atoi(syntax.Excerpt(c.Args[0])); err == nil {
				f.Monitor.Notes[n] = c.Args[1:]
			}
			return f.Values.Void()
		},
	}
}

// probeHere is a call of __whittle_probe.
func probeHere(f *fn, c *lower.NamedCall) value.Value {
	m := f.Monitor
	n, err := strconv.Atoi(syntax.Excerpt(c.Args[0]))
	if err != nil || n >= len(m.ProbeSites) || f.Flow.Constant {
		return f.Values.Unsupported(f.Types.Void, "this probe")
	}
	f.Watch.RunSite(n, func(i int) term.Term { return f.Exprs.Cond(c.Args[i+1]) })
	return f.Values.Void()
}
