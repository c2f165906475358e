package compdb

import (
	"reflect"
	"testing"
)

// unitOf reads one command with the main source a.c in /p.
func unitOf(t *testing.T, args ...string) (*Selection, Unit) {
	t.Helper()
	db := &Database{File: "/p/build/compile_commands.json",
		Entries: []Entry{{Directory: "/p", File: "a.c", Arguments: args, Line: 1, Col: 2}}}
	sel, err := db.Select(nil, "/p")
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return sel, sel.Units[0]
}

func TestFlags(t *testing.T) {
	base := Unit{File: "a.c", DataModel: "LP64", Line: 1, Col: 2}
	for _, c := range []struct {
		args []string
		want func(u *Unit)
	}{
		{[]string{"-c", "a.c", "-o", "-DX", "-MF", "-DY", "-Wall", "-O2", "-g3", "-fPIC", "-march=native",
			"-Wl,-DZ", "-l", "m", "-lm", "-L", "x"}, func(u *Unit) {}},
		{[]string{"-DA", "-D", "B=2", "-DC=\"x y\"", "-DF(a,b)=a"},
			func(u *Unit) { u.Defines = []string{"A", "B=2", "C=\"x y\"", "F(a,b)=a"} }},
		{[]string{"-DA=1", "-UA", "-UB", "-DB=2", "-DA=3"},
			func(u *Unit) { u.Defines = []string{"B=2", "A=3"} }},
		{[]string{"-DA=1", "-U", "A"}, func(u *Unit) { u.Undefs = []string{"A"} }},
		{[]string{"--define-macro=A=1", "--undefine-macro", "B", "--include-directory=inc"},
			func(u *Unit) {
				u.Defines, u.Undefs, u.Include = []string{"A=1"}, []string{"B"},
					[]string{"inc"}
			}},
		{[]string{"-isystem", "sys", "-Iinc", "-I", "/p/two", "-I../out", "-iquoteq", "-idirafter", "late"},
			func(u *Unit) {
				u.Include, u.Quote, u.After = []string{"inc", "two", "/out", "sys"}, []string{"q"},
					[]string{"late"}
			}},
		{[]string{"-isystem", "/usr/include", "-isystem/usr/lib/gcc/x86_64-linux-gnu/12/include", "-I."},
			func(u *Unit) {
				u.Include, u.After = []string{"."}, []string{"/usr/include",
					"/usr/lib/gcc/x86_64-linux-gnu/12/include"}
			}},
		{[]string{"-include", "config.h", "-includeother.h"},
			func(u *Unit) { u.ForceIncludes = []string{"config.h", "other.h"} }},
		{[]string{"-std=c99", "-std=gnu11"}, func(u *Unit) { u.Std = "gnu11" }},
		{[]string{"-ansi", "-ffreestanding"}, func(u *Unit) { u.Std, u.Freestanding = "c90", true }},
		{[]string{"-m64", "-m32"}, func(u *Unit) { u.DataModel = "ILP32" }},
		{[]string{"-target", "i686-linux-gnu"}, func(u *Unit) { u.DataModel = "ILP32" }},
		{[]string{"--target=i386-pc-linux-gnu", "-m64"}, func(u *Unit) {}},
		{[]string{"-pthread"}, func(u *Unit) { u.Defines = []string{"_REENTRANT=1"} }},
		{[]string{"-Wp,-DX=1,-MD,x.d", "-Xpreprocessor", "-DY"},
			func(u *Unit) { u.Defines = []string{"X=1", "Y"} }},
		{[]string{"--", "-DX"}, func(u *Unit) {}},
		{[]string{"-x", "c", "-"}, func(u *Unit) {}},
		{[]string{"-xcpp-output", "-DX", "-Iinc", "-m32"}, func(u *Unit) { u.DataModel = "ILP32" }},
	} {
		want := base
		c.want(&want)
		sel, got := unitOf(t, append([]string{"gcc"}, c.args...)...)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q:\ngot  %+v\nwant %+v", c.args, got, want)
		}
		if len(sel.Notes) > 0 {
			t.Errorf("%q: notes %v", c.args, sel.Notes)
		}
	}
}

func TestUnsupportedFlags(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string // what the note begins with; empty: none
	}{
		{[]string{"-funsigned-char"}, "-funsigned-char, in the command of a.c, is not supported"},
		{[]string{"-fpack-struct=2"}, "-fpack-struct=2,"},
		{[]string{"-fopenmp"}, "-fopenmp,"},
		{[]string{"-fopenmp-simd"}, ""},
		{[]string{"-mx32"}, "-mx32,"},
		{[]string{"-mlong-double-64"}, "-mlong-double-64,"},
		{[]string{"-mabi=ms"}, "-mabi=ms,"},
		{[]string{"-imacros", "m.h"}, "-imacros m.h,"},
		{[]string{"-include-pch", "x.pch"}, "-include-pch x.pch,"},
		{[]string{"-I-"}, "-I-,"},
		{[]string{"--strange"}, "--strange,"},
		{[]string{"-undef"}, "-undef,"},
		{[]string{"-traditional-cpp"}, "-traditional-cpp,"},
		{[]string{"-trigraphs"}, "-trigraphs,"},
		{[]string{"--target=aarch64-linux-gnu"}, "the target aarch64-linux-gnu,"},
		{[]string{"--target=x86_64-pc-windows-msvc"}, "the target x86_64-pc-windows-msvc,"},
		{[]string{"-D"}, "-D without its value,"},
		{[]string{"-Xclang", "-fblocks"}, "-fblocks,"},
	} {
		sel, _ := unitOf(t, append([]string{"gcc"}, c.args...)...)
		switch {
		case c.want == "" && len(sel.Notes) > 0:
			t.Errorf("%q: notes %v", c.args, sel.Notes)
		case c.want != "" &&
			(len(sel.Notes) != 1 || !sel.Notes[0].Warning ||
				sel.Notes[0].Msg[:min(len(c.want), len(sel.Notes[0].Msg))] != c.want):
			t.Errorf("%q: notes %v, want %q", c.args, sel.Notes, c.want)
		}
	}
}
