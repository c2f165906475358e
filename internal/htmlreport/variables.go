package htmlreport

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/report"
	"whittle.dev/internal/trace"
)

// variable is what a reader may watch: an object or a part of one, a local variable, or a lock.
type variable struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // "shared", "local", "lock" or "semaphore"
	// Thread is that of a local variable; -1 for others.
	Thread int `json:"t"`
	// Note tells apart variables of one name: the function, the depth of a recursion.
	Note string `json:"note,omitempty"`
	// Rows are where it changes, ascending, -1 for its initial value; Values are what it is from then on, -1:
	// not known, or gone.
	Rows   []int `json:"rows"`
	Values []int `json:"values"`
	// Again are rows in which it is written but keeps its value, as when an update is lost.
	Again []int `json:"again,omitempty"`

	addr   uint64 // of an object in memory
	width  int    // in bits
	signed bool
	// pointer: its values have been shown by names.
	pointer bool
	used    map[int]bool // threads
}

// set notes a value.
func (v *variable) set(row, value int) {
	n := len(v.Rows)
	if n == 0 && value == gone {
		return
	}
	if n > 0 && v.Values[n-1] == value {
		return
	}
	// What it was in this row until now does not matter any more.
	if n > 0 && v.Rows[n-1] == row {
		v.Values[n-1] = value
		// Back to what it was before this row.
		if n > 1 && v.Values[n-2] == value {
			v.Rows, v.Values = v.Rows[:n-1], v.Values[:n-1]
		}
		return
	}
	v.Rows, v.Values = append(v.Rows, row), append(v.Values, value)
}

// written notes that a row has assigned a value.
func (v *variable) written(row, value int) {
	v.set(row, value)
	if n := len(v.Rows); v.Rows[n-1] < row && (len(v.Again) == 0 || v.Again[len(v.Again)-1] != row) {
		v.Again = append(v.Again, row)
	}
}

// gone is the value of what is not known.
const gone = -1

// watcher follows the values of all variables along a trace.
type watcher struct {
	names  report.Names
	source *cfa.Names
	mem    *memory
	texts  *stringTable
	list   []*variable
	places map[memoryPlace]*variable
	near   map[uint64][]*variable // by address divided by granule: those that touch it
	// inside are those in memory by the region of their object. A trace may make as many objects as it has
	// steps.
	inside map[uint64][]*variable
	locals map[localPlace]*variable
	frames map[frame][]*variable
	locks  map[string]*variable
	// holders are the threads that hold a lock.
	holders map[string][]int
	// operations are those of the library that threads are in; inits are what was stored in objects of
	// library types outside of such, with the row: the initial value, if the object turns out to be a
	// semaphore.
	operations map[int]cfa.SyncKind
	inits      map[string]setting
	// pointers are the names of pointers by their values.
	pointers map[uint64]string
}

type setting struct {
	row   int
	value string
}

// granule is the number of bytes by which variables are found.
const granule = 16

type memoryPlace struct {
	addr  uint64
	width int
	name  string
}

type localPlace struct {
	thread, depth int
	name          string
}

// wholeThread is the depth of variables that live as long as their thread.
const wholeThread = -1

type frame struct{ thread, depth int }

// variables follows all values.
func (r Report) variables(t *trace.Trace, rows []report.Row, events []syncEvent,
	texts *stringTable) []variable {
	w := &watcher{names: report.NewNames(t), source: t.Names, mem: newMemory(r.Program), texts: texts,
		places: map[memoryPlace]*variable{}, near: map[uint64][]*variable{}, inside: map[uint64][]*variable{},
		locals: map[localPlace]*variable{}, frames: map[frame][]*variable{}, locks: map[string]*variable{},
		holders: map[string][]int{}, operations: map[int]cfa.SyncKind{}, inits: map[string]setting{},
		pointers: map[uint64]string{}}
	for i := range t.Steps {
		if v := t.Steps[i].Value; v != nil && v.Name != "" {
			w.pointers[v.Bits] = v.Name
		}
	}
	next := 0
	for row := range rows {
		for _, i := range rows[row].Steps {
			w.step(row, &t.Steps[i])
		}
		for ; next < len(events) && events[next].row <= row; next++ {
			w.lock(row, events[next])
		}
	}
	return w.sorted()
}

