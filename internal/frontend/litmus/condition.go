package litmus

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Condition is the condition on final states.
type Condition struct {
	Quantifier string // exists, ~exists or forall
	Text       string // as the test has it, on one line
	C          string // as an expression of C over places and P0_EAX and the like
	Observed   []Observed
}

// Observed is a register or place that a condition names.
type Observed struct {
	Thread int // of a register; -1: a place
	Name   string
}

// String spells it as conditions do.
func (o Observed) String() string {
	if o.Thread < 0 {
		return o.Name
	}
	return fmt.Sprintf("%d:%s", o.Thread, o.Name)
}

// Base is its name without the index of an array.
func (o Observed) Base() string { return name.FindString(o.Variable()) }

// Variable is its name in the C program.
func (o Observed) Variable() string {
	if o.Thread < 0 {
		return o.Name
	}
	return fmt.Sprintf("P%d_%s", o.Thread, o.Name)
}

var (
	quantifier = regexp.MustCompile(`(?m)^[ \t]*(~[ \t]*exists|not[ \t]+exists|exists|forall|final)\b`)
	symbol     = regexp.MustCompile(`^(?:(/\\|&&)|(\\/|\|\|)|(~|not\b|!)|([()])|(true|false)\b|` +
		`(?:P?(\d+):)?(\[?\w+\]?(?:\[\d+\])?)\s*(=|==|!=)\s*(-?\w+))\s*`)
	locations = regexp.MustCompile(`(?m)^[ \t]*locations\s*\[[^\n]*$`)

	bracketed = regexp.MustCompile(`^\[(\w+)\]$`)

	name = regexp.MustCompile(`^\w+`)
)

// condition reads the condition after an offset, and returns where it begins.
func (r *reader) condition(from int) (at int, err error) {
	m := quantifier.FindStringSubmatchIndex(r.text[from:])
	if m == nil {
		return 0, r.wrong(len(r.text), "no condition: exists, ~exists or forall")
	}
	at = from + m[0]
	c := &r.test.Condition
	c.Quantifier = strings.Join(strings.Fields(r.text[from+m[2]:from+m[3]]), "")
	switch c.Quantifier {
	case "notexists":
		c.Quantifier = "~exists"
	case "final": // of memevents, the tool before herd
		c.Quantifier = "exists"
	}
	rest := from + m[1]
	start := rest
	depth, complete := 0, false
	var out strings.Builder
	for rest += blanks(r.text[rest:]); rest < len(r.text); {
		m := symbol.FindStringSubmatch(r.text[rest:])
		if complete && depth == 0 && (m == nil || m[1] == "" && m[2] == "") {
			break // what follows is for the tool that printed the test
		}
		if m == nil {
			return 0, r.wrong(rest, "the condition is not understood from here on")
		}
		switch {
		case m[1] != "":
			out.WriteString(" && ")
		case m[2] != "":
			out.WriteString(" || ")
		case m[3] != "":
			out.WriteString("!")
		case m[4] != "":
			depth += map[string]int{"(": 1, ")": -1}[m[4]]
			out.WriteString(m[4])
		case m[5] != "":
			out.WriteString(map[string]string{"true": "1", "false": "0"}[m[5]])
		default:
			if !value.MatchString(m[9]) {
				return 0, r.wrong(rest, "%s is compared to %s, which is no number", m[7], m[9])
			}
			fmt.Fprintf(&out, "(%s %s %s)", r.observe(m[6], bracketed.ReplaceAllString(m[7], "$1")),
				map[string]string{"!=": "!="}[m[8]]+map[bool]string{true: "=="}[m[8] != "!="], m[9])
		}
		if depth < 0 {
			return 0, r.wrong(rest, "nothing opens this )")
		}
		complete = m[4] == ")" || m[5] != "" || m[9] != ""
		rest += len(m[0])
	}
	if depth > 0 {
		return 0, r.wrong(len(r.text), "the condition ends within parentheses")
	}
	if !complete {
		return 0, r.wrong(rest, "the condition ends too early")
	}
	c.C = out.String()
	c.Text = c.Quantifier + " " + strings.Join(strings.Fields(r.text[start:rest]), " ")
	return at, nil
}

func blanks(s string) int { return len(s) - len(strings.TrimLeft(s, " \t\n")) }

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 1 << 30 // of digits alone: too many
	}
	return n
}

// observe notes a register or place and returns its name in C.
func (r *reader) observe(thread, name string) string {
	o := Observed{Thread: -1, Name: name}
	if thread != "" {
		o.Thread = number(thread)
	}
	for _, known := range r.test.Condition.Observed {
		if known == o {
			return o.Variable()
		}
	}
	r.test.Condition.Observed = append(r.test.Condition.Observed, o)
	return o.Variable()
}

// named makes what the condition names but nothing else does: a place that nothing writes is 0. A register
// that there is not is an error.
func (r *reader) named(at int) error {
	for _, o := range r.test.Condition.Observed {
		if o.Thread < 0 {
			r.test.place(name.FindString(o.Name))
			continue
		}
		if o.Thread >= len(r.test.Threads) {
			return r.wrong(at, "the condition names P%d, which there is not", o.Thread)
		}
		t := &r.test.Threads[o.Thread]
		known := false
		for _, v := range t.Registers {
			known = known || v.Name == o.Name
		}
		if !known {
			return r.wrong(at, "P%d has no register %s", o.Thread, o.Name)
		}
	}
	return nil
}
