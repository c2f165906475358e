package wire

import (
	"fmt"
	"reflect"
	"time"

	"whittle.dev/internal/bench/tasks"
)

// Run is what is known of a run by its name. Two runs with one name are the same if all but Created and
// Cancelled are equal: then the second one goes on with the first.
type Run struct {
	Version   int               `json:"version"`
	Name      string            `json:"name"`
	Build     string            `json:"build"` // of the whittle that runs the tasks
	Created   time.Time         `json:"created"`
	Cancelled bool              `json:"cancelled,omitempty"`
	Total     int               `json:"total"` // tasks, one for each configuration
	Tasks     string            `json:"tasks"` // the hash of their ids
	Configs   []tasks.NamedArgs `json:"configs"`
	Limits    Limits            `json:"limits"`
	Stats     []string          `json:"stats,omitempty"`
}

// Encode gives the message.
func (r *Run) Encode() ([]byte, error) { return encode(r) }

// DecodeRun reads the message.
func DecodeRun(data []byte) (*Run, error) {
	r := &Run{}
	if err := decode(data, r, &r.Version); err != nil {
		return nil, err
	}
	return r, CheckName(r.Name)
}

// Differs says in what two runs of one name differ; empty: they are the same.
func (r *Run) Differs(s *Run) string {
	switch {
	case r.Build != s.Build:
		return fmt.Sprintf("it was begun by build %s of whittle, this is %s", r.Build, s.Build)
	case r.Total != s.Total || r.Tasks != s.Tasks:
		return "it has other tasks"
	case !reflect.DeepEqual(r.Configs, s.Configs):
		return "it has other configurations"
	case r.Limits != s.Limits:
		return "it has other limits"
	case !reflect.DeepEqual(r.Stats, s.Stats):
		return "it keeps other numbers"
	}
	return ""
}

// Result is how a job ended.
type Result struct {
	Version int          `json:"version"`
	Worker  string       `json:"worker"`
	Record  tasks.Record `json:"record"`
}

// Encode gives the message; the reason in it is shortened where it is long.
func (r *Result) Encode() ([]byte, error) {
	short := *r
	if why := short.Record.Why; len(why) > MaxFailure {
		short.Record.Why = why[:MaxFailure]
	}
	return encode(&short)
}

// DecodeResult reads the message.
func DecodeResult(data []byte) (*Result, error) {
	r := &Result{}
	return r, decode(data, r, &r.Version)
}

// Unreadable is the result of a task of which a message cannot be read. It does not say which task.
func Unreadable(worker string, err error) *Result {
	return &Result{Version: Version, Worker: worker,
		Record: tasks.Record{Verdict: "unknown", Score: tasks.Failed, Exit: -1, Why: err.Error()}}
}

// Beat says that a worker is there.
type Beat struct {
	Version  int       `json:"version"`
	Worker   string    `json:"worker"`
	Build    string    `json:"build"`
	Release  string    `json:"release"` // the version of whittle, for people
	Slots    int       `json:"slots"`   // tasks at a time
	Running  []string  `json:"running"` // names of tasks
	Done     int       `json:"done"`
	Rejected int       `json:"rejected"` // messages that were no jobs
	Since    time.Time `json:"since"`
}

// Encode gives the message.
func (b *Beat) Encode() ([]byte, error) { return encode(b) }

// DecodeBeat reads the message.
func DecodeBeat(data []byte) (*Beat, error) {
	b := &Beat{}
	return b, decode(data, b, &b.Version)
}
