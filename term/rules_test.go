package term

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// ruleReader reads one side of a rule at one width.
type ruleReader struct {
	s    *Store
	w    int
	toks []string
}

func (r *ruleReader) next() string {
	tok := r.toks[0]
	r.toks = r.toks[1:]
	return tok
}

// number reads n, w, w+k, w-k and sums of them.
func (r *ruleReader) number(tok string) (int, bool) {
	total, sign := 0, 1
	for tok != "" {
		switch {
		case tok[0] == '+':
			sign, tok = 1, tok[1:]
		case tok[0] == '-':
			sign, tok = -1, tok[1:]
		}
		end := strings.IndexAny(tok, "+-")
		if end < 0 {
			end = len(tok)
		}
		if tok[:end] == "w" {
			total += sign * r.w
		} else if n, err := strconv.Atoi(tok[:end]); err == nil {
			total += sign * n
		} else {
			return 0, false
		}
		tok = tok[end:]
	}
	return total, true
}

func (r *ruleReader) pair() pair {
	s := r.s
	one := func(t Term) pair { return pair{t, t} }
	switch tok := r.next(); tok {
	case "(":
		return r.application()
	case "x", "y", "z":
		return one(s.Symbol(tok, BitVec(r.w)))
	case "p", "q", "r":
		return one(s.Symbol(tok, Bool))
	case "i", "j", "k":
		return one(s.Symbol(tok, Int))
	case "u", "v":
		return one(s.Symbol(tok, Real))
	case "a", "b":
		return one(s.Symbol(tok, s.ArraySort(BitVec(r.w), BitVec(r.w))))
	case "true", "false":
		return one(s.Bool(tok == "true"))
	case "min":
		return one(s.BV(r.w, 1<<(r.w-1)))
	case "max":
		return one(s.BV(r.w, 1<<(r.w-1)-1))
	default:
		if lit, ok := strings.CutPrefix(tok, "#"); ok {
			v, ok := new(big.Rat).SetString(lit)
			switch {
			case !ok:
				panic("rule: " + tok)
			case strings.Contains(lit, "/"):
				return one(s.Real(v))
			}
			return one(s.Int(v.Num()))
		}
		width := r.w
		if v, k, ok := strings.Cut(tok, ":"); ok {
			tok = v
			width, _ = strconv.Atoi(k)
		}
		n, ok := r.number(tok)
		if !ok {
			panic("rule: " + tok)
		}
		return one(s.BV(width, uint64(n)))
	}
}

func (r *ruleReader) application() pair {
	name := r.next()
	indexed := name == "(" // ((_ op n) x)
	if indexed {
		r.next()
		name = r.next()
	}
	op := OpNone
	for o := OpNot; o < numOps; o++ {
		if o.String() == name && o != OpNeg {
			op = o
		}
	}
	var params []int
	for range op.NumParams() {
		n, _ := r.number(r.next())
		params = append(params, n)
	}
	if indexed {
		r.next()
	}
	var raws, builts []Term
	for r.toks[0] != ")" {
		p := r.pair()
		raws, builts = append(raws, p.raw), append(builts, p.built)
	}
	r.next()
	if op == OpSub && len(raws) == 1 {
		op = OpNeg
	}
	return pair{r.s.MkRaw(op, params, raws...), r.s.Mk(op, params, builts...)}
}

func readRule(s *Store, w int, text string) pair {
	text = strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text)
	return (&ruleReader{s: s, w: w, toks: strings.Fields(text)}).pair()
}

// TestRules proves the rewrite rules of testdata/rules, where the file of a rule has the name of the code
// that applies it: the left side must be built as the right side, and both must mean the same as the left
// side without simplification, on all values at widths 1, 2, 3, 4 and 8 (three variables of 8 bits: on a
// sample).
//
// x, y, z are bit-vectors of the width w; p, q, r are Bool; a number n is the bit-vector n modulo 2^w, and
// n:k has k bits; min is the least signed and max the greatest signed number. Parameters of operators may be
// written w, w+k or w-k. A rule that needs a width starts with "w>=n:".
func TestRules(t *testing.T) {
	for _, r := range readRules(t, "testdata/rules") {
		for _, w := range []int{1, 2, 3, 4, 8} {
			if w >= r.least {
				proveRule(t, w, r.left, r.right)
			}
		}
	}
}

// ruleStore has the symbols of rules, with handles in the order of their names.
func ruleStore(w int) *Store {
	s := NewStore()
	for _, name := range strings.Fields("x y z p q r i j k u v a b") {
		readRule(s, w, name)
	}
	return s
}

func proveRule(t *testing.T, w int, left, right string) {
	s := ruleStore(w)
	l, r := readRule(s, w, left), readRule(s, w, right)
	if l.built != r.built {
		t.Errorf("width %d: %s is built as %s, want %s", w, left, s.String(l.built), s.String(r.built))
	}
	vars := s.Symbols(l.raw, r.raw)
	bits := 0
	for _, x := range vars {
		bits += max(1, s.Sort(x).Width())
	}
	var u *truth
	if bits <= 16 {
		u = exhaust(s, vars...)
	} else {
		u = sample(s, rand.New(rand.NewPCG(1, 2)), 1<<14, vars)
	}
	for _, p := range []pair{l, r} {
		if d := u.differ(p.raw, p.built, vars); d != "" {
			t.Errorf("width %d: %s", w, d)
		}
	}
	if d := u.differ(l.raw, r.raw, vars); d != "" {
		t.Errorf("width %d: no identity: %s", w, d)
	}
}

// rule is a line of a file of rules.
type rule struct {
	least       int // width
	left, right string
}

// readRules reads the rules of all files of a folder.
func readRules(t *testing.T, folder string) []rule {
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v, %v", folder, files, err)
	}
	var rules []rule
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rules = append(rules, parseRules(t, string(text))...)
	}
	return rules
}

func parseRules(t *testing.T, text string) (rules []rule) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		r := rule{least: 1}
		if strings.HasPrefix(line, "w>=") {
			if _, err := fmt.Sscanf(line, "w>=%d:", &r.least); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			_, line, _ = strings.Cut(line, ":")
		}
		left, right, ok := strings.Cut(line, "|")
		if !ok {
			t.Fatalf("no rule: %s", line)
		}
		r.left, r.right = strings.TrimSpace(left), strings.TrimSpace(right)
		rules = append(rules, r)
	}
	return rules
}
