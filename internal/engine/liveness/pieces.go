package liveness

import (
	"encoding/binary"
	"slices"

	"whittle.dev/internal/engine/internal/multistate"
)

// Most states of a program differ from others in threads that do not step. So a state without symbols is kept
// as the numbers of its pieces (multistate.Pieces), and what a thread can do next, with the observation after
// it, is remembered by the pieces that this depends on. It is made once for all states that have them; what
// is left to do for a state is to put the pieces of its successors together and to look these up.

// vector is a state: the numbers of its memory, of what each thread shows of itself, and of its threads.
type vector []uint32

const (
	memoryAt = iota
	publicAt
	firstThread
)

// pieces are those of all states.
type pieces struct {
	numbers map[string]uint32
	list    []piece
	node    map[string]int32    // nodes by the memory and threads that they were reached with
	done    map[stepKey]*locals // what threads can do
	turns   map[string][]multistate.Turn
	scratch []byte
	shown   []byte
	next    vector
	texts   [][]byte
	locals  []*locals // of the node that is expanded
	// whole is the state of a node, once it is needed, and at its vector.
	whole *multistate.State
	at    vector
}

func newPieces() *pieces {
	return &pieces{numbers: map[string]uint32{}, node: map[string]int32{}, done: map[stepKey]*locals{},
		turns: map[string][]multistate.Turn{}}
}

// piece is a thread or memory, or what threads show.
type piece struct {
	multistate.Piece
	public uint32 // the number of what a thread shows
	letter uint64 // that memory has, if sure
	sure   bool
}

// stepKey is what a step of a thread depends on.
type stepKey struct{ thread, own, observer, memory, public uint32 }

// locals is what a thread can do next.
type locals struct {
	turn   multistate.Turn
	simple bool // see multistate.State.Simple
	made   bool // the steps are known
	whole  bool // no path ended in them
	steps  []localStep
}

// localStep is a step of a thread.
type localStep struct {
	own, observer, memory uint32
	step                  edge // but for where it leads
}

// number is that of a piece of a kind with a name in two parts, which is added unless it is known.
func (p *pieces) number(kind byte, first, rest []byte) (i uint32, added bool) {
	name := append(append(append(p.scratch[:0], kind, byte(len(first))), first...), rest...)
	p.scratch = name
	if i, ok := p.numbers[string(name)]; ok {
		return i, false
	}
	i = uint32(len(p.list))
	p.numbers[string(name)] = i
	p.list = append(p.list, piece{})
	return i, true
}

// vector is that of a state; nil: it has none.
func (x *explorer) vector(st *multistate.State) vector {
	if x.pieces == nil || st.Inside() >= 0 {
		return nil
	}
	p := x.pieces
	threads, memory, ok := x.steps.Pieces(st, p.whole)
	if !ok {
		return nil
	}
	v := make(vector, firstThread, firstThread+len(threads))
	if memory.Same {
		v[memoryAt] = p.at[memoryAt]
	} else {
		i, added := p.number('m', memory.Image, nil)
		if v[memoryAt] = i; added {
			letter, sure := st.Static(x.task.Program.Observer.Object)
			p.list[i] = piece{Piece: memory, letter: letter, sure: sure}
		}
	}
	for k, t := range threads {
		if t.Same {
			v = append(v, p.at[firstThread+k])
			continue
		}
		i, added := p.number('t', t.Public, t.Image)
		if v = append(v, i); added {
			public, _ := p.number('p', t.Public, nil)
			p.list[i] = piece{Piece: t, public: public}
		}
	}
	p.show(v)
	return v
}

// show sets the number of what the threads show.
func (p *pieces) show(v vector) {
	b := p.shown[:0]
	for _, t := range v[firstThread:] {
		b = binary.LittleEndian.AppendUint32(b, p.list[t].public)
	}
	p.shown = b
	v[publicAt], _ = p.number('s', b, nil)
}

// key is that of a step of a thread.
func (v vector) key(thread int) stepKey {
	return stepKey{uint32(thread), v[firstThread+thread], v[firstThread+observer], v[memoryAt], v[publicAt]}
}

// name is the text of a vector in pieces.node.
func (p *pieces) name(v vector) []byte {
	b := binary.LittleEndian.AppendUint32(p.scratch[:0], v[memoryAt])
	for _, t := range v[firstThread:] {
		b = binary.LittleEndian.AppendUint32(b, t)
	}
	p.scratch = b
	return b
}

// assemble makes the state of a vector.
func (x *explorer) assemble(v vector) (*multistate.State, error) {
	threads := make([]*multistate.Piece, len(v)-firstThread)
	for i, t := range v[firstThread:] {
		threads[i] = &x.pieces.list[t].Piece
	}
	return x.steps.Assemble(threads, &x.pieces.list[v[memoryAt]].Piece)
}

// image is that of the state of a vector.
func (x *explorer) image(v vector) multistate.Image {
	threads := x.pieces.texts[:0]
	for _, t := range v[firstThread:] {
		threads = append(threads, x.pieces.list[t].Image)
	}
	x.pieces.texts = threads
	return x.steps.Assembled(threads, x.pieces.list[v[memoryAt]].Image)
}

