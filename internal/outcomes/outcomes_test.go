package outcomes

import (
	"slices"
	"testing"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/frontend/litmus"
)

// TestExplore has tests whose outcomes, or answers, are easily told wrong.
func TestExplore(t *testing.T) {
	for _, test := range []struct {
		name, text string
		model      axioms.Model
		holds      bool
		rows       [][]int64
	}{
		{"an array that nothing reads", `C A
{ x = 0; int a[2] = {1, 2}; }
P0(atomic_int* x) { atomic_store_explicit(x, 1, memory_order_relaxed); }
exists (x=0 /\ a[1]=2)
`, axioms.SC, false, [][]int64{{1, 2}}},
		{"types of several words", `C T
{ x = 5; }
P0(atomic_int* x) { if (1) { unsigned int r0 = atomic_load_explicit(x, memory_order_relaxed); } }
P1(atomic_int* x) { if (1) { const long long r0 = *x; } }
P2(atomic_int* x) { uint32_t r0 = *x; int r1 = r0 - 6 > 0; }
forall (0:r0=5 /\ 1:r0=5 /\ 2:r1=1)
`, axioms.RC11, true, [][]int64{{5, 5, 1}}},
		{"a locked instruction that fails", `C F
{ x = 0; y = 0; z = 0; }
P0(atomic_int* x, atomic_int* y, atomic_int* z) {
  int e = 7;
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_compare_exchange_strong_explicit(z, &e, 2, memory_order_relaxed, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1(atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (0:r0=0 /\ 1:r0=0)
`, axioms.TSO, false, [][]int64{{0, 1}, {1, 0}, {1, 1}}},
		{"what is no comment", `C E
{ x = 0; }
P0(atomic_int* x) { if ((*x) == 0) { (*(int*)x)++; } } (* a comment *)
forall (x=1) (*another*)
`, axioms.RC11, true, [][]int64{{1}}},
		{"a loop that waits", `C W
{ x = 0; y = 0; }
P0(int* x, atomic_int* y) { *x = 1; atomic_store_explicit(y, 1, memory_order_release); }
P1(int* x, atomic_int* y) {
  while (atomic_load_explicit(y, memory_order_relaxed) == 0) ;
  int r0 = *x;
}
exists (1:r0=0)
`, axioms.RC11, true, [][]int64{{0}, {1}}},
	} {
		parsed, err := litmus.Read("test.litmus", test.text)
		if err != nil {
			t.Fatal(test.name, err)
		}
		table, err := Explore(t.Context(), parsed, test.model)
		if err != nil {
			t.Fatal(test.name, err)
		}
		var rows [][]int64
		for _, r := range table.Rows {
			rows = append(rows, r.Values)
		}
		if !table.Complete || table.Holds != test.holds || !slices.EqualFunc(rows, test.rows, slices.Equal) {
			t.Errorf("%s: %t (complete: %t), outcomes %v, want %t, %v", test.name, table.Holds,
				table.Complete, rows, test.holds, test.rows)
		}
	}
}
