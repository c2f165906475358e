package run

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/show"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// ticket is a lock of two processes: the one that has it gives it back. Property 1 holds, 2 does not.
const ticket = `(declare-fun turn () (_ BitVec 2))
(declare-fun turn.next () (_ BitVec 2))
(declare-fun busy () Bool)
(declare-fun busy.next () Bool)
(declare-fun who () (_ BitVec 2))
(define-fun .turn () (_ BitVec 2) (! turn :next turn.next))
(define-fun .busy () Bool (! busy :next busy.next))
(define-fun start () Bool (! (and (= turn #b00) (not busy)) :init true))
(define-fun enter () Bool (and (not busy) busy.next (bvult who #b10) (= turn.next who)))
(define-fun leave () Bool (and busy (not busy.next) (= turn.next turn)))
(define-fun .step () Bool (! (or enter leave) :trans true))
(define-fun known () Bool (! (bvult turn #b10) :invar-property 1))
(define-fun idle () Bool (! (not (and busy (= turn #b01))) :invar-property 2))
`

func checkSystem(t *testing.T, text string, task Task, opt Options) (Outcome, error) {
	t.Helper()
	task.Files = []string{"ticket.vmt"}
	task.Read = func(string) ([]byte, error) { return []byte(text), nil }
	opt.BugDir = t.TempDir()
	return Check(t.Context(), task, opt)
}

func small(sys *transition.System) term.Term {
	return sys.Terms.BVUlt(sys.Vars[0].Sym, sys.Terms.BV(2, 2))
}

// TestSystem: goals are chosen by name and number, and verdicts rest on what is replayed and checked.
func TestSystem(t *testing.T) {
	finds := shortest{depth: 3, invariant: small}
	for _, c := range []struct {
		name, goal, property string
		by                   engine.Engine
		want, why            string
	}{
		{"all", "", "", finds, "false(invar-property)", ""},
		{"number", "2", "", finds, "false(invar-property)", ""},
		{"name", "idle", "invar-property", finds, "false(invar-property)", ""},
		{"holds", "1", "", finds, "true", "an invariant of the test"},
		{"no such goal", "3", "", finds, "error", `ticket.vmt has no goal "3" (it has: known (1), idle (2))`},
		{"other property", "", "bad", finds, "error", "the property bad contradicts ticket.vmt"},
		{"of programs", "", "unreach-call", finds, "error", "contradicts ticket.vmt"},
		{"unknown", "1", "", shortest{depth: 3}, "unknown", "no path of 3 steps"},
		{"wrong path", "2", "", shortest{depth: 3, twist: func(r *engine.Result) {
			r.Path.States[1][0] = term.BVValue(2, 3)
		}}, "unknown", "internal error: the path does not replay"},
		{"wrong sort", "2", "", shortest{depth: 3, twist: func(r *engine.Result) {
			r.Path.States[0][0] = term.BoolValue(true)
		}}, "unknown", "internal error: the path does not replay"},
		{"wrong goal", "2", "", shortest{depth: 3, twist: func(r *engine.Result) { r.Path.Goal = 0 }},
			"unknown", "internal error: the path leads to goal 0"},
		{"no path", "2", "", shortest{depth: 3, twist: func(r *engine.Result) { r.Path = nil }},
			"unknown", "internal error: the engine gave no path"},
		{"wrong invariant", "1", "", shortest{depth: 3, invariant: func(s *transition.System) term.Term {
			return s.Vars[1].Sym
		}}, "unknown", "internal error: the invariant of the proof is none: that the initial states"},
		{"invariant too weak", "1", "", shortest{depth: 3, invariant: func(s *transition.System) term.Term {
			return s.Terms.True()
		}}, "unknown", "that the invariant excludes the goal known is wrong"},
		{"for programs", "", "", nil, "unknown", "does not check transition systems"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o, err := checkSystem(t, ticket, Task{Goal: c.goal, Property: c.property},
				Options{with: c.by, Engine: "bmc"})
			got, why := o.Verdict.String(), o.Result.Why
			if err != nil {
				got, why = "error", err.Error()
			}
			if got != c.want || !strings.Contains(why, c.why) {
				t.Errorf("%s: %s, want %s: %s", got, why, c.want, c.why)
			}
			if strings.HasPrefix(why, "internal") != (o.BugReport != "") {
				t.Errorf("the description of the defect is %q", o.BugReport)
			}
			if strings.HasPrefix(c.name, "wrong path") {
				text, err := os.ReadFile(o.BugReport)
				if err != nil || !strings.Contains(string(text), `"path": {`) {
					t.Errorf("%v, the description has no path: %s", err, text)
				}
			}
		})
	}
}

// TestSystemByDefault: engines for systems are asked, and agree with the test's own search.
func TestSystemByDefault(t *testing.T) {
	for goal, want := range map[string]string{"1": "true", "2": "false(invar-property)"} {
		o, err := checkSystem(t, ticket, Task{Goal: goal}, Options{})
		if err != nil || o.Verdict.String() != want || !strings.HasPrefix(o.Engine, "auto (") {
			t.Errorf("goal %s: %v by %s, %v", goal, o.Result, o.Engine, err)
		}
		if want == "true" && (o.Result.Certificate == nil || !o.Result.Certificate.Checked) {
			t.Errorf("the proof is not certified: %v", o.Result.Certificate)
		}
	}
}

