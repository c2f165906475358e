package proctree

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
)

// tree is what is known of the processes below this one.
type tree struct {
	spec  Spec
	group *cgroup // nil: none
	// floor is the peak of the supervisor: the kernel reports at least that for a process that it starts.
	floor uint64

	now  uint64        // memory at the last look
	peak uint64        // of the looks, and of single processes
	last uint64        // the largest peak of a process that was waited for
	most int           // processes at a time
	seen time.Duration // CPU time as far as it was seen
}

// look measures the tree as it is.
func (t *tree) look() {
	waited := childrenCPU()
	pids := descendants(os.Getpid())
	t.most = max(t.most, len(pids))
	var live time.Duration
	var resident uint64
	for _, pid := range pids {
		st, ok := readStat(pid)
		if ok {
			live += st.cpu
			resident += st.resident
		}
	}
	t.seen = max(t.seen, waited+live)
	t.now = resident
	switch {
	case len(pids) == 1:
		// The kernel knows the peak of one process.
		t.peak = max(t.peak, highWater(pids[0]), resident)
	case resident > t.peak:
		// Shared pages were counted several times. The proportional shares are dear to compute, and never
		// more.
		t.now = shares(pids)
		t.peak = max(t.peak, t.now)
		fallthrough
	default:
		for _, pid := range pids {
			t.peak = max(t.peak, highWater(pid))
		}
	}
}

// saw takes what the kernel tells about a process that has ended.
func (t *tree) saw(e ended) {
	t.last = max(t.last, e.maxrss)
	t.most = max(t.most, 1)
}

// cpu is the CPU time of the tree so far.
func (t *tree) cpu() time.Duration {
	d := max(t.seen, childrenCPU())
	if c, ok := t.group.cpu(); ok {
		d = max(d, c)
	}
	return d
}

// memory is the peak of the tree so far.
func (t *tree) memory() uint64 {
	if m, ok := t.group.peak(); ok {
		return m
	}
	// The kernel's number for one process, which no look can miss, is of use where it is that of the process.
	if t.last > t.floor || t.peak == 0 {
		return max(t.peak, t.last)
	}
	return t.peak
}

// killAll kills every process of the tree that there is now.
func (t *tree) killAll() {
	t.group.kill()
	for _, pid := range descendants(os.Getpid()) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// childrenCPU is the CPU time of the processes that were waited for, by us or by those that we waited for.
func childrenCPU() time.Duration {
	var ru syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &ru) != nil {
		return 0
	}
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}

// descendants returns the processes below a process. Those that are starting or ending meanwhile may be
// missing.
func descendants(root int) []int {
	var out []int
	todo := []int{root}
	for len(todo) > 0 {
		pid := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		task := "/proc/" + strconv.Itoa(pid) + "/task"
		threads, err := os.ReadDir(task)
		if err != nil {
			continue
		}
		for _, th := range threads {
			text, err := os.ReadFile(task + "/" + th.Name() + "/children")
			if os.IsNotExist(err) && pid == root {
				return descendantsByParent(root) // the kernel has no such files
			}
			for _, word := range bytes.Fields(text) {
				if child, err := strconv.Atoi(string(word)); err == nil {
					out = append(out, child)
					todo = append(todo, child)
				}
			}
		}
	}
	return out
}

// descendantsByParent looks at every process of the machine.
func descendantsByParent(root int) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	children := map[int][]int{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if st, ok := readStat(pid); ok {
			children[st.parent] = append(children[st.parent], pid)
		}
	}
	out := append([]int(nil), children[root]...)
	for i := 0; i < len(out); i++ {
		out = append(out, children[out[i]]...)
	}
	return out
}

// stat is what /proc says about a process.
type stat struct {
	parent   int
	cpu      time.Duration // its own, and of the children that it has waited for
	resident uint64        // bytes
}

// tick is the unit of times in /proc/PID/stat, which is the same on all machines that Go runs on.
const tick = time.Second / 100

func readStat(pid int) (stat, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return stat{}, false
	}
	return parseStat(text)
}

// parseStat reads the fields after the name of the program, which may contain anything.
func parseStat(text []byte) (stat, bool) {
	i := bytes.LastIndexByte(text, ')')
	if i < 0 {
		return stat{}, false
	}
	f := bytes.Fields(text[i+1:]) // f[0] is field 3 of proc(5), the state
	if len(f) < 22 {
		return stat{}, false
	}
	number := func(field int) int64 {
		n, _ := strconv.ParseInt(string(f[field-3]), 10, 64)
		return n
	}
	ticks := number(14) + number(15) + number(16) + number(17)
	return stat{parent: int(number(4)), cpu: time.Duration(ticks) * tick,
		resident: uint64(max(number(24), 0)) * uint64(os.Getpagesize())}, true
}

// shares sums up the proportional shares of memory of processes, and where that of one is not told its
// resident memory.
func shares(pids []int) uint64 {
	var sum uint64
	for _, pid := range pids {
		if text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/smaps_rollup"); err == nil &&
			len(text) > 0 {
			sum += kilobytes(text, "Pss:")
		} else if st, ok := readStat(pid); ok {
			sum += st.resident
		}
	}
	return sum
}

// highWater is the peak of the resident memory of a process, in bytes.
func highWater(pid int) uint64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0
	}
	return kilobytes(text, "VmHWM:")
}

// ownPeak is the peak of the resident memory of this process.
func ownPeak() uint64 { return highWater(os.Getpid()) }

// kilobytes finds a line "NAME number kB" and returns its number in bytes, 0 if there is none.
func kilobytes(text []byte, name string) uint64 {
	_, rest, ok := bytes.Cut(append([]byte("\n"), text...), []byte("\n"+name))
	if !ok {
		return 0
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	f := bytes.Fields(line)
	if len(f) == 0 {
		return 0
	}
	n, err := strconv.ParseUint(string(f[0]), 10, 64)
	if err != nil {
		return 0
	}
	return n * 1024
}
