package htmlreport

import (
	"cmp"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/report"
	"whittle.dev/internal/trace"
)

// arrowData leads from what came first to what depends on it, in another thread.
type arrowData struct {
	From int    `json:"a"` // rows
	To   int    `json:"b"`
	Kind string `json:"k"`
	Text string `json:"x,omitempty"`
}

// The kinds of arrows.
const (
	arrowRead   = "read"   // from the store to the load that read it
	arrowStart  = "start"  // from where it is started to the first row of the new thread
	arrowJoin   = "join"   // from the end of a thread to the one that waited for it
	arrowLock   = "lock"   // from a release of a lock to the next time it is taken
	arrowSignal = "signal" // from a signal to where a thread that waited goes on
	arrowRace   = "race"   // between the two accesses of a data race
)

// arrows finds all arrows, in the order of where they end.
func arrows(t *trace.Trace, rows []report.Row, rowOf []int, events []syncEvent) []arrowData {
	out := []arrowData{}
	seen := map[arrowData]bool{}
	add := func(from, to int, kind, text string) {
		a := arrowData{from, to, kind, text}
		if from < 0 || to < 0 || from == to || seen[a] || rows[from].Thread == rows[to].Thread {
			return
		}
		seen[a] = true
		out = append(out, a)
	}
	first, last := map[int]int{}, map[int]int{}
	for i := range rows {
		th := rows[i].Thread
		if _, ok := first[th]; !ok && !rows[i].Idle {
			first[th] = i
		}
		last[th] = i
	}
	operations := operationOf(t)
	for i := range t.Steps {
		s := &t.Steps[i]
		switch s.Kind {
		case trace.KindLoad:
			if s.ReadFrom <= 0 || s.ReadFrom > len(t.Steps) {
				continue
			}
			from := s.ReadFrom - 1
			switch op := operations[i]; {
			case op == "" && !(s.Model && t.Names.IsInside(s.Object)):
				add(rowOf[from], rowOf[i], arrowRead, s.Object)
			case wakers[operations[from]] && sleepers[op]:
				add(rowOf[from], rowOf[i], arrowSignal, t.Names.Whole(s.Object))
			}
		case trace.KindSpawn:
			if to, ok := first[s.Child]; ok {
				add(rowOf[i], to, arrowStart, "")
			}
		case trace.KindJoin:
			if from, ok := last[s.Child]; ok {
				add(from, rowOf[i], arrowJoin, "")
			}
		}
	}
	released := map[string]int{}
	for _, e := range events {
		switch {
		case e.kind.Releases():
			released[e.object] = e.row
		case e.kind.Takes() != "":
			if from, ok := released[e.object]; ok {
				add(from, e.row, arrowLock, e.object)
			}
		}
	}
	signals(t, rows, events, func(from, to int, object string) { add(from, to, arrowSignal, object) })
	if race, ok := trace.FindRace(t); ok {
		a, b := -1, -1
		for i := range t.Steps {
			switch &t.Steps[i] {
			case race.First.Step:
				a = rowOf[i]
			case race.Second.Step:
				b = rowOf[i]
			}
		}
		add(a, b, arrowRace, "")
	}
	slices.SortStableFunc(out, func(a, b arrowData) int {
		return cmp.Or(cmp.Compare(a.To, b.To),
			cmp.Compare(a.From, b.From))
	})
	return out
}

// wakers are operations that let those go on that wait in the sleepers.
var (
	wakers = map[cfa.SyncKind]bool{cfa.SyncRaise: true, cfa.SyncSignal: true, cfa.SyncBroadcast: true,
		cfa.SyncBarrier:      true,
		cfa.SyncBarrierLeave: true, cfa.SyncOnceDone: true}
	sleepers = map[cfa.SyncKind]bool{cfa.SyncLower: true, cfa.SyncTryLower: true, cfa.SyncWake: true,
		cfa.SyncBarrier:      true,
		cfa.SyncBarrierLeave: true, cfa.SyncOnce: true}
)

// operationOf tells for each step the kind of the library operation that it is the inside of; "" if it has
// none. What reads from what there is told by other arrows than those of reads.
func operationOf(t *trace.Trace) []cfa.SyncKind {
	out := make([]cfa.SyncKind, len(t.Steps))
	running := map[int]cfa.SyncKind{} // by thread
	for i := range t.Steps {
		s := &t.Steps[i]
		switch s.Kind {
		case trace.KindBegin:
			running[s.Thread] = ""
			if s.Model && s.Sync != nil {
				running[s.Thread] = s.Sync.Kind
			}
		case trace.KindEnd:
			running[s.Thread] = ""
		default:
			if s.Model {
				out[i] = running[s.Thread]
			}
		}
	}
	return out
}

// signals finds who woke whom. What a call signals, or waits for, is told by the label of its section, or,
// where waiting may end at any time so that a signal does nothing, by the text of the argument.
func signals(t *trace.Trace, rows []report.Row, events []syncEvent, add func(from, to int, object string)) {
	type wait struct {
		object string
		row    int
		left   bool // the mutex has been released
	}
	waiting := map[int]*wait{}      // by thread
	signalled := map[string][]int{} // by condition: rows
	wakeUp := func(w *wait, th, row int) {
		for _, from := range slices.Backward(signalled[w.object]) {
			if from < w.row {
				break
			}
			if rows[from].Thread != th {
				add(from, row, w.object)
				break
			}
		}
	}
	next := 0
	for row := range rows {
		for _, i := range rows[row].Steps {
			s := &t.Steps[i]
			if s.Kind != trace.KindCall || s.Model {
				continue
			}
			switch object := firstArgument(s.Text, s.Message); {
			case object == "":
			case t.Names.IsWait(s.Message):
				waiting[s.Thread] = &wait{object: object, row: row}
			case t.Names.IsWake(s.Message):
				signalled[object] = append(signalled[object], row)
			}
		}
		for ; next < len(events) && events[next].row <= row; next++ {
			e := events[next]
			w := waiting[e.thread]
			switch {
			case w == nil:
			case e.kind.Releases() || e.kind == cfa.SyncWait:
				w.left = true
			case e.kind.Takes() != "" && w.left:
				wakeUp(w, e.thread, e.row)
				delete(waiting, e.thread)
			}
		}
	}
}

// firstArgument is the first argument of a call as it stands in the text; "" if it is not found.
func firstArgument(text, function string) string {
	_, rest, ok := strings.Cut(text, function+"(")
	if !ok {
		return ""
	}
	depth := 0
	for i, c := range rest {
		switch {
		case c == '(' || c == '[':
			depth++
		case depth > 0 && (c == ')' || c == ']'):
			depth--
		case depth == 0 && (c == ',' || c == ')'):
			return strings.TrimPrefix(strings.TrimSpace(rest[:i]), "&")
		}
	}
	return ""
}
