package main

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
)

// defaultMemory is three quarters of the memory that is available to this process: of what the machine has
// free, or of its control group's limit. 0 means not known, and no limit.
func defaultMemory() uint64 {
	avail := uint64(0)
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	sc := bufio.NewScanner(bytes.NewReader(text))
	for sc.Scan() {
		f := strings.Fields(sc.Text())
		if len(f) >= 2 && f[0] == "MemAvailable:" {
			if kb, err := strconv.ParseUint(f[1], 10, 64); err == nil {
				avail = kb * 1024
			}
		}
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if limit, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil &&
			(avail == 0 || limit < avail) {
			avail = limit
		}
	}
	return avail / 4 * 3
}
