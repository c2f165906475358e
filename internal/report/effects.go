package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"whittle.dev/internal/english"
	"whittle.dev/internal/trace"
)

// effectList collects what the steps of one line did, in words.
type effectList struct {
	words *words
	out   []Effect
	seen  bool // something that another thread can see, or an input
	quiet bool // inside a library operation that has been named: its accesses are noise
	// accesses are the places in out of accesses inside a library operation
	// that were told before it was known what the operation is.
	accesses  []int
	condition bool // the first effect is the condition of a branch
	// trying is one more than the place in out of an operation that may fail, attempt what it is; stored is
	// whether something was written since. failed is one more than the place in out of the last one that did.
	trying  int
	attempt *trace.SyncNote
	stored  bool
	failed  int
	// assigned is where in out the variables assigned on this line stand, as
	// long as nothing else was told since.
	assigned map[string]int
	// run is the row of writes to memory side by side that the last effects tell.
	run storeRun
	// reads is the row of reads of characters side by side that the last effects tell.
	reads storeRun
}

func (e *effectList) say(one Effect) {
	e.assigned = nil
	if n := len(e.out); n > 0 && e.out[n-1] == one {
		return
	}
	e.out = append(e.out, one)
}

// assign tells a new value of a local variable; of several in a row only the last one is kept.
func (e *effectList) assign(name, value string) {
	one := Effect{Kind: EffectAssign, Object: name, Value: value}
	if i, again := e.assigned[name]; again && !e.words.verbose {
		e.out[i] = one
		return
	}
	if e.assigned == nil {
		e.assigned = map[string]int{}
	}
	e.assigned[name] = len(e.out)
	e.out = append(e.out, one)
}

// modelAccesses bounds how many accesses of one library operation are shown.
const modelAccesses = 3

// maxCondition is the length of the longest condition that is shown.
const maxCondition = 28

// add says what one step did.
func (e *effectList) add(s *trace.Step) {
	if s.Visible {
		e.seen = true
	}
	w := e.words
	switch s.Kind {
	case trace.KindLoad:
		e.load(s)
	case trace.KindStore:
		e.stored = true
		e.store(s)
	case trace.KindAssign:
		if a := s.Assigned; a != nil && a.Type != "" && !s.Model {
			e.assign(shortName(a.Name), w.value(&a.Value))
		}
	case trace.KindInput:
		e.input(s)
	case trace.KindBegin:
		switch {
		case s.Sync != nil && s.Sync.Kind != "":
			if s.Model {
				e.named()
			}
			if _, known := syncTable[s.Sync.Kind]; !known && !w.verbose {
				return // what a once or a key is for stands in the program
			}
			e.say(Effect{Kind: EffectKind(s.Sync.Kind), Object: w.t.Names.Whole(s.Sync.Object)})
			e.trying, e.attempt, e.stored, e.failed = len(e.out), s.Sync, false, 0
		case !s.Model:
			e.say(Effect{Kind: EffectAtomic})
		}
	case trace.KindEnd:
		if !s.Model {
			e.quiet = false
		}
		e.tried()
		switch n := len(e.out); {
		case s.Model || n == 0:
		case e.out[n-1].Kind == EffectAtomic:
			e.out = e.out[:n-1] // nothing was done in it
		default:
			e.say(Effect{Kind: EffectEnd})
		}
	case trace.KindSpawn:
		e.named()
		e.say(Effect{Kind: EffectStart, Thread: s.Child + 1})
	case trace.KindJoin:
		e.named()
		e.say(Effect{Kind: EffectJoin, Thread: s.Child + 1})
	case trace.KindBranch:
		if t := english.OneLine(s.Text); !s.Model && t != "" && len(t) <= maxCondition && len(e.out) == 0 {
			e.out = append(e.out, Effect{Kind: EffectCondition, Value: t})
			e.condition = true
		}
	case trace.KindCall:
		// A library function that has nothing to do is worth its line.
		if !s.Model && s.Message != "" && !w.procs[s.Message] && !w.t.Names.IsMade(s.Message) {
			e.seen = true
		}
	case trace.KindFree:
		if s.Object != "" && s.Visible {
			e.say(Effect{Kind: EffectFree, Object: s.Object})
		}
	case trace.KindReturn:
		if s.Model && s.Message != "" {
			e.fails(s.Message)
		}
	case trace.KindExit:
		e.say(Effect{Kind: EffectExit, Value: s.Message})
	case trace.KindPrint:
		e.seen = true
		e.say(Effect{Kind: EffectPrint, Value: s.Message})
	case trace.KindJump:
		e.seen = true
		e.say(Effect{Kind: EffectJump, Value: s.Message})
	case trace.KindViolation:
		e.seen = true
		if e.condition && len(e.out) == 1 {
			e.out = nil // the message says it better
		}
		e.say(Effect{Kind: EffectViolation, Value: e.words.message(s)})
	case trace.KindUB:
		e.seen = true
		e.say(Effect{Kind: EffectUndefined, Value: e.words.message(s)})
	case trace.KindDeadlock:
		e.seen = true
		e.say(Effect{Kind: EffectDeadlock, Value: waitText(s, false)})
	}
	e.notes(s)
}

