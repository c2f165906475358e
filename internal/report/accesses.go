package report

import (
	"fmt"
	"strconv"
	"strings"

	"whittle.dev/internal/trace"
)

// access tells a read or write, of those inside library operations a few.
func (e *effectList) access(s *trace.Step, one Effect) {
	inside := s.Model && !e.words.verbose
	n := len(e.out)
	switch {
	case inside && (e.quiet || strings.HasPrefix(s.Object, trace.SizeOf)):
		return
	case inside && len(e.accesses) >= modelAccesses:
		one = Effect{Kind: EffectMore} // said once, as say drops repetitions
	}
	e.say(one)
	if inside && len(e.out) > n {
		e.accesses = append(e.accesses, n)
	}
}

// load tells what was read: inside of a library function only what another thread may have written meanwhile.
func (e *effectList) load(s *trace.Step) {
	w := e.words
	one := Effect{Kind: EffectRead, Object: w.object(s), Value: w.value(s.Value), Thread: w.readFrom(s),
		Unset: len(s.Inputs) > 0 && s.Inputs[0].Kind == trace.InitByte && !w.verbose}
	if w.verbose {
		e.access(s, one)
		return
	}
	if s.Model && !s.Atomic && !w.racing[s.Key] || w.t.Names.IsOwn(s.Object) {
		return
	}
	if e.reads.chars && e.reads.goesOn(s, len(e.out)) && s.Value != nil && s.Value.Width == 8 && !s.Atomic {
		e.reads.add(s, w)
		if told, ok := e.reads.effect(EffectRead); ok {
			e.out, e.reads.told = append(e.out[:e.reads.at], told), 1
			return
		}
	} else if e.reads = (storeRun{at: len(e.out)}); s.Value != nil && !s.Atomic {
		e.reads.add(s, w)
	}
	before := len(e.out)
	defer func() { e.reads.told += len(e.out) - before }()
	for i := len(e.out) - 1; i >= 0 && !e.out[i].writes(); i-- {
		if e.out[i] == one {
			return // as before
		}
	}
	e.access(s, one)
}

// store tells what was written. Bytes and elements side by side are told as one.
func (e *effectList) store(s *trace.Step) {
	w := e.words
	one := Effect{Kind: EffectWrite, Object: w.object(s), Value: w.value(s.Value)}
	switch {
	case w.verbose:
		e.access(s, one)
		return
	case w.t.Names.IsOwn(s.Object) || s.Model && strings.HasPrefix(s.Object, trace.SizeOf):
		return
	case e.quiet && s.Model && !w.racing[s.Key] || s.Value == nil || s.Object == "":
		e.access(s, one)
		return
	}
	if e.run.goesOn(s, len(e.out)) {
		e.run.add(s, w)
		if told, ok := e.run.effect(EffectWrite); ok {
			e.out = append(e.out[:e.run.at], told)
			e.run.told = 1
			e.assigned = nil
			return
		}
	} else {
		e.run = storeRun{at: len(e.out)}
		e.run.add(s, w)
	}
	before := len(e.out)
	if s.Model && len(e.accesses) >= modelAccesses {
		one = Effect{Kind: EffectMore}
	}
	e.say(one)
	e.run.told += len(e.out) - before
	if s.Model && len(e.out) > before {
		e.accesses = append(e.accesses, before)
	}
}

// storeRun is a row of writes, or reads, side by side.
type storeRun struct {
	at, told int // the first effect that tells it, and how many do
	next     uint64
	names    []string
	values   []string
	bytes    []byte
	chars    bool // all are of one byte
	zero     bool
}

// maxGap is the padding between members that a row may leave out.
const maxGap = 8

// goesOn reports whether a write goes on where a row has ended, of which the last of n effects tell.
func (r *storeRun) goesOn(s *trace.Step, n int) bool {
	return len(r.names) > 0 && r.at+r.told == n && s.Addr >= r.next && s.Addr-r.next < maxGap &&
		rootOf(s.Object) == rootOf(r.names[0])
}

func (r *storeRun) add(s *trace.Step, w *words) {
	first := len(r.names) == 0
	one := s.Value.Width == 8
	r.chars, r.zero = (first || r.chars) && one, (first || r.zero) && s.Value.Bits == 0 && s.Value.High == 0
	r.names, r.values = append(r.names, w.object(s)), append(r.values, w.value(s.Value))
	r.bytes = append(r.bytes, byte(s.Value.Bits))
	r.next = s.Addr + uint64(s.Value.Width/8)
}

// maxElements is how many elements of an array are told.
const maxElements = 8

// effect is a row of at least three writes as one: of a string, of an array, or of anything set to zero; not
// ok: they are told one by one.
func (r *storeRun) effect(kind EffectKind) (one Effect, ok bool) {
	object, value := r.whole()
	return Effect{Kind: kind, Object: object, Value: value}, value != ""
}

// whole is the place of a row and its value; the value is empty if it is told one by one.
func (r *storeRun) whole() (object, value string) {
	n := len(r.names)
	if n < 3 {
		return "", ""
	}
	base, first, ok := element(r.names[0])
	if last, at, same := element(r.names[n-1]); ok && same && last == base && at-first == n-1 {
		switch {
		case r.chars && !r.zero:
			return r.place(base, first, n), literal(r.bytes)
		case r.zero:
			return r.place(base, first, n), "{0}"
		case n <= maxElements:
			return r.place(base, first, n), "{" + strings.Join(r.values, ", ") + "}"
		}
		return r.place(base, first, n), "{" + strings.Join(r.values[:maxElements], ", ") + ", ...}"
	}
	if r.zero {
		return common(r.names), "{0}"
	}
	return "", ""
}

// place names elements of an array: the array, if they are the first ones.
func (r *storeRun) place(base string, first, n int) string {
	if first == 0 {
		return base
	}
	return fmt.Sprintf("%s[%d..%d]", base, first, first+n-1)
}

// maxLiteral is the length of the longest string that is told.
const maxLiteral = 60

// literal is a string of C.
func literal(b []byte) string {
	if n := len(b); b[n-1] == 0 {
		b = b[:n-1]
	}
	more := ""
	if len(b) > maxLiteral {
		b, more = b[:maxLiteral], "..."
	}
	return strconv.QuoteToASCII(string(b)) + more
}

// element splits "a.b[3]" into "a.b" and 3.
func element(name string) (base string, index int, ok bool) {
	i := strings.LastIndexByte(name, '[')
	if i < 0 || !strings.HasSuffix(name, "]") {
		return "", 0, false
	}
	index, err := strconv.Atoi(name[i+1 : len(name)-1])
	return name[:i], index, err == nil
}

// rootOf is the object of a name such as "a.b[3]".
func rootOf(name string) string {
	if i := strings.IndexAny(name, ".["); i > 0 {
		return name[:i]
	}
	return name
}

// common is the place that the names have in common.
func common(names []string) string {
	first := names[0]
	for _, n := range names[1:] {
		for !strings.HasPrefix(n, first) {
			first = first[:len(first)-1]
		}
	}
	if i := strings.LastIndexAny(first, ".["); i > 0 && len(first) < len(names[0]) {
		first = first[:i]
	}
	return first
}
