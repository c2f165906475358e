package c

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
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
	observerName = "__whittle_observer"
	observedName = "__whittle_observed"
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

// addObserver puts the text of the observer after the last file.
func (c *Config) addObserver() error {
	if len(c.Propositions) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n#line 1 %q\n", observerFile)
	fmt.Fprintf(&b, "unsigned long long %s; extern void __VERIFIER_atomic_begin(void), "+
		"__VERIFIER_atomic_end(void); ", observedName)
	for _, p := range c.Propositions {
		p.declare(&b)
	}
	fmt.Fprintf(&b, "void *%s(void *__whittle_unused) { for (;;) { unsigned long long "+
		"__whittle_now = 0; __VERIFIER_atomic_begin();", observerName)
	for i, p := range c.Propositions {
		fmt.Fprintf(&b, "\nif (\n#line %d %q\n%s\n) __whittle_now |= 1ULL << %d;", i+1, observerFile,
			p.condition(), p.Bit)
	}
	fmt.Fprintf(&b, " %s = __whittle_now; __VERIFIER_atomic_end(); } return 0; }\n", observedName)
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
	c.whole = true // nothing in the program calls the observer
	return nil
}

// startObserver starts the observer, if there is one, as the first thread beside the initial one.
func (ca *calls) startObserver() {
	if e := ca.low.observer(); e != nil {
		ca.flow.Emit(cfa.Spawn{Dst: cfa.NoReg, Proc: cfa.NoProc,
			Args: []term.Term{ca.prog.Ptr(0)}}).Callee = ca.low.procOf(e)
	}
}

// observer is the function of the observer; nil: there is none.
func (l *lowerer) observer() *entity {
	if len(l.cfg.Propositions) == 0 {
		return nil
	}
	return l.user[observerName]
}

// noteObserver tells the program of its observer.
func (l *lowerer) noteObserver() error {
	e := l.observer()
	if e == nil {
		return nil
	}
	for _, edge := range l.prog.Procs[e.proc.ID].Edges {
		edge.Aside = true
	}
	l.hidePasses()
	for _, edge := range l.prog.Procs[l.prog.Entry].Edges {
		if op, ok := edge.Op.(cfa.Spawn); ok && op.Proc == e.proc.ID {
			edge.Aside = true
		}
	}
	for i, o := range l.prog.Objects {
		if o.Name == observedName {
			o.Made = true
			l.prog.Observer = &cfa.Observer{Thread: 1, Proc: e.proc.ID, Object: i}
			return nil
		}
	}
	return fmt.Errorf("internal error of the C front end: the observer writes to no object")
}