// TestSystemContradictions: what is about C is refused for systems, and the other way round.
func TestSystemContradictions(t *testing.T) {
	for want, task := range map[string]Task{
		"a data model is for C":        {Files: []string{"a.vmt"}, DataModel: "LP64"},
		"an entry function is for C":   {Files: []string{"a.vmt"}, Entry: "main"},
		"other files contradict it":    {Files: []string{"a.c", "a.vmt"}},
		"not of C programs":            {Files: []string{"a.c"}, Property: "bad"},
		"goals are those of":           {Files: []string{"a.c"}, Goal: "1"},
		"a.vmt is a transition system": {Files: []string{"a.vmt"}, Include: []string{"x"}},
	} {
		if _, err := task.Settle(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one about %q", err, want)
		}
	}
	if _, err := Run(t.Context(), Task{Files: []string{"a.vmt"}}, RunOptions{}); !IsInputError(err) {
		t.Errorf("a system cannot be run: %v", err)
	}
}

// TestSystemCertificate: a certificate that is asked for stands before the verdict, and is written.
func TestSystemCertificate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "inv.smt2")
	finds := shortest{depth: 2, invariant: small}
	o, err := checkSystem(t, ticket, Task{Goal: "known"}, Options{with: finds,
		Set: map[string]string{"ceds.certificate": file, "ceds.certify": "native"}})
	if err != nil || o.Verdict != property.Holds() || o.Result.Certificate == nil ||
		!o.Result.Certificate.Checked {
		t.Fatalf("got %+v, %v", o.Result, err)
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.Count(string(text), "(check-sat)") != 4 ||
		!strings.Contains(string(text), "; Certificate of whittle: invar-property holds of ticket.vmt\n") {
		t.Errorf("%v: %s", err, text)
	}
	var out strings.Builder
	if err := o.WriteText(&out, ReportOptions{}); err != nil || !strings.Contains(out.String(), "certified: "+
		"an invariant that holds initially, is kept by 2 transitions and excludes 1 goal\ntrue\n") {
		t.Errorf("%v: %s", err, out.String())
	}
	finds.twist = func(r *engine.Result) { r.Invariant = nil }
	o, err = checkSystem(t, ticket, Task{Goal: "known"}, Options{with: finds,
		Set: map[string]string{"ceds.certify": "native"}})
	if err != nil || o.Verdict.Kind != property.Unknown || !strings.Contains(o.Result.Why, "no invariant") {
		t.Errorf("without an invariant: %+v, %v", o.Result, err)
	}
	_, err = checkSystem(t, ticket, Task{}, Options{with: finds,
		Set: map[string]string{"ceds.certificate": filepath.Join("nowhere", "inv.smt2")}})
	if !IsInputError(err) {
		t.Errorf("a certificate in no folder: %v", err)
	}
}

