package btor2_test

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/btor2"
	"whittle.dev/internal/source"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

func read(t *testing.T, text string) *transition.System {
	t.Helper()
	s, err := btor2.Read(&source.Files{}, "test.btor2", []byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s
}

// signed is x as a number of w bits in two's complement.
func signed(x, w int) int {
	if x >= 1<<(w-1) {
		return x - 1<<w
	}
	return x
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// overflows reports whether a number is none of w bits in two's complement.
func overflows(x, w int) int { return bit(x < -1<<(w-1) || x >= 1<<(w-1)) }

// division rounds towards zero; by zero it is as SMT-LIB has it.
func division(a, b, w int) (quotient, remainder int) {
	x, y := signed(a, w), signed(b, w)
	if y == 0 {
		return map[bool]int{true: 1, false: -1}[x < 0], x
	}
	return x / y, x % y
}

// meanings are the operators on two words of w bits, by arithmetic on numbers; what does not fit is cut off.
var meanings = map[string]func(a, b, w int) int{
	"and": func(a, b, w int) int { return a & b }, "or": func(a, b, w int) int { return a | b },
	"xor": func(a, b, w int) int { return a ^ b }, "nand": func(a, b, w int) int { return ^(a & b) },
	"nor": func(a, b, w int) int { return ^(a | b) }, "xnor": func(a, b, w int) int { return ^(a ^ b) },
	"add": func(a, b, w int) int { return a + b }, "sub": func(a, b, w int) int { return a - b },
	"mul": func(a, b, w int) int { return a * b }, "sll": func(a, b, w int) int { return a << b },
	"srl": func(a, b, w int) int { return a >> b }, "sra": func(a, b, w int) int { return signed(a, w) >> b },
	"rol": func(a, b, w int) int { return a<<(b%w) | a>>(w-b%w) },
	"ror": func(a, b, w int) int { return a>>(b%w) | a<<(w-b%w) },
	"udiv": func(a, b, w int) int {
		if b == 0 {
			return -1
		}
		return a / b
	},
	"urem": func(a, b, w int) int {
		if b == 0 {
			return a
		}
		return a % b
	},
	"sdiv": func(a, b, w int) int { q, _ := division(a, b, w); return q },
	"srem": func(a, b, w int) int { _, r := division(a, b, w); return r },
	"smod": func(a, b, w int) int {
		_, r := division(a, b, w)
		if y := signed(b, w); r != 0 && (r < 0) != (y < 0) {
			r += y
		}
		return r
	},
	"eq": func(a, b, w int) int { return bit(a == b) }, "neq": func(a, b, w int) int { return bit(a != b) },
	"ult": func(a, b, w int) int { return bit(a < b) }, "ulte": func(a, b, w int) int { return bit(a <= b) },
	"ugt": func(a, b, w int) int { return bit(a > b) }, "ugte": func(a, b, w int) int { return bit(a >= b) },
	"slt":     func(a, b, w int) int { return bit(signed(a, w) < signed(b, w)) },
	"slte":    func(a, b, w int) int { return bit(signed(a, w) <= signed(b, w)) },
	"sgt":     func(a, b, w int) int { return bit(signed(a, w) > signed(b, w)) },
	"sgte":    func(a, b, w int) int { return bit(signed(a, w) >= signed(b, w)) },
	"uaddo":   func(a, b, w int) int { return bit(a+b >= 1<<w) },
	"usubo":   func(a, b, w int) int { return bit(a < b) },
	"umulo":   func(a, b, w int) int { return bit(a*b >= 1<<w) },
	"saddo":   func(a, b, w int) int { return overflows(signed(a, w)+signed(b, w), w) },
	"ssubo":   func(a, b, w int) int { return overflows(signed(a, w)-signed(b, w), w) },
	"smulo":   func(a, b, w int) int { return overflows(signed(a, w)*signed(b, w), w) },
	"sdivo":   func(a, b, w int) int { q, _ := division(a, b, w); return overflows(q, w) & bit(b != 0) },
	"iff":     func(a, b, w int) int { return bit(a == b) },
	"implies": func(a, b, w int) int { return bit(a <= b) },
	"concat":  func(a, b, w int) int { return a<<w | b },
	"not":     func(a, b, w int) int { return ^a }, "neg": func(a, b, w int) int { return -a },
	"inc": func(a, b, w int) int { return a + 1 }, "dec": func(a, b, w int) int { return a - 1 },
	"redand": func(a, b, w int) int { return bit(a == 1<<w-1) },
	"redor":  func(a, b, w int) int { return bit(a != 0) },
	"redxor": func(a, b, w int) int { return bits.OnesCount(uint(a)) & 1 },
}

// shape says what an operator takes and yields.
func shape(op string, w int) (operands, result int) {
	operands, result = 2, w
	switch op {
	case "not", "neg", "inc", "dec":
		operands = 1
	case "redand", "redor", "redxor":
		operands, result = 1, 1
	case "concat":
		result = 2 * w
	case "eq", "neq", "ult", "ulte", "ugt", "ugte", "slt", "slte", "sgt", "sgte", "uaddo", "usubo", "umulo",
		"saddo", "ssubo", "smulo", "sdivo":
		result = 1
	}
	return operands, result
}

// TestOperators evaluates every operator on all words of 1 to 4 bits, plain and negated.
func TestOperators(t *testing.T) {
	names := []string{}
	for op := range meanings {
		names = append(names, op)
	}
	slices.Sort(names)
	for _, op := range names {
		for w := 1; w <= 4; w++ {
			if (op == "iff" || op == "implies") && w > 1 {
				continue
			}
			operands, result := shape(op, w)
			for _, second := range []int{3, -3} {
				args := fmt.Sprint(second)
				if operands == 2 {
					args = "2 " + args
				}
				s := read(t, fmt.Sprintf("1 sort bitvec %d\n4 sort bitvec %d\n2 input 1\n3 input 1\n"+
					"5 %s 4 %s\n6 state 4\n7 next 4 6 5\n8 sort bitvec 1\n9 one 8\n10 bad 9\n", w, result,
					op, args))
				in := s.Transitions[0].Inputs
				for a := range 1 << w {
					for b := range 1 << w {
						y := b
						if second < 0 {
							y = ^b & (1<<w - 1)
						}
						x := a
						if operands == 1 {
							x = y
						}
						want := meanings[op](x, y, w) & (1<<result - 1)
						m := term.Map{in[0]: word(w, a), in[1]: word(w, b)}
						got, err := s.Terms.Eval(s.Transitions[0].Updates[0].Value, m)
						if err != nil || got.Uint64() != uint64(want) {
							t.Errorf("%s %s with %d, %d of %d bits: %v, want %d (%v)", op, args, a, b, w,
								got, want, err)
						}
					}
				}
			}
		}
	}
}

// word is a value as states and inputs have it.
func word(w, v int) term.Value {
	if w == 1 {
		return term.BoolValue(v == 1)
	}
	return term.BVValue(w, uint64(v))
}

// TestConstants: constants, extensions, slices, choices and arrays.
func TestConstants(t *testing.T) {
	const head = "1 sort bitvec 8\n2 sort bitvec 1\n3 sort bitvec 2\n4 sort bitvec 12\n5 sort array 3 1\n" +
		"6 sort array 2 2\n10 input 1\n11 input 2\n12 input 5\n13 input 3\n14 input 6\n"
	for _, c := range []struct{ line, sort, want string }{
		{"const 1 101", "1", "#x05"}, {"constd 1 255", "1", "#xff"}, {"constd 1 -128", "1", "#x80"},
		{"consth 1 aB", "1", "#xab"},
		{"zero 1", "1", "#x00"}, {"one 1", "1", "#x01"}, {"ones 1", "1", "#xff"},
		{"one 2", "2", "true"}, {"const 2 0", "2", "false"}, {"constd 2 -1", "2", "true"},
		{"slice 3 10 5 4", "3", "#b11"}, {"slice 2 10 7 7", "2", "true"}, {"uext 4 10 4", "4", "#x0b4"},
		{"sext 4 10 4", "4", "#xfb4"}, {"uext 1 10 0", "1", "#xb4"}, {"uext 3 11 1", "3", "#b01"},
		{"sext 3 11 1", "3", "#b11"}, {"concat 3 11 -11", "3", "#b10"},
		{"ite 1 11 10 -10", "1", "#xb4"}, {"ite 1 -11 10 -10", "1", "#x4b"}, {"read 1 12 13", "1", "#x07"},
		{"read 2 14 -11", "2", "true"}, {"eq 2 12 12", "2", "true"},
	} {
		s := read(t, fmt.Sprintf("%s20 %s\n21 state %s\n22 next %s 21 20\n23 bad 11\n", head, c.line, c.sort,
			c.sort))
		in := s.Transitions[0].Inputs
		words := s.Terms.ArrayValue(s.Terms.Sort(in[2]), term.BVValue(8, 9),
			term.ArrayEntry{Index: term.BVValue(2, 2), Elem: term.BVValue(8, 7)})
		bits := s.Terms.ArrayValue(s.Terms.Sort(in[4]), term.BVValue(1, 0),
			term.ArrayEntry{Index: term.BVValue(1, 0), Elem: term.BVValue(1, 1)})
		m := term.Map{in[0]: term.BVValue(8, 0xb4), in[1]: term.BoolValue(true), in[2]: words,
			in[3]: term.BVValue(2, 2), in[4]: bits}
		got, err := s.Terms.Eval(s.Transitions[0].Updates[0].Value, m)
		if err != nil || got.String() != c.want {
			t.Errorf("%s is %v, want %s (%v)", c.line, got, c.want, err)
		}
	}
	s := read(t, head+"20 zero 2\n21 write 5 12 13 10\n22 write 6 14 11 11\n23 state 5\n24 state 6\n"+
		"25 next 5 23 21\n26 next 6 24 22\n27 bad 20\n")
	for _, u := range s.Transitions[0].Updates {
		if got := s.Terms.String(u.Value); !strings.Contains(got, "(store input1") {
			t.Errorf("a write is %s", got)
		}
	}
	wide := read(t, "9 sort bitvec 1\n1 sort bitvec 100\n2 constd 1 -5\n3 state 1\n4 init 1 3 2\n"+
		"5 eq 9 3 2\n6 bad 5\n")
	v, err := wide.Terms.Eval(wide.Init, term.Map{wide.Vars[0].Sym: term.BVValueBig(100, big.NewInt(-5))})
	if err != nil || !v.Bool() {
		t.Errorf("a wide constant: %v, %v", v, err)
	}
}
