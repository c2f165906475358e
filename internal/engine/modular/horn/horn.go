package horn

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"whittle.dev/internal/engine/modular/fixpoint"
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// MaxLevel is the highest level that is written, maxClauses bounds the clauses.
const (
	MaxLevel   = 3
	maxClauses = 100_000
)

// ErrTooLarge says that there would be too many clauses.
var ErrTooLarge = errors.New("there would be more than 100,000 Horn clauses")

// Write writes the clauses of level k.
func Write(ctx context.Context, out io.Writer, sys *model.System, k int) error {
	w := &writer{ctx: ctx, b: bufio.NewWriter(out), sys: sys, st: sys.Terms, k: k,
		copies: fixpoint.NewCopies(sys)}
	w.shared = append(w.shared, sys.Rigid...)
	for _, v := range sys.Globals {
		w.shared = append(w.shared, v.Sym)
	}
	for i := range sys.Templates {
		for l := range sys.Templates[i].Locs {
			if !w.single(i) {
				w.many = append(w.many, place{i, l})
			}
		}
	}
	fmt.Fprintln(w.b, "(set-logic HORN)")
	if err := w.declarations(); err != nil {
		return err
	}
	w.initial()
	for i := range sys.Templates {
		for j := range sys.Templates[i].Edges {
			if err := w.edge(i, &sys.Templates[i].Edges[j]); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(w.b, "(check-sat)")
	return w.b.Flush()
}

type writer struct {
	ctx     context.Context
	b       *bufio.Writer
	sys     *model.System
	st      *term.Store
	k       int
	shared  []term.Term
	many    []place // of templates of which there may be many threads
	copies  *fixpoint.Copies
	clauses int
}

// name is the relation of a view.
func (w *writer) name(at []place) string {
	var words []string
	for _, p := range at {
		if p.loc == unborn {
			continue
		}
		words = append(words, fmt.Sprintf("%s.%d", w.sys.Templates[p.template].Name, p.loc))
	}
	return term.Quote(strings.Join(words, "/"))
}

func (w *writer) live(p place) []term.Term {
	if p.loc == unborn {
		return nil
	}
	return w.sys.Templates[p.template].Locs[p.loc].Live
}

// declarations declares the relations of all views.
func (w *writer) declarations() error {
	for n := range w.k + 1 {
		w.tuples(n, func(many []place) {
			w.singles(nil, func(singles []place) {
				if w.clauses++; w.clauses <= maxClauses {
					w.declare(slices.Concat(singles, many))
				}
			})
		})
		if w.clauses > maxClauses {
			return ErrTooLarge
		}
	}
	return nil
}

// declare declares the relation of a view. One of threads at the same place does not tell them apart.
func (w *writer) declare(at []place) {
	var sorts []string
	for _, sym := range w.shared {
		sorts = append(sorts, w.sort(sym))
	}
	for _, p := range at {
		for _, sym := range w.live(p) {
			sorts = append(sorts, w.sort(sym))
		}
	}
	fmt.Fprintf(w.b, "(declare-fun %s (%s) Bool)\n", w.name(at), strings.Join(sorts, " "))
	for i := 1; i < len(at); i++ {
		if at[i] != at[i-1] {
			continue
		}
		var all []thread
		for k, p := range at {
			all = append(all, w.thread(p, k))
		}
		before := w.view(all, w.same)
		all[i-1], all[i] = all[i], all[i-1]
		w.clause([]string{before}, w.view(all, w.same), nil)
	}
}

// thread is a thread in a clause: what its locals are.
type thread struct {
	place
	local func(term.Term) term.Term
}

// thread is the n-th thread of a clause, before the step.
func (w *writer) thread(p place, n int) thread {
	return thread{p, func(sym term.Term) term.Term { return w.copies.Sym(sym, n) }}
}

func (w *writer) same(sym term.Term) term.Term { return sym }

// view is the relation of some threads, applied to what is shared and their locals.
func (w *writer) view(threads []thread, shared func(term.Term) term.Term) string {
	sorted := slices.Clone(threads)
	slices.SortStableFunc(sorted, func(a, b thread) int { return a.compare(b.place) })
	var at []place
	var args []string
	for _, sym := range w.shared {
		args = append(args, w.st.String(shared(sym)))
	}
	for _, t := range sorted {
		at = append(at, t.place)
		for _, sym := range w.live(t.place) {
			args = append(args, w.st.String(t.local(sym)))
		}
	}
	if len(args) == 0 {
		return w.name(at)
	}
	return "(" + w.name(at) + " " + strings.Join(args, " ") + ")"
}

// initial is the clause of the initial thread, while no other one exists.
func (w *writer) initial() {
	begin := map[term.Term]term.Term{}
	for _, v := range slices.Concat(w.sys.Globals, w.sys.Templates[0].Locals) {
		if v.Init != term.None {
			begin[v.Sym] = v.Init
		}
	}
	at := func(sym term.Term) term.Term {
		if v, ok := begin[sym]; ok {
			return v
		}
		return sym
	}
	var body []string
	for _, a := range w.sys.Assume {
		body = append(body, w.st.String(a))
	}
	threads := []thread{{place{0, 0}, at}}
	for i := range w.sys.Templates {
		if i > 0 && w.single(i) {
			threads = append(threads, thread{place{i, unborn}, at})
		}
	}
	w.clause(body, w.view(threads, at), nil)
}

// edge writes the clauses of an edge: of the thread that moves, with the threads that exist once and up to k
// others.
func (w *writer) edge(template int, e *model.Edge) error {
	from := place{template, e.From}
	var fixed *place
	if w.single(template) {
		fixed = &from
	}
	for n := range w.k + 1 {
		w.tuples(n, func(others []place) {
			w.singles(fixed, func(singles []place) {
				if w.clauses <= maxClauses && w.ctx.Err() == nil {
					w.step(from, e, singles, others)
				}
			})
		})
		switch {
		case w.ctx.Err() != nil:
			return w.ctx.Err()
		case w.clauses > maxClauses:
			return ErrTooLarge
		case e.Kind != model.Step:
			return nil // errors are about one thread
		}
	}
	return nil
}

// step writes the clauses of a step while other threads stay where they are: the views before it that are
// known, and each view after it of these others with some of the mover and the thread that it creates.
func (w *writer) step(from place, e *model.Edge, singles, others []place) {
	mover := w.thread(from, 0)
	once := []thread{}
	for i, p := range singles {
		t := w.thread(p, i+1)
		if p.template == from.template {
			t = mover
		}
		once = append(once, t)
	}
	many := []thread{}
	for i, p := range others {
		many = append(many, w.thread(p, len(singles)+i+1))
	}
	before := many
	if !w.single(from.template) {
		before = append([]thread{mover}, many...)
	}
	body := []string{w.st.String(e.Guard)}
	subsets(len(before), min(len(before), w.k), func(chosen []int) {
		threads := slices.Clone(once)
		for _, i := range chosen {
			threads = append(threads, before[i])
		}
		body = append(body, w.view(threads, w.same))
	})
	if e.Kind != model.Step {
		w.clause(body, "false", e)
		return
	}
	w.after(from, e, body, once, many)
}

// after writes the clauses of one step with the same threads: for each view after it.
func (w *writer) after(from place, e *model.Edge, body []string, once, many []thread) {
	after := func(sym term.Term) term.Term {
		if v, ok := e.Updates[sym]; ok {
			return v
		}
		return sym
	}
	var moved []thread
	put := func(t thread) bool {
		i := slices.IndexFunc(once, func(o thread) bool { return o.template == t.template })
		if i < 0 {
			moved = append(moved, t)
			return true
		}
		free := once[i].loc == unborn || t.template == from.template
		once = slices.Clone(once)
		once[i] = t
		return free
	}
	put(thread{place{from.template, e.To}, after})
	if e.Spawn != nil && !put(w.child(e.Spawn, len(once)+len(many)+1)) {
		return // there is one already
	}
	for n := range len(moved) + 1 {
		if n+len(many) > w.k {
			continue
		}
		subsets(len(moved), n, func(chosen []int) {
			threads := slices.Concat(once, many)
			for _, i := range chosen {
				threads = append(threads, moved[i])
			}
			w.clause(body, w.view(threads, after), e)
		})
	}
}

// child is a thread that is created: what its locals begin with.
func (w *writer) child(s *model.Spawn, n int) thread {
	begin := maps.Clone(s.Args)
	for _, v := range w.sys.Templates[s.Template].Locals {
		if _, given := begin[v.Sym]; !given && v.Init != term.None {
			begin[v.Sym] = v.Init
		}
	}
	return thread{place{s.Template, 0}, func(sym term.Term) term.Term {
		if v, ok := begin[sym]; ok {
			return v
		}
		return w.copies.Sym(sym, n)
	}}
}

// clause writes one clause, with all symbols that may be in it as variables.
func (w *writer) clause(body []string, head string, e *model.Edge) {
	w.clauses++
	text := strings.Join(append(slices.Clone(body), head), " ")
	var vars []string
	declare := func(sym term.Term) {
		if name := term.Quote(w.st.Name(sym)); mentions(text, name) {
			vars = append(vars, "("+name+" "+w.sort(sym)+")")
		}
	}
	for _, sym := range w.shared {
		declare(sym)
	}
	for i := range w.sys.Templates {
		for _, v := range w.sys.Templates[i].Locals {
			for n := range len(w.sys.Templates) + w.k + 3 {
				declare(w.copies.Sym(v.Sym, n))
			}
		}
	}
	if e != nil {
		for _, sym := range e.Inputs {
			declare(sym)
		}
	}
	if len(body) > 0 {
		head = "(=> (and " + strings.Join(body, " ") + ") " + head + ")"
	}
	if len(vars) > 0 {
		head = "(forall (" + strings.Join(vars, " ") + ") " + head + ")"
	}
	fmt.Fprintf(w.b, "(assert %s)\n", head)
}

// mentions reports whether a name is a word of a text.
func mentions(text, name string) bool {
	for rest := text; ; {
		i := strings.Index(rest, name)
		if i < 0 {
			return false
		}
		end := i + len(name)
		if (i == 0 || strings.ContainsRune(" (", rune(rest[i-1]))) &&
			(end == len(rest) || strings.ContainsRune(" )", rune(rest[end]))) {
			return true
		}
		rest = rest[i+1:]
	}
}

func (w *writer) sort(sym term.Term) string { return w.st.Sort(sym).String() }
