package trace

import (
	"slices"
	"testing"

	"whittle.dev/internal/cfa"
)

// operation is the steps of a library operation on a lock.
func operation(thread, section int, kind cfa.SyncKind, object, where string, stores bool) []Step {
	k := Key{Thread: thread}
	steps := []Step{
		{Key: k, Kind: KindBegin, Section: section, Sync: &SyncNote{Kind: kind, Object: object},
			UserWhere: where},
		{Key: k, Kind: KindLoad, Section: section},
	}
	if stores {
		steps = append(steps, Step{Key: k, Kind: KindStore, Section: section})
	}
	return append(steps, Step{Key: k, Kind: KindEnd, Section: section})
}

func TestLocks(t *testing.T) {
	tests := []struct {
		name  string
		steps [][]Step
		want  []HeldLock
	}{
		{"none", nil, nil},
		{"one", [][]Step{operation(1, 1, "lock", "m", "a.c:1", true)}, []HeldLock{{"m", "lock", "a.c:1"}}},
		{"of another thread", [][]Step{operation(2, 1, "lock", "m", "a.c:1", true)}, nil},
		{"given back", [][]Step{operation(1, 1, "lock", "m", "a.c:1", true),
			operation(1, 2, "lock", "n", "a.c:2", true),
			operation(1, 3, "unlock", "m", "a.c:3", true)}, []HeldLock{{"n", "lock", "a.c:2"}}},
		{"a trylock that fails", [][]Step{operation(1, 1, "trylock", "m", "a.c:1", false)}, nil},
		{"a trylock that succeeds", [][]Step{operation(1, 1, "trylock", "m", "a.c:1", true)},
			[]HeldLock{{"m", "lock", "a.c:1"}}},
		{"twice", [][]Step{operation(1, 1, "lock", "m", "a.c:1", true),
			operation(1, 2, "lock", "m", "a.c:2", true),
			operation(1, 3, "unlock", "m", "a.c:3", true)}, []HeldLock{{"m", "lock", "a.c:1"}}},
		{"readers and writers", [][]Step{operation(1, 1, "rdlock", "l", "a.c:1", true),
			operation(1, 2, "wrlock", "k", "a.c:2", true),
			operation(1, 3, "rwunlock", "k", "a.c:3", true)}, []HeldLock{{"l", "rdlock", "a.c:1"}}},
		{"waiting", [][]Step{operation(1, 1, "lock", "m", "a.c:1", true),
			operation(1, 2, "lock", "mm", "a.c:2", true), waiting("c", "m.__owner"),
			operation(1, 4, "lock", "m", "a.c:3", true),
			operation(1, 5, "unlock", "m", "a.c:4", true)}, []HeldLock{{"mm", "lock", "a.c:2"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Locks(slices.Concat(tt.steps...), 1); !slices.Equal(got, tt.want) {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

// waiting is the operation that begins to wait for a condition, and writes to a lock.
func waiting(condition, lock string) []Step {
	steps := operation(1, 3, "wait", condition, "a.c:9", true)
	written := steps[0]
	written.Kind, written.Object, written.Sync, written.Section = KindStore, lock, nil, 3
	return slices.Insert(steps, 1, written)
}

func TestFindRace(t *testing.T) {
	first, second := Key{Thread: 1, Origin: 4}, Key{Thread: 2, Origin: 9}
	tr := &Trace{Property: "no-data-race", Schedule: []Key{{Thread: 0}, first}, Violation: second}
	if _, ok := FindRace(tr); ok {
		t.Error("a race without steps")
	}
	tr.Steps = slices.Concat(operation(1, 1, "lock", "m", "a.c:1", true), []Step{
		{Key: first, Kind: KindStore, Object: "x", Where: "a.c:2"},
		{Key: second, Kind: KindLoad, Object: "x", Where: "a.c:7", Atomic: true}})
	r, ok := FindRace(tr)
	if !ok || !r.First.Write || r.Second.Write || !r.Second.Atomic || r.First.Thread != 1 ||
		r.Second.Where != "a.c:7" ||
		len(r.First.Locks) != 1 || len(r.Second.Locks) != 0 {
		t.Errorf("%+v, %v", r, ok)
	}
	tr.Property = "unreach-call"
	if _, ok := FindRace(tr); ok {
		t.Error("a race in a trace for another property")
	}
}
