package randloop

// kind says what an instruction does.
type kind uint8

const (
	skip  kind = iota
	set        // a variable gets a value
	input      // a variable gets any value
	test       // go on at next, or where the value is zero at other
	end
)

type instruction struct {
	kind        kind
	v           int
	index       func(state []int) int // of an element of the array, that is set; nil: v is
	value       func(state []int) int
	next, other int
}

// Ends explores all executions and reports whether every one ends. ok is false if there are more states than
// the limit.
func (p *Program) Ends(limit int) (ends, ok bool) {
	width := 0
	for _, v := range p.vars {
		width += v.bits
	}
	const open, closed = 1, 2
	seen := map[uint64]uint8{}
	encode := func(pc int, s []int) uint64 {
		n := uint64(pc)
		for i, v := range p.vars {
			n = n<<v.bits | uint64(s[i])&(1<<v.bits-1)
		}
		return n
	}
	decode := func(n uint64) (pc int, s []int) {
		s = make([]int, len(p.vars))
		for i := len(p.vars) - 1; i >= 0; i-- {
			s[i] = p.vars[i].fit(int(n & (1<<p.vars[i].bits - 1)))
			n >>= p.vars[i].bits
		}
		return int(n), s
	}
	after := func(n uint64) (out []uint64) {
		pc, s := decode(n)
		switch in := p.code[pc]; in.kind {
		case skip:
			out = append(out, encode(in.next, s))
		case set:
			v := in.v
			if in.index != nil {
				v += in.index(s)
			}
			s[v] = p.vars[v].fit(in.value(s))
			out = append(out, encode(in.next, s))
		case input:
			for x := range 1 << p.vars[in.v].bits {
				s[in.v] = p.vars[in.v].fit(x)
				out = append(out, encode(in.next, s))
			}
		case test:
			if in.value(s) != 0 {
				return append(out, encode(in.next, s))
			}
			out = append(out, encode(in.other, s))
		}
		return out
	}
	type frame struct {
		state uint64
		after []uint64
	}
	first := encode(0, make([]int, len(p.vars)))
	seen[first] = open
	stack := []frame{{first, after(first)}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.after) == 0 {
			seen[top.state] = closed
			stack = stack[:len(stack)-1]
			continue
		}
		n := top.after[0]
		top.after = top.after[1:]
		switch seen[n] {
		case open:
			return false, true
		case closed:
		default:
			if len(seen) == limit {
				return false, false
			}
			seen[n] = open
			stack = append(stack, frame{n, after(n)})
		}
	}
	return true, true
}

// fit is what is left of a value in a variable.
func (v variable) fit(x int) int {
	if v.signed {
		return int(int8(x))
	}
	return x & (1<<v.bits - 1)
}
