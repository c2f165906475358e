package bench

import "whittle.dev/internal/bench/proctree"

// SuperviseCommand is the only argument of a process that is to call Supervise, by convention of the programs
// that use this package.
const SuperviseCommand = "supervise-processes"

// Supervise is the whole work of a supervisor (package proctree); it returns the exit code of its process.
func Supervise() int { return proctree.Supervise() }

// ParseAccounting reads how supervisors measure: auto, cgroup or processes. What is not possible here is an
// error.
func ParseAccounting(word string) (proctree.Accounting, error) {
	a, err := proctree.ParseAccounting(word)
	if err != nil {
		return "", err
	}
	return a, proctree.Available(a)
}
