package tasks

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"whittle.dev/internal/bench/process"
	"whittle.dev/internal/bench/tools"
	"whittle.dev/internal/english"
)

// External is another verification tool, as it is on this machine.
type External struct {
	Tool    *tools.Tool `json:"-"`
	Name    string      `json:"name"`
	Program string      `json:"program"`
	Version string      `json:"version,omitempty"`
	// Digest identifies the description of the tool.
	Digest string `json:"description"`
}

// versionTime is how long a tool may take to tell its version. Java takes its time.
const versionTime = 30 * time.Second

// FindTool finds the program of a tool and asks it for its version. That there is no program is an error;
// that it does not tell its version is none.
func FindTool(ctx context.Context, t *tools.Tool) (*External, error) {
	program, err := t.Find()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(t.Source())
	x := &External{Tool: t, Name: t.Name, Program: program, Digest: hex.EncodeToString(sum[:8])}
	if len(t.Version.Arguments) > 0 {
		x.Version = version(ctx, t, program)
	}
	return x, nil
}

func version(ctx context.Context, t *tools.Tool, program string) string {
	ctx, cancel := context.WithTimeout(ctx, versionTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, t.Version.Arguments...)
	cmd.WaitDelay = time.Second
	if t.InFolder {
		cmd.Dir = filepath.Dir(program)
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return ""
	}
	text := strings.TrimSpace(string(out))
	if re := t.Version.Pattern; re != nil {
		m := re.FindStringSubmatch(text)
		if m == nil {
			return ""
		}
		return english.OneLine(m[len(m)-1])
	}
	line, _, _ := strings.Cut(text, "\n")
	return english.OneLine(line)
}

// runTool runs another tool on a task, once for each of its bounds until it gives an answer; ok is false
// when the run was ended from outside.
func (cfg Config) runTool(ctx context.Context, conf NamedArgs, it Item, files *toolFiles) (rec Record,
	ok bool) {
	x := conf.External
	rec = Record{Item: it, Config: conf.Name, Expected: it.Expected.String(), Verdict: "unknown",
		Score: Unknown}
	if !x.Tool.Checked(it.Property) {
		rec.Why = fmt.Sprintf("%s does not check %s", x.Name, it.Property)
		return rec, true
	}
	t, err := cfg.toolTask(x.Tool, it, files)
	if err != nil {
		rec.Score, rec.Exit, rec.Why = Failed, -1, err.Error()
		return rec, true
	}
	t.Flags = conf.Args
	bounds := x.Tool.Bounds
	if len(bounds) == 0 {
		bounds = []int{0}
	}
	strict := !x.Tool.UsesTimeout()
	var wall, cpu time.Duration
	for i, b := range bounds {
		t.Bound = b
		if cfg.Wall > 0 {
			t.Timeout = cfg.Wall - wall
		}
		if cfg.CPU > 0 {
			t.CPU = cfg.CPU - cpu
		}
		args, err := x.Tool.CommandLine(t)
		if err != nil {
			rec.Score, rec.Exit, rec.Why = Failed, -1, err.Error()
			return rec, true
		}
		p := process.Command{Path: x.Program, Args: args, Environ: append(os.Environ(), x.Tool.Env(t)...),
			Supervisor: cfg.Supervisor, Accounting: cfg.Accounting,
			Limits: process.Limits{CPU: t.CPU, Wall: t.Timeout, Memory: cfg.Memory, Strict: strict}}
		if x.Tool.InFolder {
			p.Dir = filepath.Dir(x.Program)
		}
		u := p.Run(ctx)
		if ctx.Err() != nil {
			return Record{}, false
		}
		wall, cpu = wall+u.Wall, cpu+u.CPU
		rec.Exit, rec.CPU, rec.Wall, rec.Memory, rec.Accounting = u.Exit, cpu.Seconds(), wall.Seconds(),
			max(rec.Memory, u.Peak), u.Accounting
		a := toolAnswer(u, x.Tool, t, args)
		rec.Verdict, rec.Why = a.Verdict.String(), a.Why
		switch {
		case a.Failed:
			rec.Score = Failed
		default:
			rec.Score = Judge(it.Expected, a.Verdict)
		}
		if b > 0 && !a.Failed && rec.Score == Unknown {
			rec.Why = strings.TrimSuffix(fmt.Sprintf("bound %d: %s", b, a.Why), ": ")
		}
		exhausted := cfg.Wall > 0 && wall >= cfg.Wall || cfg.CPU > 0 && cpu >= cfg.CPU
		if !a.Bound || i == len(bounds)-1 {
			break
		}
		if exhausted {
			rec.Why = fmt.Sprintf("timeout after bound %d", b)
			break
		}
	}
	return rec, true
}

// toolAnswer judges how a process of another tool ended.
func toolAnswer(u process.Usage, t *tools.Tool, task tools.Task, args []string) tools.Answer {
	if u.Killed != "" {
		return tools.Answer{Why: u.Killed}
	}
	if u.Err != nil && u.Exit == -1 && len(u.Stdout)+len(u.Stderr) == 0 {
		return tools.Answer{Failed: true, Why: u.Err.Error()}
	}
	a := t.Judge(task, args, tools.Output{Exit: u.Exit, Stdout: u.Stdout, Stderr: u.Stderr})
	if a.Failed && u.Err != nil {
		a.Why = strings.TrimSuffix(u.Err.Error()+": "+process.LastLine(u.Stderr), ": ")
	}
	return a
}
