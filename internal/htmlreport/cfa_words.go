package htmlreport

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// opWords tells the operations of one program in the words of its source: registers by their names, temporaries by what
// they hold, memory by its objects. What it prints is for people; nothing reads it.
type opWords struct {
	p    *cfa.Program
	regs map[term.Term]cfa.RegID
	// meaning is what a register without a name of the source holds, if one operation sets it.
	meaning map[cfa.RegID]cfa.Op
	sets    map[cfa.RegID]int
	memory  map[cfa.RegID]cfa.Alloc // of registers that point to an object on the stack
	layouts map[string]*cfa.Layout  // of structures, by their names
	nested  int                     // registers that are being told by what they hold
	left    int                     // operators that may still be told of an expression
}

func newOpWords(p *cfa.Program) *opWords {
	w := &opWords{p: p, regs: map[term.Term]cfa.RegID{}, meaning: map[cfa.RegID]cfa.Op{}, sets: map[cfa.RegID]int{}, memory: map[cfa.RegID]cfa.Alloc{}, layouts: map[string]*cfa.Layout{}}
	for _, o := range p.Objects {
		w.learn(o.Layout, 0)
	}
	for i, r := range p.Regs {
		w.regs[r.Sym] = cfa.RegID(i)
	}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			dst := cfa.NoReg
			switch op := e.Op.(type) {
			case cfa.Assign:
				dst = op.Dst
			case cfa.Load:
				dst = op.Dst
			case cfa.Havoc:
				dst = op.Dst
			case cfa.Call:
				dst = op.Dst
			case cfa.Spawn:
				dst = op.Dst
			case cfa.Join:
				dst = op.Dst
			case cfa.Alloc:
				dst = op.Dst
				w.learn(op.Layout, 0)
				if op.Kind == cfa.Stack {
					w.memory[dst] = op
				}
			}
			if dst >= 0 && p.Regs[dst].Type == "" {
				w.sets[dst]++
				w.meaning[dst] = e.Op
			}
		}
	}
	return w
}

// learn remembers the structures in a layout.
func (w *opWords) learn(l *cfa.Layout, depth int) {
	if l == nil || depth > 8 {
		return
	}
	if len(l.Fields) > 0 {
		if l.Type == "" || w.layouts[l.Type] != nil {
			return
		}
		w.layouts[l.Type] = l
	}
	w.learn(l.Elem, depth+1)
	for i := range l.Fields {
		w.learn(l.Fields[i].Layout, depth+1)
	}
}

// pointee is the layout of the structure that a pointer points to, nil if it is not known.
func (w *opWords) pointee(t term.Term) *cfa.Layout {
	r, ok := w.regs[t]
	if !ok {
		return nil
	}
	if name, ok := strings.CutPrefix(w.p.Regs[r].Type, "pointer to "); ok {
		return w.layouts[name]
	}
	if load, ok := w.meaning[r].(cfa.Load); ok && w.sets[r] == 1 && w.nested < maxDepth {
		w.nested++
		defer func() { w.nested-- }()
		if _, l := w.place(load.Addr, uint64(max(w.p.Regs[r].Sort.Width()/8, 1))); l != nil {
			return w.layouts[strings.TrimSuffix(l.Type, " *")]
		}
	}
	return nil
}

// maxWords bounds the text of one operation.
const maxWords = 160

// say tells an operation.
func (w *opWords) say(e *cfa.Edge) string {
	s := w.op(e)
	if r := []rune(s); len(r) > maxWords {
		s = string(r[:maxWords]) + "…"
	}
	return s
}

