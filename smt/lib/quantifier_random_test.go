package lib_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/testing/testflag"
)

// TestRandomQuantified compares answers, models, cores and failed assumptions of
// scripts with quantifiers with the listing of all values.
func TestRandomQuantified(t *testing.T) {
	counts := map[string]int{}
	for seed := range testflag.Seeds(60) {
		g := newQuantGen(uint64(seed), 1+int(seed%4))
		var script strings.Builder
		script.WriteString("(set-option :produce-unsat-cores true)\n(set-logic BV)\n" + g.declarations())
		var now []expr // in force
		var names []string
		assert := func() {
			f := g.formula(2+g.r.IntN(3), 2)
			name := fmt.Sprintf("a%d", len(now))
			now = append(now, f)
			names = append(names, name)
			fmt.Fprintf(&script, "(assert (! %s :named %s))\n", f.text, name)
		}
		assume := func() expr { return g.formula(2, 1) }
		assert()
		type question struct {
			fs    []expr
			names []string
			assum []expr
		}
		var qs []question
		check := func(assum ...expr) {
			qs = append(qs, question{append([]expr(nil), now...), append([]string(nil), names...), assum})
			texts := ""
			for _, a := range assum {
				texts += a.text + " "
			}
			if len(assum) == 0 {
				script.WriteString("(check-sat)\n")
			} else {
				fmt.Fprintf(&script, "(check-sat-assuming (%s))\n", texts)
			}
			script.WriteString("(echo \"core\")(get-unsat-core)(get-unsat-assumptions)(get-value (x y p " +
				"r))(echo \"end\")\n")
		}
		check()
		script.WriteString("(push 1)\n")
		n := len(now)
		assert()
		check()
		check(assume(), assume())
		script.WriteString("(pop 1)\n")
		now, names = now[:n], names[:n]
		assert()
		check()
		out, _ := run(t, nativeConfig(), script.String())
		answers := strings.Split(strings.TrimSuffix(out, "\"end\"\n"), "\"end\"\n")
		if len(answers) != len(qs) {
			t.Fatalf("seed %d: %d answers\n%s\n%s", seed, len(answers), script.String(), out)
		}
		for i, q := range qs {
			fail := func(format string, args ...any) {
				t.Helper()
				t.Fatalf("seed %d, question %d: %s\n%s\n%s", seed, i, fmt.Sprintf(format, args...),
					script.String(), out)
			}
			status, rest, _ := strings.Cut(answers[i], "\n")
			all := append(append([]expr(nil), q.fs...), q.assum...)
			counts[status]++
			switch want := g.satisfiable(all); {
			case status == "unknown":
			case status != "sat" && status != "unsat":
				fail("%q", status)
			case want != (status == "sat"):
				fail("%s, want sat: %v", status, want)
			case want:
				_, values, _ := strings.Cut(rest, "((x ")
				if e := readValues("((x " + values); !holdIn(all, e) {
					fail("%v is no model", e)
				}
			default:
				lines := strings.Split(rest, "\n")
				core := " " + strings.Trim(lines[1], "()") + " "
				var kept []expr
				for k, name := range q.names {
					if strings.Contains(core, " "+name+" ") {
						kept = append(kept, q.fs[k])
					}
				}
				for _, a := range q.assum {
					if strings.Contains(lines[2], a.text) {
						kept = append(kept, a)
					}
				}
				if g.satisfiable(kept) {
					fail("the core %s with %s is satisfiable", core, lines[2])
				}
				if len(kept) < len(all) {
					counts["smaller cores"]++
				}
			}
		}
	}
	t.Log(counts)
	if counts["sat"] < 20 || counts["unsat"] < 20 || counts["smaller cores"] == 0 ||
		counts["unknown"] > (counts["sat"]+counts["unsat"])/3 {
		t.Error("the test shows too little")
	}
}

// readValues reads the reply of (get-value (x y p r)).
func readValues(reply string) env {
	e := env{}
	for _, f := range strings.Split(strings.NewReplacer("(", "", ")", "").Replace(reply), "\n") {
		name, value, ok := strings.Cut(strings.TrimSpace(f), " ")
		if !ok {
			continue
		}
		switch {
		case value == "true":
			e[name] = 1
		case strings.HasPrefix(value, "#b"):
			e[name], _ = strconv.ParseUint(value[2:], 2, 64)
		case strings.HasPrefix(value, "#x"):
			e[name], _ = strconv.ParseUint(value[2:], 16, 64)
		default:
			e[name] = 0
		}
	}
	return e
}

