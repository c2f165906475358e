package pointsto

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/absint"
)

// ObjID numbers the abstract objects of a points-to analysis: first the static
// objects of the program, then the allocation sites.
type ObjID int32

// Ref is a place that a value may point to: an object and the possible offsets from its start in bytes.
type Ref struct {
	Obj   ObjID
	Off   absint.Congruence
	few   few // all offsets, if Off is not exact and they are known
	start start
}

// start is where the array begins, as it is written, in which an index that is not followed has moved a
// reference.
type start struct {
	known bool
	at    int64  // the offset
	every uint64 // not 0: and at each multiple from there on, in an array of structures
}

// Value is what a register or term may hold.
type Value struct {
	// Refs are the objects the value may point to, ascending, each once.
	Refs []Ref
	// Unknown says that the value may also be a number computed from inputs,
	// which could be any address. An access through it may touch any object.
	Unknown bool
	// HasNum says that the value may be a number other than the address of an object, even one that was
	// computed from addresses; Num is the set of these numbers, as signed integers. Without it the value is
	// the address of an object with something added to it.
	HasNum bool
	Num    absint.Congruence
}

var anyNumber = Value{HasNum: true, Num: absint.AnyInt}

func number(c absint.Congruence) Value { return Value{HasNum: true, Num: c} }

// Only returns the object when the value points to no other place.
func (v Value) Only() (Ref, bool) {
	if v.Unknown || len(v.Refs) != 1 {
		return Ref{}, false
	}
	return v.Refs[0], true
}

// MayPointTo reports whether the value may point to (into) an object.
func (v Value) MayPointTo(o ObjID) bool {
	if v.Unknown {
		return true
	}
	_, ok := slices.BinarySearchFunc(v.Refs, o, func(r Ref, o ObjID) int { return cmp.Compare(r.Obj, o) })
	return ok
}

// String lists the places, "?" for unknown and "#" for numbers.
func (v Value) String() string {
	var parts []string
	for _, r := range v.Refs {
		parts = append(parts, fmt.Sprintf("%d+%v", r.Obj, r.Off))
	}
	if v.Unknown {
		parts = append(parts, "?")
	}
	if v.HasNum {
		parts = append(parts, "#"+v.Num.String())
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// join returns the union, and whether it differs from v.
func (v Value) join(w Value) (Value, bool) {
	changed := false
	if w.Unknown && !v.Unknown {
		v.Unknown, changed = true, true
	}
	if w.HasNum {
		n := w.Num
		if v.HasNum {
			n = v.Num.Join(w.Num)
		}
		if !v.HasNum || n != v.Num {
			v.HasNum, v.Num, changed = true, n, true
		}
	}
	if refs, more := joinRefs(v.Refs, w.Refs); more {
		v.Refs, changed = refs, true
	}
	return v, changed
}

// joinRefs returns the union, and whether it differs from a. It changes neither list.
func joinRefs(a, b []Ref) ([]Ref, bool) {
	same := true
	i := 0
	for _, r := range b {
		for i < len(a) && a[i].Obj < r.Obj {
			i++
		}
		if i == len(a) || a[i].Obj != r.Obj || a[i].joined(r) != a[i] {
			same = false
			break
		}
	}
	if same {
		return a, false
	}
	out := make([]Ref, 0, len(a)+len(b))
	i = 0
	for _, r := range b {
		for i < len(a) && a[i].Obj < r.Obj {
			out = append(out, a[i])
			i++
		}
		if i < len(a) && a[i].Obj == r.Obj {
			r = a[i].joined(r)
			i++
		}
		out = append(out, r)
	}
	return append(out, a[i:]...), true
}

// blur returns v with every offset and number unknown: what is left of it
// after an operation that is not followed exactly.
func (v Value) blur() Value {
	if len(v.Refs) > 0 {
		refs := make([]Ref, len(v.Refs))
		for i, r := range v.Refs {
			refs[i] = Ref{Obj: r.Obj, Off: absint.AnyInt}
		}
		v.Refs = refs
	}
	if v.HasNum {
		v.Num = absint.AnyInt
	}
	return v
}

// computed returns v as the result of an operation whose result may be something else than an address where
// its operand is one: a part, a multiple, the negative. References are kept, since an address may be put
// together of such numbers again.
func (v Value) computed() Value {
	if len(v.Refs) > 0 {
		v.HasNum, v.Num = true, absint.AnyInt
	}
	return v
}

// shifted returns the references of v moved by the numbers in c.
func (v Value) shifted(c absint.Congruence) []Ref {
	refs := make([]Ref, len(v.Refs))
	for i, r := range v.Refs {
		refs[i] = r.shifted(c)
	}
	return refs
}
