package term

import (
	"testing"
)

func TestImport(t *testing.T) {
	src, dst := NewStore(), NewStore()
	dst.ArraySort(Int, Int)
	dst.Symbol("other", Int)
	for _, u := range script(src, "x") {
		v := NewImporter(dst, src).Import(u)
		if back := NewImporter(src, dst).Import(v); back != u {
			t.Fatalf("%s comes back as %s", src.String(u), src.String(back))
		}
		if dst.SortString(dst.Sort(v)) != src.SortString(src.Sort(u)) {
			t.Fatalf("%s has sort %s", dst.String(v), dst.SortString(dst.Sort(v)))
		}
	}
}
