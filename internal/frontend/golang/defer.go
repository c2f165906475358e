package golang

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// defers are the deferred calls of a function. Each site outside of loops has a flag and registers for what
// it calls with which arguments, and deferred calls run in the reverse order of the sites. If a site is in a
// loop, all calls of the function are in a list.
type defers struct {
	sites   []*deferSite
	byInstr map[*ssa.Defer]*deferSite
	list    cfa.RegID // the last call; NoReg: there is no list
}

type deferSite struct {
	in    *ssa.Defer
	flag  cfa.RegID
	types [][]part // of the operands
	regs  [][]cfa.RegID
}

// findDefers prepares the deferred calls of the function.
func (f *fn) findDefers() {
	d := &defers{byInstr: map[*ssa.Defer]*deferSite{}, list: cfa.NoReg}
	for _, b := range reversePostorder(f.ssa) {
		for _, in := range b.Instrs {
			x, ok := in.(*ssa.Defer)
			if !ok {
				continue
			}
			s := &deferSite{in: x}
			d.sites = append(d.sites, s)
			d.byInstr[x] = s
			if onCycle(b) && d.list == cfa.NoReg {
				d.list = f.reg("deferred", ptrBits)
			}
		}
	}
	if len(d.sites) == 0 {
		return
	}
	f.seen.defers = true
	f.defers = d
	if d.list != cfa.NoReg {
		f.assign(d.list, f.prog.Ptr(0))
	}
	for _, s := range d.sites {
		s.flag = cfa.NoReg
		if d.list == cfa.NoReg {
			s.flag = f.reg("deferred", 8)
			f.assign(s.flag, f.ts.BV(8, 0))
		}
		for _, v := range operands(&s.in.Call) {
			ps := f.partsOf(v.Type())
			var rs []cfa.RegID
			for _, p := range ps {
				rs = append(rs, f.reg("deferred "+v.Name()+p.name, p.bits))
			}
			s.types, s.regs = append(s.types, ps), append(s.regs, rs)
		}
	}
}

// reversePostorder lists the blocks of a function so that, without loops, each comes after those that lead to
// it.
func reversePostorder(s *ssa.Function) []*ssa.BasicBlock {
	var out []*ssa.BasicBlock
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		seen[b] = true
		for _, s := range b.Succs {
			if !seen[s] {
				visit(s)
			}
		}
		out = append(out, b)
	}
	visit(s.Blocks[0])
	slices.Reverse(out)
	return out
}

// onCycle reports whether a block can be reached from itself.
func onCycle(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := slices.Clone(b.Succs)
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if c == b {
			return true
		}
		if !seen[c] {
			seen[c] = true
			work = append(work, c.Succs...)
		}
	}
	return false
}

// deferCall remembers a call.
func (f *fn) deferCall(x *ssa.Defer) {
	if x.DeferStack != nil {
		f.unsupported("a defer in the body of a range over a function")
		return
	}
	s := f.defers.byInstr[x]
	vs := operands(&x.Call)
	if f.defers.list == cfa.NoReg {
		for i, v := range vs {
			for k, t := range f.get(v) {
				f.assign(s.regs[i][k], t)
			}
		}
		f.assign(s.flag, f.ts.BV(8, 1))
		return
	}
	n := int64(2)
	for _, ps := range s.types {
		n += int64(len(ps))
	}
	node := f.alloc("deferred call", f.prog.Ptr(uint64(n*word)), nil)
	f.emit(cfa.Store{Addr: node, Value: f.sym(f.defers.list), Order: cfa.SeqCst})
	f.emit(cfa.Store{Addr: f.offset(node, word), Value: f.prog.Ptr(uint64(slices.Index(f.defers.sites, s))),
		Order: cfa.SeqCst})
	at := int64(2 * word)
	for _, v := range vs {
		for _, t := range f.get(v) {
			f.emit(cfa.Store{Addr: f.offset(node, at), Value: f.resize(t, ptrBits, false), Order: cfa.SeqCst})
			at += word
		}
	}
	f.assign(f.defers.list, node)
}

