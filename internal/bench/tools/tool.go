package tools

import (
	"regexp"

	"whittle.dev/internal/lazy"
	"whittle.dev/internal/property"
)

// Tool describes a verification tool.
type Tool struct {
	Name        string
	Program     []string // names or paths; the first that is found is called
	Version     Version
	Arguments   []Argument
	Environment map[string]string // added to that of the caller; with placeholders
	// InFolder says that the tool must be started in the folder of its program.
	InFolder bool
	// Input is the language of the files that the tool reads; empty: that of the task.
	Input Input
	// Checks are the arguments for each property that the tool checks; nil: it checks all, without arguments.
	Checks   map[property.Property][]Argument
	Bounds   []int // values of {bound}, tried in turn
	Verdicts []Pattern
	Note     string // what a user should know

	source []byte
}

// Input is a language that tasks are translated to before a tool sees them.
type Input string

// Horn is constrained Horn clauses in SMT-LIB 2, which transition systems are translated to.
const Horn Input = "horn"

// Version says how a tool tells its version. Without arguments it does not.
type Version struct {
	Arguments []string
	Pattern   *regexp.Regexp // its first group, or the whole match; nil: the first line
}

// Argument is one text or several that belong together.
type Argument []string

// Pattern gives outputs a meaning. Fields that are nil or empty fit always.
type Pattern struct {
	Exit                            []int
	Output, Stdout, Stderr, Command *regexp.Regexp
	Properties                      []property.Property
	Verdict, Why                    string
}

// Source is the text that the tool was read from; it identifies the description.
func (t *Tool) Source() []byte { return t.source }

// Checked reports whether the tool checks a property.
func (t *Tool) Checked(p property.Property) bool {
	_, ok := t.Checks[p]
	return ok || t.Checks == nil
}

// UsesTimeout reports whether the tool is told the time limit, so that it can end by itself.
func (t *Tool) UsesTimeout() bool {
	for _, a := range t.Arguments {
		for _, text := range a {
			if timeoutPlace().MatchString(text) {
				return true
			}
		}
	}
	return false
}

var timeoutPlace = lazy.Regexp(`\{(timeout|cpu)\}`)
