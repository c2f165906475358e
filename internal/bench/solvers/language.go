package solvers

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"whittle.dev/internal/bench/process"
	"whittle.dev/internal/lazy"
)

// Language is what the solvers of a comparison read.
type Language int

// The languages.
const (
	DIMACS Language = iota // formulas in CNF, answered as in the SAT competitions
	SMTLIB                 // SMT-LIB 2 scripts
)

// ParseLanguage reads "sat" or "smt".
func ParseLanguage(word string) (Language, error) {
	switch word {
	case "sat":
		return DIMACS, nil
	case "smt":
		return SMTLIB, nil
	}
	return 0, fmt.Errorf("%q is no kind of solver (known: sat, smt)", word)
}

// String is "sat" or "smt".
func (l Language) String() string { return [...]string{"sat", "smt"}[l] }

// Extension is that of the files of a folder that are taken.
func (l Language) Extension() string { return [...]string{".cnf", ".smt2"}[l] }

// Defaults are the solvers that are compared with unless others are named.
func (l Language) Defaults() []string {
	return [...][]string{{"cadical", "minisat"}, {"z3", "cvc5"}}[l]
}

// quiet are arguments of known solvers that keep them from printing models and statistics.
var quiet = map[string][]string{
	"cadical":        {"-q", "-n"},
	"kissat":         {"-q", "-n"},
	"minisat":        {"-verb=0"},
	"glucose":        {"-verb=0"},
	"cryptominisat5": {"--verb", "0", "--printsol", "0"},
	"z3":             nil,
	"cvc5":           nil,
	"bitwuzla":       nil,
	"yices-smt2":     nil,
	"mathsat":        nil,
	"boolector":      nil,
	"stp":            nil,
	"opensmt":        nil,
}

// Contender returns the solver of a command line, or of the name of a known solver, which gets the arguments
// that it needs. "NAME=COMMAND" names it. The error says that there is no such program.
func (l Language) Contender(command string) (Contender, error) {
	name, line, named := strings.Cut(command, "=")
	if !named || strings.ContainsAny(name, " /-") {
		name, line = "", command
	}
	words := strings.Fields(line)
	if len(words) == 0 {
		return Contender{}, fmt.Errorf("%q names no solver", command)
	}
	if name == "" {
		name = words[0]
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		return Contender{}, err
	}
	if len(words) == 1 {
		words = append(words, quiet[words[0]]...)
	}
	return Contender{Name: name, Command: append([]string{path}, words[1:]...)}, nil
}

// answer reads the answer of a process that ended by itself.
func (l Language) answer(u process.Usage) (answer, why string) {
	if l == DIMACS {
		switch u.Exit {
		case 10:
			return "sat", ""
		case 20:
			return "unsat", ""
		}
		return "unknown", strings.TrimSpace(fmt.Sprintf("exit code %d %s", u.Exit,
			process.LastLine(u.Stderr)))
	}
	var words []string
	for line := range strings.Lines(string(u.Stdout)) {
		switch line = strings.TrimSpace(line); {
		case line == "sat", line == "unsat", line == "unknown":
			words = append(words, line)
		case strings.HasPrefix(line, "(error"):
			return "unknown", line
		}
	}
	if len(words) == 0 {
		return "unknown", strings.TrimSpace(fmt.Sprintf("exit code %d %s", u.Exit,
			process.LastLine(u.Stderr)))
	}
	return strings.Join(words, " "), ""
}

var statusOf = [...]func() *regexp.Regexp{
	lazy.Regexp(`^c status (sat|unsat)\s*$`),
	lazy.Regexp(`^\(set-info :status (sat|unsat)\)\s*$`),
}

// expected reads what a file says about its answer in the lines before the first
// clause or the first check: of a script one word for each check, if all of them have one.
func (l Language) expected(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	var words []string
	in := bufio.NewReaderSize(f, 1<<16)
	status := "unknown"
	for {
		// Long lines come in pieces; no piece but the first begins a line.
		line, more, err := in.ReadLine()
		if err != nil {
			break // the solvers will tell
		}
		if m := statusOf[l]().FindSubmatch(line); m != nil {
			status = string(m[1])
		}
		if l == DIMACS && len(line) > 0 && line[0] == 'p' {
			break
		}
		if l == SMTLIB && strings.HasPrefix(string(line), "(check-sat") {
			words = append(words, status)
			status = "unknown"
		}
		for more && err == nil {
			_, more, err = in.ReadLine()
		}
	}
	if l == DIMACS && status != "unknown" {
		return status, nil
	}
	for _, w := range words {
		if w != "unknown" {
			return strings.Join(words, " "), nil
		}
	}
	return "", nil
}
