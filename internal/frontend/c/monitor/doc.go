// Package monitor lowers what a monitor does in a function: where a probe stands, the state of the monitor is
// looked at and changed in one atomic section, and accesses that a witness names as racing announce
// themselves.
// It knows the expressions of probes by a small interface, and nothing else of the lowering of C.
package monitor
