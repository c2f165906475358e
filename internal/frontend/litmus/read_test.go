package litmus

import (
	"errors"
	"strings"
	"testing"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/source"
)

const storeBuffering = `X86 SB
(* of two threads *)
{ x = 0; [y] = 0; 0:EBX = 7; }
 P0          | P1          ;
 MOV [x],$1  | mov [y], 1  ;
 MFENCE      |             ;
 MOV EAX,[y] | xchg EAX,[x];
locations [x; y]
exists (0:EAX=0 /\ ~(1:EAX=1 \/ 0:EBX!=7))
show all
`

func TestRead(t *testing.T) {
	test, err := Read("SB.litmus", storeBuffering)
	if err != nil {
		t.Fatal(err)
	}
	c := test.Condition
	if test.Name != "SB" || test.Model != axioms.TSO || len(test.Threads) != 2 || c.Quantifier != "exists" ||
		c.C != "((P0_EAX == 0) && !((P1_EAX == 1) || (P0_EBX != 7)))" ||
		c.Text != `exists (0:EAX=0 /\ ~(1:EAX=1 \/ 0:EBX!=7))` || len(c.Observed) != 3 {
		t.Errorf("%+v", test)
	}
	text := test.Program()
	for _, want := range []string{"#line 5\n\tatomic_store_explicit(&x, 1, memory_order_relaxed);\n",
		"#line 6\n\tatomic_thread_fence(memory_order_seq_cst);\n", "\tint EBX = 7;\n",
		"EAX = atomic_exchange_explicit(&x, EAX, memory_order_seq_cst);\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestReadC(t *testing.T) {
	test, err := Read("MP.litmus", `C MP
{ atomic_int a[2] = {3, 4}; }
P0 (atomic_int *x, int* volatile a) {
  *a = 1; // plain
  atomic_store_explicit(x, 1, memory_order_release);
}
P1 (atomic_int* x, atomic_int* a) {
  int r0 = atomic_load_explicit(x, memory_order_acquire);
  if (r0) { int r1 = *a; }
}
forall (1:r0=0 \/ 1:r1=1 \/ a[1]=4)
`)
	if err != nil {
		t.Fatal(err)
	}
	text := test.Program()
	for _, want := range []string{"int a[2] = {3, 4};\n", "static void P0(atomic_int *x, int*  a)\n",
		"if (r0) { r1 = *a; }", "\tP1_r1 = r1;\n",
		"if (!(((P1_r0 == 0) || (P1_r1 == 1) || (a[1] == 4))))\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if test.Model != axioms.RC11 {
		t.Error(test.Model)
	}
}

func TestMalformed(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "1:1: error: a litmus test has initial values"},
		{"X86 a\n{ x = 0", "2:1: error: nothing closes this {"},
		{"ARM a\n{}\nP0 ;\nexists (x=0)", "the first line begins with X86 or C"},
		{"X86 a\n{ x = y; }\n P0 ;\nexists (x=0)", `the initial value "y" is not a number`},
		{"X86 a\n{}\n P0 ;\n MOV [x],1 ;\n", "no condition"},
		{"X86 a\n{}\n P0 ;\n FROB [x],1 ;\nexists (x=0)",
			`4:2: error: the instruction "FROB [x],1" is not understood`},
		{"X86 a\n{}\n P0 ;\n MOV [x],1 | MFENCE ;\nexists (x=0)", "more columns than threads"},
		{"X86 a\n{}\n P0 ;\n MOV [x],1 ;\nexists (x=0 /\\ 1:EAX=0)", "P1, which there is not"},
		{"X86 a\n{}\n P0 ;\n MOV [x],1 ;\nexists (x=0 /\\ 0:EAX=0)", "P0 has no register EAX"},
		{"X86 a\n{}\n P0 ;\n MOV [x],1 ;\nexists (x=0", "the condition ends within parentheses"},
		{"X86 a\n{}\n P0 ;\n MOV [x],1 ;\nexists x=0 /\\", "the condition ends too early"},
		{"X86 a\n{}\n P0 ;\n MOV [x],1 ;\nexists (x=z)", "which is no number"},
		{"X86 a\n{ 3:EAX=0; }\n P0 ;\n MOV [x],1 ;\nexists (x=0)", "an initial value of P3"},
		{"C a\n{}\nP1 (int *x) { }\nexists (x=0)", "the next thread is P0"},
		{"C a\n{}\nint x;\nexists (x=0)", "a thread is a function P0"},
		{"C a\n{}\nexists (x=0)", "a test without threads"},
	} {
		_, err := Read("a.litmus", test.text)
		if bad := new(source.FileError); !errors.As(err, &bad) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %q", test.text, err, test.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(storeBuffering)
	f.Add("C a\n{}\nP0 (int *x) { *x = 1; }\nexists (x=0)")
	f.Fuzz(func(t *testing.T, text string) {
		test, err := Read("a.litmus", text)
		if err == nil && test.Program() == "" {
			t.Error("no program")
		}
	})
}
