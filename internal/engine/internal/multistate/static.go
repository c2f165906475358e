package multistate

import "whittle.dev/internal/cfa"

// Static returns the static object that an index of objects in places stands for; nil: one that is made
// while the program runs, and that is number - Statics() objects after the first such one.
func (x *Stepper) Static(object int32) *cfa.Object {
	if object < 0 || int(object) >= len(x.p.writable) {
		return nil
	}
	return x.p.Objects[x.p.writable[object].static]
}

// Statics is the number of static objects that places may be in.
func (x *Stepper) Statics() int32 { return int32(len(x.p.writable)) }
