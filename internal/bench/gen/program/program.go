package program

import (
	"fmt"
	"strings"
)

// Program is a C program.
type Program struct {
	Name   string
	Source string
	Holds  bool // no assertion can fail
	// Bound is the loop bound at which all of the program is unrolled, of those that
	// the engine tries (1, 2, 4, ...).
	Bound int
}

// upTo sets the bound to what loops of n iterations need.
func (p Program) upTo(n int) Program {
	for p.Bound < n {
		p.Bound *= 2
	}
	return p
}

// head begins every program.
const head = `#include <assert.h>
#include <pthread.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assume(int);

`

// make fills in a source: $NAME stands for the value that follows the name in pairs.
func make(name string, holds bool, source string, pairs ...any) Program {
	var list []string
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, "$"+pairs[i].(string), fmt.Sprint(pairs[i+1]))
	}
	return Program{Name: name, Holds: holds, Bound: 1, Source: head +
		strings.NewReplacer(list...).Replace(source)}
}

// starts is the body of a main function that starts n threads and joins them.
func starts(n int, function string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "    pthread_t t[%d];\n", n)
	for i := range n {
		fmt.Fprintf(&b, "    pthread_create(&t[%d], 0, %s, (void *)%d);\n", i, function, i)
	}
	for i := range n {
		fmt.Fprintf(&b, "    pthread_join(t[%d], 0);\n", i)
	}
	return b.String()
}
