package engine

import "time"

// Series is how a number went in the course of a run.
type Series struct {
	Engine string   `json:"engine,omitempty"` // empty: the number is not of an engine
	Name   string   `json:"name"`
	Unit   string   `json:"unit,omitempty"` // as in Stat
	Points []Sample `json:"points"`
}

// Sample is a number at a moment of a run.
type Sample struct {
	At    time.Duration `json:"at"` // since the run began
	Value float64       `json:"value"`
}
