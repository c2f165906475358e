package llvm

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// A register holds a part of a value. The program's own have no more than maxPiece bits, so that of a wider
// part, as clang makes them of bit-fields that lie side by side, each has a piece; the lowest comes first.
type register []cfa.RegID

// maxPiece is how many bits a register of the program has at most; a multiple of 8.
const maxPiece = 128

// pieceAt is the first bit of a piece.
func pieceAt(i int) uint64 { return uint64(i) * maxPiece }

func (f *fn) newReg(name string, bits int) cfa.RegID {
	return f.flow.NewReg(name, term.BitVec(bits), "", false)
}

func (f *fn) newRegister(name string, bits int) (r register) {
	if bits <= maxPiece {
		return register{f.newReg(name, bits)}
	}
	for at := 0; at < bits; at += maxPiece {
		r = append(r, f.newReg(fmt.Sprintf("%s from bit %d", name, at), min(maxPiece, bits-at)))
	}
	return r
}

// symOf is what a register holds.
func (f *fn) symOf(r register) term.Term {
	t := f.prog.Sym(r[0])
	for _, id := range r[1:] {
		t = f.ts.Concat(f.prog.Sym(id), t)
	}
	return t
}

// widthOf is how many bits a register has.
func (f *fn) widthOf(r register) (w int) {
	for _, id := range r {
		w += f.ts.Sort(f.prog.Sym(id)).Width()
	}
	return w
}

// pieces are what the pieces of a register hold if it holds t.
func (f *fn) pieces(t term.Term) (out []term.Term) {
	w := f.ts.Sort(t).Width()
	if w <= maxPiece {
		return []term.Term{t}
	}
	for at := 0; at < w; at += maxPiece {
		out = append(out, f.ts.Extract(min(at+maxPiece, w)-1, at, t))
	}
	return out
}

// assign sets a register. The value may depend on what it held.
func (f *fn) assign(r register, t term.Term) {
	values := f.pieces(t)
	if len(r) > 1 {
		for k, v := range values {
			if !f.ts.IsConst(v) {
				values[k] = f.flow.Sym(f.copied("piece", v))
			}
		}
	}
	for k, id := range r {
		f.flow.Emit(cfa.Assign{Dst: id, Value: values[k]})
	}
}

// copied is a new register that holds a value of no more than maxPiece bits.
func (f *fn) copied(name string, v term.Term) cfa.RegID {
	r := f.newReg(name, f.ts.Sort(v).Width())
	f.flow.Emit(cfa.Assign{Dst: r, Value: v})
	return r
}