// arrivePieces returns the node of a state with a vector. It is added, with a copy of that, unless it is
// known.
func (x *explorer) arrivePieces(v vector, letter uint64, from int32) int32 {
	name := x.pieces.name(v)
	to, known := x.pieces.node[string(name)]
	if !known {
		to = x.arrive(x.image(v), node{letter: letter, vector: slices.Clone(v)}, from)
		x.pieces.node[string(name)] = to
	}
	return to
}

// turnsOf are the turns of the threads of a node, which many nodes have in common.
func (p *pieces) turnsOf(list []*locals) []multistate.Turn {
	b := p.scratch[:0]
	for _, l := range list {
		b = append(b, byte(l.turn))
	}
	p.scratch = b
	turns := p.turns[string(b)]
	if turns == nil {
		turns = make([]multistate.Turn, len(list))
		for i, l := range list {
			turns[i] = l.turn
		}
		p.turns[string(b)] = turns
	}
	return turns
}

// local is what a thread of a node with a vector can do next.
func (x *explorer) local(v vector, thread int) (*locals, error) {
	k := v.key(thread)
	if l := x.pieces.done[k]; l != nil {
		return l, nil
	}
	st, err := x.state(v)
	if err != nil {
		return nil, err
	}
	l := &locals{turn: multistate.Ended}
	if thread != observer {
		if l.turn, err = x.steps.Turn(st, thread); err != nil {
			return nil, err
		}
	}
	l.simple = l.turn == multistate.Runs && st.Simple(thread)
	x.pieces.done[k] = l
	return l, nil
}

// state is that of the vector that is expanded.
func (x *explorer) state(v vector) (st *multistate.State, err error) {
	if p := x.pieces; !slices.Equal(p.at, v) {
		if p.whole, err = x.assemble(v); err == nil {
			p.at = v
		}
	}
	return x.pieces.whole, err
}

// expandPieces makes the steps of a node that has a vector.
func (x *explorer) expandPieces(at int32, v vector) error {
	list, edges := x.pieces.locals[:0], 1
	for i := range len(v) - firstThread {
		l, err := x.local(v, i)
		if err != nil {
			return err
		}
		list = append(list, l)
		edges += len(l.steps)
		x.unsure = x.unsure || l.turn == multistate.Unsure
	}
	x.pieces.locals = list
	x.nodes[at].edges = make([]edge, 0, edges)
	turns := x.pieces.turnsOf(list)
	x.turnsOf(at, turns)
	return x.moves(at, turns, func(i int) (bool, error) { return x.stepPieces(at, v, i, list[i]) },
		func(i int) (bool, error) {
			if !list[i].simple {
				return false, nil
			}
			st, err := x.state(v)
			return err == nil && x.steps.Commutes(st, i), err
		})
}

// stepPieces makes the steps of a thread, or puts them together.
func (x *explorer) stepPieces(at int32, v vector, i int, l *locals) (whole bool, err error) {
	if !l.made {
		return x.learn(at, v, i, l)
	}
	shows := func(k uint32) uint32 { return x.pieces.list[k].public }
	for k := range l.steps {
		s := &l.steps[k]
		to := append(x.pieces.next[:0], v...)
		to[memoryAt], to[firstThread+i], to[firstThread+observer] = s.memory, s.own, s.observer
		if shows(s.own) != shows(v[firstThread+i]) || shows(s.observer) != shows(v[firstThread+observer]) {
			x.pieces.show(to)
		}
		m := &x.pieces.list[s.memory]
		if !m.sure {
			return false, errLetter
		}
		e := s.step
		e.to = x.arrivePieces(to, m.letter, at)
		x.pieces.next = to
		x.nodes[at].edges = append(x.nodes[at].edges, e)
	}
	return l.whole, nil
}

// learn makes the steps of a thread, and remembers them if they change nothing but the thread, the observer
// and memory, and depend on nothing else.
func (x *explorer) learn(at int32, v vector, i int, l *locals) (whole bool, err error) {
	st, err := x.state(v)
	if err != nil {
		return false, err
	}
	x.steps.Surveyed()
	from := len(x.nodes[at].edges)
	whole, err = x.step(st, at, i)
	if err != nil || x.steps.Surveyed() || len(x.reached) != len(x.nodes[at].edges)-from {
		return whole, err
	}
	var steps []localStep
	for k, to := range x.reached {
		if to == nil || len(to) != len(v) {
			return whole, nil
		}
		for j := firstThread; j < len(v); j++ {
			if to[j] != v[j] && j != firstThread+i && j != firstThread+observer {
				return whole, nil
			}
		}
		e := x.nodes[at].edges[from+k]
		steps = append(steps, localStep{to[firstThread+i], to[firstThread+observer], to[memoryAt], e})
	}
	l.steps, l.made, l.whole = steps, true, whole
	return whole, nil
}
