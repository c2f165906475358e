package events

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// unroller walks the threads of a program. What it meets is handled by parts with a state of their own.
type unroller struct {
	*Plan
	ctx  context.Context
	opts Options
	g    *Graph
	s    *term.Store

	b        *builder
	objects  *objects
	claims   *claims
	known    *knowledge
	regs     *registers
	locks    *locks
	waits    *waits
	lives    *lives
	accesses *accesses
	progress *progress
	sites    *sites

	// Of the current thread: procedures active, edges of the calls that are, and those that wait for a
	// return, outermost first; threads that were spawned.
	stack   []cfa.ProcID
	calls   []cfa.EdgeID
	callers []caller
	spawns  map[cfa.EdgeID]int

	threads threadCount
	walked  loopCount
}

// Unroll builds the event graph of a program.
func Unroll(ctx context.Context, plan *Plan, opts Options) (*Graph, error) {
	u := newUnroller(ctx, plan, opts)
	if opts.Property.Covers(property.ValidDeref) {
		if err := plan.findPoints(ctx); err != nil {
			return nil, err
		}
	}
	u.g.Threads = append(u.g.Threads, &Thread{
		ID: 0, Key: "main", Entry: plan.prog.Procs[plan.prog.Entry], Guard: Always, Tid: 1, Parent: -1,
		Spawn: -1, SpawnInstance: -1,
	})
	for i := 0; i < len(u.g.Threads); i++ {
		if u.g.Threads[i].Idle {
			continue
		}
		if err := u.thread(u.g.Threads[i]); err != nil {
			return nil, err
		}
	}
	return u.g, nil
}

// newUnroller puts the parts together.
func newUnroller(ctx context.Context, plan *Plan, opts Options) *unroller {
	prog := plan.prog
	s, base := prog.Terms.Fork(), int(prog.Terms.Limit())
	g := &Graph{
		Program: prog, Terms: s, Guards: newGuards(s),
		objectOf: make(map[uint64]*Object), static: make(map[uint64]*cfa.Object),
		leafMemo: make(map[term.Term]*Leaves), Sites: make(map[term.Term]Site),
	}
	for _, o := range prog.Objects {
		g.static[prog.RegionOf(o.Addr)] = o
	}
	u := &unroller{Plan: plan, ctx: ctx, opts: opts, g: g, s: s,
		threads: threadCount{running: 1, at: make(map[string]int)}}
	u.b = &builder{g: g, s: s, assumed: make(map[*cfa.Edge]bool), property: opts.Property}
	u.objects = &objects{Plan: plan, g: g, s: s, b: u.b, region: prog.RegionOf(prog.HeapBase)}
	u.claims = newClaims(u.b, &u.opts)
	u.known = &knowledge{g: g, s: s, b: u.b, objects: u.objects, claims: u.claims}
	u.regs = &registers{Plan: plan, s: s,
		parts: &addressParts{g: g, s: s, cases: make(map[term.Term]bool)}, stamp: make([]uint32, base),
		memo: make([]term.Term, base)}
	u.locks = &locks{g: g, s: s, known: u.known}
	u.waits = &waits{g: g, s: s, claims: u.claims}
	u.sites = &sites{g: g, s: s, one: u.opts.Case, walks: make(map[cfa.EdgeID]int)}
	u.progress = &progress{g: g, s: s, b: u.b}
	u.lives = &lives{g: g, s: s, b: u.b, objects: u.objects, known: u.known, regs: u.regs,
		progress: u.progress}
	u.accesses = &accesses{g: g, s: s, b: u.b, opts: &u.opts, objects: u.objects, known: u.known,
		regs:  u.regs,
		locks: u.locks, waits: u.waits, lives: u.lives, progress: u.progress, sites: u.sites}
	return u
}