// eachDeferred runs what was deferred, the last first. before and after stand around each call.
func (f *fn) eachDeferred(before, after func()) {
	run := func(s *deferSite) {
		var vs [][]term.Term
		for _, rs := range s.regs {
			var ts []term.Term
			for _, r := range rs {
				ts = append(ts, f.sym(r))
			}
			vs = append(vs, ts)
		}
		pos, text := f.pos, f.stmt
		before()
		f.callValues(&s.in.Call, vs, false)
		f.pos, f.stmt = pos, text
		after()
	}
	if f.defers.list == cfa.NoReg {
		for _, s := range slices.Backward(f.defers.sites) {
			yes, no := f.branch(f.isSet(f.sym(s.flag)))
			f.at(yes)
			f.assign(s.flag, f.ts.BV(8, 0))
			run(s)
			f.jump(no)
			f.at(no)
		}
		return
	}
	head := f.newLoc()
	f.jump(head)
	f.at(head)
	list := f.sym(f.defers.list)
	some, done := f.branch(f.ts.Not(f.ts.Eq(list, f.zero(list))))
	f.at(some)
	site := f.loads(f.offset(list, word), []part{{bits: ptrBits}}, cfa.SeqCst)[0]
	for i, s := range f.defers.sites {
		yes, no := f.branch(f.ts.Eq(site, f.prog.Ptr(uint64(i))))
		f.at(yes)
		at := int64(2 * word)
		for k, ps := range s.types {
			for j, p := range ps {
				w := f.loads(f.offset(list, at), []part{{bits: ptrBits}}, cfa.SeqCst)[0]
				f.assign(s.regs[k][j], f.resize(w, p.bits, false))
				at += word
			}
		}
		next := f.loads(list, []part{{bits: ptrBits}}, cfa.SeqCst)[0]
		f.assign(f.defers.list, next)
		run(s)
		f.jump(head)
		f.at(no)
	}
	f.unsupported(fmt.Sprintf("more than %d deferred calls", len(f.defers.sites)))
	f.at(done)
}

// runDefers runs what was deferred before the function returns.
func (f *fn) runDefers() {
	if f.defers == nil {
		return
	}
	f.eachDeferred(func() {}, f.afterCall)
}

// unwindDefers runs what was deferred while a panic is on its way, and goes on with the function's return if
// it is no more.
func (f *fn) unwindDefers() {
	pending := f.reg("pending", 8)
	f.assign(pending, f.sym(f.unwinding))
	f.assign(f.unwinding, f.ts.BV(8, 0))
	values := []cfa.RegID{f.panicType, f.panicData}
	var kept []cfa.RegID
	if f.uses.recovers {
		for _, r := range values {
			k := f.reg("pending panic", ptrBits)
			kept = append(kept, k)
			f.assign(k, f.sym(r))
		}
	}
	before := func() {
		if !f.uses.recovers {
			return
		}
		for i, r := range values {
			f.assign(r, f.sym(kept[i]))
		}
		f.assign(f.recoverable, f.bit(f.ts.Eq(f.sym(pending), f.ts.BV(8, unwindPanic))))
		f.assign(f.recovered, f.ts.BV(8, 0))
	}
	after := func() {
		u := f.sym(f.unwinding)
		quiet, again := f.branch(f.ts.Eq(u, f.zero(u)))
		next := f.newLoc()
		f.at(again)
		f.assign(pending, u)
		for i, k := range kept {
			f.assign(k, f.sym(values[i]))
		}
		f.assign(f.unwinding, f.ts.BV(8, 0))
		f.jump(next)
		f.at(quiet)
		if f.uses.recovers {
			did, not := f.branch(f.isSet(f.sym(f.recovered)))
			f.at(did)
			f.assign(pending, f.ts.BV(8, 0))
			f.assign(f.recovered, f.ts.BV(8, 0))
			f.jump(next)
			f.at(not)
			f.jump(next)
		} else {
			f.jump(next)
		}
		f.at(next)
		if f.uses.recovers {
			f.assign(f.recoverable, f.ts.BV(8, 0))
		}
	}
	f.eachDeferred(before, after)
	if !f.uses.recovers {
		f.assign(f.unwinding, f.sym(pending))
		return
	}
	p := f.sym(pending)
	over, still := f.branch(f.ts.Eq(p, f.zero(p)))
	f.at(over)
	f.returnRecovered()
	f.at(still)
	for i, r := range values {
		f.assign(r, f.sym(kept[i]))
	}
	f.assign(f.unwinding, p)
}

// returnRecovered returns with the values of named results, or zeros.
func (f *fn) returnRecovered() {
	if b := f.ssa.Recover; b != nil {
		f.block = b
		for _, in := range b.Instrs {
			f.instr(in)
		}
		return
	}
	f.returnParts(f.zeros(f.resultParts(f.ssa.Signature)))
}
