package golang

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// stringOp lowers an operator of strings that is not about whether they are equal.
func (f *fn) stringOp(x *ssa.BinOp) {
	a, b := f.get(x.X), f.get(x.Y)
	if x.Op == token.ADD {
		f.set(x, f.callModel("stringConcat", a[0], a[1], b[0], b[1])...)
		return
	}
	c := f.callModel("stringCompare", a[0], a[1], b[0], b[1])[0]
	zero := f.zero(c)
	switch x.Op {
	case token.LSS:
		f.set(x, f.bit(f.ts.BVSlt(c, zero)))
	case token.LEQ:
		f.set(x, f.bit(f.ts.BVSle(c, zero)))
	case token.GTR:
		f.set(x, f.bit(f.ts.BVSgt(c, zero)))
	case token.GEQ:
		f.set(x, f.bit(f.ts.BVSge(c, zero)))
	default:
		f.unsupported("the operator " + x.Op.String() + " of strings")
	}
}

// convertString lowers a conversion between a string and something else.
func (f *fn) convertString(x *ssa.Convert) {
	from, to := x.X.Type(), x.Type()
	v := f.get(x.X)
	isBytes := func(t types.Type) bool {
		s, ok := t.Underlying().(*types.Slice)
		return ok && sizes.Sizeof(s.Elem()) == 1
	}
	switch {
	case is(from, types.IsString) && is(to, types.IsString):
		f.set(x, v...)
	case isBytes(from):
		f.set(x, f.callModel("stringOfBytes", v[0], v[1])...)
	case isBytes(to):
		p := f.callModel("bytesOfString", v[0], v[1])
		f.set(x, p[0], v[1], p[1])
	default:
		f.unsupported("a conversion of " + typeName(from) + " to " + typeName(to))
	}
}
