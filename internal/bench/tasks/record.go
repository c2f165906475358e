package tasks

import "whittle.dev/internal/property"

// Score is the judgement of an answer.
type Score string

// The scores.
const (
	Right   Score = "right"
	Wrong   Score = "wrong"
	Unknown Score = "unknown"
	// Failed: the command did not answer (bad input, a crash, killed).
	Failed Score = "failed"
	// Unjudged: an answer where nothing is expected.
	Unjudged Score = "unjudged"
)

// Record is the result of one task under one configuration.
type Record struct {
	Item
	Config   string  `json:"config,omitempty"`
	Expected string  `json:"expected"`
	Verdict  string  `json:"verdict"`
	Score    Score   `json:"score"`
	Exit     int     `json:"exit"` // exit code; -1: ended by a signal
	CPU      float64 `json:"cpu_s"`
	Wall     float64 `json:"wall_s"`
	Memory   uint64  `json:"memory_bytes"` // peak resident memory
	Why      string  `json:"why,omitempty"`
	// Accounting says how time and memory were measured (package proctree); empty: of the process and those
	// that it waited for.
	Accounting string `json:"accounting,omitempty"`
	// Stats are the numbers of the answer that Config.Stats names; a process that was killed has none.
	Stats map[string]float64 `json:"stats,omitempty"`
}

// Judge compares an answer with what is expected.
func Judge(want, got property.Verdict) Score {
	switch {
	case got.Kind == property.Unknown:
		return Unknown
	case want.Kind == property.Unknown:
		return Unjudged
	case want.Kind != got.Kind:
		return Wrong
	case got.Kind == property.False && !want.Property.Covers(got.Property):
		return Wrong
	}
	return Right
}

// header is the first line of a results file: records are only comparable,
// and a run is only resumed, when it is the same.
type header struct {
	Version  int               `json:"version"`
	Command  []string          `json:"command"`
	Build    string            `json:"build,omitempty"`
	Configs  []NamedArgs       `json:"configs"`
	CPU      float64           `json:"cpu_limit_s"`
	Wall     float64           `json:"wall_limit_s"`
	Memory   uint64            `json:"memory_limit_bytes"`
	Env      map[string]string `json:"env,omitempty"`
	Parallel int               `json:"jobs"`
	Stats    []string          `json:"stats,omitempty"`
}

const resultsVersion = 1

func RecordKey(config string, it Item) string { return config + "\t" + it.Key() }
