package symdivine

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"whittle.dev/internal/bench/papers/spin"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/property"
)

// Configs are the four configurations of the evaluation of "SMT Queries Decomposition and Caching in
// Semi-Symbolic Model Checking" (Mrázek, Jonáš, Barnat, section 4), in its order: how data is stored,
// and whether answers are cached. match is when two states are the same ("equal" in the paper); extra
// flags of check go to all of them. Traces are left as they are found, which is no part of the comparison.
func Configs(match string, extra []string) []tasks.NamedArgs {
	return configs([]string{"--engine", "ceds", "--state-match", match, "--no-minimise"}, extra)
}

// FormulaConfigs are the same for formulas of temporal logic, where states are the same if they are equal.
func FormulaConfigs(extra []string) []tasks.NamedArgs {
	return configs([]string{"--engine", "liveness"}, extra)
}

func configs(first, extra []string) []tasks.NamedArgs {
	var out []tasks.NamedArgs
	for _, store := range []string{"whole", "sliced"} {
		for _, cache := range []bool{false, true} {
			name, args := store+", cache", append(slices.Clone(first), "--store", store)
			if !cache {
				name = store + ", no cache"
				args = append(args, "--no-query-cache")
			}
			out = append(out, tasks.NamedArgs{Name: name, Args: append(args, extra...)})
		}
	}
	return out
}

// FormulaItems are the formulas of a table as tasks, those that are to hold and those that are not in sets
// of their own.
func FormulaItems(rows []spin.Row) []tasks.Item {
	var out []tasks.Item
	for _, r := range rows {
		it := tasks.Item{Name: fmt.Sprintf("%s: %s (%s)", filepath.Base(r.Program), r.Formula, r.Fairness),
			Set: "formulas, right", Path: r.Program, Property: property.LTL, Expected: property.Holds(),
			Formula: r.Formula, Fairness: r.Fairness}
		if r.Answer == "false" {
			it.Set, it.Expected = "formulas, violated", property.Violated(property.LTL)
		}
		out = append(out, it)
	}
	return out
}

// Counts says how questions were decided.
type Counts struct {
	States int64 `json:"states"`
	// Equality counts comparisons of two slices, or of two states stored whole.
	Equality Decided `json:"equality"`
	// Emptiness counts questions whether a slice, or a state stored whole, has a value.
	Emptiness Decided `json:"emptiness"`
}

// Decided counts questions by what decided them.
type Decided struct {
	Checks    int64 `json:"checks"`    // in all
	Syntactic int64 `json:"syntactic"` // by being the same formula
	Interval  int64 `json:"interval"`  // by intervals of values; of emptiness only
	Cached    int64 `json:"cached"`    // by an earlier answer
	Model     int64 `json:"model"`     // by a model of an earlier question
	Solver    int64 `json:"solver"`    // by a solver
	Unknown   int64 `json:"unknown"`   // of these, without an answer
}

// Unneeded are the comparisons that nothing had to decide, since other slices of the same states differ.
func (d Decided) Unneeded() int64 {
	return d.Checks - d.Syntactic - d.Interval - d.Cached - d.Model - d.Solver
}

// statNames are the numbers of the engine ceds that are read.
var statNames = []struct {
	name  string
	field func(*Counts) *int64
}{
	{"states", func(c *Counts) *int64 { return &c.States }},
	{"equality checks", func(c *Counts) *int64 { return &c.Equality.Checks }},
	{"equality syntactic", func(c *Counts) *int64 { return &c.Equality.Syntactic }},
	{"equality from the cache", func(c *Counts) *int64 { return &c.Equality.Cached }},
	{"equality refuted by a value", func(c *Counts) *int64 { return &c.Equality.Model }},
	{"equality by the solver", func(c *Counts) *int64 { return &c.Equality.Solver }},
	{"equality undecided", func(c *Counts) *int64 { return &c.Equality.Unknown }},
	{"emptiness checks", func(c *Counts) *int64 { return &c.Emptiness.Checks }},
	{"emptiness syntactic", func(c *Counts) *int64 { return &c.Emptiness.Syntactic }},
	{"emptiness by intervals", func(c *Counts) *int64 { return &c.Emptiness.Interval }},
	{"emptiness by a model", func(c *Counts) *int64 { return &c.Emptiness.Model }},
	{"emptiness from the cache", func(c *Counts) *int64 { return &c.Emptiness.Cached }},
	{"emptiness by the solver", func(c *Counts) *int64 { return &c.Emptiness.Solver }},
}

// Stats are the names for Config.Stats.
func Stats() []string {
	names := make([]string, 0, len(statNames))
	for _, s := range statNames {
		names = append(names, s.name)
	}
	return names
}

func (c *Counts) add(r tasks.Record) {
	for _, s := range statNames {
		*s.field(c) += int64(r.Stats[s.name])
	}
}

