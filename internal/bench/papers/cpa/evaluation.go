package cpa

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/cpa"
)

// Counts are the lines of table 4.1.
type Counts struct {
	CorrectTrue    int     `json:"correct_true"`
	CorrectFalse   int     `json:"correct_false"`
	IncorrectTrue  int     `json:"incorrect_true"`
	IncorrectFalse int     `json:"incorrect_false"`
	Errors         int     `json:"errors"` // no answer for another reason than those that follow
	Memory         int     `json:"out_of_memory"`
	Timeouts       int     `json:"timeouts"`
	LoopBound      int     `json:"loop_bound_reached"`
	CPU            float64 `json:"cpu_s"`
	// Tasks is how many there were.
	Tasks int `json:"tasks"`
}

// Correct and Incorrect are sums.
func (c Counts) Correct() int   { return c.CorrectTrue + c.CorrectFalse }
func (c Counts) Incorrect() int { return c.IncorrectTrue + c.IncorrectFalse }

// thesisTasks is how many tasks the thesis has, with 15 minutes of CPU time and 15 GB of memory for each.
const thesisTasks = 1082

// thesis has table 4.1: the configurations of CPAchecker, by the names of ours.
var thesis = map[string]Counts{
	"bmc":             {152, 550, 1, 6, 84, 165, 87, 37, 258_000, thesisTasks},
	"bmc+simplify":    {152, 535, 1, 6, 84, 201, 66, 37, 266_000, thesisTasks},
	"predicate":       {168, 36, 2, 7, 88, 1, 780, 0, 717_000, thesisTasks},
	"predicate+value": {178, 718, 2, 13, 86, 2, 82, 0, 224_000, thesisTasks},
	"bdd":             {167, 777, 0, 21, 96, 0, 21, 0, 76_600, thesisTasks},
	"value":           {162, 784, 0, 57, 38, 9, 32, 0, 84_100, thesisTasks},
}

// Configs are the analyses with these names, nil: all that the engine cpa has. Extra flags of check go to
// all.
func Configs(names, extra []string) ([]tasks.NamedArgs, error) {
	if len(names) == 0 {
		names = cpa.Analyses
	}
	var out []tasks.NamedArgs
	for _, name := range names {
		if !slices.Contains(cpa.Analyses, name) {
			return nil, fmt.Errorf("unknown analysis %q (known: %s)", name, strings.Join(cpa.Analyses, ", "))
		}
		out = append(out, tasks.NamedArgs{Name: name, Args: append([]string{"--engine", "cpa", "--set",
			"cpa.analysis=" + name}, extra...)})
	}
	return out, nil
}

// loopBound is the number of an answer that says that the search ended at a bound on loops.
const loopBound = "loop bound"

// Stats are the names for tasks.Config.Stats.
func Stats() []string {
	return []string{loopBound, "refinements", "predicates", "states made",
		"merged states"}
}

// Limits are those of each run.
type Limits struct {
	CPU    float64 `json:"cpu_s"`
	Memory uint64  `json:"memory_bytes"`
}

// near is the share of a limit beyond which a run without answer has run into it, whatever it says: it may
// have been killed.
const near = 0.9

// add counts a record.
func (c *Counts) add(r tasks.Record, limits Limits) {
	c.Tasks++
	c.CPU += r.CPU
	said := strings.HasPrefix(r.Verdict, "true")
	switch {
	case r.Score == tasks.Right && said:
		c.CorrectTrue++
	case r.Score == tasks.Right:
		c.CorrectFalse++
	case r.Score == tasks.Wrong && said:
		c.IncorrectTrue++
	case r.Score == tasks.Wrong:
		c.IncorrectFalse++
	case strings.HasPrefix(r.Why, engine.ErrMemory.Error()),
		limits.Memory > 0 && float64(r.Memory) >= near*float64(limits.Memory):
		c.Memory++
	case r.Why == engine.ErrTimeout.Error(), limits.CPU > 0 && r.CPU >= near*limits.CPU:
		c.Timeouts++
	case r.Score == tasks.Unknown && r.Stats[loopBound] > 0:
		c.LoopBound++
	default:
		c.Errors++
	}
}
