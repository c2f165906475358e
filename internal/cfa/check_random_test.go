package cfa_test

import (
	"io"
	"math/rand"
	"testing"

	. "whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// TestCheckSurvivesBrokenPrograms damages programs at random: Check and the
// printers must answer, whatever they are given.
func TestCheckSurvivesBrokenPrograms(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	rejected := 0
	for range 3000 {
		p, inc, main := counter()
		for range 1 + rng.Intn(3) {
			proc := []*Proc{inc.Proc, main.Proc}[rng.Intn(2)]
			e := proc.Edges[rng.Intn(len(proc.Edges))]
			l := &proc.Locs[rng.Intn(len(proc.Locs))]
			n := rng.Intn(12) - 3
			other := main.Proc.Edges[rng.Intn(len(main.Proc.Edges))]
			switch rng.Intn(16) {
			case 0:
				e.From = LocID(n)
			case 1:
				e.To = LocID(n)
			case 2:
				e.Op = other.Op
			case 3:
				e.Op = nil
			case 4:
				e.ID, e.Origin = EdgeID(n), EdgeID(n)
			case 5:
				l.Out = append(l.Out, int32(n))
			case 6:
				l.In = nil
			case 7:
				proc.Entry = LocID(n)
			case 8:
				p.Entry = ProcID(n)
			case 9:
				e.Op = Call{Dst: RegID(n), Proc: ProcID(n), Args: []term.Term{term.None}}
			case 10:
				e.Op = Load{Dst: RegID(n), Addr: term.Term(rng.Uint32())}
			case 11:
				p.Regs[rng.Intn(len(p.Regs))].Proc = ProcID(n)
			case 12:
				p.Self = RegID(n)
			case 13:
				p.Objects[0].Size = rng.Uint64()
			case 14:
				e.Op = []Op{AtomicBegin{}, AtomicEnd{}, Await{}, Return{}, Exit{}}[rng.Intn(5)]
			case 15:
				p.Procs[rng.Intn(2)] = proc
			}
		}
		if Check(p) != nil {
			rejected++
		}
		broken := false
		for _, proc := range p.Procs {
			for _, e := range proc.Edges {
				broken = broken || e.Op == nil
			}
		}
		if err := Fprint(io.Discard, p); err != nil {
			t.Fatal(err)
		}
		if !broken {
			if err := WriteDOT(io.Discard, p, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if rejected < 1500 {
		t.Errorf("only %d broken programs were rejected", rejected)
	}
}
