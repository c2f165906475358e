package cpa

import (
	"fmt"
	"strconv"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/cpa/predicate"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/lazy"
)

// placeNames names places so that people know them, and so that they are found again in another run on the
// same program: "turn" and "queue.items[3]" for static objects, "object#2+8" for the second one that is made,
// "T1 worker::i" for a register of a thread, "T1/2 f::n" in its third call. Of registers with the same name
// all but the first have a number: "worker::i@2". Without a thread, as CPAchecker names variables, "main::i"
// is a register of the first thread, and "worker::i" one of any other.
type placeNames struct {
	prog *cfa.Program
	x    *multistate.Stepper
	of   map[cfa.RegID]string
	regs map[string]cfa.RegID
}

func newPlaceNames(prog *cfa.Program, x *multistate.Stepper) *placeNames {
	n := &placeNames{prog: prog, x: x, of: map[cfa.RegID]string{}, regs: map[string]cfa.RegID{}}
	count := map[string]int{}
	for i := range prog.Regs {
		name := prog.Regs[i].Name
		if count[name]++; count[name] > 1 {
			name = fmt.Sprintf("%s@%d", name, count[name])
		}
		n.of[cfa.RegID(i)], n.regs[name] = name, cfa.RegID(i)
	}
	return n
}

// variable names a place in memory, or a register in any thread.
func (n *placeNames) variable(at multistate.Place) string {
	if at.Object < 0 {
		return n.of[at.Reg]
	}
	def := n.x.Static(at.Object)
	if def == nil {
		return fmt.Sprintf("object#%d+%d", at.Object-n.x.Statics()+1, at.Offset)
	}
	path, _ := def.Layout.Path(def.Size, at.Offset, uint64(at.Width)/8)
	return def.Name + path
}

// place names a place.
func (n *placeNames) place(at multistate.Place) string {
	switch {
	case at.Thread < 0:
		return n.variable(at)
	case at.Reg == cfa.NoReg:
		return fmt.Sprintf("T%d result", at.Thread)
	case at.Frame <= 0 && n.usual(at.Reg) == at.Thread:
		return n.of[at.Reg]
	case at.Frame > 0:
		return fmt.Sprintf("T%d/%d %s", at.Thread, at.Frame, n.of[at.Reg])
	}
	return fmt.Sprintf("T%d %s", at.Thread, n.of[at.Reg])
}

// usual is the thread that a register is of if none is named: the first one for those of its procedure, else
// any other.
func (n *placeNames) usual(reg cfa.RegID) int32 {
	if r := &n.prog.Regs[reg]; r.Scope != cfa.Thread && r.Proc == n.prog.Entry {
		return 0
	}
	return predicate.AnyThread
}

var (
	inThread = lazy.Regexp(`^T(\d+)(?:/(\d+))? (.+)$`)
	inObject = lazy.Regexp(`^object#(\d+)\+(\d+)$`)
)

// maxSearched is how many bytes of an object are searched for a name.
const maxSearched = 1 << 16

// parseVariable finds what variable names; width is that of the value in bits, 0: it is not known.
func (n *placeNames) parseVariable(name string, width int32) (multistate.Place, error) {
	at := multistate.Place{Thread: -1, Frame: -1, Reg: cfa.NoReg, Object: -1, Width: width}
	if reg, ok := n.regs[name]; ok {
		at.Thread, at.Reg = 0, reg
		return at, nil
	}
	if m := inObject().FindStringSubmatch(name); m != nil {
		number, err1 := strconv.ParseInt(m[1], 10, 31)
		offset, err2 := strconv.ParseUint(m[2], 10, 64)
		if err1 != nil || err2 != nil || number == 0 {
			return at, fmt.Errorf("no object is called %s", name)
		}
		at.Object, at.Offset = n.x.Statics()+int32(number)-1, offset
		return at, nil
	}
	for i := range n.x.Statics() {
		def := n.x.Static(i)
		if !strings.HasPrefix(name, def.Name) {
			continue
		}
		for at.Object, at.Offset = i, 0; at.Offset < min(def.Size, maxSearched); at.Offset++ {
			if n.variable(at) == name {
				return at, nil
			}
		}
	}
	return at, fmt.Errorf("the program has no variable %s", name)
}

// parse finds the place of a name and a width.
func (n *placeNames) parse(name string, width int32) (multistate.Place, error) {
	m := inThread().FindStringSubmatch(name)
	if m == nil {
		at, err := n.parseVariable(name, width)
		if err == nil && at.Object < 0 {
			at.Thread = n.usual(at.Reg)
			if n.prog.Regs[at.Reg].Scope != cfa.Thread {
				at.Frame = 0
			}
		}
		return at, err
	}
	at := multistate.Place{Reg: cfa.NoReg, Frame: -1, Object: -1, Width: width}
	thread, err := strconv.ParseInt(m[1], 10, 31)
	if err != nil {
		return at, fmt.Errorf("invalid thread in %s", name)
	}
	at.Thread = int32(thread)
	if m[3] == "result" {
		return at, nil
	}
	reg, ok := n.regs[m[3]]
	if !ok {
		return at, fmt.Errorf("the program has no register %s", m[3])
	}
	at.Reg = reg
	if n.prog.Regs[reg].Scope == cfa.Thread {
		return at, nil
	}
	frame, _ := strconv.ParseInt("0"+m[2], 10, 31)
	at.Frame = int32(frame)
	return at, nil
}
