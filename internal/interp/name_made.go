package interp

import (
	"fmt"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/memory"
	"whittle.dev/internal/trace"
)

// madeNames has the names of the objects of the heap by the calls that made them.
type madeNames struct {
	objects map[trace.Key]madeObject
	number  map[string]int // objects by the name that they share
	lives   map[trace.Key]life
}

// madeObject is what a trace knows of an object of the heap.
type madeObject struct {
	name   string // "node#3"
	layout *cfa.Layout
}

func newMadeNames() *madeNames {
	return &madeNames{objects: map[trace.Key]madeObject{}, number: map[string]int{},
		lives: map[trace.Key]life{}}
}

func (n *madeNames) find(o *memory.Object) (made madeObject, ok bool) {
	if n != nil {
		made, ok = n.objects[o.Key]
	}
	return made, ok
}

// give names an object of the heap that a thread has just made. What it is used for is said by the innermost
// call that knows it; a call that is not known to return untyped memory ends the search.
func (n *madeNames) give(t *thread, e *cfa.Edge, o *memory.Object) {
	if !o.Kind.IsHeap() || o.Op.Aside {
		return
	}
	if _, again := n.find(o); again {
		return // the section in which it was made was undone
	}
	made := madeObject{name: allocName(o.Op), layout: o.Op.Layout}
	var call *cfa.Edge // the one by which the procedure before was entered
	for in := range t.calls(e) {
		model := in.proc.Model
		from := call
		call = in.call
		if from == nil { // the innermost one
			continue
		}
		if from.Made == nil && !model {
			break
		}
		if model || from.Made.Layout == nil {
			continue
		}
		made.layout = from.Made.Layout
		if from.Made.Name != "" {
			made.name = from.Made.Name
		}
		break
	}
	n.number[made.name]++
	made.name = fmt.Sprintf("%s#%d", made.name, n.number[made.name])
	n.objects[o.Key] = made
}

// allocName is what the objects that an Alloc makes are called before their number. The forms of a function
// of the library, such as calloc_sized, are one for people.
func allocName(op *cfa.Alloc) string {
	if op.Name == "" {
		return "heap object "
	}
	name, _, _ := strings.Cut(op.Name, "_")
	return name
}
