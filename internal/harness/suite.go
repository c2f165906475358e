package harness

import (
	"fmt"
	"strings"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/trace"
)

// Suite is a program with several executions: the program is written once, with hooks for all of them, and
// for each execution a file with its schedule and its inputs that is linked with it. So what a compiler
// measures of the program, such as coverage, adds up.
type Suite struct {
	src   *c.Instrumented
	text  string
	plans []*plan // nil: refused
}

// Test is an execution of a suite.
type Test struct {
	// Trace has its steps.
	Trace *trace.Trace
	// Cut says that the execution would go on, Assumes that it ends because an assumption does not hold.
	// Otherwise it ends as the trace says.
	Cut, Assumes bool
	// Last is the thread that ran last.
	Last int
}

// NewSuite works out the hooks of a suite. The errors, by test, are of type *Refusal: such a test cannot be
// followed natively.
func NewSuite(src *c.Instrumented, tests []Test) (s *Suite, refused []error) {
	s = &Suite{src: src, plans: make([]*plan, len(tests))}
	refused = make([]error, len(tests))
	keep := make([]bool, len(src.Sites()))
	lists := make([][]access, len(tests))
	for i, t := range tests {
		p, err := emptyPlan(src, t.Trace)
		if err != nil {
			refused[i] = err
			continue
		}
		s.plans[i], lists[i] = p, p.accesses()
		for j, k := range p.wanted(lists[i], false) {
			keep[j] = keep[j] || k
		}
	}
	all := &plan{src: src}
	all.enumerate(keep)
	text, missing := src.Print(all.number)
	s.text = text
	for i, p := range s.plans {
		if p == nil {
			continue
		}
		p.number, p.sites = all.number, all.sites
		err := p.complete(lists[i])
		if err == nil {
			err = p.hooked(missing)
		}
		if err != nil {
			s.plans[i], refused[i] = nil, err
			continue
		}
		switch t := tests[i]; {
		case t.Assumes:
			p.end, p.last = endsAssuming, t.Last
		case t.Cut:
			p.end, p.last = endsCut, t.Last
		}
	}
	return s, refused
}

// Names of the files that those of a suite include.
const (
	SuiteHeader  = "whittle.h"
	SuiteRuntime = "runtime.h"
)

// Header is the text of the file SuiteHeader.
func (s *Suite) Header(h Head) string {
	var b strings.Builder
	b.WriteString("/* What the program and its tests have in common: written by whittle " + h.Version +
		". */\n#ifndef WHITTLE_H\n#define WHITTLE_H\n")
	h.flags(&b)
	pragmas(&b)
	b.WriteString(preamble)
	b.WriteString("#endif\n")
	return b.String()
}

// Runtime is the text of the file SuiteRuntime.
func (s *Suite) Runtime() string { return runtime }

// Program is the program with its hooks.
func (s *Suite) Program(h Head) string {
	return fmt.Sprintf("/* This is %s with hooks at which tests give inputs and hold threads up. */\n"+
		"#include %q\n%s", comment(strings.Join(h.Files, ", ")), SuiteHeader, s.text)
}

// Test is the file of test i. what is said about it in its first comment, line by line.
func (s *Suite) Test(i int, what []string) string {
	p := s.plans[i]
	var b strings.Builder
	b.WriteString("/*\n")
	for _, line := range what {
		b.WriteString(strings.TrimRight(" * "+comment(line), " ") + "\n")
	}
	if len(p.ids) > 1 {
		b.WriteString(" *\n * The schedule:\n")
		p.segments(func(format string, args ...any) {
			b.WriteString(" * " + comment(fmt.Sprintf(format, args...)) + "\n")
		})
	}
	fmt.Fprintf(&b, " */\n#include %q\n", SuiteHeader)
	p.tables(&b)
	fmt.Fprintf(&b, "#include %q\n", SuiteRuntime)
	if p.end == endsCut {
		b.WriteString(alarm)
	}
	p.main(&b)
	return b.String()
}

// alarm ends a program that neither comes to a hook nor asks for an input any more.
const alarm = `
extern unsigned whittle_c_alarm(unsigned) __asm__("alarm");
extern void (*whittle_c_signal(int, void (*)(int)))(int) __asm__("signal");
__attribute__((constructor)) static void whittle_limit(void)
{
	whittle_c_signal(14, whittle_quit);
	whittle_c_alarm(2);
}
`
