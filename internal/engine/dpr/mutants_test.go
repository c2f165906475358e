package dpr_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/engine/dpr/certify"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/sat"
)

// swaps are changes of an operator or a number.
var swaps = []struct {
	from *regexp.Regexp
	to   []string
}{
	{regexp.MustCompile(` (==|!=|<|>|<=|>=) `), []string{" == ", " != ", " < ", " > "}},
	{regexp.MustCompile(` ([-+*^|&]) `), []string{" + ", " - ", " | ", " ^ "}},
	{regexp.MustCompile(`\b\d+\b`), []string{"0", "1", "2", "3", "5"}},
}

// mutant changes one operator or number in the functions of a program.
func mutant(r *rand.Rand, text string) string {
	begin := strings.Index(text, "int f0(")
	head, body := text[:begin], text[begin:]
	swap := swaps[r.IntN(len(swaps))]
	places := swap.from.FindAllStringIndex(body, -1)
	if len(places) == 0 {
		return text
	}
	at := places[r.IntN(len(places))]
	return head + body[:at[0]] + swap.to[r.IntN(len(swap.to))] + body[at[1]:]
}

// violated reports whether the enumeration finds a violation.
func violated(t *testing.T, p *cfa.Program) bool {
	t.Helper()
	res, err := enumerate.Run(t.Context(), p, enumerate.Options{MaxStates: 5_000, First: true})
	return err == nil && len(res.Violations) > 0
}

// TestCertificateOfAnother: the certificate of a program that holds is refused as that of a mutant with a
// violation, where it rests on abstract executions alone. The formula of a reason is that of an execution of
// the program, and no evidence for another one. -scale 70 makes more than 300.
func TestCertificateOfAnother(t *testing.T) {
	const mutants = 48
	count := map[string]int{}
	for seed := range testflag.Seeds(6) {
		text := newProgram(uint64(seed))
		x, res, err := dpr.Explore(t.Context(), dpr.Config{Steps: 20_000}, load(t, text))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if res.Verdict.Kind != property.True {
			continue
		}
		reasons := x.Reasons()
		inputs := false
		for i := range reasons {
			reasons[i].Formula = nil
			inputs = inputs || reasons[i].Infeasible != nil
		}
		if c, err := x.Check(reasons); inputs || err != nil || !c.Checked {
			count["the program needs more than abstract executions"]++
			continue
		}
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		for range mutants {
			changed := mutant(r, text)
			p, err := tryLoad(t, changed)
			if err != nil {
				continue
			}
			wrong := violated(t, p)
			if !wrong && count["taken of a mutant without a violation"] >= 10 {
				continue
			}
			other, _, err := dpr.Explore(t.Context(), dpr.Config{Steps: 20_000}, p)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if other.Edges() < x.Edges() {
				count["a mutant with fewer edges"]++
				continue
			}
			c, err := x.CheckOf(other, reasons)
			switch taken := err == nil && c.Checked; {
			case !taken && wrong:
				count["refused"]++
			case taken && !wrong:
				count["taken of a mutant without a violation"]++
			case taken:
				t.Errorf("seed %d: the certificate is taken for that of\n%s\nof\n%s", seed, changed, text)
			}
		}
	}
	if count["refused"] == 0 {
		t.Errorf("only these: %v", count)
	}
	t.Log(count)
}

// TestCorruptedReasons drops choices of reasons, and makes them the other way, until a violation of the
// program makes them all: none of these is confirmed. -scale 10 makes more than 300.
func TestCorruptedReasons(t *testing.T) {
	count := map[string]int{}
	for seed := range testflag.Seeds(40) {
		text := newProgram(uint64(seed))
		for _, learning := range []string{dpr.Deletion, dpr.Solver} {
			cfg := dpr.Config{Steps: 20_000, Learning: learning}
			x, res, err := dpr.Explore(t.Context(), cfg, load(t, text))
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if res.Verdict.Kind != property.False {
				continue
			}
			violation := map[sat.Lit]bool{}
			for _, l := range x.Path() {
				violation[l] = true
			}
			for _, reason := range x.Reasons() {
				if reason.Infeasible != nil {
					continue // what it says is not about a violation
				}
				if _, err := x.Check([]certify.Reason{reason}); confirmed(err) {
					count["confirmed as they are"]++
				}
				for _, flip := range []bool{false, true} {
					bad := reason
					bad.Choices = nil
					for _, l := range reason.Choices {
						switch {
						case violation[l]:
							bad.Choices = append(bad.Choices, l)
						case flip && violation[l.Not()]:
							bad.Choices = append(bad.Choices, l.Not())
						}
					}
					c, err := x.Check([]certify.Reason{bad})
					if confirmed(err) || c.Checked {
						t.Errorf("seed %d, %s: of %v, %v is confirmed, and the violation makes %v\n%s", seed,
							learning, reason.Choices, bad.Choices, x.Path(), text)
						continue
					}
					count["refused"]++
				}
			}
		}
	}
	if count["refused"] < 10 || count["confirmed as they are"] < 5 {
		t.Errorf("only these: %v", count)
	}
	t.Log(count)
}

// confirmed reports whether a check has confirmed all reasons, and then found that they leave executions.
func confirmed(err error) bool {
	return err != nil && strings.HasPrefix(err.Error(), "the proof that no execution is left")
}
