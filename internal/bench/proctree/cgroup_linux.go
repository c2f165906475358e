package proctree

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// cgroup is a control group of version 2 that was made for one tree. A nil *cgroup is none; all methods
// may be called on it.
type cgroup struct {
	path   string
	dir    *os.File
	memory bool // it has the memory controller
}

// newCgroup makes a group as the accounting of a command asks for. Without an error and a group, there is
// none to be had.
func newCgroup(spec Spec) (*cgroup, error) {
	switch spec.Accounting {
	case Processes:
		return nil, nil
	case Cgroup, Auto, "":
	default:
		return nil, fmt.Errorf("unknown accounting %q", spec.Accounting)
	}
	g, err := makeCgroup(ownCgroups())
	if err != nil {
		if spec.Accounting == Cgroup {
			return nil, fmt.Errorf("no cgroup can be made: %w", err)
		}
		return nil, nil
	}
	if spec.Memory > 0 && g.memory {
		g.memory = g.write("memory.max", strconv.FormatUint(spec.Memory, 10)) == nil
		// Without swap memory is memory, and with this a tree ends as a whole. Kernels without them do
		// without.
		_ = g.write("memory.swap.max", "0")
		_ = g.write("memory.oom.group", "1")
	}
	return g, nil
}

// Available says why trees cannot be measured in a way here; nil: they can.
func Available(a Accounting) error {
	g, err := newCgroup(Spec{Accounting: a})
	g.remove()
	return err
}

// ownCgroups are the folders in which a group could be made: below the own group, or beside it, where
// controllers may be switched on that a group with processes in it cannot have for its children.
func ownCgroups() []string {
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil
	}
	path, ok := cgroupPath(string(own), string(mounts))
	if !ok {
		return nil
	}
	out := []string{path.own}
	if path.own != path.root {
		out = append(out, filepath.Dir(path.own))
	}
	return out
}

type cgroupPlace struct{ root, own string }

// cgroupPath finds the folder of the own group of version 2, given /proc/self/cgroup and mountinfo.
func cgroupPath(own, mounts string) (cgroupPlace, bool) {
	rel, found := "", false
	for line := range strings.Lines(own) {
		if path, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
			rel, found = path, true
		}
	}
	if !found {
		return cgroupPlace{}, false
	}
	for line := range strings.Lines(mounts) {
		// The type stands after a dash: "36 35 0:30 / /sys/fs/cgroup rw shared:9 - cgroup2 cgroup2 rw".
		head, tail, ok := strings.Cut(line, " - ")
		f := strings.Fields(head)
		if !ok || len(f) < 5 || !strings.HasPrefix(tail, "cgroup2 ") {
			continue
		}
		inside, ok := strings.CutPrefix(rel, strings.TrimSuffix(f[3], "/"))
		if !ok {
			continue
		}
		return cgroupPlace{root: filepath.Clean(f[4]), own: filepath.Join(f[4], inside)}, true
	}
	return cgroupPlace{}, false
}

// makeCgroup makes a group in one of the folders, preferably in one that gives it the memory controller.
func makeCgroup(parents []string) (*cgroup, error) {
	if len(parents) == 0 {
		return nil, errors.New("the process is in no cgroup of version 2")
	}
	var errs []error
	var best *cgroup
	for _, parent := range parents {
		g, err := tryCgroup(filepath.Join(parent, groupName(os.Getpid())))
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if g.memory {
			best.remove()
			return g, nil
		}
		if best == nil {
			best = g
		} else {
			g.remove()
		}
	}
	if best == nil {
		return nil, errors.Join(errs...)
	}
	return best, nil
}

// groupName is the name of the group that a supervisor makes.
func groupName(supervisor int) string { return "whittle-" + strconv.Itoa(supervisor) }

// killLeft kills what is in the group of a supervisor that has died, and removes the group. Without a group
// it is no longer known which processes were below it.
func killLeft(supervisor int) {
	for _, parent := range ownCgroups() {
		g := &cgroup{path: filepath.Join(parent, groupName(supervisor))}
		procs, err := os.ReadFile(filepath.Join(g.path, "cgroup.procs"))
		if err != nil {
			continue
		}
		g.kill()
		for _, word := range bytes.Fields(procs) { // where the kernel cannot kill a group
			if pid, err := strconv.Atoi(string(word)); err == nil && pid > 0 {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		g.remove()
	}
}

// tryCgroup makes one group, which must at least count CPU time.
func tryCgroup(path string) (*cgroup, error) {
	if err := os.Mkdir(path, 0o755); err != nil {
		return nil, err
	}
	g := &cgroup{path: path}
	var err error
	if g.dir, err = os.Open(path); err != nil {
		g.remove()
		return nil, err
	}
	if _, ok := g.cpu(); !ok {
		g.remove()
		return nil, fmt.Errorf("%s: it does not count CPU time", path)
	}
	_, g.memory = g.peak()
	return g, nil
}

func (g *cgroup) write(name, text string) error {
	return os.WriteFile(filepath.Join(g.path, name), []byte(text), 0)
}

// cpu is the CPU time of all processes that are or were in the group.
func (g *cgroup) cpu() (time.Duration, bool) {
	if g == nil {
		return 0, false
	}
	text, err := os.ReadFile(filepath.Join(g.path, "cpu.stat"))
	if err != nil {
		return 0, false
	}
	n, ok := keyed(text, "usage_usec")
	return time.Duration(n) * time.Microsecond, ok
}

// peak is the largest memory that the group has had.
func (g *cgroup) peak() (uint64, bool) {
	if g == nil {
		return 0, false
	}
	text, err := os.ReadFile(filepath.Join(g.path, "memory.peak"))
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseUint(string(bytes.TrimSpace(text)), 10, 64)
	return n, err == nil
}

// outOfMemory reports whether the kernel has killed processes of the group for its limit of memory.
func (g *cgroup) outOfMemory() bool {
	if g == nil || !g.memory {
		return false
	}
	text, err := os.ReadFile(filepath.Join(g.path, "memory.events"))
	if err != nil {
		return false
	}
	n, _ := keyed(text, "oom_kill")
	return n > 0
}

// kill kills all processes of the group at once, where the kernel can.
func (g *cgroup) kill() {
	if g != nil {
		_ = g.write("cgroup.kill", "1")
	}
}

// accounting is the way in which a tree with this group is measured.
func (g *cgroup) accounting() Accounting {
	switch {
	case g == nil:
		return Processes
	case g.memory:
		return Cgroup
	}
	return Mixed
}

// remove removes the group. Processes that have just been killed can keep it for a moment.
func (g *cgroup) remove() {
	if g == nil {
		return
	}
	if g.dir != nil {
		g.dir.Close()
	}
	for range 50 {
		if err := os.Remove(g.path); err == nil || os.IsNotExist(err) {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// keyed finds a line "NAME number".
func keyed(text []byte, name string) (uint64, bool) {
	for line := range bytes.Lines(text) {
		f := bytes.Fields(line)
		if len(f) == 2 && string(f[0]) == name {
			n, err := strconv.ParseUint(string(f[1]), 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