func (w *opWords) op(e *cfa.Edge) string {
	switch op := e.Op.(type) {
	case cfa.Assign:
		if r, ok := w.regs[op.Value]; ok && w.isResult(r) {
			return w.name(op.Dst) + " := its result"
		}
		return w.name(op.Dst) + " := " + w.expr(op.Value, 0)
	case cfa.Assume:
		return "if " + w.expr(op.Cond, 0)
	case cfa.Await:
		return "wait until " + w.expr(op.Cond, 0)
	case cfa.Havoc:
		return w.into(op.Dst) + "input " + strings.TrimPrefix(op.What, "__VERIFIER_")
	case cfa.Load:
		into := ""
		if w.p.Regs[op.Dst].Type != "" {
			into = w.name(op.Dst) + " := "
		}
		return into + "read " + w.cell(op.Addr, w.p.Regs[op.Dst].Sort.Width()) + access(op.Order, op.Volatile)
	case cfa.Store:
		return "write " + w.cell(op.Addr, w.p.Terms.Sort(op.Value).Width()) + " := " + w.expr(op.Value, 0) + access(op.Order, op.Volatile)
	case cfa.AtomicBegin:
		if e.Sync != nil {
			at := ""
			if e.Sync.Object != term.None {
				at = " " + w.expr(e.Sync.Object, 0)
			}
			return "atomic: " + e.Sync.Kind + at
		}
		return "atomic section begins"
	case cfa.AtomicEnd:
		return "atomic section ends"
	case cfa.Spawn:
		return w.into(op.Dst) + "start thread " + w.call(op.Proc, op.Target, op.Args)
	case cfa.Join:
		return w.into(op.Dst) + "join thread " + w.expr(op.Thread, 0)
	case cfa.Call:
		return w.into(op.Dst) + "call " + w.call(op.Proc, op.Target, op.Args)
	case cfa.Return:
		return strings.TrimRight("return "+w.expr(op.Value, 0), " ")
	case cfa.Alloc:
		if op.Kind == cfa.Stack {
			return "begin of " + op.Name
		}
		return w.name(op.Dst) + " := new object of " + w.expr(op.Size, 0) + " bytes"
	case cfa.Free:
		if op.Kind == cfa.Stack {
			return "end of " + strings.TrimPrefix(w.expr(op.Addr, 0), "&")
		}
		return "free " + w.expr(op.Addr, 0)
	case cfa.Fence:
		return "fence " + op.Order.String()
	case cfa.Exit:
		if op.Kind == cfa.ExitThread {
			return "the thread ends"
		}
		return strings.TrimRight("the process ends "+w.expr(op.Value, 0), " ")
	case cfa.Violation:
		return "violation of " + op.Property + ": " + op.Message
	case cfa.Unsupported:
		return "not supported: " + op.What
	case cfa.UB:
		return "undefined behaviour: " + op.What
	case cfa.Print:
		return op.Func
	}
	return cfa.OpName(e.Op)
}

func access(o cfa.Order, volatile bool) string {
	s := ""
	if o != cfa.Plain {
		s = " (" + o.String() + ")"
	}
	if volatile {
		s += " (volatile)"
	}
	return s
}

// isResult reports whether a register holds the result of a call and nothing else.
func (w *opWords) isResult(r cfa.RegID) bool {
	_, ok := w.meaning[r].(cfa.Call)
	return ok && w.sets[r] == 1
}

// into is "x := " for a register that has a name in the source.
func (w *opWords) into(r cfa.RegID) string {
	if r < 0 || w.p.Regs[r].Type == "" {
		return ""
	}
	return w.name(r) + " := "
}

// name is the name of a register without that of its procedure.
func (w *opWords) name(r cfa.RegID) string {
	if r < 0 || int(r) >= len(w.p.Regs) {
		return "?"
	}
	n := w.p.Regs[r].Name
	if strings.HasSuffix(n, "::return") {
		return "result" // of the function, on its way to the end
	}
	if i := strings.LastIndex(n, "::"); i >= 0 {
		n = n[i+2:]
	}
	return n
}

func (w *opWords) call(proc cfa.ProcID, target term.Term, args []term.Term) string {
	name := "?"
	switch {
	case proc >= 0:
		name = w.p.Procs[proc].Name
	case target != term.None:
		name = "(*" + strings.TrimPrefix(w.expr(target, 0), "&") + ")"
	}
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = w.expr(a, 0)
	}
	return name + "(" + strings.Join(list, ", ") + ")"
}

// pointer returns the object of static storage that a constant points into, with its name.
func (w *opWords) pointer(addr uint64, n uint64) (string, bool) {
	if o := w.objectAround(addr); o != nil && addr >= o.Addr && addr < o.Addr+max(o.Size, 1) {
		off := addr - o.Addr
		if l := o.Layout; l != nil && l.Elem != nil && l.Elem.Size > 0 && off%l.Elem.Size == 0 {
			return fmt.Sprintf("%s[%d]", o.Name, off/l.Elem.Size), true // the element, not what it begins with
		}
		path, _ := o.Layout.Path(o.Size, off, n)
		return o.Name + path, true
	}
	return "", false
}

