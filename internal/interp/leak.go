package interp

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/english"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/interp/internal/memory"
	"whittle.dev/internal/property"
)

// violation ends the execution in a violation, which tells the blocks of the heap that it is about, if any.
// One of lost blocks that finds none is where the execution ends.
func (m *Machine) violation(t *thread, e *cfa.Edge, op cfa.Violation) Event {
	var blocks []*memory.Object
	switch {
	case op.Lost:
		if blocks = m.lost(map[*bytecode.Proc][]bytecode.Bitset{}, op.Returned); len(blocks) == 0 {
			return m.stop(Outcome{Kind: AssumeFailed}, t, e)
		}
	case op.Property == property.ValidMemcleanup:
		blocks = m.mem.Blocks()
	}
	what := op.Message
	if len(blocks) > 0 {
		m.about, m.brief = blocks, what
		what += ": " + m.names.blocks(blocks, t)
	}
	return m.stop(Outcome{Kind: Violated, Property: op.Property, Behaviour: op.Behaviour, What: what}, t, e)
}

// lost lists the blocks of the heap that nothing leads to: no static object, no automatic object that lives,
// no block that is not lost, no register of a thread that runs and no value that a thread has ended with. The
// address of a place in a block, or just past it, leads to it. Variables that are registers count as long
// as the call that they are of goes on, other registers as long as they may be read: live caches which.
// Objects of the initial function do not count if it has returned.
func (m *Machine) lost(live map[*bytecode.Proc][]bytecode.Bitset, returned bool) []*memory.Object {
	blocks := m.mem.Blocks()
	unseen := map[*memory.Object]bool{}
	for _, o := range blocks {
		unseen[o] = true
	}
	var work []*memory.Object
	found := func(addr uint64) {
		if o := m.mem.Find(addr); unseen[o] && addr-o.Addr <= o.Size {
			delete(unseen, o)
			work = append(work, o)
		}
	}
	for _, o := range m.mem.Live() {
		if !unseen[o] && !o.ReadOnly && (o.Op == nil || !o.Op.Aside && !(o.Op.Immortal && returned)) {
			work = append(work, o)
		}
	}
	for _, t := range m.threads {
		m.eachWord(t, live, found)
	}
	n := uint64(m.code.CFA.PtrWidth / 8)
	for len(work) > 0 && len(unseen) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		m.mem.Words(o, n, found)
	}
	return slices.DeleteFunc(blocks, func(o *memory.Object) bool { return !unseen[o] })
}

// eachWord calls f with the words that the registers of a thread hold, and with what it has ended with.
func (m *Machine) eachWord(t *thread, live map[*bytecode.Proc][]bytecode.Bitset, f func(uint64)) {
	f(t.exit)
	if t.done {
		return
	}
	for _, v := range t.regs {
		f(v)
	}
	for i := range t.frames {
		fr := &t.frames[i]
		words := t.slots(fr)[:fr.proc.Locals]
		if live[fr.proc] == nil {
			live[fr.proc] = m.code.Live(fr.proc)
			m.code.KeepVariables(fr.proc, live[fr.proc])
		}
		for k, v := range words {
			if live[fr.proc][fr.loc].Has(int32(k)) {
				f(v)
			}
		}
	}
}

// losses finds where in an execution the last goes that leads to a block.
type losses struct {
	live   map[*bytecode.Proc][]bytecode.Bitset
	looks  int
	before moment // of the edge before, if it left a call: what is lost then shows at the next edge
}

// maxLooks bounds the edges after which is looked.
const maxLooks = 20_000

// after looks which blocks are lost now that a thread has executed an edge.
func (l *losses) after(m *Machine, t *thread, e *bytecode.Edge) {
	if l == nil || l.looks >= maxLooks || m.names.made == nil {
		return
	}
	l.looks++
	here := m.names.momentOf(t, e.CFA)
	at := here
	if l.before != (moment{}) {
		at = l.before
	}
	l.before = moment{}
	if _, leaves := e.CFA.Op.(cfa.Return); leaves {
		l.before = here
	}
	gone := m.lost(l.live, false)
	for _, o := range m.mem.Blocks() {
		life := m.names.made.lives[o.Key]
		switch is := slices.Contains(gone, o); {
		case !is:
			life.lost = moment{}
		case life.lost == moment{}:
			life.lost = at
		}
		m.names.made.lives[o.Key] = life
	}
}

// maxBlocks bounds how many kinds of blocks are told.
const maxBlocks = 4

// blocks says which blocks of the heap these are: "40 bytes allocated at f.c:7 in main". Blocks of one size
// and place are told together.
func (n *names) blocks(list []*memory.Object, t *thread) string {
	var order []string
	times := map[string]int{}
	for _, o := range list {
		_, header := n.layout(o)
		s := english.Count(o.Size-header, "byte") + n.life(o).born.words("allocated", t) +
			comma(n.life(o).lost.words("lost", t))
		if times[s]++; times[s] == 1 {
			order = append(order, s)
		}
	}
	for i, s := range order {
		if times[s] > 1 {
			order[i] = fmt.Sprintf("%d times %s", times[s], s)
		}
	}
	if len(order) > maxBlocks {
		order = append(order[:maxBlocks], "...")
	}
	return strings.Join(order, ", ")
}
