package lib_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// scriptGen writes random scripts over bit-vectors, arrays and functions. With -scale 16 about 6,200 of all
// logics are compared, where one that goes to two solvers counts twice; with -scale 125 each solver gets
// 5,000 without quantifiers.
type scriptGen struct {
	r            *rand.Rand
	w            int  // width of all bit-vectors
	noArr, noFun bool // do without arrays, or uninterpreted functions
	quants       bool // with quantifiers
}

// logic returns the name of the logic.
func (g *scriptGen) logic() string {
	switch {
	case g.noArr && g.noFun:
		return "QF_BV"
	case g.noFun:
		return "QF_ABV"
	case g.noArr:
		return "QF_UFBV"
	}
	return "QF_AUFBV"
}

func (g *scriptGen) one(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *scriptGen) bv(depth int) string {
	if depth == 0 || g.r.IntN(6) == 0 {
		return g.one("x", "y", "|z z|", fmt.Sprintf("(_ bv%d %d)", g.r.IntN(1<<g.w), g.w), "c")
	}
	d := depth - 1
	switch g.r.IntN(12) {
	case 0:
		if g.noFun {
			return fmt.Sprintf("(%s %s)", g.one("bvnot", "bvneg", "inc"), g.bv(d))
		}
		return fmt.Sprintf("(%s %s)", g.one("bvnot", "bvneg", "f", "inc",
			fmt.Sprintf("(_ rotate_left %d)", g.r.IntN(5))), g.bv(d))
	case 1:
		return fmt.Sprintf("(ite %s %s %s)", g.boolean(d), g.bv(d), g.bv(d))
	case 2:
		if g.noArr {
			return g.bv(d)
		}
		return fmt.Sprintf("(select %s %s)", g.array(d), g.bv(d))
	case 3:
		k := g.r.IntN(g.w) // up to bit k
		return fmt.Sprintf("((_ %s %d) ((_ extract %d 0) %s))", g.one("zero_extend", "sign_extend"), g.w-1-k,
			k, g.bv(d))
	case 4:
		return fmt.Sprintf("(let ((x %s) (t %s)) (bvadd x t %s))", g.bv(d), g.bv(d), g.bv(d))
	case 5:
		if g.w == 1 {
			return g.bv(d)
		}
		return fmt.Sprintf("(concat ((_ extract 0 0) %s) ((_ extract %d 1) %s))", g.bv(d), g.w-1, g.bv(d))
	}
	return fmt.Sprintf("(%s %s %s)", g.one("bvadd", "bvsub", "bvmul", "bvand", "bvor", "bvxor", "bvudiv",
		"bvurem", "bvsdiv", "bvsrem",
		"bvsmod", "bvshl", "bvlshr", "bvashr", "bvnand", "bvnor", "bvxnor"), g.bv(d), g.bv(d))
}

func (g *scriptGen) array(depth int) string {
	if depth == 0 || g.r.IntN(3) == 0 {
		return g.one("m", "n")
	}
	return fmt.Sprintf("(store %s %s %s)", g.array(depth-1), g.bv(depth-1), g.bv(depth-1))
}

func (g *scriptGen) boolean(depth int) string {
	if depth == 0 || g.r.IntN(8) == 0 {
		return g.one("p", "q", "true")
	}
	d := depth - 1
	if g.quants && g.r.IntN(4) == 0 { // names of variables hide constants
		return fmt.Sprintf("(%s ((%s (_ BitVec %d))%s) %s)", g.one("forall", "exists"), g.one("x", "y"), g.w,
			g.one("", " (p Bool)"), g.boolean(d))
	}
	switch g.r.IntN(8) {
	case 0:
		return fmt.Sprintf("(not %s)", g.boolean(d))
	case 1:
		return fmt.Sprintf("(%s %s %s %s)", g.one("and", "or", "xor", "=>", "="), g.boolean(d), g.boolean(d),
			g.boolean(d))
	case 2:
		if g.noArr {
			return g.boolean(d)
		}
		return fmt.Sprintf("(%s %s %s)", g.one("=", "distinct"), g.array(d), g.array(d))
	case 3:
		if g.noFun {
			return g.boolean(d)
		}
		return fmt.Sprintf("(h %s %s)", g.boolean(d), g.bv(d))
	}
	return fmt.Sprintf("(%s %s %s)", g.one("=", "distinct", "bvult", "bvule", "bvugt", "bvuge", "bvslt",
		"bvsle", "bvsgt", "bvsge"), g.bv(d), g.bv(d))
}

// Declarations and definitions of all scripts; models take the place of the first.
func (g *scriptGen) declarations() string {
	s := fmt.Sprintf("(_ BitVec %d)", g.w)
	out := fmt.Sprintf("(declare-const x %[1]s)(declare-const y %[1]s)(declare-fun |z z| () "+
		"%[1]s)(declare-const p Bool)(declare-const q Bool)\n", s)
	if !g.noArr {
		out += fmt.Sprintf("(declare-const m (Array %[1]s %[1]s))(declare-const n (Array %[1]s %[1]s))\n", s)
	}
	if !g.noFun {
		out += fmt.Sprintf("(declare-fun f (%[1]s) %[1]s)(declare-fun h (Bool %[1]s) Bool)\n", s)
	}
	return out
}

