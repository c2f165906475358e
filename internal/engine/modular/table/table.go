package table

import (
	"context"
	"errors"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// ErrTooLarge says that there are more control states than the limits allow, with no variable explicit.
var ErrTooLarge = errors.New("too many pairs of locations")

// Table says which control states occur together.
type Table struct {
	Sys *model.System
	// Stores are the valuations of explicit shared cells, Seats where threads may be.
	Stores []Values
	Seats  []Seat
	// Rounds counts how often the fixpoint began anew.
	Rounds int

	st     *term.Store
	ctx    context.Context
	limits Limits
	vars   explicit

	storeNumbers, seatNumbers interner
	moved                     map[[2]int][]Move
	subs                      map[[2]int]*term.Substituter
	ones                      []set   // by store: seats
	near                      [][]set // by store and seat: seats of another thread
	pairs                     int
	full                      bool // a limit was hit
	work                      []item
}

// item is a control state of one thread, or of two, whose steps have to be made.
type item struct{ store, a, b int }

// New finds the table of a system.
func New(ctx context.Context, sys *model.System, limits Limits) (*Table, error) {
	t := &Table{Sys: sys, st: sys.Terms, ctx: ctx, limits: limits}
	t.vars.dropped = map[term.Term]bool{}
	for {
		t.Rounds++
		ok, err := t.fixpoint()
		if err != nil || ok {
			return t, err
		}
		if t.narrow() {
			continue
		}
		return nil, ErrTooLarge
	}
}

// narrow makes a variable symbolic because a limit was hit.
func (t *Table) narrow() bool {
	if t.full {
		return true // it is dropped already
	}
	var locals []term.Term
	for _, vars := range t.vars.locals {
		locals = append(locals, vars...)
	}
	if len(t.Stores) > t.limits.Stores {
		return t.vars.drop(t.vars.globals, 2) || t.vars.drop(locals, 2)
	}
	return t.vars.drop(locals, 3) || t.vars.drop(t.vars.globals, 3) || t.vars.drop(locals, 2) ||
		t.vars.drop(t.vars.globals, 2)
}

// fixpoint makes the table; false if a limit was hit.
func (t *Table) fixpoint() (bool, error) {
	t.vars.choose(t.Sys)
	t.Stores, t.Seats, t.ones, t.near, t.pairs, t.full, t.work = nil, nil, nil, nil, 0, false, nil
	t.storeNumbers, t.seatNumbers = interner{map[string]int{}}, interner{map[string]int{}}
	t.moved, t.subs = map[[2]int][]Move{}, map[[2]int]*term.Substituter{}
	t.begin()
	for len(t.work) > 0 {
		it := t.work[len(t.work)-1]
		t.work = t.work[:len(t.work)-1]
		if it.b < 0 {
			t.one(it.store, it.a)
		} else {
			t.pair(it.store, it.a, it.b)
		}
		if t.full || len(t.Stores) > t.limits.Stores || len(t.Seats) > t.limits.Seats ||
			t.pairs > t.limits.Pairs {
			return false, nil
		}
		if err := t.ctx.Err(); err != nil {
			return false, err
		}
	}
	return true, nil
}

// begin adds the initial thread at its entry.
func (t *Table) begin() {
	inits := map[term.Term]term.Term{}
	for _, v := range t.Sys.Globals {
		if v.Init != term.None && t.st.IsConst(v.Init) {
			inits[v.Sym] = v.Init
		}
	}
	g := t.store(of(t.vars.globals, func(sym term.Term) term.Term { return inits[sym] }))
	live := t.Sys.Templates[0].Locs[0].Live
	s := t.seat(0, 0, of(t.explicitAt(0, live), func(sym term.Term) term.Term { return t.born(0, sym) }))
	t.addOne(g, s)
}

func (t *Table) addOne(g, s int) {
	if t.ones[g].add(s) {
		t.work = append(t.work, item{g, s, -1})
	}
}

// addPair adds the seats of two threads, unless they cannot be two.
func (t *Table) addPair(g, a, b int) {
	if x := t.Seats[a].Template; x == t.Seats[b].Template && t.Sys.Templates[x].Single {
		return
	}
	for len(t.near[g]) <= max(a, b) {
		t.near[g] = append(t.near[g], nil)
	}
	if t.near[g][a].add(b) {
		t.near[g][b].add(a)
		t.pairs++
		t.work = append(t.work, item{g, a, b})
	}
}

// Near returns the seats that another thread may have while one has the seat s.
func (t *Table) Near(g, s int) []int {
	if s >= len(t.near[g]) {
		return nil
	}
	return t.near[g][s].all()
}

// Ones returns the seats that occur with a store.
func (t *Table) Ones(g int) []int { return t.ones[g].all() }

// Moves returns the moves of a thread.
func (t *Table) Moves(g, s int) []Move { return t.moves(g, s) }

// Pairs is the number of pairs.
func (t *Table) Pairs() int { return t.pairs }

// one makes the steps of a thread that may be alone.
func (t *Table) one(g, s int) {
	for _, m := range t.moves(g, s) {
		if m.Edge.Kind != model.Step {
			continue
		}
		t.addOne(m.Store, m.Seat)
		if m.Child >= 0 {
			t.addOne(m.Store, m.Child)
			t.addPair(m.Store, m.Seat, m.Child)
		}
	}
}

// pair makes the steps of either of two threads, and those that involve a third.
func (t *Table) pair(g, a, b int) {
	t.beside(g, a, b)
	if a != b {
		t.beside(g, b, a)
	}
	for _, c := range both(t.near[g][a], t.near[g][b]) {
		t.third(g, c, a, b)
		t.third(g, a, b, c)
		t.third(g, b, a, c)
	}
}

// beside makes the steps of a thread while another one stays where it is.
func (t *Table) beside(g, mover, other int) {
	for _, m := range t.moves(g, mover) {
		if m.Edge.Kind != model.Step {
			continue
		}
		t.addOne(m.Store, other)
		t.addPair(m.Store, m.Seat, other)
		if m.Child >= 0 {
			t.addPair(m.Store, other, m.Child)
		}
	}
}

// third makes the steps of a thread while two others stay where they are, which matters only if the step
// changes the store.
func (t *Table) third(g, mover, a, b int) {
	for _, m := range t.moves(g, mover) {
		if m.Edge.Kind == model.Step && m.Store != g {
			t.addPair(m.Store, a, b)
		}
	}
}
