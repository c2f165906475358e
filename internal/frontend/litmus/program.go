package litmus

import (
	"fmt"
	"strings"
)

// Program makes a C program of a test.
func (t *Test) Program() string {
	var b strings.Builder
	b.WriteString("#include <pthread.h>\n#include <stdatomic.h>\n#include <stdint.h>\n" +
		"extern void reach_error(void);\n")
	for _, p := range t.Places {
		fmt.Fprintf(&b, "int %s%s = %s;\n", p.Name, p.Array, p.initial())
	}
	for _, o := range t.Condition.Observed {
		if o.Thread >= 0 {
			fmt.Fprintf(&b, "int %s;\n", o.Variable())
		}
	}
	for i := range t.Threads {
		t.thread(&b, i)
	}
	fmt.Fprintf(&b, "int main(void)\n{\n\tpthread_t t[%d];\n", len(t.Threads))
	for i := range t.Threads {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, P%[1]d_start, 0);\n", i)
	}
	for i := range t.Threads {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], 0);\n", i)
	}
	not := ""
	if t.Condition.Quantifier == "forall" {
		not = "!"
	}
	fmt.Fprintf(&b, "\tif (%s(%s))\n\t\treach_error();\n\treturn 0;\n}\n", not, t.Condition.C)
	return b.String()
}

func (p *Place) initial() string {
	if p.Array != "" && p.Value == "0" {
		return "{0}"
	}
	return p.Value
}

// thread writes the function of a thread, and the one that starts it.
func (t *Test) thread(b *strings.Builder, i int) {
	th := &t.Threads[i]
	params := th.Params
	if len(th.Places) == 0 {
		params = "void"
	}
	fmt.Fprintf(b, "static void P%d(%s)\n{\n", i, params)
	for _, v := range th.Registers {
		fmt.Fprintf(b, "\t%s %s = %s;\n", v.Type, v.Name, v.Value)
	}
	fmt.Fprintf(b, "#line %d %q\n%s\n", th.Line, t.File, th.Body)
	for _, o := range t.Condition.Observed {
		if o.Thread == i {
			fmt.Fprintf(b, "\t%s = %s;\n", o.Variable(), o.Name)
		}
	}
	args := make([]string, len(th.Places))
	for j, p := range th.Places {
		args[j] = "(void *)&" + p
	}
	fmt.Fprintf(b, "}\nstatic void *P%d_start(void *unused)\n{\n\tP%[1]d(%s);\n\treturn unused;\n}\n", i,
		strings.Join(args, ", "))
}
