package config

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// An observer is written in C, after the last file of the program, so that the expressions of propositions
// mean what they mean there. See cfa.Observer.

// Proposition is a condition on the state of the program.
type Proposition struct {
	// Text is a C expression over variables of file scope that changes nothing and calls nothing.
	Text string
	// Function and Label say where a thread is, if there is no text: it has come to the label in the
	// function, or to the beginning of the function, and has not gone on. See observer_place.go.
	Function, Label string
	// Bit is its bit in what the observer writes.
	Bit int
}

const (
	ObserverName = "__whittle_observer"
	ObservedName = "__whittle_observed"
	// observerFile is the name of the text in messages: its lines are the propositions, from 1.
	observerFile = "<proposition>"
)

// call and assignment find in an expression what a proposition must not have.
var (
	calls_      = regexp.MustCompile(`([A-Za-z_]\w*|\))\s*\(`)
	assignments = regexp.MustCompile(`\+\+|--|<<=|>>=|>>=|[^=!<>]=[^=]|^=`)
)

// Check says what makes the text no proposition.
func (p Proposition) Check() error {
	text := p.Text
	if p.Function != "" {
		return nil
	}
	if strings.ContainsAny(text, ";{}#\n\r\\`@\"'") || strings.Contains(text, "//") ||
		strings.Contains(text, "/*") {
		return fmt.Errorf("%q is no expression over variables", text)
	}
	if assignments.MatchString(text) {
		return fmt.Errorf("%q changes something", text)
	}
	for _, m := range calls_.FindAllStringSubmatch(text, -1) {
		if m[1] != "sizeof" && m[1] != ")" {
			return fmt.Errorf("%q calls %s: propositions that call functions are not supported", text, m[1])
		}
	}
	depth := 0
	for _, c := range text {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
		if depth < 0 {
			break
		}
	}
	if depth != 0 {
		return fmt.Errorf("the brackets of %q do not match", text)
	}
	return nil
}

// AddObserver puts the text of the observer after the last file.
func (c *Config) AddObserver() error {
	if len(c.Propositions) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n#line 1 %q\n", observerFile)
	fmt.Fprintf(&b, "unsigned long long %s; extern void __VERIFIER_atomic_begin(void), "+
		"__VERIFIER_atomic_end(void); ", ObservedName)
	for _, p := range c.Propositions {
		p.declare(&b)
	}
	fmt.Fprintf(&b, "void *%s(void *__whittle_unused) { for (;;) { unsigned long long "+
		"__whittle_now = 0; __VERIFIER_atomic_begin();", ObserverName)
	for i, p := range c.Propositions {
		fmt.Fprintf(&b, "\nif (\n#line %d %q\n%s\n) __whittle_now |= 1ULL << %d;", i+1, observerFile,
			p.condition(), p.Bit)
	}
	fmt.Fprintf(&b, " %s = __whittle_now; __VERIFIER_atomic_end(); } return 0; }\n", ObservedName)
	last := ""
	if n := len(c.Units); n > 0 {
		last = c.Units[n-1].File
	} else {
		last = c.Files[len(c.Files)-1]
	}
	read := c.Read
	if read == nil {
		read = os.ReadFile
	}
	c.Read = func(name string) ([]byte, error) {
		text, err := read(name)
		if err == nil && name == last {
			text = append(text[:len(text):len(text)], b.String()...)
		}
		return text, err
	}
	c.Whole = true // nothing in the program calls the observer
	return nil
}

// That a thread is at a label, or at the beginning of a function, is told by a counter: the thread adds one
// to it when it comes there, and takes that back before it does anything else. Both are steps that the
// observer sees.

func (p Proposition) counter() string { return fmt.Sprintf("__whittle_at_%d", p.Bit) }

// Pass is the function that a thread calls where it comes to the place.
func (p Proposition) Pass() string { return fmt.Sprintf("__whittle_pass_%d", p.Bit) }

// condition is the proposition in C.
func (p Proposition) condition() string {
	if p.Function != "" {
		return p.counter()
	}
	return p.Text
}

// declare writes the counter and the function of a place.
func (p Proposition) declare(b *strings.Builder) {
	if p.Function == "" {
		return
	}
	n := p.counter()
	fmt.Fprintf(b, "unsigned %s; void %s(void) { __VERIFIER_atomic_begin(); %s++; __VERIFIER_atomic_end(); "+
		"__VERIFIER_atomic_begin(); %s--; __VERIFIER_atomic_end(); } ", n, p.Pass(), n, n)
}
