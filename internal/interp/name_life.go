package interp

import (
	"fmt"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/english"
	"whittle.dev/internal/interp/internal/memory"
	"whittle.dev/internal/source"
)

// life says where the life of an object began and ended, and where the last that led to it went, for people.
type life struct{ born, died, lost moment }

// moment is a place in the program and the thread that came to it; the zero moment is none.
type moment struct {
	where, proc string
	thread      int
	pos         source.Pos
}

// momentOf is where a thread executes an edge, in words: the innermost call outside of library models.
func (n *names) momentOf(t *thread, e *cfa.Edge) moment {
	proc, at := user(t, e)
	where := n.position(at.Pos)
	if i := strings.LastIndex(where, ":"); i > 0 {
		where = where[:i] // the line is enough
	}
	m := moment{where: where, thread: t.index, pos: at.Pos}
	if proc != nil && !proc.Model {
		m.proc = proc.Name
	}
	return m
}

// words are " VERB at f.c:3 in main", with the thread if it is another one than t; empty for no moment.
func (m moment) words(verb string, t *thread) string {
	if m.where == "" || t == nil {
		return ""
	}
	s := " " + strings.TrimSpace(fmt.Sprintf("%s at %s in %s", verb, m.where, m.proc))
	if m.thread != t.index {
		s += fmt.Sprintf(" by T%d", m.thread)
	}
	return s
}

// began and ended note the life of an object that a thread has just made, or ended.
func (n *madeNames) began(o *memory.Object, at moment) { n.lives[o.Key] = life{born: at} }

func (n *madeNames) ended(o *memory.Object, at moment) {
	l := n.lives[o.Key]
	l.died = at
	n.lives[o.Key] = l
}

// life is what is known of the life of an object that was allocated.
func (n *names) life(o *memory.Object) life {
	if n.made == nil || o.Static >= 0 {
		return life{}
	}
	return n.made.lives[o.Key]
}

// sized names an object with its size, and says where it was allocated: "the 4-byte object p#1 allocated at
// f.c:6 in main".
func (n *names) sized(o *memory.Object, t *thread) string {
	_, header := n.layout(o)
	if t == nil {
		return fmt.Sprintf("%s (%s)", n.object(o), english.Count(n.size(o)-header, "byte"))
	}
	s := fmt.Sprintf("the %d-byte object %s", n.size(o)-header, n.object(o))
	if o.Static < 0 && o.Kind.IsHeap() {
		s += n.life(o).born.words("allocated", t)
	}
	return s
}

// badAccess says why an access of a thread to size bytes at addr is undefined behaviour; o is the object,
// dead or alive, in whose region addr lies, or nil. Without a thread nothing is said of the object's life.
func (n *names) badAccess(t *thread, o *memory.Object, addr, size uint64, write bool) string {
	verb := "read"
	if write {
		verb = "write"
	}
	what := fmt.Sprintf("%s of %s", verb, english.Count(size, "byte"))
	switch {
	case addr == 0:
		return what + " at a null pointer"
	case o == nil && addr < nullPage:
		return fmt.Sprintf("%s at offset %d of a null pointer", what, addr)
	case o == nil:
		return fmt.Sprintf("%s at the invalid address %#x", what, addr)
	case !o.Live && o.Kind.IsHeap():
		l := n.life(o)
		return fmt.Sprintf("%s in %s after it was freed%s%s", what, n.object(o), l.died.words("", t),
			comma(l.born.words("allocated", t)))
	case !o.Live:
		return fmt.Sprintf("%s in %s after its lifetime%s", what, n.object(o),
			comma(n.life(o).died.words("which ended", t)))
	case o.Static >= 0 && n.prog.Objects[o.Static].Kind == cfa.Func:
		return fmt.Sprintf("%s in the code of %s", what, n.object(o))
	case write && o.ReadOnly && addr-o.Addr < o.Size:
		return fmt.Sprintf("write to the read-only object %s", n.object(o))
	}
	_, header := n.layout(o)
	off, end := int64(addr-o.Addr)-int64(header), int64(n.size(o))-int64(header)
	if index := n.index(o, off, end); index != "" {
		born := moment{}
		if o.Static < 0 && o.Kind.IsHeap() {
			born = n.life(o).born
		}
		return what + " at " + index + comma(born.words("allocated", t))
	}
	switch where := n.sized(o, t); {
	case off < 0:
		return fmt.Sprintf("%s %s before the start of %s", what, english.Count(-off, "byte"), where)
	case off == end:
		return fmt.Sprintf("%s right after the end of %s", what, where)
	case off > end:
		return fmt.Sprintf("%s %s after the end of %s", what, english.Count(off-end, "byte"), where)
	default:
		return fmt.Sprintf("%s at offset %d of %s: %s past its end", what, off, where,
			english.Count(off+int64(size)-end, "byte"))
	}
}

// nullPage is how far from zero an address is taken to be that of a member of a null pointer.
const nullPage = 4096

// comma puts a comma before words, if there are any.
func comma(words string) string {
	if words == "" {
		return ""
	}
	return "," + words
}

// badFree says why a free by a thread of the address addr is undefined behaviour; o is the object, dead or
// alive, in whose region addr lies, or nil. Without a thread nothing is said of the object's life.
func (n *names) badFree(t *thread, o *memory.Object, addr uint64, kind cfa.AllocKind) string {
	switch {
	case o == nil:
		return fmt.Sprintf("free of the invalid address %#x", addr)
	case o.Static < 0 && o.Kind != kind && o.Kind.IsHeap() && kind.IsHeap():
		if o.Kind == cfa.Heap {
			return fmt.Sprintf("%s of %s, which %s has not made", enders[kind], n.object(o), makers[kind])
		}
		return fmt.Sprintf("%s of %s, which %s has made", enders[kind], n.object(o), makers[o.Kind])
	case o.Static >= 0 || o.Kind != kind:
		return fmt.Sprintf("free of %s, which was not allocated on the %s", n.object(o), kindName(kind))
	case o.Addr != addr:
		return fmt.Sprintf("free of an address inside of %s: %s from its start", n.sized(o, t),
			english.Count(int64(addr-o.Addr), "byte"))
	}
	l := n.life(o)
	return fmt.Sprintf("%s is freed twice%s%s", n.object(o), comma(l.died.words("first", t)),
		comma(l.born.words("allocated", t)))
}

// makers and enders are what makes objects of the heap and what ends them.
var (
	makers = map[cfa.AllocKind]string{cfa.New: "new", cfa.NewArray: "new[]"}
	enders = map[cfa.AllocKind]string{cfa.Heap: "free", cfa.New: "delete", cfa.NewArray: "delete[]"}
)

func kindName(k cfa.AllocKind) string {
	if k == cfa.Stack {
		return "stack"
	}
	return "heap"
}
