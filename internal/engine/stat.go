package engine

import (
	"fmt"
	"strconv"
	"time"
)

// Stat is a named number about a run.
type Stat struct {
	Name  string  `json:"name"` // words in lower case, "sat conflicts"
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"` // "", "s" or "B"
}

// Count is a Stat without unit.
func Count[T ~int | ~int32 | ~int64 | ~uint32 | ~uint64](name string, n T) Stat {
	return Stat{Name: name, Value: float64(n)}
}

// Seconds is a Stat that is a time.
func Seconds(name string, d time.Duration) Stat {
	return Stat{Name: name, Value: d.Seconds(), Unit: "s"}
}

// Bytes is a Stat that is an amount of memory.
func Bytes(name string, n uint64) Stat {
	return Stat{Name: name, Value: float64(n), Unit: "B"}
}

// Text prints the value with its unit for people.
func (s Stat) Text() string {
	switch s.Unit {
	case "s":
		return fmt.Sprintf("%.3f s", s.Value)
	case "B":
		return fmt.Sprintf("%.1f MB", s.Value/1e6)
	}
	return strconv.FormatFloat(s.Value, 'f', -1, 64)
}
