package bench

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"time"
)

// limits of one process; 0: none.
type limits struct {
	cpu, wall time.Duration
	memory    uint64
}

// process is a command to run under limits.
type process struct {
	path   string
	args   []string
	env    map[string]string
	limits limits
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
}

const (
	// grace is how much later than told a process is killed.
	grace = 2 * time.Second
	// glance is the time between two looks at a process's memory.
	glance = 100 * time.Millisecond
	// maxStderr bounds what is kept of a process's complaints.
	maxStderr = 1 << 16
)

// run starts the process in a group of its own and waits for its end; the
// group is killed when a limit is broken or ctx ends.
func (p process) run(ctx context.Context) usage {
	cmd := exec.Command(p.path, p.args...)
	cmd.Env = os.Environ()
	for k, v := range p.env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	var stdout bytes.Buffer
	stderr := &head{}
	cmd.Stdout, cmd.Stderr = &stdout, stderr
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
			u.killed = "interrupted"
		case <-ticker.C:
			u.seen = max(u.seen, highWater(cmd.Process.Pid))
			switch {
			case p.limits.wall > 0 && time.Since(start) > p.limits.wall+grace:
				u.killed = "timeout"
			case p.limits.memory > 0 && resident(cmd.Process.Pid) > p.limits.memory+p.limits.memory/8:
				u.killed = "out of memory"
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
	u.stdout, u.stderr = stdout.Bytes(), stderr.buf
	if st := cmd.ProcessState; st != nil {
		u.exit = st.ExitCode()
		u.cpu = st.UserTime() + st.SystemTime()
		u.peak = peak(st)
	}
	// The kernel enforces the limit by ticks, which its accounting need not match.
	if u.killed == "" && u.exit == -1 && p.limits.cpu > 0 && u.cpu >= p.limits.cpu*3/4 {
		u.killed = "CPU time limit"
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

// head keeps the beginning of what is written: it says most about a crash.
type head struct{ buf []byte }

// Write keeps the beginning of the output.
func (h *head) Write(p []byte) (int, error) {
	if room := maxStderr - len(h.buf); room > 0 {
		h.buf = append(h.buf, p[:min(room, len(p))]...)
	}
	return len(p), nil
}
