package interp

import (
	"fmt"
	"strings"

	"whittle.dev/internal/cfa"
)

// madeObject is what a trace knows of an object of the heap by the calls that made it.
type madeObject struct {
	name   string // "node#3"
	layout *cfa.Layout
}

// name names an object of the heap that a thread has just made. What it is used for is said by the innermost
// call that knows it; a call that is not known to return untyped memory ends the search.
func (r *recorder) name(t *thread, o *object) {
	if o.kind != cfa.Heap {
		return
	}
	if _, again := r.made[o.key]; again {
		return // the section in which it was made was undone
	}
	made := madeObject{name: allocName(o.op), layout: o.op.Layout}
	for i := len(t.frames) - 1; i > 0; i-- {
		call, model := t.frames[i].call, t.frames[i-1].proc.proc.Model
		if call == nil || call.Made == nil && !model {
			break
		}
		if model || call.Made.Layout == nil {
			continue
		}
		made.layout = call.Made.Layout
		if call.Made.Name != "" {
			made.name = call.Made.Name
		}
		break
	}
	r.number[made.name]++
	made.name = fmt.Sprintf("%s#%d", made.name, r.number[made.name])
	r.made[o.key] = made
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
