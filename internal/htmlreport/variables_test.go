package htmlreport

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
	"whittle.dev/internal/trace"
)

func TestValues(t *testing.T) {
	d := data(violated(t, "values.c", `#include <assert.h>
#include <stdlib.h>
union word { unsigned int all; unsigned char part[4]; } u = {0x01020304};
struct point { int x, y; } origin = {3, 4};
static unsigned long long big = 0x8000000000000000ull;
_Thread_local int mine;
void set(void) { mine = 8; }
int twice(int n) {
	int result = 0;
	if (n > 0)
		result = 2 + twice(n - 1);
	return result;
}
int main(void) {
	u.part[1] = 255;
	unsigned int seen = u.all;
	origin.y = 9;
	int sum = origin.x + origin.y;
	int four = twice(2);
	set();
	int *heap = malloc(sizeof *heap);
	*heap = sum;
	free(heap);
	big = big + 1;
	seen = seen + 1;
	assert(0);
	return four;
}
`))
	t.Log("\n" + d.print())
	end := len(d.Rows) - 1
	for _, c := range []struct {
		name string
		row  int
		want string
	}{
		{"u.all+1", -1, "3"},
		{"u.all+1", end, "255"},
		{"u.all", end, "16973572"}, // 0x0102ff04
		{"origin.y", -1, "4"},
		{"origin.y", end, "9"},
		{"origin.x", -1, "3"},
		{"sum", end, "12"},
		{"four", end, "4"},
		{"mine", end, "8"},
		{"big", -1, "9223372036854775808"},
		{"big", end, "9223372036854775809"},
	} {
		if got := d.at(d.variable(t, c.name), c.row); got != c.want {
			t.Errorf("%s behind row %d is %s, want %s", c.name, c.row, got, c.want)
		}
	}
	results, heap := 0, 0
	for _, v := range d.Variables {
		switch {
		case v.Name == "result":
			results++
			if d.at(v, end) != "-" || v.Note == "" {
				t.Errorf("a variable of a call that has returned: %+v", v)
			}
		case strings.Contains(d.at(v, d.row(0, "*heap = sum")), "12") && v.Kind == "local" && v.Name != "sum":
			heap++
			if d.at(v, end) != "-" {
				t.Errorf("%s is freed, but has the value %s", v.Name, d.at(v, end))
			}
		}
	}
	if results != 3 || heap != 1 {
		t.Errorf("%d variables called result, %d in the heap: %+v", results, heap, d.Variables)
	}
}

// TestValuesOfExamples: in random executions of examples, the value that is shown after a row is that of
// the last access in it, and every number in the data is in its range.
func TestValuesOfExamples(t *testing.T) {
	checked := 0
	for _, file := range exampleFiles(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		prog := compile(t, name, string(text), property.UnreachCall)
		for seed := range uint64(2) {
			_, tr, err := interp.Run(t.Context(), prog,
				interp.RunOptions{Seed: seed, Record: true, MaxSteps: 4000})
			if err != nil {
				t.Fatal(err)
			}
			r := reportOf(prog, property.UnreachCall, tr, name)
			d := data(r)
			inRange(t, d, len(tr.Steps))
			checked += lastAccess(t, d, tr)
			if t.Failed() {
				t.Fatalf("%s, seed %d", name, seed)
			}
		}
	}
	if checked < 500 {
		t.Errorf("only %d accesses were looked at", checked)
	}
}

