//go:build !unix

package c

import "time"

var processStart = time.Now()

// cpuTime stands in for the processor time that the process has used.
func cpuTime() time.Duration { return time.Since(processStart) }
