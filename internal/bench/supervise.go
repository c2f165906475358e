package bench

import "whittle.dev/internal/bench/proctree"

// SuperviseCommand is the only argument of a process that is to call Supervise, by convention of the programs that use this package.
const SuperviseCommand = "supervise-processes"

// Supervise is the whole work of a supervisor (package proctree); it returns the exit code of its process.
func Supervise() int { return proctree.Supervise() }

// ParseAccounting reads how supervisors measure: auto, cgroup or processes.
func ParseAccounting(word string) (proctree.Accounting, error) { return proctree.ParseAccounting(word) }
