package modular

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular/fixpoint"
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// maxShown is how many values of shared cells are told.
const maxShown = 4

// picture is a counterexample to induction for people; nil if there is none.
func (s *search) picture(a *fixpoint.Alarm) engine.Note {
	scene := a.Scene
	if scene == nil {
		return nil
	}
	n := engine.NotInductive{Shared: s.bindings(scene.After, s.relevant(scene, a.Edge)), Error: a.Edge.What,
		Pos: a.Edge.Pos}
	for i, t := range scene.Threads {
		tmpl := &s.sys.Templates[t.Template]
		who := engine.Seated{Name: s.nameOf(tmpl), Pos: s.place(tmpl, t.Loc), Steps: i == scene.Mover,
			Fails: i == scene.Victim, Locals: s.bindings(t.Locals, s.relevant(scene, a.Edge))}
		if who.Steps {
			var written []string
			for _, v := range s.sys.Globals {
				if _, ok := scene.Edge.Updates[v.Sym]; ok && !strings.Contains(v.Name, "#") {
					written = append(written, v.Name)
				}
			}
			who.Writes = strings.Join(written, ", ")
		}
		n.Threads = append(n.Threads, who)
	}
	return n
}

// nameOf is the name for people of a thread: that of a procedure that the front end has made says nothing.
func (s *search) nameOf(t *model.Template) string {
	names := s.task.Program.Names
	switch {
	case names == nil || !names.Made[t.Name]:
		return t.Name
	case t.Single:
		return "initial thread"
	}
	return "a thread"
}

// place is where a thread at a location is: at its next step, or where the location stands.
func (s *search) place(t *model.Template, loc int) source.Pos {
	for _, k := range t.Locs[loc].Out {
		if p := t.Edges[k].Pos; p.IsValid() {
			return p
		}
	}
	return t.Locs[loc].Pos
}

// relevant are the names of the variables that a step and an error speak of.
func (s *search) relevant(scene *fixpoint.Scene, error *model.Edge) map[string]bool {
	used := s.sys.Terms.Symbols(append(slices.Collect(maps.Values(scene.Edge.Updates)), scene.Edge.Guard,
		error.Guard)...)
	for sym := range scene.Edge.Updates {
		used = append(used, sym)
	}
	out := map[string]bool{}
	note := func(list []model.Var) {
		for _, v := range list {
			if slices.Contains(used, v.Sym) {
				out[v.Name] = true
			}
		}
	}
	note(s.sys.Globals)
	for i := range s.sys.Templates {
		note(s.sys.Templates[i].Locals)
	}
	return out
}

// bindings are the values of variables, those that are relevant: "lock = 0, x = -1".
func (s *search) bindings(list []fixpoint.Binding, relevant map[string]bool) string {
	var words []string
	for _, b := range list {
		if !relevant[b.Name] || strings.Contains(b.Name, "#") || len(words) >= maxShown {
			continue
		}
		words = append(words, fmt.Sprintf("%s = %s", strings.TrimSuffix(b.Name, "+0"), number(b.Value)))
	}
	return strings.Join(words, ", ")
}

// number writes a value as a signed number.
func number(v term.Value) string {
	if v.Sort().IsBool() {
		return fmt.Sprint(v.Bool())
	}
	n, w := v.Big(), v.Sort().Width()
	if w > 1 && n.Bit(w-1) == 1 {
		n = new(big.Int).Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return n.String()
}
