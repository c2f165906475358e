package analysis_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/intervals"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/trace"
)

// facts are the results of the analyses of a program.
type facts struct {
	p       *cfa.Program
	pts     *pointsto.Result
	threads *analysis.Threads
	values  []*intervals.Intervals // by procedure
	// edges finds the edges of an origin, and procs their procedures.
	edges map[cfa.EdgeID][]*cfa.Edge
	procs map[cfa.EdgeID][]cfa.ProcID
}

func analyse(t *testing.T, p *cfa.Program) *facts {
	t.Helper()
	ctx := context.Background()
	regs := cfa.NewRegIndex(p)
	f := &facts{p: p, edges: make(map[cfa.EdgeID][]*cfa.Edge), procs: make(map[cfa.EdgeID][]cfa.ProcID)}
	var err error
	if f.pts, err = pointsto.Analyse(ctx, p, regs); err != nil {
		t.Fatal(err)
	}
	f.threads = analysis.NewThreads(p, cfa.NewCallGraph(p, f.pts.Callees), f.pts.Callees)
	for _, proc := range p.Procs {
		v, err := intervals.Analyse(ctx, regs, p, proc, f.threads.Order(proc.ID))
		if err != nil {
			t.Fatal(err)
		}
		f.values = append(f.values, v)
		for _, e := range proc.Edges {
			f.edges[e.Origin] = append(f.edges[e.Origin], e)
			f.procs[e.Origin] = append(f.procs[e.Origin], proc.ID)
		}
	}
	return f
}

// check compares an execution with the facts. Where several edges have the
// origin of a step, what holds for one of them is enough.
func (f *facts) check(t *testing.T, tr *trace.Trace) {
	t.Helper()
	made := make(map[uint64]cfa.EdgeID) // by region: the origin of the allocation
	for _, in := range tr.Inputs {
		if in.Kind == trace.AllocAddr {
			made[f.p.RegionOf(in.Value)] = in.Origin
		}
	}
	started := false
	executed := make(map[cfa.EdgeID]int)
	for _, s := range tr.Steps {
		if s.Origin == cfa.NoEdge || len(f.edges[s.Origin]) == 0 {
			continue
		}
		executed[s.Origin]++
		ok := map[string]bool{"alone": !f.all(s.Origin,
			func(p cfa.ProcID, e *cfa.Edge) bool { return f.threads.Alone(p, e.From) }) || !started &&
			s.Thread == 0}
		ok["once"] = executed[s.Origin] == 1 ||
			!(len(f.edges[s.Origin]) == 1 && f.threads.Once(f.procs[s.Origin][0], f.edges[s.Origin][0]))
		switch s.Kind {
		case trace.KindSpawn:
			started = true
		case trace.KindLoad, trace.KindStore:
			ok["points to"] = f.some(s.Origin, func(_ cfa.ProcID, e *cfa.Edge) bool {
				return cfa.OpName(e.Op) == string(s.Kind) && f.pointsTo(e, s.Addr, made)
			})
		case trace.KindCall:
			ok["callee"] = f.some(s.Origin, func(_ cfa.ProcID, e *cfa.Edge) bool {
				for _, q := range f.pts.Callees(e) {
					if f.p.Procs[q].Name == s.Message {
						return true
					}
				}
				return cfa.OpName(e.Op) != "call"
			})
		}
		if a := s.Assigned; a != nil && a.Value.Width <= 64 {
			ok["interval"] = f.some(s.Origin, func(p cfa.ProcID, e *cfa.Edge) bool {
				r := cfa.Def(e.Op)
				if r == cfa.NoReg || f.p.Regs[r].Scope == cfa.Thread || f.p.Regs[r].Name != a.Name {
					return true
				}
				holds := f.values[p].Reached(e.To)
				f.values[p].Values(e.To, func(q cfa.RegID, values absint.Interval) {
					holds = holds && (q != r || values.Has(a.Value.Bits))
				})
				return holds
			})
		}
		for what, holds := range ok {
			if !holds {
				t.Errorf("%s: step %v (%s) at %s contradicts it: %+v", what, s.Key, s.Kind, s.Where, s)
			}
		}
	}
}

func (f *facts) some(origin cfa.EdgeID, holds func(cfa.ProcID, *cfa.Edge) bool) bool {
	for i, e := range f.edges[origin] {
		if holds(f.procs[origin][i], e) {
			return true
		}
	}
	return false
}

func (f *facts) all(origin cfa.EdgeID, holds func(cfa.ProcID, *cfa.Edge) bool) bool {
	return !f.some(origin, func(p cfa.ProcID, e *cfa.Edge) bool { return !holds(p, e) })
}

// pointsTo reports whether the address of an access is among those that the analysis allows.
func (f *facts) pointsTo(e *cfa.Edge, addr uint64, made map[uint64]cfa.EdgeID) bool {
	v := f.pts.Of(cfa.Terms(e.Op)[0])
	if v.Unknown {
		return true
	}
	region := f.p.RegionOf(addr)
	off := int64(addr - f.p.RegionStart(region))
	for _, ref := range v.Refs {
		o := f.pts.Objects[ref.Obj]
		same := o.Static != nil && f.p.RegionOf(o.Static.Addr) == region
		if o.Site != nil {
			origin, ok := made[region]
			same = ok && origin == o.Site.Origin
		}
		if same &&
			(ref.Off.Mod == 0 && ref.Off.Rem == off || ref.Off.Mod != 0 &&
				(off-ref.Off.Rem)%int64(ref.Off.Mod) == 0) {
			return true
		}
	}
	return false
}

// TestFactsHoldInRuns executes programs at random and compares each step with
// what the analyses say, as lowered and after inlining.
func TestFactsHoldInRuns(t *testing.T) {
	files, err := filepath.Glob("../pass/testdata/*.c")
	if err != nil {
		t.Fatal(err)
	}
	more := examples.Names(t, "../../examples")
	all := os.Getenv("WHITTLE_CORPUS") == "all"
	if all {
		tasks, err := filepath.Glob("../../../shared/benchmarks/concurrency/*/*.i")
		if err != nil {
			t.Fatal(err)
		}
		more = append(more, tasks...)
	}
	for i, file := range append(files, more...) {
		if !all && i >= len(files) && i%3 != 0 {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			ctx := context.Background()
			model := c.LP64
			if filepath.Ext(file) == ".i" {
				model = c.ILP32
			}
			p, _, err := c.Load(ctx, c.Config{Files: []string{file}, DataModel: model,
				Property: "unreach-call"})
			if err != nil {
				t.Skip("does not load: ", err)
			}
			pl, err := pass.Named("resolve", "inline", "unreachable")
			if err != nil {
				t.Fatal(err)
			}
			q, err := pl.Run(ctx, p, pass.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, prog := range []*cfa.Program{p, q} {
				f := analyse(t, prog)
				for seed := range uint64(2) {
					out, tr, err := interp.Run(ctx, prog,
						interp.RunOptions{Seed: seed, Record: true, MaxSteps: 5000})
					if err != nil {
						t.Fatal(err)
					}
					f.check(t, tr)
					if out.Kind == interp.Failed {
						t.Errorf("seed %d: %v", seed, out.String())
					}
				}
			}
		})
	}
}