// TestSystemOutputs: every output says something sensible of a system.
func TestSystemOutputs(t *testing.T) {
	o, err := checkSystem(t, ticket, Task{Goal: "idle"}, Options{with: shortest{depth: 3}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		write func(*strings.Builder) error
		want  []string
	}{
		{"text", func(b *strings.Builder) error { return o.WriteText(b, ReportOptions{}) },
			[]string{"1 step from an initial state to the goal idle:\n", "state  turn   busy  who  then\n",
				"\n    0     0  false    1  enter\n", "\n    1     1   true       goal: idle\n",
				"\nfalse(invar-property)\n"}},
		{"list", func(b *strings.Builder) error { return o.WriteText(b, ReportOptions{Width: 20}) },
			[]string{"state 0  turn       0\n", "\n         input who  1\n", "\nstate 1  turn       1\n",
				"\n         then       goal: idle\n"}},
		{"SARIF", func(b *strings.Builder) error { return o.WriteSARIF(b, "", nil) },
			[]string{`"ruleId": "invar-property"`}},
		{"GitHub", func(b *strings.Builder) error { return o.WriteGitHub(b, ReportOptions{}, "") },
			[]string{"::error ", "goal idle"}},
		{"page", func(b *strings.Builder) error { return o.WriteReport(b, nil) },
			[]string{"ticket.vmt",
				"1 step from an initial state to the goal idle", "<td>goal: idle</td>"}},
	} {
		var b strings.Builder
		err := c.write(&b)
		for _, want := range c.want {
			if err != nil || !strings.Contains(b.String(), want) {
				t.Errorf("%s has no %q, or %v:\n%s", c.name, want, err, b.String())
			}
		}
	}
	var b strings.Builder
	var got struct {
		Path struct {
			Goal   string
			Number int
			States []struct {
				Values, Inputs map[string]string
				Step           string
			}
		}
	}
	if err := errors.Join(o.WriteJSON(&b), json.Unmarshal([]byte(b.String()), &got)); err != nil {
		t.Fatal(err)
	}
	if p := got.Path; p.Goal != "idle" || p.Number != 2 || len(p.States) != 2 ||
		p.States[0].Step != "enter" || p.States[0].Inputs["who"] != "#b01" ||
		p.States[1].Values["turn"] != "#b01" {
		t.Errorf("JSON has the path %+v", p)
	}
	if err := o.WriteWitness(&b, WitnessOptions{}); !errors.Is(err, ErrNoWitness) {
		t.Errorf("a witness of a VMT system: %v", err)
	}
	if _, err := o.WriteHarness(t.Context(), &b, "x.c"); !errors.Is(err, ErrNoViolation) {
		t.Errorf("a harness of a system: %v", err)
	}
}

// TestMalformedSystem: the message has the place, and the line is quoted.
func TestMalformedSystem(t *testing.T) {
	o, err := checkSystem(t, "(declare-fun x () Int)\n(define-fun y () Int z)\n", Task{}, Options{})
	if !IsInputError(err) || o.Diagnostics == nil {
		t.Fatalf("got %v", err)
	}
	m := o.Diagnostics.All()[0]
	if got := o.Diagnostics.Format(m); got != "ticket.vmt:2:22: error: unknown constant z" ||
		!strings.Contains(o.Diagnostics.Quote(m), "(define-fun y () Int z)") {
		t.Errorf("%s\n%s", got, o.Diagnostics.Quote(m))
	}
}

// TestBTOR2: a violation of a BTOR2 file has a witness, a proof none.
func TestBTOR2(t *testing.T) {
	const text = "1 sort bitvec 2\n2 zero 1\n3 state 1 n\n4 init 1 3 2\n5 inc 1 3\n6 next 1 3 5\n" +
		"7 sort bitvec 1\n8 redand 7 3\n9 bad 8 full\n10 zero 7\n11 bad 10\n"
	task := Task{Files: []string{"count.btor2"},
		Read: func(string) ([]byte, error) { return []byte(text), nil }}
	opt := Options{BugDir: t.TempDir(), with: shortest{depth: 4,
		invariant: func(s *transition.System) term.Term { return s.Terms.True() }}}
	for _, c := range []struct{ goal, verdict, witness string }{
		{"", "false(bad)", "sat\nb0\n#0\n@0\n@1\n@2\n@3\n.\n"},
		{"full", "false(bad)", "sat\nb0\n#0\n@0\n@1\n@2\n@3\n.\n"},
		{"1", "true", ""},
	} {
		task.Goal = c.goal
		o, err := Check(t.Context(), task, opt)
		var out strings.Builder
		werr := o.WriteWitness(&out, WitnessOptions{})
		if err != nil || o.Verdict.String() != c.verdict || out.String() != c.witness ||
			errors.Is(werr, ErrNoWitness) != (c.witness == "") {
			t.Errorf("goal %q: %v, %v, %v, witness %q", c.goal, o.Result, err, werr, out.String())
		}
	}
}

// TestShowSystem: the system of a program, written in each language, has the violation of the program or
// none, as other languages say; and so has what is written of that.
func TestShowSystem(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"violated", "int x; int main(void) { unsigned char n = __VERIFIER_nondet_uchar(); x = n; " +
			"if (x * 2 == 84) reach_error(); return 0; }", "false"},
		{"no goal", "int x; int main(void) { x = 1; return 0; }", "unknown"},
		{"holds", "int main(void) { unsigned char n = __VERIFIER_nondet_uchar(); int x = n; " +
			"if (x * 2 == 85) reach_error(); return 0; }", "unknown"},
	} {
		texts := map[string]string{"p.c": "void reach_error(void);\n" +
			"unsigned char __VERIFIER_nondet_uchar(void);\n" + c.text}
		read := func(name string) ([]byte, error) { return []byte(texts[name]), nil }
		for _, step := range [][3]string{{"p.c", "vmt", "p.vmt"}, {"p.c", "btor2", "p.btor2"},
			{"p.vmt", "btor2", "q.btor2"}, {"p.btor2", "vmt", "q.vmt"}, {"q.btor2", "btor2", "r.btor2"}} {
			var out strings.Builder
			_, err := show.TS(t.Context(), Task{Files: step[:1], Read: read}, &out,
				show.TSOptions{Format: step[1]})
			if err != nil {
				t.Fatalf("%s as %s: %v", step[0], step[1], err)
			}
			texts[step[2]] = out.String()
			o, err := Check(t.Context(), Task{Files: step[2:], Read: read},
				Options{with: shortest{depth: 5}, BugDir: t.TempDir()})
			if got := o.Verdict.Kind.String(); err != nil || got != c.want {
				t.Errorf("%s: %s is %s, %v: %s", c.name, step[2], got, err, o.Result.Why)
			}
		}
	}
	_, err := show.TS(t.Context(), Task{Files: []string{"t.vmt"}, Read: func(string) ([]byte, error) {
		return []byte(strings.ReplaceAll(ticket, "(_ BitVec 2)", "Int")), nil
	}}, io.Discard, show.TSOptions{Format: "btor2"})
	if !IsInputError(err) {
		t.Errorf("a malformed system is shown: %v", err)
	}
}