// step follows one step.
func (w *watcher) step(row int, s *trace.Step) {
	switch s.Kind {
	case trace.KindAlloc:
		if s.Value != nil && s.Addr != 0 {
			w.mem.begin(s.Addr, s.Value.Bits, row)
			w.drop(row, s.Addr)
		}
	case trace.KindFree:
		if s.Addr != 0 {
			w.drop(row, s.Addr)
		}
	case trace.KindBegin:
		w.operations[s.Thread] = ""
		if s.Sync != nil {
			w.operations[s.Thread] = s.Sync.Kind
		}
	case trace.KindEnd:
		delete(w.operations, s.Thread)
	case trace.KindLoad, trace.KindStore:
		if s.Value != nil && s.Model && w.source.IsInside(s.Object) {
			w.semaphore(row, s)
		}
		w.access(row, s)
	case trace.KindReturn:
		f := frame{s.Thread, s.Depth}
		for _, v := range w.frames[f] {
			v.set(row, gone)
		}
	}
	if a := s.Assigned; a != nil && a.Type != "" && !s.Model {
		p := localPlace{s.Thread, s.Depth, a.Name}
		if !strings.Contains(a.Name, "::") {
			p.depth = wholeThread // it belongs to no call
		}
		v := w.locals[p]
		if v == nil {
			v = &variable{Name: report.Variable(a.Name), Kind: "local", Thread: s.Thread, Note: s.Proc}
			if p.depth == wholeThread {
				v.Note = ""
			} else if s.Depth > 0 {
				v.Note += fmt.Sprintf(", depth %d", s.Depth)
			}
			w.locals[p] = v
			w.list = append(w.list, v)
			f := frame{s.Thread, p.depth}
			w.frames[f] = append(w.frames[f], v)
		}
		v.written(row, w.texts.add(w.names.Value(&a.Value)))
	}
}

// access follows a read or write of memory. A read says what was there since the
// last write, or since the object is there.
func (w *watcher) access(row int, s *trace.Step) {
	val := s.Value
	if val == nil || s.Object == "" || w.source.IsInside(s.Object) || w.source.IsOwn(s.Object) ||
		strings.HasPrefix(s.Object, `"`) || w.source.LeadsToOwn(val.Name) ||
		s.Model && w.mem.prog != nil && !w.mem.known(s.Addr) {
		return // what the library keeps for itself says nothing
	}
	p := memoryPlace{s.Addr, val.Width, s.Object}
	v := w.places[p]
	if v == nil {
		v = &variable{Name: s.Object, Kind: "shared", Thread: -1, addr: s.Addr, width: val.Width,
			signed: val.Signed, used: map[int]bool{}}
		if !w.mem.static(s.Addr) {
			v.Note = s.Proc
			if s.Model {
				v.Note = ""
			}
		}
		v.pointer = val.Name != ""
		w.places[p] = v
		w.list = append(w.list, v)
		r := w.mem.region(s.Addr)
		w.inside[r] = append(w.inside[r], v)
		for g := s.Addr / granule; g <= (s.Addr+uint64(max(val.Width, 8)/8)-1)/granule; g++ {
			w.near[g] = append(w.near[g], v)
		}
		w.first(row, v, s)
	}
	v.used[s.Thread] = true
	v.pointer = v.pointer || val.Name != ""
	if now, ok := w.mem.read(s.Addr, val.Width, val.Signed); ok && s.Kind == trace.KindLoad &&
		now.Bits == val.Bits && now.High == val.High && len(v.Rows) > 0 {
		return // nothing new
	}
	if val.Width%8 == 0 {
		w.mem.write(s.Addr, val)
	} else {
		w.mem.forget(s.Addr, uint64(val.Width)/8+1)
	}
	if text := w.texts.add(w.names.Value(val)); s.Kind == trace.KindStore {
		v.written(row, text)
		w.overlapping(row, v)
	} else {
		v.set(row, text)
	}
}

