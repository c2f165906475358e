package native

import (
	"encoding/binary"

	"whittle.dev/term"
)

// functions is the part of the solver that knows of uninterpreted functions. The result of an application is
// a value of its own, and that equal operands have equal results is up to the theory of equality, see
// equality.go, and to what refinement tells it of values that are no elements, see refine_functions.go.
type functions struct {
	st     *term.Store
	places *places
	elems  *elements

	apps   []application
	index  map[string]int32 // by function and operands: in apps
	values map[place]int32  // the elements of other values
	key    []byte
}

// application is a function applied to operands.
type application struct {
	fn     term.Term
	args   []place
	result place
}

// reset forgets all applications.
func (fs *functions) reset() { *fs = functions{st: fs.st, places: fs.places, elems: fs.elems} }

// apply returns the place of a function applied to translated operands: of a term whose operator is OpApply.
func (fs *functions) apply(t term.Term) (place, error) {
	args := fs.st.Args(t)
	sort := fs.st.Sort(t)
	a := application{fn: args[0]}
	fs.key = binary.AppendUvarint(fs.key[:0], uint64(args[0]))
	for _, x := range args[1:] {
		p := fs.places.of(x)
		a.args = append(a.args, p)
		fs.key = binary.AppendUvarint(fs.key, uint64(p.off))
	}
	if id, ok := fs.index[string(fs.key)]; ok {
		return fs.apps[id].result, nil
	}
	id := int32(len(fs.apps))
	a.result = fs.places.dependent(sort, owner{atomApply, id})
	fs.apps = append(fs.apps, a)
	if fs.index == nil {
		fs.index = map[string]int32{}
	}
	fs.index[string(fs.key)] = id
	return a.result, nil
}

// element returns the element that stands for a value of any sort.
func (fs *functions) element(p place) int32 {
	if p.w == inElements {
		return int32(p.off)
	}
	id, ok := fs.values[p]
	if !ok {
		id = int32(fs.elems.add(element{kind: elementValue, at: p}).off)
		if fs.values == nil {
			fs.values = map[place]int32{}
		}
		fs.values[p] = id
	}
	return id
}
