package tools

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"whittle.dev/internal/english"
	"whittle.dev/internal/property"
)

// Output is what a tool left.
type Output struct {
	Exit           int // -1: ended by a signal
	Stdout, Stderr []byte
}

// Answer is what an output means.
type Answer struct {
	Verdict property.Verdict
	// Bound says that the tool has answered for a bound only, and a greater one may tell more.
	Bound bool
	// Failed says that this is no answer.
	Failed bool
	Why    string // one line
}

// maxWhy bounds a reason that is taken from the output.
const maxWhy = 200

// Judge finds the first pattern that fits an output, and what it means. args is the command line.
func (t *Tool) Judge(task Task, args []string, out Output) Answer {
	command := strings.Join(args, " ")
	for _, p := range t.Verdicts {
		m, ok := p.match(task, command, out)
		if !ok {
			continue
		}
		a := Answer{Why: m.line}
		if p.Why != "" {
			a.Why = m.fill(p.Why)
		}
		switch p.Verdict {
		case "true":
			a.Verdict = property.Holds()
		case "false":
			a.Verdict = property.Violated(task.Property)
		case "unknown":
		case "bound":
			a.Bound = true
		case "error":
			a.Failed = true
		default:
			v, err := property.ParseVerdict(m.fill(p.Verdict))
			if err != nil {
				return Answer{Failed: true, Why: err.Error()}
			}
			a.Verdict = v
		}
		if a.Why == "" && a.Failed {
			a.Why = describe(out)
		}
		return a
	}
	return Answer{Failed: true, Why: "no pattern fits: " + describe(out)}
}

// match is where a pattern fits.
type match struct {
	line string
	fill func(template string) string
}

func (p Pattern) match(task Task, command string, out Output) (match, bool) {
	m := match{fill: func(s string) string { return s }}
	if p.Exit != nil && !slices.Contains(p.Exit, out.Exit) || p.Command != nil &&
		!p.Command.MatchString(command) ||
		p.Properties != nil && !slices.Contains(p.Properties, task.Property) {
		return m, false
	}
	// Of several expressions, the first one tells the reason.
	for _, x := range []struct {
		re   *regexp.Regexp
		text [][]byte
	}{{p.Output, [][]byte{out.Stdout, out.Stderr}}, {p.Stdout, [][]byte{out.Stdout}},
		{p.Stderr, [][]byte{out.Stderr}}} {
		if x.re == nil {
			continue
		}
		found := false
		for _, text := range x.text {
			place := x.re.FindSubmatchIndex(text)
			if place == nil {
				continue
			}
			found = true
			if m.line == "" {
				m.line = lineAt(text, place[0])
				m.fill = func(s string) string { return string(x.re.Expand(nil, []byte(s), text, place)) }
			}
			break
		}
		if !found {
			return m, false
		}
	}
	return m, true
}

// lineAt is the line of a text that a place is in, cut if it is long.
func lineAt(text []byte, at int) string {
	from := bytes.LastIndexByte(text[:at], '\n') + 1
	to := len(text)
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		to = at + i
	}
	return english.Clip(english.OneLine(strings.ToValidUTF8(string(text[from:to]), "?")), maxWhy)
}

// describe says how a process ended that is not understood.
func describe(out Output) string {
	last := ""
	for _, text := range [][]byte{out.Stderr, out.Stdout} {
		if text = bytes.TrimSpace(text); len(text) > 0 {
			last = lineAt(text, len(text))
			break
		}
	}
	return strings.TrimSuffix(fmt.Sprintf("exit code %d: %s", out.Exit, last), ": ")
}
