//go:build !linux

package limits

// Resident is not known here; of this process, what the Go runtime says is used.
func Resident(int) uint64 { return 0 }

// Peak is not known here.
func Peak(int) uint64 { return 0 }
