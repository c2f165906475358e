package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Duration is a flag: a Go duration, or a number of seconds.
type Duration time.Duration

// String prints the duration.
func (d *Duration) String() string { return time.Duration(*d).String() }

// Type names the flag's value in help texts.
func (d *Duration) Type() string { return "duration" }

// Set reads "1m30s" or "90".
func (d *Duration) Set(s string) error {
	v, err := time.ParseDuration(s)
	if n, nerr := strconv.ParseFloat(s, 64); nerr == nil && n*float64(time.Second) < math.MaxInt64 {
		v, err = time.Duration(n*float64(time.Second)), nil
	}
	if err != nil || v < 0 {
		return fmt.Errorf("%q is no duration (examples: 60s, 5m, 90)", s)
	}
	*d = Duration(v)
	return nil
}

// Size is a flag: an amount of memory.
type Size uint64

var units = []struct {
	suffix string
	factor float64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
	{"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"t", 1 << 40}, {"b", 1},
}

// String prints the number of bytes.
func (s *Size) String() string { return strconv.FormatUint(uint64(*s), 10) }

// Type names the flag's value in help texts.
func (s *Size) Type() string { return "size" }

// Set reads "4GB", "512MiB", "2g" or a number of bytes.
func (s *Size) Set(text string) error {
	number, factor := strings.ToLower(strings.TrimSpace(text)), 1.0
	for _, u := range units {
		if n, ok := strings.CutSuffix(number, u.suffix); ok {
			number, factor = strings.TrimSpace(n), u.factor
			break
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || v < 0 || math.IsNaN(v) || v*factor >= math.MaxInt64 {
		return fmt.Errorf("%q is no amount of memory (examples: 4GB, 512MiB, 1000000)", text)
	}
	*s = Size(v * factor)
	return nil
}

// Count is a flag: a number that is at least 1.
type Count int

// String prints the number.
func (c *Count) String() string { return strconv.Itoa(int(*c)) }

// Type names the flag's value in help texts.
func (c *Count) Type() string { return "n" }

// Set reads the number.
func (c *Count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is no number from 1", s)
	}
	*c = Count(n)
	return nil
}
