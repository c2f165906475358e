package certificate

import (
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// lives checks that ids and what has become of threads are as the system says of them: a thread begins with
// the id that its creation gives it, which is any, and keeps it; the ghost cells of the only thread of a
// template change when it is created and when it ends, and nothing but joins reads its state.
func (c *checker) lives() error {
	for i := range c.Sys.Lives {
		l := &c.Sys.Lives[i]
		first := slices.IndexFunc(c.Sys.Globals, func(v model.Var) bool { return v.Sym == l.State })
		if first < 0 || c.Sys.Globals[first].Init != c.Sys.State(model.Unborn) ||
			!c.Sys.Templates[l.Template].Single || l.Template == 0 {
			return &Error{"what becomes of a thread begins wrong"}
		}
	}
	for i := range c.Sys.Templates {
		for k := range c.Sys.Templates[i].Edges {
			if !c.lived(i, &c.Sys.Templates[i].Edges[k]) {
				return &Error{"a step does not tell what becomes of a thread"}
			}
		}
	}
	return nil
}

// lived reports whether an edge does to ids and lives what it has to.
func (c *checker) lived(template int, e *model.Edge) bool {
	for i := range c.Sys.Lives {
		l := &c.Sys.Lives[i]
		if e.Updates[l.State] != c.Sys.Becomes(l, template, e) {
			return false
		}
		id, given := e.Updates[l.ID]
		born := e.Kind == model.Step && e.Spawn != nil && e.Spawn.Template == l.Template
		if given != born || born && id != e.Spawn.ID {
			return false
		}
	}
	if _, changed := e.Updates[c.Sys.Self]; changed {
		return false
	}
	if c.Sys.Self == term.None || e.Spawn == nil {
		return true
	}
	has := func(v model.Var) bool { return v.Sym == c.Sys.Self }
	if !slices.Contains(e.Inputs, e.Spawn.ID) || slices.Contains(c.st.Symbols(e.Guard), e.Spawn.ID) {
		return false
	}
	return !slices.ContainsFunc(c.Sys.Templates[e.Spawn.Template].Locals, has) ||
		e.Spawn.Args[c.Sys.Self] == e.Spawn.ID
}
