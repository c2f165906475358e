package proctree

import "time"

// Spec is a command with its limits.
type Spec struct {
	Path string   // of the program
	Args []string // without the name of the program
	Env  []string // the whole environment; nil: that of the supervisor
	Dir  string   // where it runs; empty: the current folder

	// Limits of the whole tree; 0: none. It is killed when it goes beyond one.
	CPU, Wall time.Duration
	Memory    uint64 // bytes

	// Accounting says how the tree is measured; empty is Auto.
	Accounting Accounting
}

// Command is the only argument of a process that is to call Supervise, by convention of the programs that use
// this package.
const Command = "supervise-processes"

// Accounting is a way to measure a tree of processes.
type Accounting string

// The ways. Usage.Accounting says which it was: Cgroup, Processes, or Mixed.
const (
	Auto      Accounting = "auto"      // Cgroup if possible, else Processes
	Cgroup    Accounting = "cgroup"    // by a cgroup of version 2, or it is an error
	Processes Accounting = "processes" // by waiting for and looking at processes
	Mixed     Accounting = "mixed"     // CPU time by a cgroup, memory by looking at processes
)

// Cause says why a tree was killed.
type Cause string

// The causes.
const (
	ByCPU       Cause = "CPU time limit"
	ByWall      Cause = "timeout"
	ByMemory    Cause = "out of memory"
	ByInterrupt Cause = "interrupted"
)

// Usage is what a tree of processes used, and how the command ended.
type Usage struct {
	Exit   int           `json:"exit"`             // exit code of the command; -1: ended by a signal
	Signal string        `json:"signal,omitempty"` // which one
	Killed Cause         `json:"killed,omitempty"` // the tree was killed; empty: the command ended by itself
	CPU    time.Duration `json:"cpu"`              // user and system time of all processes
	Wall   time.Duration `json:"wall"`             // until the command ended
	Memory uint64        `json:"memory"`           // peak, in bytes
	// Processes is the largest number of processes that was seen at a time.
	Processes  int        `json:"processes"`
	Accounting Accounting `json:"accounting"`
	// Err says why the command could not be started.
	Err string `json:"error,omitempty"`
}
