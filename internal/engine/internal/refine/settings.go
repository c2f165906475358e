package refine

import "whittle.dev/internal/engine/setting"

// Settings are the switches of the sources, for an engine whose configuration of type C has a Config.
func Settings[C any](of func(*C) *Config) setting.Table[C] {
	var out setting.Table[C]
	for s, d := range docs {
		out = append(out, setting.Switch("refine-"+Source(s).String(), d.summary,
			func(c *C) *bool { return &of(c).Off[s] }).With(func(doc *setting.Doc) { doc.Source = d.source }))
	}
	return out
}

// docs say what the sources do, for people, and where that is from.
var docs = [numSources]struct{ summary, source string }{
	Guards: {"predicates of guards and their weakest preconditions", ""},
	Newton: {"predicates of the weakest preconditions along the reason why a path does not exist",
		"Dietsch et al.: Craig vs. Newton in Software Model Checking, ESEC/FSE 2017"},
	Unsliced: {"predicates of the weakest preconditions along the whole path", ""},
	Samples: {"what random executions have in common and is inductive is a lemma",
		"Flanagan, Leino: Houdini, FME 2001"},
	Interpolants: {"predicates of interpolants along the path",
		"McMillan: Lazy Abstraction with Interpolants, CAV 2006"},
	Integers:       {"predicates of interpolants along the path read over integers", ""},
	Postconditions: {"predicates of the values along the path", ""},
	Bits:           {"bits of variables as predicates, when nothing else is left", ""},
}
