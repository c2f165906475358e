package interp

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
)

// Observer follows an execution edge by edge.
type Observer interface {
	// Executed is told of an edge that was executed. Of a Call and a Return it is told before the frames
	// change. The edge at which an execution stops is not reported: it is that of the outcome.
	Executed(e *cfa.Edge, x Executed)
}

// Executed is what an edge did.
type Executed struct {
	// Thread is the index of the thread.
	Thread int
	// Addr is the address of a Load, a Store, an Alloc or a Free.
	Addr uint64
	// Lo and Hi are the value that was assigned, loaded, stored or returned, or the size of an Alloc.
	Lo, Hi uint64
	// Child is the index of the thread that a Spawn started or a Join waited for.
	Child int
	// Args are the arguments of a Call or a Spawn, the low word of each first; they are overwritten later.
	Args [][2]uint64
}

// observe tells the observer of an executed edge.
func (m *Machine) observe(t *thread, e *bytecode.Edge, in info) {
	x := Executed{Thread: t.index, Addr: in.addr, Lo: in.lo, Hi: in.hi, Child: in.child}
	if e.Kind == bytecode.Call || e.Kind == bytecode.Spawn {
		x.Args = m.args
	}
	m.cfg.Observer.Executed(e.CFA, x)
}
