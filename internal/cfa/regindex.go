package cfa

import (
	"slices"

	"whittle.dev/term"
)

// RegIndex finds the register of a symbol, and the registers that terms read.
// It remembers answers and belongs to one goroutine.
type RegIndex struct {
	prog  *Program
	known int         // registers of the program that are entered
	bySym []RegID     // by symbol, one more than the register
	memo  []int32     // by term, one more than the place of its list
	lists []RegID     // each begins with its length
	other []term.Term // that have symbols of no register
	room  []term.Term // for the symbols of a term
}

// NewRegIndex returns an index of p's present registers; use Add for later ones.
func NewRegIndex(p *Program) *RegIndex {
	x := &RegIndex{prog: p}
	x.Add()
	return x
}

// Add enters the registers that were added to the program since.
func (x *RegIndex) Add() {
	if x.known == len(x.prog.Regs) {
		return
	}
	for ; x.known < len(x.prog.Regs); x.known++ {
		s := x.prog.Regs[x.known].Sym
		x.bySym = reaching(x.bySym, s)
		x.bySym[s] = RegID(x.known) + 1
	}
	for _, t := range x.other {
		x.memo[t] = 0
	}
	x.other = nil
}

// reaching returns a table that has an entry for t.
func reaching[E any](table []E, t term.Term) []E {
	if n := int(t) + 1; n > len(table) {
		table = append(table, make([]E, n-len(table))...)
		table = table[:cap(table)]
	}
	return table
}

// Reg returns the register that the symbol stands for.
func (x *RegIndex) Reg(sym term.Term) (RegID, bool) {
	if int(sym) >= len(x.bySym) {
		return NoReg, false
	}
	r := x.bySym[sym] - 1
	return r, r >= 0
}

// Of returns the registers that t reads, each once, in order of first
// occurrence. The result must not be changed.
func (x *RegIndex) Of(t term.Term) []RegID {
	x.memo = reaching(x.memo, t)
	at := int(x.memo[t])
	if at == 0 {
		x.lists = append(x.lists, 0)
		at = len(x.lists)
		whole := true
		x.room = x.prog.Terms.AppendSymbols(x.room[:0], t)
		for _, s := range x.room {
			if r, ok := x.Reg(s); ok {
				x.lists = append(x.lists, r)
			} else {
				whole = false
			}
		}
		if !whole {
			x.other = append(x.other, t)
		}
		x.lists[at-1] = RegID(len(x.lists) - at)
		x.memo[t] = int32(at)
	}
	end := at + int(x.lists[at-1])
	return x.lists[at:end:end]
}

// foreign reports whether t, whose registers were asked for, has symbols of no register as well.
func (x *RegIndex) foreign(t term.Term) bool { return slices.Contains(x.other, t) }

// Uses calls f for the registers that an operation reads; one that several
// terms read comes several times. (Self, which is set by the start of a
// thread, and registers read inside a called procedure are not included.)
func (x *RegIndex) Uses(op Op, f func(RegID)) {
	EachTerm(op, func(t term.Term) {
		for _, r := range x.Of(t) {
			f(r)
		}
	})
}
