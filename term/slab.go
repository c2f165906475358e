package term

// Terms live in chunks of fixed size, never in slices that double: memory grows
// in small steps, each of which asks the budget, and nothing is ever moved. No
// chunk holds pointers, so the garbage collector does not look into them.

// Term is a handle of a term in a [Store]. Within one store (and the forks of a
// frozen store) equal handles are equal terms. The zero Term is no term.
type Term uint32

// None is no term.
const None Term = 0

// node is one term: 16 bytes, four to a cache line.
//
// Operands are inline if there are at most three. The parameters of a unary operator follow its operand. A
// node with the spill flag keeps its content in the word slab (more than three operands, a constant of more
// than 64 bits) or, for a symbol, in the name slab, at chunk arg[0], offset arg[1], length arg[2]. A constant
// of at most 64 bits has its low half in arg[1], its high in arg[2].
type node struct {
	head uint32 // operator (7 bits), spill flag (1 bit), sort (24 bits)
	arg  [3]Term
}

const spillFlag = 1 << sortBits

func head(op Op, sort Sort) uint32 { return uint32(op)<<(sortBits+1) | uint32(sort) }

func (n *node) op() Op        { return Op(n.head >> (sortBits + 1)) }
func (n *node) sort() Sort    { return Sort(n.head & sortMask) }
func (n *node) spilled() bool { return n.head&spillFlag != 0 }
func (n *node) bits() uint64  { return uint64(n.arg[1]) | uint64(n.arg[2])<<32 }

const (
	chunkBits = 12
	chunkSize = 1 << chunkBits // nodes: 64 kB
	wordChunk = 1 << 13        // words: 32 kB
	nameChunk = 1 << 14        // bytes
)

type nodeChunk [chunkSize]node

// slab holds sequences: of terms or digits of wide constants, or of the bytes of names.
type slab[E Term | byte] struct {
	chunks [][]E
	used   int // in the last chunk
}

// room makes room for n elements and returns it with its place. Chunks hold size elements of width bytes.
func (w *slab[E]) room(s *Store, n, size, width int) (to []E, chunk, offset Term) {
	if k := len(w.chunks); k == 0 || w.used+n > len(w.chunks[k-1]) {
		size = max(size, n)
		s.grow(width * size)
		w.chunks = append(w.chunks, make([]E, size))
		w.used = 0
	}
	last, at := len(w.chunks)-1, w.used
	w.used += n
	return w.chunks[last][at:w.used], Term(last), Term(at)
}

func (w *slab[E]) at(n *node) []E {
	end := n.arg[1] + n.arg[2]
	return w.chunks[n.arg[0]][n.arg[1]:end:end]
}

// seal makes a fork start a chunk of its own: it must not write after the used
// part of a chunk that it shares with its base.
func (w slab[E]) seal() slab[E] {
	n := len(w.chunks)
	if n > 0 {
		w.used = len(w.chunks[n-1])
	}
	w.chunks = w.chunks[:n:n]
	return w
}
