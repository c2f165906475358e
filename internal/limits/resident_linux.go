package limits

import (
	"bytes"
	"os"
	"strconv"
)

// Peak is the largest resident memory of a running process so far, in bytes; 0: not known. pid 0 is this
// process.
func Peak(pid int) uint64 {
	text, err := os.ReadFile(procFile(pid, "status"))
	if err != nil {
		return 0
	}
	_, rest, ok := bytes.Cut(text, []byte("\nVmHWM:"))
	if !ok {
		return 0
	}
	return field(rest, 0) * 1024
}

// Resident is the resident memory of a process in bytes; 0: not known. pid 0 is this process.
func Resident(pid int) uint64 {
	text, err := os.ReadFile(procFile(pid, "statm"))
	if err != nil {
		return 0
	}
	return field(text, 1) * uint64(os.Getpagesize())
}

// procFile is the name of a file about a process.
func procFile(pid int, name string) string {
	if pid == 0 {
		return "/proc/self/" + name
	}
	return "/proc/" + strconv.Itoa(pid) + "/" + name
}

// field is the number in the field i of a text; 0: there is none.
func field(text []byte, i int) uint64 {
	fields := bytes.Fields(text)
	if len(fields) <= i {
		return 0
	}
	n, err := strconv.ParseUint(string(fields[i]), 10, 64)
	if err != nil {
		return 0
	}
	return n
}
