package litmus

import (
	"fmt"
	"regexp"
	"strings"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/source"
)

// Test is a litmus test.
type Test struct {
	File, Name string
	Model      axioms.Model // of its kind of code: TSO for x86, RC11 for C
	Places     []Place
	Threads    []Thread
	Condition  Condition
}

// Place is a variable that threads share, or an array of them.
type Place struct{ Name, Array, Value string }

// Thread is a column of a test: a function in C.
type Thread struct {
	Params    string // of the function, as C text
	Places    []string
	Registers []Register
	Body      string // C text
	Line      int    // of its first line
}

// Register is a local variable of a thread with its initial value.
type Register struct{ Name, Type, Value string }

// reader reads one test.
type reader struct {
	test *Test
	text string // without comments, which have become blanks
}

// Read reads a test.
func Read(name, text string) (*Test, error) {
	r := &reader{test: &Test{File: name}, text: blank(text)}
	first, _, _ := strings.Cut(r.text, "\n")
	arch, title, _ := strings.Cut(strings.TrimSpace(first), " ")
	r.test.Name = strings.TrimSpace(title)
	open := strings.IndexByte(r.text, '{')
	if open < 0 {
		return nil, r.wrong(len(r.text),
			"a litmus test has initial values between { and }, which may be empty")
	}
	end, err := r.closing(open)
	if err != nil {
		return nil, err
	}
	var initial map[int][]Register
	if initial, err = r.initial(open+1, end); err != nil {
		return nil, err
	}
	at, err := r.condition(end + 1)
	if err != nil {
		return nil, err
	}
	// What else a test asks to be shown is no part of it: all outcomes are.
	r.text = locations.ReplaceAllStringFunc(r.text, func(s string) string {
		return strings.Repeat(" ", len(s))
	})
	switch strings.ToUpper(arch) {
	case "X86", "X86_64":
		r.test.Model = axioms.TSO
		err = r.columns(end+1, at)
	case "C", "RC11":
		r.test.Model = axioms.RC11
		err = r.functions(end+1, at)
	default:
		err = r.wrong(0, "litmus tests of %q are not read: the first line begins with X86 or C", arch)
	}
	if err != nil {
		return nil, err
	}
	for i, regs := range initial {
		if i >= len(r.test.Threads) {
			return nil, r.wrong(open, "an initial value of P%d, which there is not", i)
		}
		for _, v := range regs {
			r.test.Threads[i].set(v)
		}
	}
	return r.test, r.named(at)
}

// set gives a register an initial value.
func (t *Thread) set(v Register) {
	for i := range t.Registers {
		if t.Registers[i].Name == v.Name {
			t.Registers[i].Value = v.Value
			return
		}
	}
	t.Registers = append(t.Registers, v)
}

// place finds or makes the place of a name.
func (t *Test) place(name string) *Place {
	for i := range t.Places {
		if t.Places[i].Name == name {
			return &t.Places[i]
		}
	}
	t.Places = append(t.Places, Place{Name: name, Value: "0"})
	return &t.Places[len(t.Places)-1]
}

// wrong makes an error at an offset of the text.
func (r *reader) wrong(at int, format string, args ...any) error {
	line, col := r.position(at)
	return &source.FileError{File: r.test.File, Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
}

func (r *reader) position(at int) (line, col int) {
	before := r.text[:min(at, len(r.text))]
	return strings.Count(before, "\n") + 1, len(before) - strings.LastIndexByte(before, '\n')
}

// closing finds the brace that closes one.
func (r *reader) closing(open int) (int, error) {
	depth := 0
	for i := open; i < len(r.text); i++ {
		switch r.text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i, nil
			}
		}
	}
	return 0, r.wrong(open, "nothing closes this {")
}

var (
	comments = regexp.MustCompile(`(?s)\(\*.*?\*\)|//[^\n]*|/\*.*?\*/`)
	// In C, (*x) and (*(int *)x) are expressions.
	commentsOfC = regexp.MustCompile(`(?s)\(\*(?:[^\w(].*?)?\*\)|//[^\n]*|/\*.*?\*/`)
	headOfC     = regexp.MustCompile(`^\s*(?i:C|RC11)\s`)
	solid       = regexp.MustCompile(`[^\n]`)
	initials    = regexp.MustCompile(`^(?:[a-zA-Z_][\w ]*?[ *]+)?(?:P?(\d+):)?\[?(\w+)\]?(\[\d+\])?\s*(?:=\s*(.+))?$`)
	value       = regexp.MustCompile(`^-?\d+$|^0x[0-9a-fA-F]+$`)
	values      = regexp.MustCompile(`^\{[-\d,\s]*\}$`)
)

// blank replaces comments by blanks, so that positions stay.
func blank(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	comments := comments
	if headOfC.MatchString(text) {
		comments = commentsOfC
	}
	return comments.ReplaceAllStringFunc(text, func(s string) string {
		return solid.ReplaceAllString(s, " ")
	})
}

// initial reads the initial values; it returns those of registers by thread.
func (r *reader) initial(from, to int) (map[int][]Register, error) {
	registers := map[int][]Register{}
	for at := from; at < to; {
		end := at + strings.IndexByte(r.text[at:to]+";", ';')
		item := strings.TrimSpace(r.text[at:end])
		start := at
		at = end + 1
		if item == "" {
			continue
		}
		m := initials.FindStringSubmatch(item)
		switch {
		case m == nil:
			return nil, r.wrong(start, "%q is no initial value", item)
		case m[1] != "" && value.MatchString(m[4]):
			i := number(m[1])
			registers[i] = append(registers[i], Register{Name: m[2], Type: "int", Value: m[4]})
		case m[1] == "" && (value.MatchString(m[4]) || m[4] == "" ||
			m[3] != "" && values.MatchString(m[4])):
			p := r.test.place(m[2])
			p.Array = m[3]
			if m[4] != "" {
				p.Value = m[4]
			}
		default:
			return nil, r.wrong(start, "the initial value %q is not a number", m[4])
		}
	}
	return registers, nil
}
