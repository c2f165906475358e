package systems

import (
	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/term"
)

// words are systems over bit-vectors and arrays.
func words() []pair {
	return []pair{{"wrapping_counter", wrappingCounter}, {"one_hot", oneHot}, {"gray_code", grayCode},
		{"fifo_pointers", fifoPointers}, {"saturation", saturation}, {"xor_swap", xorSwap},
		{"shadow_memory", shadowMemory}}
}

// wrappingCounter counts from 0 to 11 and starts again. The broken one looks for the end one too late.
func wrappingCounter(m *guarded.Machine, broken bool) {
	x := m.Var("x", term.BitVec(8))
	m.Init(x.Is(0))
	last := pick[int64](broken, 12, 11)
	m.Command("count", m.When(x.IsNot(last)), x.Becomes(x.Plus(1)))
	m.Command("start", m.When(x.Is(last)), x.Sets(0))
	m.Bad("beyond", x.Above(11))
}

// oneHot rotates a word with a single bit. The broken one can add 1 in the end.
func oneHot(m *guarded.Machine, broken bool) {
	x := m.Var("x", term.BitVec(6))
	m.Init(x.Is(1))
	m.Command("rotate", nil, x.Becomes(m.RotateLeft(1, x.Term)))
	if broken {
		m.Command("add", m.When(x.Is(32)), x.Becomes(x.Plus(1)))
	}
	m.Bad("not one bit", m.Or(x.Is(0), m.Not(m.Eq(m.BVAnd(x.Term, x.Plus(-1)), x.Num(0)))))
}

// grayCode counts in binary and keeps the last two codes: they differ in one bit. The broken counter skips a
// number.
func grayCode(m *guarded.Machine, broken bool) {
	n, code, last := m.Var("n", term.BitVec(4)), m.Var("code", term.BitVec(4)), m.Var("last", term.BitVec(4))
	gray := func(x term.Term) term.Term { return m.BVXor(x, m.BVLShr(x, n.Num(1))) }
	m.Init(n.Is(0), code.Is(0), last.Is(8))
	next := n.Plus(1)
	if broken {
		next = m.Ite(n.Is(9), n.Num(11), next)
	}
	m.Command("count", nil, n.Becomes(next), code.Becomes(gray(next)), last.Becomes(code.Term))
	d := m.BVXor(code.Term, last.Term)
	m.Bad("two bits", m.Not(m.Eq(m.BVAnd(d, m.BVSub(d, n.Num(1))), n.Num(0))))
}

// fifoPointers are read and write pointers of 4 bits for 8 cells: their difference is the number of elements.
// The broken one writes where the queue is full.
func fifoPointers(m *guarded.Machine, broken bool) {
	write, read := m.Var("write", term.BitVec(4)), m.Var("read", term.BitVec(4))
	m.Init(m.Eq(write.Term, read.Term))
	n := m.BVSub(write.Term, read.Term)
	room := m.BVUlt(n, write.Num(8))
	if broken {
		room = m.BVUle(n, write.Num(8))
	}
	m.Command("put", m.When(room), write.Becomes(write.Plus(1)))
	m.Command("get", m.When(m.Not(m.Eq(n, write.Num(0)))), read.Becomes(read.Plus(1)))
	m.Bad("overflow", m.BVUgt(n, write.Num(8)))
}

// saturation adds what is read and stays at the top: the sum does not fall. The broken sum wraps around.
func saturation(m *guarded.Machine, broken bool) {
	sum, last := m.Var("sum", term.BitVec(4)), m.Var("last", term.BitVec(4))
	in := m.Input("in", term.BitVec(4))
	m.Init(m.BVUle(last.Term, sum.Term))
	total := m.BVAdd(sum.Term, in)
	if !broken {
		total = m.Ite(m.BVUlt(total, sum.Term), sum.Num(15), total)
	}
	m.Command("add", nil, guarded.Reading(in), last.Becomes(sum.Term), sum.Becomes(total))
	m.Bad("falls", m.BVUlt(sum.Term, last.Term))
}

// xorSwap exchanges two words by three steps, over and over. The broken one has them equal from time to time.
func xorSwap(m *guarded.Machine, broken bool) {
	pc := m.Counter("pc")
	x, y := m.Var("x", term.BitVec(8)), m.Var("y", term.BitVec(8))
	a, b := m.Var("a", term.BitVec(8)), m.Var("b", term.BitVec(8))
	m.Init(pc.Is(0), m.Eq(x.Term, a.Term), m.Eq(y.Term, b.Term))
	both := m.BVXor(x.Term, y.Term)
	m.Command("first", m.When(pc.Is(0)), pc.Sets(1), x.Becomes(both))
	m.Command("second", m.When(pc.Is(1)), pc.Sets(2), y.Becomes(both))
	m.Command("third", m.When(pc.Is(2)), pc.Sets(3), pick(broken, y, x).Becomes(both))
	m.Command("again", m.When(pc.Is(3)), pc.Sets(0), a.Becomes(b.Term), b.Becomes(a.Term))
	m.Bad("not exchanged", pc.Is(3), m.Not(m.And(m.Eq(x.Term, b.Term), m.Eq(y.Term, a.Term))))
}

// shadowMemory writes to any cell of a memory, and what goes to one address to a variable as well. The broken
// one forgets it where the value is 7.
func shadowMemory(m *guarded.Machine, broken bool) {
	mem := m.Var("memory", m.ArraySort(term.Int, term.Int))
	address, shadow := m.IntVar("address"), m.IntVar("shadow")
	at, v := m.Input("at", term.Int), m.Input("value", term.Int)
	m.Init(m.Eq(m.Select(mem.Term, address.Term), shadow.Term))
	here := m.Eq(at, address.Term)
	if broken {
		here = m.And(here, m.Not(m.Eq(v, m.Int64(7))))
	}
	m.Command("write", nil, guarded.Reading(at), guarded.Reading(v), mem.Becomes(m.StoreArr(mem.Term, at, v)),
		shadow.Becomes(m.Ite(here, v, shadow.Term)))
	m.Bad("different", m.Not(m.Eq(m.Select(mem.Term, address.Term), shadow.Term)))
}
