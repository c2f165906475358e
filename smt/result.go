package smt

// Status is the answer to a satisfiability question. The zero value is
// Unknown, so that a forgotten answer is never a verdict.
type Status uint8

// The three answers.
const (
	Unknown Status = iota
	Sat
	Unsat
)

// String returns the SMT-LIB word: "unknown", "sat" or "unsat".
func (s Status) String() string {
	switch s {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	default:
		return "unknown"
	}
}

// Reasons of an Unknown result. A reason that starts with
// ReasonUnsupported is followed by ": " and what is not supported.
const (
	ReasonCanceled    = "canceled"    // the context was cancelled
	ReasonTimeout     = "timeout"     // the context's deadline, or a limit on effort, passed
	ReasonMemory      = "memory"      // the formula is larger than the solver can hold
	ReasonUnsupported = "unsupported" // an operator, a sort or a combination
)

// Result is the answer of one Check.
type Result struct {
	Status Status
	Reason string // why the status is Unknown; empty otherwise
}

// String returns the status, with the reason in parentheses if there is one.
func (r Result) String() string {
	if r.Status == Unknown && r.Reason != "" {
		return "unknown (" + r.Reason + ")"
	}
	return r.Status.String()
}