// cell names memory of some width at an address: "counter", "buffer[i]", "e->value".
func (w *opWords) cell(addr term.Term, width int) string {
	text, _ := w.place(addr, uint64(max(width/8, 1)))
	return text
}

// place names n bytes of memory, and tells what they are if that is known.
func (w *opWords) place(addr term.Term, n uint64) (string, *cfa.Layout) {
	s := w.p.Terms
	if v, ok := s.ConstUint64(addr); ok {
		if o := w.objectAround(v); o != nil && v >= o.Addr && v < o.Addr+max(o.Size, 1) {
			path, l := o.Layout.Path(o.Size, v-o.Addr, n)
			return o.Name + path, l
		}
		return fmt.Sprintf("*%#x", v), nil
	}
	var parts []term.Term
	w.sum(addr, &parts)
	base, offset, rest := "", uint64(0), []term.Term{}
	var layout *cfa.Layout
	var size uint64
	for _, t := range parts {
		if v, ok := s.ConstUint64(t); ok {
			if base == "" {
				if o := w.objectAround(v); o != nil {
					base, layout, size = o.Name, o.Layout, o.Size
					offset += v - o.Addr
					continue
				}
			}
			offset += v
			continue
		}
		if r, ok := w.regs[t]; ok && base == "" {
			if a, ok := w.memory[r]; ok && w.sets[r] == 1 {
				base, layout = a.Name, a.Layout
				size, _ = s.ConstUint64(a.Size)
				continue
			}
		}
		rest = append(rest, t)
	}
	var index []string
	if base == "" && len(rest) == 1 {
		if l := w.pointee(rest[0]); l != nil && offset+n <= l.Size {
			if path, field := l.Path(l.Size, offset, n); strings.HasPrefix(path, ".") {
				return w.expr(rest[0], bindUnary) + "->" + path[1:], field
			}
		}
	}
	for _, t := range rest {
		index = append(index, w.index(t, n))
	}
	if base == "" {
		text := strings.Join(index, " + ")
		if offset == 0 {
			if len(index) > 1 {
				text = "(" + text + ")"
			}
			return "*" + text, nil
		}
		return "*(" + text + fmt.Sprintf(" + %d)", offset), nil
	}
	if len(index) == 0 {
		path, l := layout.Path(size, offset, n)
		return base + path, l
	}
	if offset != 0 {
		index = append(index, fmt.Sprintf("+%d", offset))
	}
	return base + "[" + strings.Join(index, " + ") + "]", nil
}

// index tells an offset in elements of n bytes where it is a multiple of that.
func (w *opWords) index(t term.Term, n uint64) string {
	s := w.p.Terms
	if s.Op(t) == term.OpBVMul && s.NumArgs(t) == 2 {
		if v, ok := s.ConstUint64(s.Arg(t, 1)); ok && v == n {
			return w.expr(s.Arg(t, 0), 0)
		}
	}
	if s.Op(t) == term.OpConcat && s.NumArgs(t) == 2 {
		if v, ok := s.ConstUint64(s.Arg(t, 1)); ok && v == 0 && uint64(1)<<s.Sort(s.Arg(t, 1)).Width() == n {
			return w.expr(s.Arg(t, 0), 0)
		}
	}
	return w.expr(t, 4)
}

// objectAround is the object in whose region an address lies.
func (w *opWords) objectAround(addr uint64) *cfa.Object {
	region := addr >> w.p.OffsetBits
	i, ok := slices.BinarySearchFunc(w.p.Objects, region, func(o *cfa.Object, r uint64) int { return cmp.Compare(o.Addr>>w.p.OffsetBits, r) })
	if !ok {
		return nil
	}
	return w.p.Objects[i]
}

// sum lists the operands of a sum.
func (w *opWords) sum(t term.Term, out *[]term.Term) {
	if s := w.p.Terms; s.Op(t) == term.OpBVAdd && len(*out) < 16 {
		for i := range s.NumArgs(t) {
			w.sum(s.Arg(t, i), out)
		}
		return
	}
	*out = append(*out, t)
}

// signedBig is the value of a constant as a number with a sign if that is the shorter way.
func signedBig(v *big.Int, width int) *big.Int {
	if width > 1 && v.Bit(width-1) == 1 {
		neg := new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(width)))
		if neg.BitLen() < width/2 {
			return neg
		}
	}
	return v
}
