package report

import (
	"slices"
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
	if s.Model && !w.racing[s.Key] && (!s.Atomic || w.t.Names.IsInside(s.Object)) ||
		w.t.Names.IsOwn(s.Object) {
		return
	}
	if e.reads.chars && e.reads.goesOn(s, len(e.out)) && s.Value != nil && s.Value.Width == 8 && !s.Atomic {
		e.reads.add(s, w)
		if told := e.reads.effects(EffectRead); told != nil {
			e.replace(&e.reads, told, false)
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

// replace tells a row of accesses by other effects than before.
func (e *effectList) replace(r *storeRun, told []Effect, inside bool) {
	e.out = append(e.out[:r.at], told...)
	e.assigned, r.told = nil, len(told)
	e.accesses = slices.DeleteFunc(e.accesses, func(i int) bool { return i >= r.at })
	for i := range told {
		if inside {
			e.accesses = append(e.accesses, r.at+i)
		}
	}
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
		if told := e.run.effects(EffectWrite); told != nil {
			e.replace(&e.run, told, s.Model)
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
