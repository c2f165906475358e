package tasks

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"whittle.dev/internal/bench/process"
	"whittle.dev/internal/property"
)

// Answer reads what a process printed and how it ended.
func Answer(u process.Usage, it Item) (score Score, verdict, why string) {
	if u.Killed != "" {
		// Running into a limit is no failure, whoever noticed it first.
		return Unknown, "unknown", u.Killed
	}
	if u.Err != nil {
		return Failed, "unknown", u.Err.Error()
	}
	if u.Exit != 0 && u.Exit != 1 && u.Exit != 3 {
		return Failed, "unknown", fmt.Sprintf("exit code %d: %s", u.Exit, process.LastLine(u.Stderr))
	}
	var out struct {
		Verdict, Why, Where string
	}
	if err := json.Unmarshal(u.Stdout, &out); err != nil {
		return Failed, "unknown", fmt.Sprintf("exit code %d, and the output is not JSON: %v", u.Exit, err)
	}
	v, err := property.ParseVerdict(out.Verdict)
	if err != nil {
		return Failed, "unknown", err.Error()
	}
	why = out.Why
	if out.Where != "" {
		why = filepath.Base(out.Where) + ": " + why
	}
	if want := map[property.Kind]int{property.True: 0, property.False: 1,
		property.Unknown: 3}[v.Kind]; u.Exit != want {
		return Failed, v.String(), fmt.Sprintf("the exit code is %d but the verdict %s", u.Exit, v)
	}
	return Judge(it.Expected, v), v.String(), why
}

// peakMemory is what a process says about its own peak memory, 0 when it says nothing. The operating system's
// number is no smaller than what the runner itself used when it started the process.
func peakMemory(u process.Usage) uint64 {
	return uint64(Stats(u, "peak memory")["peak memory"])
}

// Stats are the numbers with these names that a process gives; nil if there are none, as of one that was
// killed.
func Stats(u process.Usage, names ...string) map[string]float64 {
	var out struct {
		Stats []struct {
			Name  string
			Value float64
		}
	}
	if len(names) == 0 || json.Unmarshal(u.Stdout, &out) != nil {
		return nil
	}
	var found map[string]float64
	for _, s := range out.Stats {
		if slices.Contains(names, s.Name) {
			if found == nil {
				found = make(map[string]float64, len(names))
			}
			found[s.Name] = s.Value
		}
	}
	return found
}
