package plot

import (
	"math"
	"strconv"
)

// Unit is what the values of an axis are.
type Unit uint8

// The units.
const (
	Number Unit = iota // a count, shown with k, M, G
	Time               // seconds, shown as µs, ms, s, min, h
	Memory             // bytes, shown with decimal prefixes
)

// prefix is a part of a unit's scale: values from "from" on are divided by "by".
type prefix struct {
	from, by float64
	name     string
}

// prefixes lists the prefixes of a unit, the greatest first. For times beyond a minute see linearTime.
func (u Unit) prefixes() []prefix {
	switch u {
	case Time:
		return []prefix{{1, 1, "s"}, {1e-3, 1e-3, "ms"}, {0, 1e-6, "µs"}}
	case Memory:
		return []prefix{{1e12, 1e12, "TB"}, {1e9, 1e9, "GB"}, {1e6, 1e6, "MB"}, {1e3, 1e3, "kB"}, {0, 1, "B"}}
	}
	return []prefix{{1e12, 1e12, "T"}, {1e9, 1e9, "G"}, {1e6, 1e6, "M"}, {1e4, 1e3, "k"}, {0, 1, ""}}
}

// prefix returns the prefix for a value.
func (u Unit) prefix(v float64) prefix {
	list := u.prefixes()
	for _, p := range list {
		if math.Abs(v) >= p.from*(1-1e-9) {
			return p
		}
	}
	return list[len(list)-1]
}

// Format prints a value with three significant digits and its unit: "12.3 k", "56 ms", "1.2 GB".
func (u Unit) Format(v float64) string {
	if u == Time && math.Abs(v) >= 100 {
		return join(strconv.FormatFloat(v, 'f', 0, 64), "s")
	}
	if u == Number && math.Abs(v) < 1e4 && v == math.Trunc(v) {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	if v == 0 {
		return u.zero()
	}
	// Round first: 999.9 kB is 1 MB.
	p := u.prefix(round3(v))
	return join(strconv.FormatFloat(round3(v/p.by), 'f', -1, 64), p.name)
}

// short prints the value of a logarithmic axis's tick, which is a digit and zeros.
func (u Unit) short(v float64) string {
	if u == Number && (v >= 1e15 || v < 1e-3) {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	p := u.prefix(v)
	return join(strconv.FormatFloat(round3(v/p.by), 'f', -1, 64), p.name)
}

// labels returns the printer of the ticks of a linear axis: all have the prefix of the greatest and the same
// number of decimals.
func (u Unit) labels(step, max float64) func(float64) string {
	p := u.prefix(max)
	if u == Time {
		switch {
		case max >= 2*3600 && step >= 900:
			p = prefix{0, 3600, "h"}
		case max >= 120 && step >= 10:
			p = prefix{0, 60, "min"}
		}
	}
	decimals := 0
	for s := step / p.by; decimals < 9 && math.Abs(s-math.Round(s)) > 1e-6*math.Max(s, 1); decimals++ {
		s *= 10
		if decimals == 1 && (p.name == "h" || p.name == "min") { // thirds and sixths have no end
			decimals++
			break
		}
	}
	return func(v float64) string {
		if v == 0 {
			return "0"
		}
		return join(strconv.FormatFloat(v/p.by, 'f', decimals, 64), p.name)
	}
}

// zero prints the value 0 with its unit.
func (u Unit) zero() string {
	switch u {
	case Time:
		return join("0", "s")
	case Memory:
		return join("0", "B")
	}
	return "0"
}

// join puts a space that does not break between a number and its unit.
func join(number, unit string) string {
	if unit == "" {
		return number
	}
	return number + "\u00a0" + unit
}

// round3 rounds to three significant digits.
func round3(v float64) float64 {
	if v == 0 {
		return 0
	}
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 2, 64), 64)
	return r
}
