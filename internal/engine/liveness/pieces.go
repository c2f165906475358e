package liveness

import (
	"encoding/binary"

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
	scratch []byte
	texts   [][]byte
	// Of the state that is expanded, once it is needed.
	whole *multistate.State
}

func newPieces() *pieces {
	return &pieces{numbers: map[string]uint32{}, node: map[string]int32{}, done: map[stepKey]*locals{}}
}

// piece is a thread or memory, or what threads show.
type piece struct {
	code, image []byte
	public      uint32 // the number of what a thread shows
	letter      uint64 // that memory has, if sure
	sure        bool
}

// stepKey is what a step of a thread depends on.
type stepKey struct{ thread, own, observer, memory, public uint32 }

// locals is what a thread can do next.
type locals struct {
	turn  multistate.Turn
	made  bool // the steps are known
	steps []localStep
}

// localStep is a step of a thread.
type localStep struct {
	own, observer, memory uint32
	step                  edge // but for where it leads
}

// number is that of a piece with a name, which is added unless it is known.
func (p *pieces) number(name []byte) (i uint32, added bool) {
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
	threads, memory, ok := x.steps.Pieces(st)
	if !ok {
		return nil
	}
	p := x.pieces
	v := make(vector, firstThread, firstThread+len(threads))
	i, added := p.number(append([]byte{'m'}, memory.Image...))
	if v[memoryAt] = i; added {
		letter, sure := st.Static(x.task.Program.Observer.Object)
		p.list[i] = piece{code: memory.Code, image: memory.Image, letter: letter, sure: sure}
	}
	for _, t := range threads {
		i, added := p.number(append(append([]byte{'t', byte(len(t.Public))}, t.Public...), t.Image...))
		if v = append(v, i); added {
			public, _ := p.number(append([]byte{'p'}, t.Public...))
			p.list[i] = piece{code: t.Code, image: t.Image, public: public}
		}
	}
	p.show(v)
	return v
}

// show sets the number of what the threads show.
func (p *pieces) show(v vector) {
	b := append(p.scratch[:0], 's')
	for _, t := range v[firstThread:] {
		b = binary.LittleEndian.AppendUint32(b, p.list[t].public)
	}
	p.scratch = b
	v[publicAt], _ = p.number(b)
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
	threads := x.pieces.texts[:0]
	for _, t := range v[firstThread:] {
		threads = append(threads, x.pieces.list[t].code)
	}
	x.pieces.texts = threads
	return x.steps.Assemble(threads, x.pieces.list[v[memoryAt]].code)
}

// image is that of the state of a vector.
func (x *explorer) image(v vector) multistate.Image {
	threads := x.pieces.texts[:0]
	for _, t := range v[firstThread:] {
		threads = append(threads, x.pieces.list[t].image)
	}
	x.pieces.texts = threads
	return x.steps.Assembled(threads, x.pieces.list[v[memoryAt]].image)
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
	x.pieces.done[k] = l
	return l, nil
}

// state is that of the vector that is expanded.
func (x *explorer) state(v vector) (st *multistate.State, err error) {
	if x.pieces.whole == nil {
		x.pieces.whole, err = x.assemble(v)
	}
	return x.pieces.whole, err
}

// expandPieces makes the steps of a node that has a vector.
func (x *explorer) expandPieces(at int32, v vector) error {
	x.pieces.whole = nil
	turns := make([]multistate.Turn, len(v)-firstThread)
	list := make([]*locals, len(turns))
	for i := range turns {
		l, err := x.local(v, i)
		if err != nil {
			return err
		}
		list[i], turns[i] = l, l.turn
		x.unsure = x.unsure || l.turn == multistate.Unsure
	}
	x.turnsOf(at, turns)
	for i, l := range list {
		switch l.turn {
		case multistate.Runs, multistate.Unsure:
			if err := x.stepPieces(at, v, i, l); err != nil {
				return err
			}
		case multistate.Exits:
			x.exit(at, i)
		}
	}
	x.stutter(at, turns)
	return nil
}

// stepPieces makes the steps of a thread, or puts them together.
func (x *explorer) stepPieces(at int32, v vector, i int, l *locals) error {
	if !l.made {
		return x.learn(at, v, i, l)
	}
	for k := range l.steps {
		s := &l.steps[k]
		to := append(vector(nil), v...)
		to[memoryAt], to[firstThread+i], to[firstThread+observer] = s.memory, s.own, s.observer
		shows := func(k uint32) uint32 { return x.pieces.list[k].public }
		if shows(s.own) != shows(v[firstThread+i]) || shows(s.observer) != shows(v[firstThread+observer]) {
			x.pieces.show(to)
		}
		e := s.step
		var known bool
		if e.to, known = x.pieces.node[string(x.pieces.name(to))]; known {
			x.nodes[at].edges = append(x.nodes[at].edges, e)
			continue
		}
		m := &x.pieces.list[to[memoryAt]]
		if !m.sure {
			return errLetter
		}
		e.to = x.arrive(x.image(to), node{letter: m.letter, vector: to}, at)
		x.pieces.node[string(x.pieces.name(to))] = e.to
		x.nodes[at].edges = append(x.nodes[at].edges, e)
	}
	return nil
}

// learn makes the steps of a thread, and remembers them if they change nothing but the thread, the observer
// and memory, and depend on nothing else.
func (x *explorer) learn(at int32, v vector, i int, l *locals) error {
	st, err := x.state(v)
	if err != nil {
		return err
	}
	x.steps.Surveyed()
	x.reached = x.reached[:0]
	x.learning = true
	from := len(x.nodes[at].edges)
	err = x.step(st, at, i)
	x.learning = false
	if err != nil || x.steps.Surveyed() || len(x.reached) != len(x.nodes[at].edges)-from {
		return err
	}
	var steps []localStep
	for k, to := range x.reached {
		if to == nil || len(to) != len(v) {
			return nil
		}
		for j := firstThread; j < len(v); j++ {
			if to[j] != v[j] && j != firstThread+i && j != firstThread+observer {
				return nil
			}
		}
		e := x.nodes[at].edges[from+k]
		x.pieces.node[string(x.pieces.name(to))] = e.to
		steps = append(steps, localStep{to[firstThread+i], to[firstThread+observer], to[memoryAt], e})
	}
	l.steps, l.made = steps, true
	return nil
}