// Cell is what one configuration did with the tasks of one category.
type Cell struct {
	Category string `json:"category"` // empty: all
	Config   string `json:"config"`
	Tasks    int    `json:"tasks"` // that were run and not left out
	Solved   int    `json:"solved"`
	// Common is the number of tasks that all configurations solved, Time the CPU time that this one
	// took for them, in seconds.
	Common int     `json:"solved_by_all"`
	Time   float64 `json:"time_s"`
	// Counts are over the tasks that this configuration solved, CommonCounts over those that all solved.
	Counts       Counts `json:"counts"`
	CommonCounts Counts `json:"counts_solved_by_all"`
}

// Table holds tables 1 and 2 of the paper.
type Table struct {
	Configs []string `json:"configs"`
	// Cells are those of all configurations for the first category, then for the next; the last are
	// for all tasks.
	Cells []Cell `json:"cells"`
	// LeftOut is the number of tasks with too few states.
	LeftOut int `json:"left_out"`
	// Wrong describes answers that are not what is expected, or contradict another one.
	Wrong   []string       `json:"wrong"`
	Records []tasks.Record `json:"records"`

	tasks []task // that were not left out
}

// task are the records of a task.
type task struct {
	item     tasks.Item
	category string
	recs     map[string]tasks.Record // by configuration
}

// solved reports whether a configuration gave an answer that is not known to be wrong.
func (t task) solved(config string) bool {
	r, ok := t.recs[config]
	return ok && (r.Score == tasks.Right || r.Score == tasks.Unjudged)
}

// Options say how records are summed up.
type Options struct {
	// MinStates leaves out tasks that were solved and had fewer states in every configuration that solved
	// them.
	MinStates int
	// ByFolder makes a category of each folder of tasks; else the sets are the categories.
	ByFolder bool
}

// NewTable sums up the records of configurations.
func NewTable(configs []tasks.NamedArgs, recs []tasks.Record, opt Options) *Table {
	t := &Table{Records: recs, Wrong: []string{}}
	for _, c := range configs {
		t.Configs = append(t.Configs, c.Name)
	}
	var all []task
	index := map[string]int{}
	for _, r := range recs {
		i, ok := index[r.Key()]
		if !ok {
			i = len(all)
			index[r.Key()] = i
			category := r.Set
			if opt.ByFolder {
				category = path.Dir(r.Name)
			}
			if category == "" || category == "." {
				category = "-"
			}
			all = append(all, task{r.Item, category, map[string]tasks.Record{}})
		}
		all[i].recs[r.Config] = r
	}
	for _, task := range all {
		t.judge(task)
		if t.small(task, opt.MinStates) {
			t.LeftOut++
		} else {
			t.tasks = append(t.tasks, task)
		}
	}
	var categories []string
	for _, task := range t.tasks {
		if !slices.Contains(categories, task.category) {
			categories = append(categories, task.category)
		}
	}
	slices.Sort(categories)
	for _, category := range append(categories, "") {
		for _, config := range t.Configs {
			t.Cells = append(t.Cells, t.cell(category, config))
		}
	}
	return t
}

// judge notes answers that are wrong, and answers without expectation that contradict each other.
func (t *Table) judge(task task) {
	first := ""
	for _, config := range t.Configs {
		r, ok := task.recs[config]
		v, err := property.ParseVerdict(r.Verdict)
		if !ok || err != nil || v.Kind == property.Unknown {
			continue
		}
		switch {
		case r.Score == tasks.Wrong:
			t.Wrong = append(t.Wrong, fmt.Sprintf("%s (%s): %s, expected %s", task.item.Name, config,
				r.Verdict, r.Expected))
		case r.Score != tasks.Unjudged:
		case first == "":
			first = r.Verdict
		case r.Verdict != first:
			t.Wrong = append(t.Wrong, fmt.Sprintf("%s (%s): %s, and %s in another configuration",
				task.item.Name, config, r.Verdict, first))
		}
	}
}

func (t *Table) small(task task, least int) bool {
	states, solved := 0, false
	for _, config := range t.Configs {
		if task.solved(config) {
			solved = true
			states = max(states, int(task.recs[config].Stats["states"]))
		}
	}
	return solved && states < least
}

func (t *Table) cell(category, config string) Cell {
	c := Cell{Category: category, Config: config}
	for _, task := range t.tasks {
		r, ok := task.recs[config]
		if !ok || category != "" && task.category != category {
			continue
		}
		c.Tasks++
		if !task.solved(config) {
			continue
		}
		c.Solved++
		c.Counts.add(r)
		if t.solvedByAll(task) {
			c.Common++
			c.Time += r.CPU
			c.CommonCounts.add(r)
		}
	}
	return c
}

func (t *Table) solvedByAll(task task) bool {
	return !slices.ContainsFunc(t.Configs, func(config string) bool { return !task.solved(config) })
}
