package llvm

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// aggregate lowers what takes values apart and puts them together.
func (f *fn) aggregate(in *ir.Instr) {
	p := f.parts(in.Args[0])
	if p == nil {
		return
	}
	var at, n int
	ok := true
	switch in.Op {
	case ir.ExtractValue, ir.InsertValue:
		t := in.Args[0].Type
		for _, i := range in.Index {
			var from int
			if t, from, ok = element(f.m.Layout, t, i); !ok {
				break
			}
			at += from
		}
		if ok {
			parts, _ := valueParts(f.m.Layout, t)
			n = len(parts)
		}
	case ir.ShuffleVector:
		f.shuffle(in, p)
		return
	default:
		f.indexed(in, p)
		return
	}
	if !ok || at+n > len(p) {
		f.flow.Unsupported("this " + in.Op.String())
		return
	}
	if in.Op == ir.ExtractValue {
		if n == 1 && f.addsNothing(in) {
			zero := f.zero(f.ts.Sort(p[at]).Width())
			if !f.compiled {
				f.flow.Guard(f.ts.Eq(p[at], zero),
					cfa.Unsupported{What: "a pointer to a member that is computed"})
			}
			f.define(in, zero)
			return
		}
		f.define(in, p[at:at+n]...)
		return
	}
	v := f.parts(in.Args[1])
	if len(v) != n {
		f.flow.Unsupported("this insertvalue")
		return
	}
	f.define(in, slices.Concat(p[:at], v, p[at+n:])...)
}

// indexed lowers extractelement and insertelement. With an index past the end the result is poison.
func (f *fn) indexed(in *ir.Instr, p []term.Term) {
	i := f.value(in.Args[len(in.Args)-1])
	if w := f.ts.Sort(i).Width(); w < 16 {
		i = f.resize(i, 16, false)
	}
	is := func(k int) term.Term { return f.ts.Eq(i, f.ts.BV(f.ts.Sort(i).Width(), uint64(k))) }
	inside := f.ts.BVUlt(i, f.ts.BV(f.ts.Sort(i).Width(), uint64(len(p))))
	if in.Op == ir.ExtractElement {
		r := p[len(p)-1]
		for k := len(p) - 2; k >= 0; k-- {
			r = f.ts.Ite(is(k), p[k], r)
		}
		f.define(in, f.poison(f.ts.Not(inside), r))
		return
	}
	v := f.value(in.Args[1])
	out := make([]term.Term, len(p))
	for k := range p {
		out[k] = f.poison(f.ts.Not(inside), f.ts.Ite(is(k), v, p[k]))
	}
	f.define(in, out...)
}

// shuffle lowers shufflevector.
func (f *fn) shuffle(in *ir.Instr, p []term.Term) {
	q := f.parts(in.Args[1])
	if q == nil {
		return
	}
	all := slices.Concat(p, q)
	mask := in.Args[2]
	var out []term.Term
	for k := range f.regs[in.Res] {
		e := ir.Value{Kind: ir.ConstInt}
		switch {
		case mask.Kind == ir.Aggregate && k < len(mask.X.Elems):
			e = mask.X.Elems[k]
		case mask.Kind == ir.Undef || mask.Kind == ir.Poison:
			e = mask
		case mask.Kind != ir.Zero:
			f.flow.Unsupported("this shufflevector")
			return
		}
		switch {
		case e.Kind == ir.Undef || e.Kind == ir.Poison:
			out = append(out, f.undefined(f.ts.Sort(p[0]).Width(), true))
		case e.N < uint64(len(all)):
			out = append(out, all[e.N])
		default:
			f.flow.Unsupported("this shufflevector")
			return
		}
	}
	f.define(in, out...)
}
