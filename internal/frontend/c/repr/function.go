package repr

import (
	"modernc.org/cc/v4"
)

// Params are the types of the parameters as the callee sees them.
func Params(ft *cc.FunctionType) []cc.Type {
	var out []cc.Type
	for _, p := range ft.Parameters() {
		if !IsVoid(p.Type()) {
			out = append(out, p.Type().Decay())
		}
	}
	return out
}

// SameShape reports whether a function can be called directly where a type is called through a pointer.
func SameShape(def, call *cc.FunctionType) bool {
	a, b := Params(def), Params(call)
	if len(b) == 0 && call.MaxArgs() != 0 {
		return def.Result().Kind() == call.Result().Kind()
	}
	if len(a) != len(b) || def.IsVariadic() != call.IsVariadic() ||
		def.Result().Size() != call.Result().Size() || IsVoid(def.Result()) != IsVoid(call.Result()) {
		return false
	}
	for i := range a {
		if a[i].Size() != b[i].Size() || IsAggregate(a[i]) != IsAggregate(b[i]) {
			return false
		}
	}
	return true
}

// Alike reports whether values of two types are passed in the same way.
func (ts *Types) Alike(a, b cc.Type) bool {
	if IsAggregate(a) || IsAggregate(b) {
		return IsAggregate(a) && IsAggregate(b) && a.Size() == b.Size()
	}
	x, y := ts.Scalar(a), ts.Scalar(b)
	return x.Width == y.Width && (x.Class == Floating) == (y.Class == Floating)
}
