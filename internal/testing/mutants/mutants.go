package mutants

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Mutant is a program with one change.
type Mutant struct{ Name, Text string }

// operator changes the line i of a program; it returns the new lines in place of it and of the skip lines
// after it, or nil if it does not apply.
type operator struct {
	name  string
	apply func(lines []string, i int) (instead []string, skip int)
}

var (
	locking   = regexp.MustCompile(`^\s*(\w*_)?(lock|acquire)\w*\([^;]*\);\s*$`)
	unlocking = regexp.MustCompile(`^\s*(\w*_)?(unlock|release)\w*\([^;]*\);\s*$`)
	section   = regexp.MustCompile(`^\s*__VERIFIER_atomic_begin\(\);\s*$`)
	ending    = regexp.MustCompile(`^\s*__VERIFIER_atomic_end\(\);\s*$`)
	statement = regexp.MustCompile(`^\s*[a-zA-Z_].*;\s*$`)
	added     = regexp.MustCompile(`(?:__sync_fetch_and_add|atomic_fetch_add|atomic_fetch_add_explicit)` +
		`\(&([\w\[\].>-]+), *(\w+)(?:, *\w+)?\)`)
	swapped    = regexp.MustCompile(`(?:__sync_lock_test_and_set|atomic_exchange)\(&([\w\[\].>-]+), *(\w+)\)`)
	atomically = regexp.MustCompile(`\b__VERIFIER_atomic_(\w+)\(`)
	global     = regexp.MustCompile(`^(?:static |volatile |_Atomic )*(?:unsigned int|unsigned|int|_Bool|bool|` +
		`atomic_int|atomic_bool) (\w+(?:\s*=\s*\w+)?(?:, *\w+(?:\s*=\s*\w+)?)*);`)
)

// operators are the changes.
var operators = []operator{
	{"a lock is not taken", func(lines []string, i int) ([]string, int) {
		return dropped(locking, lines[i])
	}},
	{"a lock is taken too late", func(lines []string, i int) ([]string, int) {
		return later(locking, lines, i)
	}},
	{"a lock is released too early", func(lines []string, i int) ([]string, int) {
		if i+1 < len(lines) && statement.MatchString(lines[i]) && unlocking.MatchString(lines[i+1]) {
			return []string{lines[i+1], lines[i]}, 1
		}
		return nil, 0
	}},
	{"an atomic section is none", func(lines []string, i int) ([]string, int) {
		if !section.MatchString(lines[i]) {
			return nil, 0
		}
		for k := i + 1; k < len(lines); k++ {
			if ending.MatchString(lines[k]) {
				return append([]string{""}, lines[i+1:k]...), k - i
			}
		}
		return nil, 0
	}},
	{"an atomic section begins too late", func(lines []string, i int) ([]string, int) {
		return later(section, lines, i)
	}},
	{"an increment in two steps", func(lines []string, i int) ([]string, int) {
		return replaced(added, lines[i], "($1 += $2, $1 - $2)")
	}},
	{"a ticket that is read twice", func(lines []string, i int) ([]string, int) {
		return replaced(added, lines[i], "($1 = $1 + $2, $1 - $2)")
	}},
	{"a lock that is taken in two steps", func(lines []string, i int) ([]string, int) {
		return replaced(swapped, lines[i], "($1 ? 1 : ($1 = $2, 0))")
	}},
}

func dropped(what *regexp.Regexp, line string) ([]string, int) {
	if what.MatchString(line) {
		return []string{""}, 0
	}
	return nil, 0
}

func later(what *regexp.Regexp, lines []string, i int) ([]string, int) {
	if i+1 < len(lines) && what.MatchString(lines[i]) && statement.MatchString(lines[i+1]) {
		return []string{lines[i+1], lines[i]}, 1
	}
	return nil, 0
}

func replaced(what *regexp.Regexp, line, by string) ([]string, int) {
	if what.MatchString(line) {
		return []string{what.ReplaceAllString(line, by)}, 0
	}
	return nil, 0
}

// Of lists the mutants of a program.
func Of(text string) []Mutant {
	lines := strings.Split(text, "\n")
	var out []Mutant
	add := func(i int, name string, instead []string, skip int) {
		changed := append(append([]string{}, lines[:i]...), instead...)
		changed = append(changed, lines[i+1+skip:]...)
		out = append(out, Mutant{fmt.Sprintf("line %d: %s", i+1, name), strings.Join(changed, "\n")})
	}
	for _, name := range atomics(text) {
		plain := regexp.MustCompile(`\b__VERIFIER_atomic_`+name+`\b`).ReplaceAllString(text, "plain_"+name)
		out = append(out, Mutant{name + " is not atomic", plain})
	}
	names := globals(lines)
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "//") {
			continue
		}
		for _, op := range operators {
			if instead, skip := op.apply(lines, i); instead != nil {
				add(i, op.name, instead, skip)
			}
		}
		for _, m := range numbers(line) {
			add(i, m.Name, []string{m.Text}, 0)
		}
		if global.MatchString(line) {
			continue
		}
		for k, name := range names {
			word := regexp.MustCompile(`\b` + name + `\b`)
			if other := names[(k+1)%len(names)]; other != name && word.MatchString(line) {
				add(i, other+" instead of "+name, []string{word.ReplaceAllString(line, other)}, 0)
			}
		}
	}
	return out
}

// atomics are the functions of a program that are atomic by their names, without that prefix.
func atomics(text string) []string {
	var out []string
	for _, m := range atomically.FindAllStringSubmatch(text, -1) {
		if name := m[1]; name != "begin" && name != "end" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// globals are the names of the variables of a program that stand at the beginning of a line, in the order of
// the text.
func globals(lines []string) []string {
	var out []string
	for _, line := range lines {
		m := global.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		for _, v := range strings.Split(m[1], ",") {
			name, _, _ := strings.Cut(v, "=")
			out = append(out, strings.TrimSpace(name))
		}
	}
	return out
}
