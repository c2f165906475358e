package builtin

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// scanfCall reads inputs: any number of the conversions of a constant format succeed, and each stores any
// value that it can read. With text set it reads from a string, the argument before the format; see textScan.
// Where that does not know a directive, what the string holds is not looked at, only where it ends, so that
// no violation may rest on what is stored.
func scanfCall(formatArg int, text bool) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		if len(c.Args) <= formatArg {
			return f.Values.UnsupportedCall(f.Types.Int, c.Name, c.Name)
		}
		var items []scanItem
		ok := false
		if s := syntax.StringLiteral(c.Args[formatArg]); s != nil {
			if b, size := f.Lvalues.StringBytes(s); size == 1 {
				items, ok = parseScan(cut(b))
			}
		}
		computed := text && isComputed(items) && !f.argumentsAreInputs()
		if !computed {
			items = slices.DeleteFunc(items, func(s scanItem) bool { return s.verb == ' ' })
			ok = ok && !slices.ContainsFunc(items, func(s scanItem) bool { return s.verb == 'n' })
		}
		var types []cc.Type
		stored := 0
		for _, item := range items {
			t := f.scanType(item)
			types = append(types, t)
			ok = ok && (t != nil || !item.stores())
			if item.stores() {
				stored++
			}
		}
		if !ok || stored > len(c.Args)-formatArg-1 {
			f.Calls.EvalAll(c)
			return f.Values.UnsupportedCall(f.Types.Int, c.Name, c.Name+" with this format")
		}
		in := scan{fn: f, name: c.Name, exact: true}
		var source value.Value
		for _, a := range c.Args[:formatArg] {
			source = f.Exprs.Expr(a)
			if text && !computed {
				f.Marks.At(c.X)
				in.exact = false
				in.length = f.Calls.Outcome("strlen", f.Types.SizeT,
					f.Arith.Convert(source, f.Types.Pvoid).Term).Term
			} else {
				f.Calls.UsesStream(source)
			}
		}
		var to []term.Term
		for _, a := range c.Args[formatArg+1:] {
			to = append(to, f.Exprs.Expr(a).Term)
		}
		f.Marks.At(c.X)
		if computed {
			from := f.Arith.Convert(source, f.Types.Pvoid).Term
			f.Calls.Outcome("strlen", f.Types.SizeT, from) // all of the string is read
			read := textScan{fn: f, text: from}
			return read.run(items, types, to)
		}
		return in.run(items, types, to, stored)
	}
}

// cut is a string up to its first null character.
func cut(b string) string {
	for i := range len(b) {
		if b[i] == 0 {
			return b[:i]
		}
	}
	return b
}

// scan is one call of scanf.
type scan struct {
	*fn
	name   string
	exact  bool
	length term.Term // of the string that is read; of streams there is none
}

// input is something that is read.
func (in *scan) input(ty cc.Type, what string) value.Value {
	h := cfa.Havoc{What: what}
	if !in.exact {
		h.Inexact = in.name
	}
	return in.Mem.Input(ty, h)
}

// run reads and stores, and yields how many values are stored.
func (in *scan) run(items []scanItem, types []cc.Type, to []term.Term, stored int) value.Value {
	f := in.fn
	count := in.input(f.Types.Int, in.name+"()")
	least := f.Values.BV(32, ^uint64(0))
	f.Flow.Assume(f.Ts.And(f.Ts.BVSge(count.Term, least),
		f.Ts.BVSle(count.Term, f.Values.BV(32, uint64(stored)))))
	if !mayStoreNothing(items) {
		f.Flow.Assume(f.Ts.Not(f.Ts.Eq(count.Term, f.Values.BV(32, 0))))
	}
	done := f.Flow.NewLoc()
	n := 0
	for i, item := range items {
		if !item.stores() {
			continue
		}
		next := f.Flow.NewLoc()
		f.Flow.Branch(f.Ts.BVSgt(count.Term, f.Values.BV(32, uint64(n))), next, done)
		f.Flow.Cur = next
		if item.isText() {
			in.storeText(item, to[n])
		} else {
			v := in.input(types[i], "input of "+in.name)
			if bound, ok := item.bound(f.Types.Scalar(types[i]).Width); ok {
				w := f.Ts.Sort(v.Term).Width()
				f.Flow.Assume(f.Ts.And(f.Ts.BVSgt(v.Term, f.Values.BV(w, -(bound/10))),
					f.Ts.BVSlt(v.Term, f.Values.BV(w, bound))))
			}
			f.Mem.Store(value.Place{Type: types[i], Reg: cfa.NoReg, Addr: to[n]}, v)
		}
		n++
	}
	f.Flow.GoTo(done)
	return count
}

