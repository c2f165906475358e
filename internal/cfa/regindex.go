package cfa

import "whittle.dev/term"

// RegIndex finds the register of a symbol, and the registers that terms read.
// It remembers answers and belongs to one goroutine.
type RegIndex struct {
	prog  *Program
	bySym map[term.Term]RegID
	memo  map[term.Term][]RegID
}

// NewRegIndex returns an index of p's present registers; use Add for later ones.
func NewRegIndex(p *Program) *RegIndex {
	x := &RegIndex{prog: p, bySym: make(map[term.Term]RegID, len(p.Regs)), memo: make(map[term.Term][]RegID)}
	for i := range p.Regs {
		x.bySym[p.Regs[i].Sym] = RegID(i)
	}
	return x
}

// Add enters a register that was added to the program after NewRegIndex.
func (x *RegIndex) Add(r RegID) { x.bySym[x.prog.Regs[r].Sym] = r }

// Reg returns the register that the symbol stands for.
func (x *RegIndex) Reg(sym term.Term) (RegID, bool) {
	r, ok := x.bySym[sym]
	return r, ok
}

// Of returns the registers that t reads, each once, in order of first
// occurrence. The result must not be changed.
func (x *RegIndex) Of(t term.Term) []RegID {
	if r, ok := x.memo[t]; ok {
		return r
	}
	var out []RegID
	for _, s := range x.prog.Terms.Symbols(t) {
		if r, ok := x.bySym[s]; ok {
			out = append(out, r)
		}
	}
	x.memo[t] = out
	return out
}

// Uses calls f for the registers that an operation reads; one that several
// terms read comes several times. (Self, which is set by the start of a
// thread, and registers read inside a called procedure are not included.)
func (x *RegIndex) Uses(op Op, f func(RegID)) {
	for _, t := range Terms(op) {
		for _, r := range x.Of(t) {
			f(r)
		}
	}
}
