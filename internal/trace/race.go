package trace

import (
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
)

// Race describes the two accesses that a trace for no-data-race ends with.
type Race struct {
	First, Second RaceAccess
}

// RaceAccess is one of the accesses of a race.
type RaceAccess struct {
	// Step is the access as it was recorded.
	Step *Step `json:"-"`
	// Thread and ThreadName are those of Step.
	Thread     int    `json:"thread"`
	ThreadName string `json:"thread_name"`
	Write      bool   `json:"write"`
	Object     string `json:"object,omitempty"`
	Where      string `json:"where,omitempty"`
	Source     string `json:"source,omitempty"`
	// Atomic is set for atomic operations and inside atomic sections.
	Atomic bool `json:"atomic,omitempty"`
	// Locks are those that the thread holds.
	Locks []HeldLock `json:"locks"`
}

// HeldLock is a lock that a thread holds.
type HeldLock struct {
	Object string `json:"object"`
	// Kind says how it was taken: SyncLock, SyncReadLock or SyncWriteLock.
	Kind  cfa.SyncKind `json:"kind"`
	Where string       `json:"where,omitempty"`
}

// FindRace finds the accesses of a race in a replayed trace; ok is false if it does not end in one.
func FindRace(t *Trace) (r Race, ok bool) {
	n := len(t.Schedule)
	if t.Property != property.NoDataRace || n == 0 {
		return r, false
	}
	before := t.Schedule[n-1]
	if t.Weak != nil && t.Weak.Racing != nil {
		before = *t.Weak.Racing
	}
	first, second := t.lastAccess(before), t.lastAccess(t.Violation)
	if first < 0 || second < 0 {
		return r, false
	}
	return Race{t.raceAccess(first), t.raceAccess(second)}, true
}

// lastAccess is the index of the last step with a key that is an access; -1: there is none.
func (t *Trace) lastAccess(k Key) int {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		if s := &t.Steps[i]; s.Key == k && (s.Kind == KindLoad || s.Kind == KindStore) {
			return i
		}
	}
	return -1
}

func (t *Trace) raceAccess(i int) RaceAccess {
	s := &t.Steps[i]
	a := RaceAccess{
		Step: s, Thread: s.Thread, ThreadName: s.ThreadName, Write: s.Kind == KindStore, Object: s.Object,
		Where: s.UserWhere, Source: s.Source, Atomic: s.Atomic ||
			s.Section != 0, Locks: Locks(t.Steps[:i], s.Thread),
	}
	if a.Where == "" {
		a.Where = s.Where
	}
	return a
}

// Locks lists the locks that a thread holds after some steps, in the order in which they were taken, as the
// labels of library operations tell. An operation that stores nothing, a trylock that fails, changes nothing.
// Waiting for a condition gives back the lock that it writes to.
func Locks(steps []Step, thread int) []HeldLock {
	held := []HeldLock{}
	var sync *SyncNote
	var where string
	stored := false
	var waits []string // what is written to for the sake of waiting
	for i := range steps {
		s := &steps[i]
		if s.Thread != thread {
			continue
		}
		switch s.Kind {
		case KindBegin:
			sync, stored, where, waits = s.Sync, false, s.UserWhere, nil
			if where == "" {
				where = s.Where
			}
		case KindStore:
			stored = stored || s.Section != 0
			if sync != nil && sync.Kind == cfa.SyncWait {
				waits = append(waits, s.Object)
			}
		case KindEnd:
			if sync != nil && stored {
				held = sync.apply(held, where)
			}
			for _, object := range waits {
				held = slices.DeleteFunc(held, func(h HeldLock) bool { return isPart(object, h.Object) })
			}
			waits = nil
			sync = nil
		}
	}
	return held
}

// isPart reports whether an object is another one, or a part of it.
func isPart(object, whole string) bool {
	rest, ok := strings.CutPrefix(object, whole)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// apply is what is held after an operation that took effect.
func (n *SyncNote) apply(held []HeldLock, where string) []HeldLock {
	switch how := n.Kind.Takes(); {
	case how != "":
		return append(held, HeldLock{n.Object, how, where})
	case n.Kind.Releases():
		for i := len(held) - 1; i >= 0; i-- {
			if held[i].Object == n.Object {
				return slices.Delete(held, i, i+1)
			}
		}
	}
	return held
}