// TestRandomQuantifiedWide compares answers at larger widths with other solvers,
// which do not answer everything in time.
func TestRandomQuantifiedWide(t *testing.T) {
	commands := map[string][]string{"z3": {"-in", "-smt2", "-T:2"},
		"cvc5": {"--lang", "smt2", "--incremental", "--tlimit=2000"}}
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			path, err := exec.LookPath(name)
			if err != nil {
				t.Skip(name + " is not installed")
			}
			agreed, open, unknown := 0, 0, 0
			for seed := range testflag.Seeds(4) {
				g := newQuantGen(uint64(seed)+1e6, []int{4, 8, 16, 32}[seed%4])
				script := "(set-logic BV)\n" + g.declarations()
				for range 2 + g.r.IntN(2) {
					script += "(assert " + g.formula(3+g.r.IntN(3), 2).text + ")\n"
				}
				script += "(check-sat)\n"
				start := time.Now()
				got, _ := run(t, nativeConfig(), script)
				if took := time.Since(start); took > 20*time.Second {
					t.Logf("seed %d took %v", seed, took)
				}
				cmd := exec.Command(path, commands[name]...)
				cmd.Stdin = strings.NewReader(script)
				out, _ := cmd.Output()
				switch want := string(out); {
				case want != "sat\n" && want != "unsat\n":
					open++
				case got == "unknown\n":
					unknown++
				case got != want:
					t.Fatalf("seed %d: got %q, %s says %q\n%s", seed, got, name, want, script)
				default:
					agreed++
				}
			}
			t.Logf("%d agreed, %d not answered by %s, %d unknown", agreed, open, name, unknown)
			if agreed == 0 {
				t.Error("the test shows nothing")
			}
		})
	}
}

// TestRandomQuantifiedFunctions compares answers for scripts with arrays and
// uninterpreted functions under quantifiers, and models, with other solvers.
func TestRandomQuantifiedFunctions(t *testing.T) {
	commands := map[string][]string{"z3": {"-in", "-smt2", "-T:2"},
		"cvc5": {"--lang", "smt2", "--incremental", "--tlimit=2000"}}
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			path, err := exec.LookPath(name)
			if err != nil {
				t.Skip(name + " is not installed")
			}
			other := func(script string) string {
				cmd := exec.Command(path, commands[name]...)
				cmd.Stdin = strings.NewReader(script)
				out, _ := cmd.Output()
				return string(out)
			}
			counts := map[string]int{}
			for seed := range testflag.Seeds(15) {
				g := &scriptGen{r: rand.New(rand.NewPCG(uint64(seed), 23)), w: 1 + int(seed%4), quants: true,
					noArr: seed%3 == 1, noFun: seed%3 == 2}
				var body string
				for range 2 + g.r.IntN(3) {
					body += fmt.Sprintf("(assert %s)\n", g.boolean(2+g.r.IntN(3)))
				}
				head := "(set-logic ALL)\n"
				script := head + g.declarations() + g.definitions() + body + "(check-sat)\n"
				full, _ := run(t, nativeConfig(), script+"(get-model)")
				got, model, _ := strings.Cut(full, "\n")
				want := strings.TrimSpace(other(script))
				switch {
				case want != "sat" && want != "unsat":
					counts["not answered by "+name]++
				case got == "unknown":
					counts["unknown"]++
				case got != want:
					t.Fatalf("seed %d: got %q, %s says %q\n%s", seed, got, name, want, script)
				default:
					counts[got]++
				}
				if got != "sat" {
					continue
				}
				model = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(model), "("), ")")
				check := head + model + g.definitions() + body + "(check-sat)\n"
				switch out := strings.TrimSpace(other(check)); out {
				case "sat":
					counts["models"]++
				case "unsat":
					t.Fatalf("seed %d: %s says %q of the model\n%s", seed, name, out, check)
				}
			}
			t.Log(counts)
			if counts["sat"] == 0 || counts["unsat"] == 0 || counts["models"] == 0 {
				t.Error("the test shows nothing")
			}
		})
	}
}