// storeText calls the model that stores characters.
func (in *scan) storeText(item scanItem, to term.Term) {
	f := in.fn
	least, most := uint64(1), item.width
	switch {
	case item.verb == 'c':
		most = max(most, 1)
		least = most
	case most == 0:
		most = ^uint64(0)
	}
	room := f.Prog.Ptr(most)
	model := "__whittle_scanned"
	if !in.exact {
		model = "__whittle_scanned_from"
		room = f.Ts.Ite(f.Ts.BVUlt(in.length, room), in.length, room)
	}
	set := f.Prog.Ptr(0)
	if item.set != "" {
		set = f.AddrOf(f.StringObject(item.set, 1))
	}
	ends := f.Values.BV(32, 0)
	if item.verb != 'c' {
		ends = f.Values.BV(32, 1)
	}
	f.Calls.Outcome(model, f.Types.Int, to, f.Prog.Ptr(least), room, ends, set)
}

// scanItem is a directive of a format of scanf.
type scanItem struct {
	verb     byte // 0: char has to be there; ' ': any number of spaces
	char     byte
	length   string // "h", "ll" and the like
	width    uint64 // 0: none
	set      string // for [: whether each of the 256 characters belongs to it, as a byte 0 or 1
	suppress bool
}

// stores reports whether a directive has an argument.
func (s scanItem) stores() bool {
	return s.verb != 0 && s.verb != ' ' && s.verb != '%' && !s.suppress
}

// isReal reports whether a conversion stores a floating-point number.
func (s scanItem) isReal() bool { return strings.IndexByte("aefgAEFG", s.verb) >= 0 }

// base is that of the integers that a conversion reads, as strtol takes it.
func (s scanItem) base() uint64 {
	switch s.verb {
	case 'o':
		return 8
	case 'x', 'X':
		return 16
	case 'i':
		return 0
	}
	return 10
}

// isText reports whether a conversion stores characters that are not a number.
func (s scanItem) isText() bool { return s.verb == 'c' || s.verb == 's' || s.verb == '[' }

// parseScan reads a format of numbers and texts.
func parseScan(format string) (items []scanItem, ok bool) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			item := scanItem{char: format[i]}
			if strings.IndexByte(" \t\n\v\f\r", format[i]) >= 0 {
				item.verb = ' '
			}
			items = append(items, item)
			continue
		}
		i++
		var item scanItem
		if i < len(format) && format[i] == '*' {
			item.suppress = true
			i++
		}
		for ; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
			if item.width = item.width*10 + uint64(format[i]-'0'); item.width > 1<<20 {
				return nil, false
			}
		}
		for ; i < len(format) && strings.IndexByte("hlzjtL", format[i]) >= 0; i++ {
			item.length += format[i : i+1]
		}
		if i >= len(format) {
			return nil, false
		}
		item.verb = format[i]
		switch item.verb {
		case 'd', 'i', 'u', 'x', 'X', 'o', '%', 'n':
		case 'a', 'e', 'f', 'g', 'A', 'E', 'F', 'G':
		case 'c', 's', '[':
			if item.length != "" {
				return nil, false // wide characters
			}
			if item.verb == '[' {
				n := 0
				if item.set, n = scanSet(format[i+1:]); n == 0 {
					return nil, false
				}
				i += n
			}
		default:
			return nil, false
		}
		items = append(items, item)
	}
	return items, true
}

// scanSet reads the set of characters after a [ and says how long that is; 0: it does not end, or is empty.
func scanSet(s string) (set string, n int) {
	in, i := byte(1), 0
	if i < len(s) && s[i] == '^' {
		in = 0
		i++
	}
	table := []byte(strings.Repeat(string([]byte{1 - in}), 256))
	for first := i; i < len(s); i++ {
		switch {
		case s[i] == ']' && i > first:
			return string(table), i + 1
		case i+2 < len(s) && s[i+1] == '-' && s[i+2] != ']' && s[i] <= s[i+2]:
			for c := int(s[i]); c <= int(s[i+2]); c++ {
				table[c] = in
			}
			i += 2
		default:
			table[s[i]] = in
		}
	}
	return "", 0
}

// mayStoreNothing reports whether scanf may return 0: text and single characters at the begin are missing
// only where the input ends.
func mayStoreNothing(items []scanItem) bool {
	return len(items) == 0 || items[0].suppress || items[0].verb != 'c' && items[0].verb != 's'
}

// bound is what a decimal number of the item's width is below, if that says anything of a type of so many
// bits. A minus sign takes one digit.
func (s scanItem) bound(bits int) (uint64, bool) {
	if s.verb != 'd' || s.width == 0 || s.width > 18 {
		return 0, false
	}
	b := uint64(1)
	for range s.width {
		b *= 10
	}
	return b, b < 1<<(bits-1)
}

// scanType is the type that a conversion stores; nil: there is none of that name.
func (f *fn) scanType(s scanItem) cc.Type {
	if s.isText() {
		return f.Types.Char
	}
	if s.isReal() {
		return map[string]cc.Type{"": f.Types.Float, "l": f.Types.Double}[s.length]
	}
	return map[string]cc.Type{"": f.Types.Int, "h": f.Types.Short, "hh": f.Types.Char, "l": f.Types.Long,
		"ll": f.Types.Llong, "z": f.Types.Long, "j": f.Types.Llong, "t": f.Types.Long}[s.length]
}
