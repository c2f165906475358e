package multistate

import "testing"

// TestAstray: a run that goes on where its step has ended, or past where a thread should have stopped, has
// lost its way; one of which no length is known has not.
func TestAstray(t *testing.T) {
	for _, c := range []struct {
		name    string
		script  Script
		stopped []int
		edges   int
		want    bool
	}{
		{"nothing known", Script{}, nil, 1000, false},
		{"at the end", Script{length: 7}, nil, 7, false},
		{"after the end", Script{length: 7}, nil, 8, true},
		{"before a stop", Script{stops: []int{5, 9}, length: 9}, nil, 5, false},
		{"after a stop", Script{stops: []int{5, 9}, length: 9}, nil, 6, true},
		{"between stops", Script{stops: []int{5, 9}, length: 9}, []int{5}, 6, false},
	} {
		rec := &Recorder{script: c.script}
		if got := rec.astray(&run{edges: c.edges, script: Script{stops: c.stopped}}); got != c.want {
			t.Errorf("%s: astray is %v", c.name, got)
		}
	}
}
