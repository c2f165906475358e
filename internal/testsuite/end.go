package testsuite

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
)

// ended notes how the execution of a test has ended; ok is false if that is no end for a test.
func (t *Test) ended(o *interp.Outcome, p *cfa.Program) (ok bool) {
	switch o.Kind {
	case interp.Exited:
		if t.End, t.Status = Exits, o.Status&0xff; o.Status == cfa.Aborted {
			t.End = Aborts
		}
	case interp.Violated:
		t.End, t.Status, t.Message = Violates, cfa.Aborted, o.What
		t.Where = p.Files.Format(o.User)
	case interp.Deadlock:
		t.End, t.Status, t.Message = Deadlocks, cfa.Aborted, o.What
	case interp.AssumeFailed:
		t.End = Assumes
	case interp.StepLimit:
		t.End = Cut
	default:
		return false
	}
	return true
}

// Expected says in one line how the test ends.
func (t *Test) Expected() string {
	switch t.End {
	case Exits:
		return fmt.Sprintf("exits with %d", t.Status)
	case Aborts:
		return "aborts"
	case Violates:
		return t.Message + " at " + t.Where
	case Deadlocks:
		return "deadlock: " + t.Message
	case Assumes:
		return "ends where an assumption does not hold"
	}
	return "goes on, and is not followed further"
}
