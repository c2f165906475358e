package cnf

import (
	"slices"

	"whittle.dev/sat"
)

// Sorter is a network of comparators, or a mistake in one.
type Sorter int

// The networks.
const (
	Insertion Sorter = iota // n(n-1)/2 comparators
	OddEven                 // odd-even merge sort (Batcher, 1968)
	Bitonic                 // bitonic merge sort (Batcher, 1968)
	Brick                   // n rounds of neighbours (Knuth, "odd-even transposition sort")
)

// String names the network in file names.
func (s Sorter) String() string { return [...]string{"insertion", "odd-even", "bitonic", "brick"}[s] }

// comparators lists the comparators of a network of n lines, n a power of 2 for
// OddEven and Bitonic: the first line gets the smaller value.
func (s Sorter) comparators(n int) [][2]int {
	var out [][2]int
	switch s {
	case Insertion:
		for i := 1; i < n; i++ {
			for j := i; j > 0; j-- {
				out = append(out, [2]int{j - 1, j})
			}
		}
	case Brick:
		for r := range n {
			for i := r % 2; i+1 < n; i += 2 {
				out = append(out, [2]int{i, i + 1})
			}
		}
	case OddEven:
		for p := 1; p < n; p *= 2 {
			for k := p; k >= 1; k /= 2 {
				for j := k % p; j+k < n; j += 2 * k {
					for i := range min(k, n-j-k) {
						if (i+j)/(2*p) == (i+j+k)/(2*p) {
							out = append(out, [2]int{i + j, i + j + k})
						}
					}
				}
			}
		}
	case Bitonic:
		for k := 2; k <= n; k *= 2 {
			for j := k / 2; j > 0; j /= 2 {
				for i := range n {
					if l := i ^ j; l > i {
						if i&k == 0 {
							out = append(out, [2]int{i, l})
						} else {
							out = append(out, [2]int{l, i})
						}
					}
				}
			}
		}
	}
	return out
}

// sort runs a network on numbers.
func (f *Formula) sort(network [][2]int, in []Word) []Word {
	out := slices.Clone(in)
	for _, c := range network {
		a, b := out[c[0]], out[c[1]]
		swap := f.Less(b, a)
		out[c[0]], out[c[1]] = f.MuxWord(swap, b, a), f.MuxWord(swap, a, b)
	}
	return out
}

// SorterMiter asks whether two networks of n lines sort numbers of so many bits
// differently. Unsatisfiable.
func SorterMiter(one, two Sorter, n, bits int) *Formula {
	f := &Formula{}
	in := make([]Word, n)
	for i := range in {
		in[i] = f.Input(bits)
	}
	f.Differ(slices.Concat(f.sort(one.comparators(n), in)...), slices.Concat(f.sort(two.comparators(n), in)...))
	return f
}

// BrokenSorter asks for numbers that a network does not sort that lacks the comparator
// of the given index. Satisfiable if the network needs it, as the ones of this package do.
func BrokenSorter(s Sorter, n, bits, without int) *Formula {
	f := &Formula{}
	in := make([]Word, n)
	for i := range in {
		in[i] = f.Input(bits)
	}
	network := s.comparators(n)
	network = slices.Delete(network, without, without+1)
	out := f.sort(network, in)
	var bad []sat.Lit
	for i := range n - 1 {
		bad = append(bad, f.Less(out[i+1], out[i]))
	}
	f.Clause(bad...)
	return f
}

// Unsort asks for the order in which a network gets the numbers 0 to n-1, when
// each comparator that exchanges its lines is counted, and the count is the given one
// modulo 16. It is satisfiable if an order with that count exists.
func Unsort(s Sorter, n int, count uint64) *Formula {
	f := &Formula{}
	bits := 1
	for 1<<bits < n {
		bits++
	}
	lines := make([]Word, n)
	for i := range lines {
		lines[i] = f.Input(bits)
	}
	total := f.resize(nil, 4)
	for _, c := range s.comparators(n) {
		a, b := lines[c[0]], lines[c[1]]
		swap := f.Less(b, a)
		total, _ = f.addRipple(total, f.resize(nil, 4), swap)
		lines[c[0]], lines[c[1]] = f.MuxWord(swap, b, a), f.MuxWord(swap, a, b)
	}
	for i, w := range lines {
		f.Fix(w, uint64(i))
	}
	f.Fix(total, count%16)
	return f
}
