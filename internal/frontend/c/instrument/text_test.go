package instrument

import "testing"

// TestWrite: what is written does not grow together with what stands before it, and gets no other spaces.
func TestWrite(t *testing.T) {
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{[]string{"int", "x", "=", "1", ";"}, "int x=1;"}, {[]string{"a", "+", "+", "b"}, "a+ +b"},
		{[]string{"a", "++", "b"}, "a++b"}, {[]string{"-", "-", "x"}, "- -x"},
		{[]string{"a", "&", "&", "b"}, "a& &b"},
		{[]string{"x", "/", "*", "p"}, "x/ *p"}, {[]string{"1", ".", "5"}, "1 .5"},
		{[]string{"x", ".", "m"}, "x.m"},
		{[]string{"p", "->", "m"}, "p->m"}, {[]string{"L", "'a'"}, "L 'a'"},
		{[]string{`"a"`, `"b"`}, `"a" "b"`},
		{[]string{"f", "(", "(", "x", ")", ")"}, "f((x))"}, {[]string{"a", "", "b"}, "a b"},
		{[]string{"<", ":", ":", ">"}, "< : : >"}, {[]string{"x", "=", "-", "1"}, "x= -1"},
		{[]string{"return", "x"}, "return x"}, {[]string{"#", "#"}, "# #"},
	} {
		p := &printer{}
		for _, s := range c.parts {
			p.write(s)
		}
		if got := string(p.b); got != c.want {
			t.Errorf("%q: %q, want %q", c.parts, got, c.want)
		}
	}
}
