package process

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// dialect is what one must know to talk to a solver.
type dialect struct {
	args      []string // for commands from standard input
	logic     string   // the widest that it takes
	assumes   bool     // knows check-sat-assuming
	tellsCore bool     // knows get-unsat-assumptions
}

// dialectOf returns the dialect of a solver by the name of its program; what is not
// known is treated as the standard says.
func dialectOf(program string) (d dialect, known bool) {
	switch strings.TrimSuffix(filepath.Base(program), ".exe") {
	case "z3":
		return dialect{[]string{"-in", "-smt2"}, "ALL", true, true}, true
	case "cvc5":
		return dialect{[]string{"--lang", "smt2", "--incremental"}, "ALL", true, true}, true
	case "bitwuzla":
		return dialect{[]string{"--lang", "smt2"}, "QF_AUFBV", true, true}, true
	case "yices-smt2":
		return dialect{[]string{"--incremental"}, "QF_AUFBV", true, true}, true
	case "mathsat":
		return dialect{[]string{"-input=smt2"}, "ALL", false, false}, true
	case "opensmt":
		return dialect{[]string{"-p"}, "QF_AUFLIA", false, false}, true
	}
	return dialect{nil, "ALL", true, true}, false
}

// commandLine splits a command into program and arguments, with the arguments that
// a known solver needs if none are given, and looks for the program.
func commandLine(command string) (path string, args []string, d dialect, err error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return "", nil, d, fmt.Errorf("process: no solver is named")
	}
	d, _ = dialectOf(words[0])
	if path, err = exec.LookPath(words[0]); err != nil {
		return "", nil, d, fmt.Errorf("process: %w", err)
	}
	args = words[1:]
	if len(args) == 0 {
		args = d.args
	}
	return path, args, d, nil
}
