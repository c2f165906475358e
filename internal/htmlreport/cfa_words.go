package htmlreport

import (
	"math/big"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// opWords tells the operations of one program in the words of its source: registers by their names,
// temporaries by what they hold, memory by its objects. What it prints is for people; nothing reads it.
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
	w := &opWords{p: p, regs: map[term.Term]cfa.RegID{}, meaning: map[cfa.RegID]cfa.Op{},
		sets: map[cfa.RegID]int{}, memory: map[cfa.RegID]cfa.Alloc{}, layouts: map[string]*cfa.Layout{}}
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
		return w.into(op.Dst) + "input " + w.p.Names.Input(op.What)
	case cfa.Load:
		into := ""
		if w.p.Regs[op.Dst].Type != "" {
			into = w.name(op.Dst) + " := "
		}
		return into + "read " + w.cell(op.Addr, w.p.Regs[op.Dst].Sort.Width()) +
			w.access(op.Order, op.Disputed)
	case cfa.Store:
		return "write " + w.cell(op.Addr, w.p.Terms.Sort(op.Value).Width()) + " := " + w.expr(op.Value, 0) +
			w.access(op.Order, op.Disputed)
	case cfa.AtomicBegin:
		if e.Sync != nil {
			at := ""
			if e.Sync.Object != term.None {
				at = " " + w.expr(e.Sync.Object, 0)
			}
			return "atomic: " + string(e.Sync.Kind) + at
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
		return "violation of " + string(op.Property) + ": " + op.Message
	case cfa.Unsupported:
		return "not supported: " + op.What
	case cfa.UB:
		return "undefined behaviour: " + op.What
	case cfa.Print:
		return op.Name
	}
	return cfa.OpName(e.Op)
}

func (w *opWords) access(o cfa.Order, disputed bool) string {
	s := ""
	if o != cfa.Plain {
		s = " (" + o.String() + ")"
	}
	if disputed && w.p.Names != nil {
		s += " (" + w.p.Names.Disputed + ")"
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
