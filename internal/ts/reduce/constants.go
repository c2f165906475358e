package reduce

import (
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// foldConstants replaces variables that keep their initial constant, and reports whether there are any.
func foldConstants(s *ts.System) bool {
	written := make([]bool, len(s.Vars))
	for i := range s.Instructions {
		for _, u := range s.Instructions[i].Updates {
			written[u.Var] = true
		}
	}
	constant := map[term.Term]term.Term{}
	for v := range s.Vars {
		x := &s.Vars[v]
		if !x.Counter && !written[v] && len(s.Terms.Symbols(x.Init)) == 0 {
			constant[x.Sym] = x.Init
		}
	}
	if len(constant) == 0 {
		return false
	}
	s.MapTerms(term.NewSubstituter(s.Terms, constant).Apply)
	dropVars(s, func(v int) bool { _, folded := constant[s.Vars[v].Sym]; return folded })
	dropUpdates(s)
	return true
}
