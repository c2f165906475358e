package proctree

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Supported reports whether trees of processes can be measured here.
const Supported = true

// The time between two looks at a tree: short trees need quick ones, and a long run should not be disturbed.
const (
	firstGlance = 5 * time.Millisecond
	lastGlance  = 100 * time.Millisecond
)

// ownGroup puts a supervisor in a process group of its own, which signals of the terminal do not reach.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Supervise is the whole work of a supervisor: it reads the order of Run from its standard input, runs the
// command with its own outputs, and answers on file descriptor 3. It returns its exit code.
func Supervise() int {
	// The command dies with the thread that started it, which must not end before.
	runtime.LockOSThread()
	answer := os.NewFile(3, "answer")
	syscall.CloseOnExec(3)
	in := bufio.NewReader(os.Stdin)
	order, err := in.ReadBytes('\n')
	var spec Spec
	if err == nil {
		err = json.Unmarshal(order, &spec)
	}
	if err != nil || answer == nil {
		fmt.Fprintln(os.Stderr, "this command is started by others, with an order on its standard input")
		return 2
	}
	gone := make(chan struct{})
	go func() {
		// Nothing more comes; the end of the input says that no answer is waited for.
		_, _ = io.Copy(io.Discard, in)
		close(gone)
	}()
	u, err := supervise(spec, gone)
	if err != nil {
		u = Usage{Exit: -1, Err: err.Error()}
	}
	text, err := json.Marshal(u)
	if err == nil {
		_, err = answer.Write(text)
	}
	if err != nil {
		return 1
	}
	return 0
}

// ended is a process that was waited for.
type ended struct {
	pid    int
	status syscall.WaitStatus
	maxrss uint64 // bytes
}

// supervise runs a command and everything that it starts to the end.
func supervise(spec Spec, gone <-chan struct{}) (Usage, error) {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return Usage{}, fmt.Errorf("becoming a sub-reaper: %w", err)
	}
	group, err := newCgroup(spec)
	if err != nil {
		return Usage{}, err
	}
	defer group.remove()
	t := &tree{spec: spec, group: group, floor: ownPeak()}
	pid, err := t.start()
	if err != nil {
		return Usage{}, err
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)

	reaped := make(chan ended)
	go reap(reaped)
	u := Usage{}
	start := time.Now()
	over := false // the command has ended
	glance := firstGlance
	timer := time.NewTimer(glance)
	kill := func(cause Cause) {
		if u.Killed == "" && !over {
			u.Killed = cause
		}
		t.killAll()
	}
	for {
		select {
		case e, more := <-reaped:
			if !more { // nothing is left
				u.CPU, u.Memory, u.Processes, u.Accounting = t.cpu(), t.memory(), t.most, t.group.accounting()
				if u.Killed == "" && t.group.outOfMemory() {
					u.Killed = ByMemory
				}
				return u, nil
			}
			t.saw(e)
			if e.pid == pid {
				over = true
				u.Wall, u.Exit = time.Since(start), e.status.ExitStatus()
				if e.status.Signaled() {
					u.Exit, u.Signal = -1, e.status.Signal().String()
				}
				timer.Reset(0) // whatever it left running is killed
			}
		case <-gone:
			kill(ByInterrupt)
			gone = nil
		case <-signals:
			kill(ByInterrupt)
		case <-timer.C:
			t.look()
			switch {
			case over || u.Killed != "":
				t.killAll() // again, since a process may have been forking
				glance = firstGlance
			case spec.Wall > 0 && time.Since(start) > spec.Wall:
				kill(ByWall)
			case spec.CPU > 0 && t.cpu() > spec.CPU:
				kill(ByCPU)
			case spec.Memory > 0 && t.now > spec.Memory:
				kill(ByMemory)
			default:
				glance = min(2*glance, lastGlance)
			}
			if spec.Wall > 0 && !over {
				glance = max(time.Millisecond, min(glance, spec.Wall-time.Since(start)+time.Millisecond))
			}
			timer.Reset(glance)
		}
	}
}

// start starts the command: in a process group of its own, with nothing to read, and to be killed should the
// supervisor die.
func (t *tree) start() (pid int, err error) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return 0, err
	}
	defer null.Close()
	env := t.spec.Env
	if env == nil {
		env = os.Environ()
	}
	attr := &syscall.ProcAttr{Dir: t.spec.Dir, Env: env, Files: []uintptr{null.Fd(), 1, 2},
		Sys: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}}
	args := append([]string{t.spec.Path}, t.spec.Args...)
	if t.group != nil {
		attr.Sys.UseCgroupFD, attr.Sys.CgroupFD = true, int(t.group.dir.Fd())
		if pid, err = syscall.ForkExec(t.spec.Path, args, attr); err == nil {
			return pid, nil
		}
		if t.spec.Accounting == Cgroup {
			return 0, fmt.Errorf("starting %s in a cgroup: %w", t.spec.Path, err)
		}
		// The kernel may not know how, or not allow it.
		t.group.remove()
		t.group = nil
		attr.Sys.UseCgroupFD = false
	}
	pid, err = syscall.ForkExec(t.spec.Path, args, attr)
	if err != nil {
		return 0, fmt.Errorf("starting %s: %w", t.spec.Path, err)
	}
	return pid, nil
}

// reap waits for all processes of the tree until there is none, and closes the channel.
func reap(out chan<- ended) {
	defer close(out)
	for {
		var status syscall.WaitStatus
		var ru syscall.Rusage
		pid, err := syscall.Wait4(-1, &status, 0, &ru)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return
		case status.Exited() || status.Signaled():
			out <- ended{pid, status, uint64(ru.Maxrss) * 1024}
		}
	}
}
