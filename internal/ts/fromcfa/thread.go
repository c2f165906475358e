package fromcfa

import (
	"fmt"
	"strings"

	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step/large"
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// thread is a process while it is being translated.
type thread struct {
	tr      *translator
	process int // its number
	proc    *cfa.Proc
	start   cfa.LocID
	initial map[cfa.RegID]term.Term // values of registers where the thread starts, None: zero
	regs    map[cfa.RegID]int       // variables
	live    []live.Set
	walker  large.Walker
	ends    []ending
}

// addThread adds a thread that starts at the entry of a procedure.
func (t *translator) addThread(proc *cfa.Proc) *thread {
	th := &thread{tr: t, process: len(t.threads), proc: proc, start: proc.Entry,
		initial: map[cfa.RegID]term.Term{}, regs: map[cfa.RegID]int{}}
	t.threads = append(t.threads, th)
	return th
}

// id is the number by which the program knows a thread.
func (t *translator) id(process int) term.Term { return t.prog.Ptr(uint64(process + 1)) }

// name is that of its function, with a number if several threads have it.
func (th *thread) name() string {
	n := 0
	for _, other := range th.tr.threads {
		if other.proc.Name == th.proc.Name {
			n++
		}
	}
	if n > 1 {
		return fmt.Sprintf("%s%d", th.proc.Name, th.process)
	}
	return th.proc.Name
}

// register is the variable of a register.
func (th *thread) register(r cfa.RegID) int {
	if v, ok := th.regs[r]; ok {
		return v
	}
	t := th.tr
	reg := t.prog.Regs[r]
	name := t.sys.Unique(th.name() + "." + regName(reg))
	init := th.initial[r]
	if init == term.None {
		init = t.zero(reg.Sort)
	}
	v := len(t.sys.Vars)
	t.sys.Vars = append(t.sys.Vars, ts.Var{Name: name, Sym: t.st.Symbol(name, reg.Sort), Owner: th.process,
		Init: init})
	th.regs[r] = v
	return v
}

func regName(r cfa.Reg) string {
	name := r.Name
	if i := strings.LastIndex(name, "::"); i >= 0 {
		name = name[i+2:]
	}
	if name == "" {
		return fmt.Sprintf("r%d", r.Sym)
	}
	return name
}

// makeProcess makes the process and its program counter.
func (th *thread) makeProcess() {
	t := th.tr
	name := th.name()
	p := ts.Process{Name: name, PC: len(t.sys.Vars)}
	for _, l := range th.walker.Todo {
		p.Locs = append(p.Locs, ts.Location{Pos: th.proc.Locs[l].Pos})
	}
	w := t.opt.WidePC
	if w == 0 {
		w = indexWidth(len(p.Locs))
	}
	pc := t.sys.Unique(name + ".pc")
	t.sys.Vars = append(t.sys.Vars, ts.Var{Name: pc, Sym: t.st.Symbol(pc, term.BitVec(w)), Counter: true,
		Owner: th.process, Init: t.st.BV(w, 0)})
	t.sys.Processes = append(t.sys.Processes, p)
}
