package cubes

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"whittle.dev/smt"
)

// Send carries a message to the desk, and the reply back.
type Send = func(ctx context.Context, message []byte) ([]byte, error)

// Guest is the board of a solver elsewhere than the pool. It belongs to one solver.
type Guest struct {
	// Tell returns what the solver tells the others, and Hear is told what they tell it. Both are called by
	// the goroutine of the solver.
	Tell func() []byte
	Hear func(note []byte)
	// Model describes the model that the solver has found.
	Model func() []byte

	ctx  context.Context
	send Send
	name string
	done chan struct{}

	mu   sync.Mutex
	over bool
	node int // that is worked on; 0: none
	want bool
}

// Join begins to help with a question, of which the desk says what it is. The context ends what follows.
func Join(ctx context.Context, send Send) (g *Guest, question []byte, err error) {
	g = &Guest{ctx: ctx, send: send, name: rand.Text(), done: make(chan struct{})}
	a, err := g.call(ctx, request{Op: opJoin})
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("joining a question: %w", err)
	case a.Over:
		return nil, nil, errors.New("the question is decided already")
	}
	return g, a.Question, nil
}

// call sends a message. If it gets no reply, or hears so, there is nothing more to do.
func (g *Guest) call(ctx context.Context, q request) (reply, error) {
	q.Guest = g.name
	a := reply{Over: true}
	text, err := json.Marshal(q)
	if err == nil {
		text, err = g.send(ctx, text)
	}
	if err == nil {
		err = json.Unmarshal(text, &a)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if err != nil {
		a = reply{Over: true}
	}
	g.want = a.Wanted
	if a.Over && !g.over {
		g.over = true
		close(g.done)
	}
	return a, err
}

// tell is call by the solver's goroutine, with what it tells the others and is told.
func (g *Guest) tell(q request) reply {
	if g.Tell != nil {
		q.Note = g.Tell()
	}
	a, _ := g.call(g.ctx, q)
	if g.Hear != nil && len(a.Note) > 0 {
		g.Hear(a.Note)
	}
	return a
}

// Signs gives signs of life until ctx ends.
func (g *Guest) Signs(ctx context.Context) {
	tick := time.NewTicker(signs)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-g.done:
			return
		case <-tick.C:
		}
		g.mu.Lock()
		n := g.node
		g.mu.Unlock()
		if n != 0 {
			g.call(ctx, request{Op: opSign, Node: n})
		}
	}
}

func (g *Guest) ended() <-chan struct{} { return g.done }

func (g *Guest) isDone() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.over
}

func (g *Guest) wanted() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.want
}

func (g *Guest) result(context.Context) smt.Result { return smt.Result{Reason: smt.ReasonCanceled} }

// works notes the cube that is worked on.
func (g *Guest) works(id int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.node = id
}

func (g *Guest) take(ctx context.Context) *node {
	for ctx.Err() == nil && !g.isDone() {
		if a := g.tell(request{Op: opTake}); a.Node > 0 && !a.Over {
			g.works(a.Node)
			return &node{id: a.Node, cube: a.Cube}
		}
	}
	return nil
}

func (g *Guest) stale(n *node) bool { return g.tell(request{Op: opLook, Node: n.id}).Stale }

func (g *Guest) giveBack(n *node) {
	g.works(0)
	g.tell(request{Op: opBack, Node: n.id})
}

func (g *Guest) close(n *node, needed int) {
	g.works(0)
	g.tell(request{Op: opClose, Node: n.id, Cube: n.cube, Needed: needed})
}

func (g *Guest) found(Solver) {
	g.mu.Lock()
	n := g.node
	g.mu.Unlock()
	q := request{Op: opFound, Node: n}
	if g.Model != nil {
		q.Model = g.Model()
	}
	g.tell(q)
}

func (g *Guest) cut(n *node, c Choice, value bool) *node {
	if g.tell(request{Op: opCut, Node: n.id, Cube: n.cube, Choice: c, Value: value}).Stale {
		return n // the next look says so as well
	}
	return &node{id: n.id, cube: append(slices.Clip(n.cube), Decision{c, value})}
}
