package tasks

import (
	"fmt"
	"strings"

	"whittle.dev/internal/plot"
)

// Setup says how records came about.
type Setup struct {
	Build   string      `json:"build,omitempty"`
	Configs []NamedArgs `json:"configs"`
	// Limits of a task, in seconds and bytes; 0: none.
	CPU    float64 `json:"cpu_limit_s"`
	Wall   float64 `json:"wall_limit_s"`
	Memory uint64  `json:"memory_limit_bytes"`
	Jobs   int     `json:"jobs"`
	Procs  string  `json:"processors,omitempty"` // of a task; empty: all
}

// Setup is that of the records that Run returns.
func (cfg Config) Setup() Setup { return cfg.header().setup() }

func (h header) setup() Setup {
	return Setup{Build: h.Build, Configs: h.Configs, CPU: h.CPU, Wall: h.Wall, Memory: h.Memory,
		Jobs: h.Parallel, Procs: h.Env["GOMAXPROCS"]}
}

// Limits are the limits of a task in words; empty: not known.
func (s Setup) Limits() string {
	var out []string
	if s.Wall > 0 {
		out = append(out, plot.Time.Format(s.Wall)+" of time")
	}
	if s.CPU > 0 {
		out = append(out, plot.Time.Format(s.CPU)+" of CPU time")
	}
	if s.Memory > 0 {
		out = append(out, plot.Memory.Format(float64(s.Memory)))
	}
	if s.Procs != "" {
		out = append(out, s.Procs+" processors for whittle")
	}
	if s.Jobs > 1 {
		out = append(out, fmt.Sprintf("%d tasks at a time", s.Jobs))
	}
	return strings.Join(out, ", ")
}

// Describe says what a configuration runs: "whittle check --engine ceds (build 0123)", "cbmc 6.3.1 --depth
// 9".
func (s Setup) Describe(c NamedArgs) string {
	words := []string{"whittle check"}
	if x := c.External; x != nil {
		words = []string{strings.TrimSpace(x.Name + " " + x.Version)}
	}
	words = append(words, c.Args...)
	if c.External == nil && s.Build != "" {
		words = append(words, "(build "+s.Build+")")
	}
	return strings.Join(words, " ")
}