func (g *scriptGen) definitions() string {
	inner := "(f a)"
	if g.noFun {
		inner = "(bvmul a y)"
	}
	return fmt.Sprintf("(define-sort B () (_ BitVec %d))\n(define-fun c () B (bvmul x y))\n(define-fun inc "+
		"((a B)) B (bvadd %s (_ bv1 %d)))\n", g.w, inner, g.w)
}

// TestRandomScripts compares answers with those of other solvers on the same text. The last question's model
// is put in place of the declarations: the other solver must find the assertions true in it.
func TestRandomScripts(t *testing.T) {
	commands := map[string][]string{"z3": {"-in", "-smt2"}, "cvc5": {"--lang", "smt2", "--incremental"}}
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			path, err := exec.LookPath(name)
			if err != nil {
				t.Skip(name + " is not installed")
			}
			other := func(script string) string {
				ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
				defer cancel()
				cmd := exec.CommandContext(ctx, path, commands[name]...)
				cmd.Stdin = strings.NewReader(script)
				out, _ := cmd.Output() // a failure shows in the output
				return string(out)
			}
			sat, unsat, models := 0, 0, 0
			for seed := range testflag.Seeds(40) {
				g := &scriptGen{r: rand.New(rand.NewPCG(uint64(seed), 3)), w: 1 + int(seed%5),
					noArr: seed%2 > 0, noFun: seed%4 > 1}
				var body, last strings.Builder // the script, and what is in force at its end
				for i := range 5 + g.r.IntN(5) {
					a := fmt.Sprintf("(assert %s)\n", g.boolean(1+g.r.IntN(3)))
					if i == 1 {
						body.WriteString("(push 1)\n" + fmt.Sprintf("(assert %s)\n", g.boolean(2)) +
							"(check-sat)\n(pop 1)\n")
					}
					body.WriteString(a + "(check-sat)\n")
					last.WriteString(a)
				}
				logic := g.logic()
				if !g.noArr {
					logic = "ALL" // for the constant arrays of models
				}
				head := "(set-logic " + logic + ")\n"
				script := head + g.declarations() + g.definitions() + body.String()
				got, _ := run(t, nativeConfig(), script)
				if want := other(script); got != want {
					t.Fatalf("seed %d: got %q, %s says %q\n%s", seed, got, name, want, script)
				}
				sat += strings.Count("\n"+got, "\nsat")
				unsat += strings.Count(got, "unsat")
				if !strings.HasSuffix("\n"+got, "\nsat\n") {
					continue
				}
				full, _ := run(t, nativeConfig(), script+"(echo \"model\")(get-model)")
				_, model, _ := strings.Cut(full, "\"model\"\n")
				model = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(model), "("), ")")
				check := head + model + g.definitions() + last.String() + "(check-sat)\n"
				if out := other(check); out != "sat\n" {
					t.Fatalf("seed %d: %s says %q of the model\n%s", seed, name, out, check)
				}
				models++
			}
			t.Logf("%d sat, %d unsat, %d models", sat, unsat, models)
			if sat == 0 || unsat == 0 || models == 0 {
				t.Error("the test shows nothing")
			}
		})
	}
}

// TestRandomCores: the named assertions of a core, and failed assumptions, are unsatisfiable by themselves.
func TestRandomCores(t *testing.T) {
	cores, failed := 0, 0
	for seed := range testflag.Seeds(75) {
		g := &scriptGen{r: rand.New(rand.NewPCG(uint64(seed), 5)), w: 2 + int(seed%3), noArr: seed%2 > 0,
			noFun: seed%4 > 1}
		head := g.declarations() + g.definitions()
		var named [8]string
		script := "(set-option :produce-unsat-cores true)\n" + head
		for i := range named {
			named[i] = g.boolean(2)
			if i == 4 {
				script += "(push)\n"
			}
			script += fmt.Sprintf("(assert (! %s :named a%d))\n", named[i], i)
		}
		assume := []string{g.boolean(1), g.boolean(1), "p"}
		script += "(check-sat-assuming (" + strings.Join(assume, " ") +
			"))\n(get-unsat-core)(get-unsat-assumptions)"
		out, _ := run(t, nativeConfig(), script)
		if !strings.HasPrefix(out, "unsat\n") {
			continue
		}
		rd := lib.NewReader(strings.NewReader(strings.TrimPrefix(out, "unsat\n")))
		core, err := rd.Next()
		if err != nil {
			t.Fatal(err)
		}
		assumptions, err := rd.Next()
		if err != nil {
			t.Fatal(err)
		}
		again := head
		for i := range core.List {
			again += "(assert " + named[core.List[i].Text[1]-'0'] + ")\n"
		}
		for i := range assumptions.List {
			again += "(assert " + assumptions.List[i].String() + ")\n"
		}
		if out, _ := run(t, nativeConfig(), again+"(check-sat)"); out != "unsat\n" {
			t.Fatalf("seed %d: %q from the core\n%s\n%s", seed, out, script, again)
		}
		cores += min(1, len(core.List))
		failed += min(1, len(assumptions.List))
	}
	t.Logf("%d cores, %d lists of assumptions", cores, failed)
	if cores == 0 || failed == 0 {
		t.Error("the test shows nothing")
	}
}

func parse(t *testing.T, st *term.Store, text string) term.Term {
	t.Helper()
	n, err := lib.NewReader(strings.NewReader(text)).Next()
	if err != nil {
		t.Fatal(err)
	}
	x, err := lib.ParseTerm(st, n)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return x
}
