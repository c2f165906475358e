package mutants

import (
	"regexp"
	"strconv"
	"strings"
)

// spot is a change of a number or of a comparison, which is made at one place of a line at a time.
type spot struct {
	name string
	what *regexp.Regexp
	by   func(match []string) string
}

var (
	comparison = `(==|!=|<=|>=|<|>)`
	reversed   = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
	// checking are lines that say what has to hold, and system those of headers: neither is changed.
	checking = regexp.MustCompile(`\bassert\(|reach_error|__VERIFIER_assert|__VERIFIER_assume`)
	system   = regexp.MustCompile(`^\s*(#|extern\b|typedef\b|__extension__\b)`)
)

// spots are these changes.
var spots = []spot{
	{"another amount", regexp.MustCompile(`([-+]=? ?)(\d+)\b`), oneMore},
	{"another amount", regexp.MustCompile(`(fetch_(?:and_)?(?:add|sub)\w*\([^;,()]*, *)(\d+)\b`), oneMore},
	{"a count off by one", regexp.MustCompile(`(\w[\w\].>-]*)(\+\+|--)(;)`), func(m []string) string {
		return m[1] + " " + m[2][:1] + "= 2" + m[3]
	}},
	{"a bound off by one", regexp.MustCompile(`( ` + comparison + ` ?)(\d+)\b`), func(m []string) string {
		return oneMore([]string{"", m[1], m[3]})
	}},
	{"a comparison reversed", regexp.MustCompile(` ` + comparison + ` `), func(m []string) string {
		return " " + reversed[m[1]] + " "
	}},
}

// begins is the first value of a variable.
var begins = spot{"a first value off by one", regexp.MustCompile(`(\w ?= ?)(\d+)\b`), oneMore}

// oneMore is the number after some text plus one.
func oneMore(m []string) string {
	n, err := strconv.ParseUint(m[2], 10, 32)
	if err != nil {
		return m[0]
	}
	return m[1] + strconv.FormatUint(n+1, 10)
}

// numbers are a line with one number or one comparison changed, with what was changed.
func numbers(line string) []Mutant {
	list := spots
	switch {
	case checking.MatchString(line) || system.MatchString(line):
		return nil
	case global.MatchString(line):
		list = []spot{begins}
	}
	var out []Mutant
	for _, s := range list {
		for _, at := range s.what.FindAllStringSubmatchIndex(line, -1) {
			var match []string
			for i := 0; i < len(at); i += 2 {
				match = append(match, line[at[i]:at[i+1]])
			}
			instead := line[:at[0]] + s.by(match) + line[at[1]:]
			if strings.TrimSpace(instead) != strings.TrimSpace(line) {
				out = append(out, Mutant{s.name, instead})
			}
		}
	}
	return out
}