// inRange checks the numbers in the data, and that each step is in exactly one row.
func inRange(t *testing.T, d traceData, steps int) {
	t.Helper()
	rows, seen := len(d.Rows), make([]bool, steps)
	for i, r := range d.Rows {
		if r.Thread >= len(d.Threads) || r.Text >= len(d.Strings) {
			t.Errorf("row %d: %+v", i, r)
		}
		for n := 0; n < len(r.Steps); n += 2 {
			for s := r.Steps[n]; s < r.Steps[n]+r.Steps[n+1]; s++ {
				if seen[s] {
					t.Errorf("step %d is in two rows", s)
				}
				seen[s] = true
			}
		}
	}
	for s, ok := range seen {
		if !ok {
			t.Errorf("step %d is in no row", s)
		}
	}
	for _, a := range d.Arrows {
		if a.From < 0 || a.To < 0 || a.From >= rows || a.To >= rows ||
			d.Rows[a.From].Thread == d.Rows[a.To].Thread {
			t.Errorf("arrow %+v", a)
		}
		if a.Kind != arrowRace && a.From > a.To {
			t.Errorf("an arrow against time: %+v", a)
		}
	}
	for _, s := range d.Spans {
		if s.From < 0 || s.To >= rows || s.From > s.To || s.Thread >= len(d.Threads) {
			t.Errorf("span %+v", s)
		}
	}
	for _, v := range d.Variables {
		for _, r := range v.Again {
			if r < 0 || r >= rows {
				t.Errorf("variable %+v", v)
			}
		}
		for i := range v.Rows {
			if v.Rows[i] < -1 || v.Rows[i] >= rows || i > 0 && v.Rows[i] <= v.Rows[i-1] || v.Values[i] < -1 ||
				v.Values[i] >= len(d.Strings) {
				t.Errorf("variable %+v", v)
			}
		}
	}
}

// TestOwnValues: what the library keeps for itself is not among the values.
func TestOwnValues(t *testing.T) {
	d := data(violated(t, "key.c", `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static pthread_key_t key;
static void *work(void *arg) { pthread_setspecific(key, arg); return 0; }
int main(void) {
	pthread_t t;
	char *copy = malloc(4);
	pthread_key_create(&key, free);
	strcpy(copy, "abc");
	pthread_create(&t, 0, work, copy);
	pthread_join(t, 0);
	assert(0);
}
`))
	copied := false
	for _, v := range d.Variables {
		if strings.HasPrefix(v.Name, "__whittle") || strings.HasPrefix(v.Name, "pthread#") ||
			v.Name == "s.arg" {
			t.Errorf("variable %+v", v)
		}
		copied = copied || v.Name == "copy#1[2]"
	}
	if !copied {
		t.Errorf("what strcpy has written is not among %+v", d.Variables)
	}
}

// lastAccess compares values after rows with the accesses of the trace, and returns how many.
func lastAccess(t *testing.T, d traceData, tr *trace.Trace) (n int) {
	t.Helper()
	names := report.NewNames(tr)
	type place struct {
		addr  uint64
		width int
		name  string
	}
	byPlace := map[place]variable{}
	for _, v := range d.Variables {
		byPlace[place{v.addr, v.width, v.Name}] = v
	}
	own := map[place]bool{} // so far only the library has accessed them
	for row, r := range d.Rows {
		last := map[place]string{}
		dropped := false
		var spans [][2]uint64
		for i := 0; i < len(r.Steps); i += 2 {
			for s := r.Steps[i]; s < r.Steps[i]+r.Steps[i+1]; s++ {
				st := &tr.Steps[s]
				dropped = dropped || st.Kind == trace.KindFree || st.Kind == trace.KindAlloc
				if (st.Kind != trace.KindLoad && st.Kind != trace.KindStore) || st.Object == "" ||
					tr.Names.IsInside(st.Object) || st.Value == nil {
					continue
				}
				p := place{st.Addr, st.Value.Width, st.Object}
				last[p] = names.Value(st.Value)
				if before, seen := own[p]; !seen || before {
					own[p] = st.Model
				}
				spans = append(spans, [2]uint64{st.Addr, st.Addr + uint64(st.Value.Width/8)})
			}
		}
		if dropped {
			continue
		}
		for p, want := range last {
			v, ok := byPlace[p]
			if !ok {
				if !own[p] {
					t.Errorf("no variable %+v", p)
				}
				continue
			}
			overlaps := 0
			for _, s := range spans {
				if s[0] < p.addr+uint64(p.width/8) && p.addr < s[1] &&
					(s[0] != p.addr || s[1] != p.addr+uint64(p.width/8)) {
					overlaps++
				}
			}
			if overlaps > 0 {
				continue // which access came last is another question
			}
			n++
			if got := d.at(v, row); got != want {
				t.Errorf("row %d: %s is shown as %s, the trace says %s", row, p.name, got, want)
			}
		}
	}
	return n
}
