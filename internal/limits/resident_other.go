//go:build !linux

package limits

// residentSet is not known here; what the Go runtime says is used.
func residentSet() uint64 { return 0 }

// peakResident is not known here.
func peakResident() uint64 { return 0 }
