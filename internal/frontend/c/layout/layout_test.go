package layout

import (
	"strings"
	"testing"

	"modernc.org/cc/v4"
)

// TestSizes checks types one by one; the numbers are gcc's.
func TestSizes(t *testing.T) {
	const text = `
struct list { struct list *next; long v; };
struct flex { int n; char data[]; };
struct outer { struct { int a; struct { char b; }; }; short c; };
struct anon { struct { struct { int z; }; }; };
union u { char c; long long l; int a[3]; };
typedef struct { char c; double d; } pair;
pair v_pair; struct list v_list; struct flex v_flex; struct outer v_outer; struct anon v_anon; union u v_u;
int v_array[3][5]; void (*v_fn)(void); enum { A, B = -1 } v_enum; enum { BIG = 0x100000000LL } v_big;
struct empty {} v_empty; struct { struct list in[2]; char tail; } v_nest; _Bool v_bool; long double v_ld;
int use(void) { struct local { char c; int i; } l; l.i = 1; struct local *v = &l; return v->i; }
int casts(void *p) { return ((struct incast { char a; short b; } *)p)->b; }
`
	sizes := map[string][2]uint64{ // LP64, ILP32
		"v_pair": {16, 12}, "v_list": {16, 8}, "v_flex": {4, 4}, "v_outer": {12, 12}, "v_anon": {4, 4},
		"v_u":     {16, 12},
		"v_array": {60, 60}, "v_fn": {8, 4}, "v_enum": {4, 4}, "v_big": {8, 8}, "v_empty": {0, 0},
		"v_nest": {40, 20},
		"v_bool": {1, 1}, "v_ld": {16, 12},
	}
	for i, model := range []Model{LP64, ILP32} {
		ast := translate(t, model, text)
		l := New(model)
		l.AddUnit(ast, nil)
		for name, want := range sizes {
			if got, err := l.Sizeof(typeOf(t, ast, name)); err != nil || got != want[i] {
				t.Errorf("%v: size of %s is %d (%v), want %d", model, name, got, err, want[i])
			}
		}
		off, _, err := fieldAt(l, typeOf(t, ast, "v_outer"), "b")
		if err != nil || off != 4 {
			t.Errorf("%v: outer.b is at %d (%v), want 4", model, off, err)
		}
	}
}

// TestErrors checks that what has no size says so.
func TestErrors(t *testing.T) {
	ast := translate(t, LP64, `
struct incomplete; extern struct incomplete *v_p; extern int v_unknown[]; enum small { Y } __attribute__((packed)) v_small;
`)
	l := New(LP64)
	l.AddUnit(ast, nil)
	elem := typeOf(t, ast, "v_p").(*cc.PointerType).Elem()
	for name, c := range map[string]struct {
		t    cc.Type
		want string
	}{
		"incomplete struct":  {elem, "incomplete"},
		"array without size": {typeOf(t, ast, "v_unknown"), "not constant"},
		"packed enum":        {typeOf(t, ast, "v_small"), "packed enumerations"},
	} {
		if _, err := l.Sizeof(c.t); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
	if _, err := l.Fields(typeOf(t, ast, "v_unknown")); err == nil {
		t.Error("an array has fields")
	}
}
