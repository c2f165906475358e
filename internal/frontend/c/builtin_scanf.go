package c

import (
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
)

// scanfCall reads inputs: any number of the conversions of a constant format
// succeed, and each stores any value of its type. Only formats of integers and
// single characters are supported.
func scanfCall(formatArg int) builtin {
	return func(f *fn, c *callCtx) value {
		if len(c.args) <= formatArg {
			return f.unsupportedValue(f.types.int, c.name)
		}
		var types []cc.Type
		ok := false
		if s := stringLiteral(c.args[formatArg]); s != nil {
			if b, size := f.stringBytes(s); size == 1 {
				types, ok = f.scanfTypes(strings.TrimRight(b, "\x00"))
			}
		}
		if !ok || len(types) != len(c.args)-formatArg-1 {
			f.evalAll(c)
			return f.unsupportedValue(f.types.int, c.name+" with this format")
		}
		var to []value
		for _, a := range c.args[formatArg+1:] {
			to = append(to, f.expr(a))
		}
		f.at(c.x)
		count := f.havocValue(f.types.int, c.name+"()")
		f.assume(f.ts.And(f.ts.BVSge(count.t, f.bv(32, ^uint64(0))), f.ts.BVSle(count.t, f.bv(32, uint64(len(types))))))
		done := f.g.newLoc(f.pos)
		for i, t := range types {
			next := f.g.newLoc(f.pos)
			f.branch(f.ts.BVSgt(count.t, f.bv(32, uint64(i))), next, done)
			f.cur = next
			f.storeTo(place{ty: t, reg: cfa.NoReg, addr: to[i].t}, f.havocValue(t, "input of "+c.name))
		}
		f.goTo(done)
		return count
	}
}

// scanfTypes lists the types that a format of scanf stores.
func (f *fn) scanfTypes(format string) ([]cc.Type, bool) {
	var out []cc.Type
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		length := ""
		for i < len(format) && strings.IndexByte("hlzjt", format[i]) >= 0 {
			length += format[i : i+1]
			i++
		}
		if i >= len(format) {
			return nil, false
		}
		t := map[string]cc.Type{"": f.types.int, "h": f.types.short, "hh": f.types.char, "l": f.types.long, "ll": f.types.llong, "z": f.types.long, "j": f.types.llong, "t": f.types.long}[length]
		switch format[i] {
		case 'd', 'i', 'u', 'x', 'X', 'o':
		case 'c':
			t = f.types.char
		case '%':
			continue
		default:
			return nil, false
		}
		if t == nil {
			return nil, false
		}
		out = append(out, t)
	}
	return out, true
}
