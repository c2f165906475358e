package cnf

import "slices"

// Sorter is a network of comparators.
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

// SorterMiter asks whether two networks of n lines sort numbers of so many bits differently. Unsatisfiable.
func SorterMiter(one, two Sorter, n, bits int) *Formula {
	f := &Formula{}
	in := make([]Word, n)
	for i := range in {
		in[i] = f.Input(bits)
	}
	f.Differ(slices.Concat(f.sort(one.comparators(n), in)...),
		slices.Concat(f.sort(two.comparators(n), in)...))
	return f
}
