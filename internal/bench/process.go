package bench

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"time"

	"whittle.dev/internal/bench/proctree"
)

// limits of one process; 0: none.
type limits struct {
	cpu, wall time.Duration
	memory    uint64
	// strict: the process does not know its limits of wall time and memory, so it gets no time to notice them
	// itself.
	strict bool
}

// process is a command to run under limits.
type process struct {
	path    string
	args    []string
	dir     string            // where it runs; empty: here
	env     map[string]string // added to the environment
	environ []string          // the environment; nil: that of this process
	limits  limits
	// output bounds each half of what is kept of the standard output; 0: maxHalf.
	output int
	// supervisor is the command line of a supervisor (package proctree), by which all processes that this one
	// starts count; nil: none.
	supervisor []string
	accounting proctree.Accounting
}

// usage is what a process used and left.
type usage struct {
	exit      int // -1: ended by a signal
	killed    string
	err       error // it could not be run
	cpu, wall time.Duration
	peak      uint64 // bytes
	seen      uint64 // the peak as far as it was seen while the process ran, bytes
	stdout    []byte
	stderr    []byte
	// With a supervisor: how many processes there were at a time, and how they were measured.
	processes  int
	accounting string
}

const (
	// grace is how much later than told a process is killed.
	grace = 2 * time.Second
	// glance is the time between two looks at a process's memory.
	glance = 100 * time.Millisecond
	// maxStderr bounds what is kept of a process's complaints.
	maxStderr = 1 << 16
)

// environment is that of the process.
func (p process) environment() []string {
	env := p.environ
	if env == nil {
		env = os.Environ()
	}
	for k, v := range p.env {
		env = append(env, k+"="+v)
	}
	return env
}

// run starts the process in a group of its own and waits for its end; the
// group is killed when a limit is broken or ctx ends.
func (p process) run(ctx context.Context) usage {
	if p.supervisor != nil && proctree.Supported {
		return p.supervised(ctx)
	}
	cmd := exec.Command(p.path, p.args...)
	cmd.Env, cmd.Dir = p.environment(), p.dir
	stdout, stderr := &capture{half: p.output}, &head{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = time.Second // output pipes held open by a grandchild
	ownGroup(cmd)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return usage{exit: -1, err: err}
	}
	limitCPU(cmd.Process.Pid, p.limits.cpu)
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()

	u := usage{}
	ticker := time.NewTicker(glance)
	defer ticker.Stop()
	var err error
wait:
	for {
		select {
		case err = <-done:
			break wait
		case <-ctx.Done():
			u.killed = string(proctree.ByInterrupt)
		case <-ticker.C:
			u.seen = max(u.seen, highWater(cmd.Process.Pid))
			switch {
			case p.limits.wall > 0 && time.Since(start) > p.limits.patient().wall:
				u.killed = string(proctree.ByWall)
			case p.limits.memory > 0 && resident(cmd.Process.Pid) > p.limits.patient().memory:
				u.killed = string(proctree.ByMemory)
			}
		}
		if u.killed != "" {
			killGroup(cmd)
			err = <-done
			break
		}
	}
	u.wall = time.Since(start)
	killGroup(cmd) // what the process left running
	u.stdout, u.stderr = stdout.bytes(), stderr.buf
	if st := cmd.ProcessState; st != nil {
		u.exit = st.ExitCode()
		u.cpu = st.UserTime() + st.SystemTime()
		u.peak = peak(st)
	}
	// The kernel enforces the limit by ticks, which its accounting need not match.
	if u.killed == "" && u.exit == -1 && p.limits.cpu > 0 && u.cpu >= p.limits.cpu*3/4 {
		u.killed = string(proctree.ByCPU)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && u.killed == "" {
		u.err = err
	}
	if u.killed == "" && u.exit == -1 && u.err == nil {
		u.err = errors.New("ended by " + cmd.ProcessState.String())
	}
	return u
}

// patient are the limits at which the process is killed: one that knows them gets some time, and memory, to
// end by itself.
func (l limits) patient() limits {
	if l.strict {
		return l
	}
	if l.wall > 0 {
		l.wall += grace
	}
	l.memory += l.memory / 8
	return l
}

// supervised runs the process under a supervisor.
func (p process) supervised(ctx context.Context) usage {
	l := p.limits.patient()
	stdout, stderr := &capture{half: p.output}, &head{}
	r, err := proctree.Run(ctx, p.supervisor, proctree.Spec{Path: p.path, Args: p.args, Dir: p.dir,
		Env: p.environment(),
		CPU: l.cpu, Wall: l.wall, Memory: l.memory, Accounting: p.accounting}, stdout, stderr)
	u := usage{exit: r.Exit, killed: string(r.Killed), err: err, cpu: r.CPU, wall: r.Wall, peak: r.Memory,
		stdout: stdout.bytes(), stderr: stderr.buf,
		processes: r.Processes, accounting: string(r.Accounting)}
	switch {
	case err != nil:
		u.exit = -1
	case r.Err != "":
		u.err = errors.New(r.Err)
	case u.killed == "" && u.exit == -1:
		u.err = errors.New("ended by signal: " + r.Signal)
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
