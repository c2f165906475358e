package repr_test

import (
	"fmt"
	"testing"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/repr"
)

// TestLanes: a vector is as many elements as fit its size, and the mask of a comparison has as many of the
// same width.
func TestLanes(t *testing.T) {
	for _, model := range []layout.Model{layout.LP64, layout.ILP32} {
		for _, elem := range []string{"char", "signed char", "unsigned short", "int", "unsigned", "long",
			"unsigned long long", "float", "double"} {
			for _, size := range []int{8, 16, 64} {
				ts, object := typesOf(t, model, fmt.Sprintf("%[1]s e; %[1]s v "+
					"__attribute__((vector_size(%[2]d)));"+
					" int main(void) { return sizeof e + sizeof v; }", elem, size))
				v, e := object("v").Type(), object("e").Type()
				lanes, ok := ts.Lanes(v)
				if !ok || lanes.N*lanes.Size() != size || lanes.Scalar != ts.Scalar(e) {
					t.Errorf("%v, %s in %d bytes: %+v, %v", model, elem, size, lanes, ok)
					continue
				}
				mask, ok := ts.Lanes(ts.Mask(lanes))
				if !ok || mask.N != lanes.N || mask.Size() != lanes.Size() || !mask.Scalar.Signed {
					t.Errorf("%v, %s in %d bytes: the mask %+v, %v", model, elem, size, mask, ok)
				}
				again, ok := ts.Lanes(repr.VectorOf(lanes.Elem, lanes.N, lanes.Size()))
				if !ok || !again.Same(lanes) {
					t.Errorf("%v, %s in %d bytes: made of its elements it is %+v", model, elem, size, again)
				}
				if _, ok := ts.Lanes(e); ok || !repr.IsVector(v) || repr.IsVector(e) {
					t.Errorf("%v, %s in %d bytes: what is a vector is not told", model, elem, size)
				}
			}
		}
	}
}
