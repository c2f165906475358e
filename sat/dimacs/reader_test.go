package dimacs

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// readAll reads a formula as DIMACS numbers.
func readAll(r *Reader) (h Header, clauses [][]int, err error) {
	if h, err = r.Header(); err != nil {
		return h, nil, err
	}
	for {
		lits, err := r.Next()
		if err == io.EOF {
			return h, clauses, nil
		}
		if err != nil {
			return h, clauses, err
		}
		c := make([]int, len(lits))
		for i, l := range lits {
			c[i] = l.Dimacs()
		}
		clauses = append(clauses, c)
	}
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		header     Header
		want       [][]int
		warnings   []string
	}{
		{"plain", "p cnf 3 2\n1 -2 0\n2 3 0\n", Header{3, 2}, [][]int{{1, -2}, {2, 3}}, nil},
		{"comments", "c a\ncomment\np cnf 3 2\nc b\n1 -2\nc within a clause\n3 0\n2 3 0\nc", Header{3, 2},
			[][]int{{1, -2, 3}, {2, 3}}, nil},
		{"layout", " p  cnf\t3   2 \r\n\r\n1\n-2 0 2 3 0", Header{3, 2}, [][]int{{1, -2}, {2, 3}}, nil},
		{"empty clause", "p cnf 0 1\n0\n", Header{0, 1}, [][]int{{}}, nil},
		{"nothing", "p cnf 0 0\n", Header{}, nil, nil},
		{"repeated literals stay", "p cnf 1 1\n1 1 -1 0\n", Header{1, 1}, [][]int{{1, 1, -1}}, nil},
		{"few clauses", "p cnf 1 2\n1 0\n", Header{1, 2}, [][]int{{1}},
			[]string{"f: the header declares 2 clauses, found 1"}},
		{"many clauses", "p cnf 1 1\n1 0 -1 0\n", Header{1, 1}, [][]int{{1}, {-1}},
			[]string{"f: the header declares 1 clauses, found 2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, in := range map[string]io.Reader{
				"at once": strings.NewReader(c.text),
				"bytes":   iotest.OneByteReader(strings.NewReader(c.text)),
			} {
				r := NewReader(in, "f")
				h, got, err := readAll(r)
				if err != nil || h != c.header || !reflect.DeepEqual(got, c.want) ||
					!reflect.DeepEqual(r.Warnings(), c.warnings) {
					t.Errorf("%s: %v %v %v %q", name, h, got, err, r.Warnings())
				}
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                           `f:1:1: want the header "p cnf VARIABLES CLAUSES", found the end`,
		"c only\n":                   `f:2:1: want the header "p cnf VARIABLES CLAUSES", found the end`,
		"1 2 0\n":                    `f:1:1: want the header "p cnf VARIABLES CLAUSES", found "1"`,
		"p dnf 1 1\n":                `f:1:3: want "cnf" in the header, found "dnf"`,
		"p cnf x 1\n":                `f:1:7: want the number of variables, found "x"`,
		"p cnf 1":                    `f:1:8: the text ends where the number of clauses is wanted`,
		"p cnf -1 1\n":               `f:1:7: the number of variables is negative: -1`,
		"p cnf 1\n1 0\n":             `f:2:1: the number of clauses is not on the line of the header`,
		"p cnf 1 1 1\n1 0\n":         `f:1:11: want the end of the line after the header, found "1"`,
		"p cnf 99999999999999 1\n":   `f:1:7: 99999999999999 is too large: at most 536870911 variables`,
		"p cnf 2 1\n1 3 0\n":         `f:2:3: literal 3 is out of range: the header declares 2 variables`,
		"p cnf 2 1\n\n 1 -3 0\n":     `f:3:4: literal -3 is out of range: the header declares 2 variables`,
		"p cnf 2 1\n1 2\n":           `f:3:1: the last clause, which begins on line 2, is not ended by 0`,
		"p cnf 2 1\n1 x 0\n":         `f:2:3: want a literal or 0, found "x"`,
		"p cnf 2 1\n1 -0 0\n":        `f:2:3: want a literal or 0, found "-0"`,
		"p cnf 2 1\n1 +2 0\n":        `f:2:3: want a literal or 0, found "+2"`,
		"p cnf 2 1\n01 0\n":          `f:2:1: want a literal or 0, found "01"`,
		"p cnf 2 1\n1 - 0\n":         `f:2:3: want a literal or 0, found "-"`,
		"p cnf 2 1\n1 c 0\n":         `f:2:3: want a literal or 0, found "c"`,
		"p cnf 2 1\n1 0\n%\n0\n":     `f:3:1: want a literal or 0, found "%"`,
		"p cnf 2 1\np cnf 2 1\n":     `f:2:1: want a literal or 0, found "p"`,
		"p cnf 2 1\n1 2 0\n\x00":     `f:3:1: want a literal or 0, found "\x00"`,
		"p cnf 2 1\n" + "1\u00a00\n": `f:2:1: want a literal or 0, found "1\u00a00"`,
	} {
		r := NewReader(strings.NewReader(text), "f")
		_, _, err := readAll(r)
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
			continue
		}
		var place *Error
		if !errors.As(err, &place) {
			t.Errorf("%q: %T is no *Error", text, err)
		}
		if _, again := r.Next(); again != err {
			t.Errorf("%q: then %v", text, again)
		}
	}
}

func TestReadFailure(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"", "p cnf", "p cnf 2 1\n", "p cnf 2 1\n1 2", "p cnf 2 1\n1 0"} {
		_, _, err := readAll(NewReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)),
			"f"))
		if !errors.Is(err, broken) {
			t.Errorf("after %q: %v", text, err)
		}
	}
}

// FuzzRead wants that the reader never panics, that what it accepts is read the
// same after it was written, and that an error has a place in the text.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"p cnf 3 2\n1 -2 0\n2 3 0\n", "c x\np cnf 1 1\n1 0", "p cnf 2 1\n1 2",
		"p cnf 0 1\n0\n%", "p cnf 1 1\n-1\nc x\n0 1 0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := NewReader(strings.NewReader(text), "f")
		h, clauses, err := readAll(r)
		var place *Error
		switch {
		case errors.As(err, &place):
			lines := strings.Split(text, "\n")
			if place.Line < 1 || place.Line > len(lines) || place.Col < 1 ||
				place.Col > len(lines[place.Line-1])+1 {
				t.Fatalf("%v is no place in the text", err)
			}
			return
		case err != nil:
			t.Fatal(err)
		}
		h2, again, err := readAll(NewReader(strings.NewReader(write(h, clauses)), "f"))
		if err != nil || h2 != h || !reflect.DeepEqual(again, clauses) {
			t.Fatalf("written and read: %v %v %v, was %v %v", h2, again, err, h, clauses)
		}
	})
}
