package witness

import (
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

// TestViolationMonitor: the states of the automaton are the segments, from one to the next and at last to the
// target; an execution that passes by a followed waypoint ends where the format or the caller says so.
func TestViolationMonitor(t *testing.T) {
	for _, version := range []string{"2.2", "2.0"} {
		text := sample(t, "violation.yml")
		if version == "2.0" {
			text = strings.NewReplacer(`"2.2"`, `"2.0"`, "        thread_id: 0\n", "", "        thread_id: 1\n",
				"", "ext_c_expression", "acsl_expression", "value: -4", "value: true").Replace(text)
		}
		w, err := Read("w.yml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		e := w.violation()
		for _, strict := range []bool{false, true} {
			m, exact, err := w.ViolationMonitor(e, property.UnreachCall, strict)
			if err != nil {
				t.Fatal(err)
			}
			if exact != (version != "2.0" || !strict) || m.Threads != (version != "2.0") {
				t.Errorf("format %s, strict %v: exact %v, threads %v", version, strict, exact, m.Threads)
			}
			last := len(e.Segments) - 1
			if len(m.Targets) != 1 || m.Targets[0].State != last || len(m.Probes) != last+1 {
				t.Fatalf("format %s: %d probes, targets %+v", version, len(m.Probes), m.Targets)
			}
			must := strict || version != "2.0"
			state := 0
			for i, p := range m.Probes {
				if p.Then.Do == c.ProbeCut { // avoided
					if p.Else.Do == c.ProbeCut || p.State != state {
						t.Errorf("format %s: probe %d: %+v", version, i, p)
					}
					continue
				}
				if p.Then.Do != c.ProbeGo || p.State != state || p.Then.Next != state+1 ||
					(p.Else.Do == c.ProbeCut) != must {
					t.Errorf("format %s, strict %v: probe %d: %+v", version, strict, i, p)
				}
				state++
			}
			if state != last {
				t.Errorf("format %s: the probes lead to state %d of %d", version, state, last)
			}
		}
	}
}