// named is called when a word says what a library operation does: its accesses are noise then.
func (e *effectList) named() {
	e.quiet = true
	for i := len(e.accesses) - 1; i >= 0; i-- {
		at := e.accesses[i]
		e.out = append(e.out[:at], e.out[at+1:]...)
	}
	e.accesses, e.assigned = nil, nil
}

// tried is called at the end of an operation: one that takes or gives back something and has written nothing
// has failed.
func (e *effectList) tried() {
	if e.trying > 0 && e.trying <= len(e.out) {
		switch one := &e.out[e.trying-1]; {
		case syncTable[e.attempt.Kind].not == "":
		case e.stored:
			one.Kind = EffectKind(succeeded(e.attempt.Kind))
		default:
			one.Failed, e.failed = true, e.trying
		}
	}
	e.trying = 0
}

// fails is called when a library function returns an error. It is said once, though functions of the library
// call each other.
func (e *effectList) fails(name string) {
	if e.failed > 0 && e.failed <= len(e.out) {
		one := &e.out[e.failed-1]
		if list := strings.Split(one.Value, ": "); list[len(list)-1] != name {
			one.Value = strings.TrimPrefix(one.Value+": "+name, ": ")
		}
		return
	}
	if one := (Effect{Kind: EffectFail, Value: name}); !slices.Contains(e.out, one) {
		e.say(one)
	}
}

// withoutHandle drops from the effects of a call that the variable with the number of a thread was read, if
// what the library does then is to join that thread.
func withoutHandle(call, library []Effect) []Effect {
	if n := len(call); n > 0 && len(library) > 0 && library[0].Kind == EffectJoin &&
		call[n-1].Kind == EffectRead && call[n-1].Value == strconv.Itoa(library[0].Thread) {
		return call[:n-1]
	}
	return call
}

// input tells a chosen value, as that of the variable it went to if it has no name of its own.
func (e *effectList) input(s *trace.Step) {
	name, what, v, unread := "", "", e.words.value(s.Value), false
	if a := s.Assigned; a != nil {
		v = e.words.value(&a.Value)
		if a.Type != "" {
			name = shortName(a.Name)
		}
	}
	for _, n := range s.Inputs {
		if n.Fails != "" {
			if n.Failed() {
				e.seen = true
				e.say(Effect{Kind: EffectFail, Object: n.Fails})
			}
			return
		}
		if n.Kind == trace.Havoc {
			what, unread = e.words.t.Names.Input(n.What), n.Unread
		}
	}
	if s.Model && s.Value != nil && s.Value.Width == 8 && !e.words.verbose {
		e.seen = true
		return // what is stored says it
	}
	inside := s.Model && (strings.HasPrefix(what, "uninitialised ") || e.words.t.Names.IsOwn(what))
	if (unread || inside) && !e.words.verbose {
		return // before it gets its value, or a variable of the library
	}
	e.seen = true
	e.say(Effect{Kind: EffectInput, Object: cmp.Or(what, name), Value: v})
}

// notes tells the other inputs of a step that a person may care for.
func (e *effectList) notes(s *trace.Step) {
	for _, n := range s.Inputs {
		if n.Kind == trace.InitByte {
			e.seen = true
			if !e.words.verbose && s.Kind == trace.KindLoad {
				continue // the value that was read says it
			}
			e.say(Effect{Kind: EffectInput, Object: n.What, Value: n.Value.String()})
		}
	}
}