// first enters what a variable was before its first access.
func (w *watcher) first(row int, v *variable, s *trace.Step) {
	_, known := w.mem.read(v.addr, v.width, v.signed)
	fresh := !known
	if fresh {
		w.mem.start(v.addr, v.width)
	}
	since := -1
	if r, ok := w.mem.born[w.mem.region(v.addr)]; ok && !w.mem.static(v.addr) {
		since = r
	}
	if before, ok := w.mem.read(v.addr, v.width, v.signed); ok {
		if !fresh {
			since = row - 1 // it was written with another type, which need not be the last time it changed
		}
		v.set(since, w.value(v, before))
	} else if s.Kind == trace.KindLoad && fresh && !w.partly(v) {
		v.set(since, w.texts.add(w.names.Value(s.Value)))
		if s.Value.Width%8 == 0 {
			w.mem.write(v.addr, s.Value)
		}
	}
}

// value prints a value that was put together from bytes.
func (w *watcher) value(v *variable, val trace.Value) int {
	if v.pointer {
		val.Name = w.pointers[val.Bits]
	}
	return w.texts.add(w.names.Value(&val))
}

// partly reports whether some byte of a variable is known.
func (w *watcher) partly(v *variable) bool {
	for i := range uint64(v.width / 8) {
		if _, ok := w.mem.bytes[v.addr+i]; ok {
			return true
		}
	}
	return false
}

// overlapping reads variables again that share bytes with one that was written.
func (w *watcher) overlapping(row int, v *variable) {
	end := v.addr + uint64(max(v.width, 8)/8)
	for g := v.addr / granule; g <= (end-1)/granule; g++ {
		for _, o := range w.near[g] {
			if o == v || o.addr >= end || o.addr+uint64(max(o.width, 8)/8) <= v.addr {
				continue
			}
			if now, ok := w.mem.read(o.addr, o.width, o.signed); ok {
				o.set(row, w.value(o, now))
			} else {
				o.set(row, gone)
			}
		}
	}
}

// drop says that the object at an address is new or gone: nothing is known of it.
func (w *watcher) drop(row int, addr uint64) {
	if w.mem.prog == nil {
		return // where it ends is not known
	}
	for _, v := range w.inside[w.mem.region(addr)] {
		if len(v.Rows) > 0 {
			v.set(row, gone)
			w.mem.forget(v.addr, uint64(max(v.width, 8)/8))
		}
	}
}

// sorted returns the variables in the order in which they are offered: what several threads access, other
// objects, locks, and the locals of each thread.
func (w *watcher) sorted() []variable {
	rank := func(v *variable) int {
		switch {
		case v.Kind == "local":
			return 4
		case v.Kind == "semaphore":
			return 2
		case v.Kind == "lock":
			return 3
		case len(v.used) < 2:
			return 1
		}
		return 0
	}
	for _, v := range w.list {
		// What lies on the stack of one thread and is used by it alone is one of its locals.
		if v.Kind == "shared" && w.mem.prog != nil && !w.mem.static(v.addr) && len(v.used) == 1 {
			for th := range v.used {
				v.Kind, v.Thread = "local", th
			}
		}
	}
	slices.SortStableFunc(w.list, func(a, b *variable) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Thread, b.Thread))
	})
	out := make([]variable, len(w.list))
	for i, v := range w.list {
		out[i] = *v
		if v.Rows == nil {
			out[i].Rows, out[i].Values = []int{}, []int{} // not null in JSON
		}
	}
	return out
}
