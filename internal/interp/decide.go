package interp

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"whittle.dev/internal/trace"
)

// Decider makes the choices that a program leaves open, all but the schedule.
// The occurrence in a key is right only with Config.Count or Config.Record.
type Decider interface {
	// Havoc is the value of an input of width bits (0: a Bool); bits that do not fit are dropped.
	Havoc(k trace.Key, width int) (lo, hi uint64)
	// InitByte is the initial content of a byte of the object allocated at k
	// (or of a static one, see trace.Static).
	InitByte(k trace.Key, offset uint64) byte
	// Choose picks one of two or more Assume edges whose conditions hold.
	Choose(keys []trace.Key) int
	// Address is the address of a new object; next is the next free one.
	Address(k trace.Key, next uint64) uint64
	// ThreadID is the id of a new thread; next is one more than the number of threads.
	ThreadID(k trace.Key, next uint64) uint64
}

// Repeater is a Decider that knows for how long an input stays the same.
type Repeater interface {
	Decider
	// Same is the value of the input at k and of those of the same edge that follow, n in all; 0: that is not
	// known.
	Same(k trace.Key, width int) (lo, hi, n uint64)
}

// Ever is how often an input is the same that always is.
const Ever = math.MaxUint64

// same is what a Decider knows of an input and those that follow, as Repeater.Same.
func same(d Decider, k trace.Key, width int) (lo, hi, n uint64) {
	switch d := d.(type) {
	case Zero:
		return 0, 0, Ever
	case Repeater:
		return d.Same(k, width)
	}
	return 0, 0, 0
}

// Zero decides zero, the first edge, the next address and the next id.
type Zero struct{}

// Havoc implements Decider.
func (Zero) Havoc(trace.Key, int) (lo, hi uint64) { return 0, 0 }

// InitByte implements Decider.
func (Zero) InitByte(trace.Key, uint64) byte { return 0 }

// Choose implements Decider.
func (Zero) Choose([]trace.Key) int { return 0 }

// Address implements Decider.
func (Zero) Address(_ trace.Key, next uint64) uint64 { return next }

// ThreadID implements Decider.
func (Zero) ThreadID(_ trace.Key, next uint64) uint64 { return next }

// Random decides by a seeded generator that prefers small values.
type Random struct {
	Zero
	rng *rand.Rand
}

// NewRandom returns a Random; the same seed gives the same decisions.
func NewRandom(seed uint64) *Random {
	return &Random{rng: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))}
}

// Havoc implements Decider: mostly values near zero of either sign, sometimes a power of two or any value.
func (r *Random) Havoc(_ trace.Key, width int) (lo, hi uint64) {
	switch n := r.rng.IntN(16); {
	case n < 5:
		lo = uint64(r.rng.IntN(3))
	case n < 9:
		lo = uint64(r.rng.IntN(16))
	case n < 11:
		lo = -uint64(1 + r.rng.IntN(4))
		hi = ^uint64(0)
	case n < 13:
		lo = 1<<r.rng.IntN(max(min(width, 64), 1)) - uint64(r.rng.IntN(2))
	default:
		lo, hi = r.rng.Uint64(), r.rng.Uint64()
	}
	return lo, hi
}

// InitByte implements Decider: half of the bytes are zero.
func (r *Random) InitByte(trace.Key, uint64) byte {
	if r.rng.IntN(2) == 0 {
		return 0
	}
	return byte(r.rng.Uint32())
}

// Choose implements Decider.
func (r *Random) Choose(keys []trace.Key) int { return r.rng.IntN(len(keys)) }

// thread picks one of n threads.
func (r *Random) thread(n int) int { return r.rng.IntN(n) }

// Scripted decides as a trace says, and as Zero where the trace is silent.
type Scripted struct {
	Zero
	inputs  map[inputID]trace.Input
	repeats bool // some input comes several times
	// havocs are the inputs of registers, by edge, of which each has a thread and an origin, as they follow
	// each other. It is made when it is asked for.
	havocs map[trace.Key][]trace.Input
}

type inputID struct {
	key    trace.Key
	kind   trace.InputKind
	offset uint64
}

// NewScripted returns a Scripted of the inputs of a trace.
func NewScripted(inputs []trace.Input) *Scripted {
	s := &Scripted{inputs: make(map[inputID]trace.Input, len(inputs))}
	for _, in := range inputs {
		s.inputs[inputID{in.Key, in.Kind, in.Offset}] = in
		s.repeats = s.repeats || in.Times > 0
	}
	return s
}

// Havoc implements Decider.
func (s *Scripted) Havoc(k trace.Key, _ int) (lo, hi uint64) {
	in, _ := s.havoc(k)
	return in.Value, in.High
}

// havoc is what the trace says of an input.
func (s *Scripted) havoc(k trace.Key) (in trace.Input, ok bool) {
	if in, ok = s.inputs[inputID{k, trace.Havoc, 0}]; ok || !s.repeats {
		return in, ok
	}
	list, i := s.around(k)
	if i > 0 {
		if in = list[i-1]; in.Times > uint64(k.Occurrence-in.Occurrence) {
			return in, true
		}
	}
	return trace.Input{}, false
}

// around are the inputs of an edge in their order, and the first that comes after k.
func (s *Scripted) around(k trace.Key) ([]trace.Input, int) {
	if s.havocs == nil {
		s.havocs = map[trace.Key][]trace.Input{}
		for _, in := range s.inputs {
			if in.Kind == trace.Havoc {
				at := trace.Key{Thread: in.Thread, Origin: in.Origin}
				s.havocs[at] = append(s.havocs[at], in)
			}
		}
		for _, list := range s.havocs {
			slices.SortFunc(list, func(a, b trace.Input) int {
				return cmp.Compare(a.Occurrence, b.Occurrence)
			})
		}
	}
	list := s.havocs[trace.Key{Thread: k.Thread, Origin: k.Origin}]
	i, here := slices.BinarySearchFunc(list, k.Occurrence, func(in trace.Input, n int) int {
		return cmp.Compare(in.Occurrence, n)
	})
	if here {
		i++
	}
	return list, i
}

// Same implements Repeater.
func (s *Scripted) Same(k trace.Key, _ int) (lo, hi, n uint64) {
	list, i := s.around(k)
	if i > 0 {
		in := list[i-1]
		if gone := uint64(k.Occurrence - in.Occurrence); gone < max(in.Times, 1) {
			return in.Value, in.High, max(in.Times, 1) - gone
		}
	}
	if i < len(list) {
		return 0, 0, uint64(list[i].Occurrence - k.Occurrence)
	}
	return 0, 0, Ever
}

// InitByte implements Decider.
func (s *Scripted) InitByte(k trace.Key, offset uint64) byte {
	return byte(s.inputs[inputID{k, trace.InitByte, offset}].Value)
}

// Choose implements Decider.
func (s *Scripted) Choose(keys []trace.Key) int {
	for i, k := range keys {
		if _, ok := s.inputs[inputID{k, trace.Choice, 0}]; ok {
			return i
		}
	}
	return 0
}

// Address implements Decider.
func (s *Scripted) Address(k trace.Key, next uint64) uint64 {
	if in, ok := s.inputs[inputID{k, trace.AllocAddr, 0}]; ok {
		return in.Value
	}
	return next
}

// ThreadID implements Decider.
func (s *Scripted) ThreadID(k trace.Key, next uint64) uint64 {
	if in, ok := s.inputs[inputID{k, trace.ThreadID, 0}]; ok {
		return in.Value
	}
	return next
}
