package process

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"time"

	"whittle.dev/internal/bench/proctree"
	"whittle.dev/internal/limits"
)

// Limits of one process; 0: none.
type Limits struct {
	CPU, Wall time.Duration
	Memory    uint64
	// strict: the process does not know its limits of wall time and memory, so it gets no time to notice them
	// itself.
	Strict bool
}

// Command is a command to run under limits.
type Command struct {
	Path    string
	Args    []string
	Dir     string            // where it runs; empty: here
	Env     map[string]string // added to the environment
	Environ []string          // the environment; nil: that of this process
	Limits  Limits
	// Output bounds each half of what is kept of the standard output; 0: maxHalf.
	Output int
	// Supervisor is the command line of a supervisor (package proctree), by which all processes that this one
	// starts count; nil: none.
	Supervisor []string
	Accounting proctree.Accounting
}

// Usage is what a process used and left.
type Usage struct {
	Exit      int // -1: ended by a signal
	Killed    string
	Err       error // it could not be run
	CPU, Wall time.Duration
	Peak      uint64 // bytes
	Seen      uint64 // the peak as far as it was seen while the process ran, bytes
	Stdout    []byte
	Stderr    []byte
	// With a supervisor: how many processes there were at a time, and how they were measured.
	Processes  int
	Accounting string
}

const (
	// grace is how much later than told a process is killed.
	grace = 2 * time.Second
	// Glance is the time between two looks at a process's memory.
	Glance = 100 * time.Millisecond
	// maxStderr bounds what is kept of a process's complaints.
	maxStderr = 1 << 16
)

// environment is that of the process.
func (p Command) environment() []string {
	env := p.Environ
	if env == nil {
		env = os.Environ()
	}
	for k, v := range p.Env {
		env = append(env, k+"="+v)
	}
	return env
}

// Run starts the process in a group of its own and waits for its end; the
// group is killed when a limit is broken or ctx ends.
func (p Command) Run(ctx context.Context) Usage {
	if p.Supervisor != nil && proctree.Supported {
		return p.supervised(ctx)
	}
	cmd := exec.Command(p.Path, p.Args...)
	cmd.Env, cmd.Dir = p.environment(), p.Dir
	stdout, stderr := &capture{half: p.Output}, &head{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = time.Second // output pipes held open by a grandchild
	OwnGroup(cmd)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return Usage{Exit: -1, Err: err}
	}
	limitCPU(cmd.Process.Pid, p.Limits.CPU)
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()

	u := Usage{}
	ticker := time.NewTicker(Glance)
	defer ticker.Stop()
	var err error
wait:
	for {
		select {
		case err = <-done:
			break wait
		case <-ctx.Done():
			u.Killed = string(proctree.ByInterrupt)
		case <-ticker.C:
			u.Seen = max(u.Seen, limits.Peak(cmd.Process.Pid))
			switch {
			case p.Limits.Wall > 0 && time.Since(start) > p.Limits.patient().Wall:
				u.Killed = string(proctree.ByWall)
			case p.Limits.Memory > 0 && limits.Resident(cmd.Process.Pid) > p.Limits.patient().Memory:
				u.Killed = string(proctree.ByMemory)
			}
		}
		if u.Killed != "" {
			killGroup(cmd)
			err = <-done
			break
		}
	}
	u.Wall = time.Since(start)
	killGroup(cmd) // what the process left running
	u.Stdout, u.Stderr = stdout.bytes(), stderr.buf
	if st := cmd.ProcessState; st != nil {
		u.Exit = st.ExitCode()
		u.CPU = st.UserTime() + st.SystemTime()
		u.Peak = peak(st)
	}
	// The kernel enforces the limit by ticks, which its accounting need not match.
	if u.Killed == "" && u.Exit == -1 && p.Limits.CPU > 0 && u.CPU >= p.Limits.CPU*3/4 {
		u.Killed = string(proctree.ByCPU)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && u.Killed == "" {
		u.Err = err
	}
	if u.Killed == "" && u.Exit == -1 && u.Err == nil {
		u.Err = errors.New("ended by " + cmd.ProcessState.String())
	}
	return u
}

// patient are the limits at which the process is killed: one that knows them gets some time, and memory, to
// end by itself.
func (l Limits) patient() Limits {
	if l.Strict {
		return l
	}
	if l.Wall > 0 {
		l.Wall += grace
	}
	l.Memory += l.Memory / 8
	return l
}

// supervised runs the process under a supervisor.
func (p Command) supervised(ctx context.Context) Usage {
	l := p.Limits.patient()
	stdout, stderr := &capture{half: p.Output}, &head{}
	r, err := proctree.Run(ctx, p.Supervisor, proctree.Spec{Path: p.Path, Args: p.Args, Dir: p.Dir,
		Env: p.environment(),
		CPU: l.CPU, Wall: l.Wall, Memory: l.Memory, Accounting: p.Accounting}, stdout, stderr)
	u := Usage{Exit: r.Exit, Killed: string(r.Killed), Err: err, CPU: r.CPU, Wall: r.Wall, Peak: r.Memory,
		Stdout: stdout.bytes(), Stderr: stderr.buf,
		Processes: r.Processes, Accounting: string(r.Accounting)}
	switch {
	case err != nil:
		u.Exit = -1
	case r.Err != "":
		u.Err = errors.New(r.Err)
	case u.Killed == "" && u.Exit == -1:
		u.Err = errors.New("ended by signal: " + r.Signal)
	}
	return u
}

// head keeps the beginning of what is written: it says most about a crash.
type head struct{ buf []byte }

// Write keeps the beginning of the output.
func (h *head) Write(p []byte) (int, error) {
	if room := maxStderr - len(h.buf); room > 0 {
		h.buf = append(h.buf, p[:min(room, len(p))]...)
	}
	return len(p), nil
}
