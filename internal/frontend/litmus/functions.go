package litmus

import (
	"regexp"
	"strings"
)

var (
	function = regexp.MustCompile(`^\s*(?:void\s+)?P(\d+)\s*\(([^)]*)\)\s*\{`)
	// declaration matches the whole type: a word of it that is left would declare another variable.
	declaration = regexp.MustCompile(`\b(?:const\s+)?((?:(?:signed|unsigned|short|int|long|u?int(?:32|64)_t)\s+)+)` +
		`(\w+)\s*(=|;)`)
	volatile = regexp.MustCompile(`\bvolatile\b`)
	lastName = regexp.MustCompile(`(\w+)\s*$`)
)

// functions reads the threads of a test in C: functions whose parameters are the places that they use. Local
// variables, also those of inner blocks, become variables of the whole function, which conditions name.
func (r *reader) functions(from, to int) error {
	for at := from; ; {
		m := function.FindStringSubmatchIndex(r.text[at:to])
		if m == nil {
			if rest := strings.TrimLeft(r.text[at:to], " \t\n;"); rest != "" {
				return r.wrong(to-len(rest), "a thread is a function P%d", len(r.test.Threads))
			}
			break
		}
		if number(r.text[at+m[2]:at+m[3]]) != len(r.test.Threads) {
			return r.wrong(at+m[2], "the next thread is P%d", len(r.test.Threads))
		}
		open := at + m[1] - 1
		end, err := r.closing(open)
		if err != nil {
			return err
		}
		t := Thread{Params: volatile.ReplaceAllString(r.text[at+m[4]:at+m[5]], "")}
		t.Line, _ = r.position(open)
		for _, p := range strings.Split(t.Params, ",") {
			if name := lastName.FindString(strings.TrimSpace(p)); name != "" && name != "void" {
				r.test.place(name)
				t.Places = append(t.Places, name)
			}
		}
		t.Body = declaration.ReplaceAllStringFunc(r.text[open+1:end], func(s string) string {
			d := declaration.FindStringSubmatch(s)
			t.register(d[2], strings.TrimSpace(d[1]))
			return d[2] + " " + d[3]
		})
		r.test.Threads = append(r.test.Threads, t)
		at = end + 1
	}
	if len(r.test.Threads) == 0 {
		return r.wrong(from, "a test without threads")
	}
	return nil
}
