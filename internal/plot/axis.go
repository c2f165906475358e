package plot

import (
	"math"
)

// Scale says how values become places on an axis.
type Scale uint8

// The scales.
const (
	Linear Scale = iota
	Log
)

// Axis describes one of the two directions of a chart.
type Axis struct {
	Label string
	Scale Scale
	Unit  Unit
	// Min and Max are the ends. Where they are equal the ends are found from the data: a linear axis begins
	// at 0 unless there are negative values, a logarithmic one at the decade below the smallest positive
	// value.
	Min, Max float64
	// Whole says that values between whole numbers make no sense, so no tick stands there.
	Whole bool
}

// span is an axis with its ends settled, on pixels from "from" to "to".
type span struct {
	Axis
	from, to float64
}

// tick is a place on an axis; one without label is a minor one.
type tick struct {
	value float64
	label string
}

// settle finds the ends of an axis for values.
func (a Axis) settle(values []float64, from, to float64) span {
	s := span{Axis: a, from: from, to: to}
	if a.Min != a.Max && finite(a.Min) && finite(a.Max) && (a.Scale == Linear || a.Min > 0) {
		return s
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if !finite(v) || a.Scale == Log && v <= 0 {
			continue
		}
		lo, hi = math.Min(lo, v), math.Max(hi, v)
	}
	if lo > hi {
		lo, hi = 1, 1
	}
	if a.Scale == Log {
		s.Min, s.Max = logEnds(lo, hi)
		return s
	}
	lo, hi = math.Min(lo, 0), math.Max(hi, 0)
	if lo == hi {
		hi = 1
	}
	step := s.step(lo, hi)
	s.Min, s.Max = math.Floor(lo/step)*step, hi
	// A curve that ends just above a tick does not need another whole step above it.
	if s.Max = math.Ceil(hi/step-1e-9) * step; s.Max-hi > 0.6*step && hi > 0 {
		s.Max = hi
	}
	return s
}

// logEnds rounds ends outwards: to decades, or to 1, 2 and 5 when that would leave most of the axis empty.
func logEnds(lo, hi float64) (float64, float64) {
	down, up := math.Pow(10, math.Floor(math.Log10(lo)+1e-9)), math.Pow(10, math.Ceil(math.Log10(hi)-1e-9))
	if down == up {
		up *= 10
	}
	if math.Log10(up/down) > 3 {
		return down, up
	}
	for _, f := range []float64{5, 2} {
		if down*f <= lo*(1+1e-9) {
			down *= f
			break
		}
	}
	for _, f := range []float64{0.2, 0.5} {
		if up*f >= hi*(1-1e-9) && up*f > down*1.5 {
			up *= f
			break
		}
	}
	return down, up
}

// at returns the pixel of a value.
func (s span) at(v float64) float64 {
	var f float64
	if s.Scale == Log {
		f = math.Log(math.Max(v, s.Min)/s.Min) / math.Log(s.Max/s.Min)
	} else {
		f = (v - s.Min) / (s.Max - s.Min)
	}
	return s.from + (s.to-s.from)*math.Min(math.Max(f, 0), 1)
}

// room is the number of ticks that there is room for.
func (s span) room() float64 {
	per := 70.0
	if s.from > s.to { // vertical
		per = 45
	}
	return math.Max(2, math.Abs(s.to-s.from)/per)
}

// step is the distance of the ticks of a linear axis.
func (s span) step(lo, hi float64) float64 {
	raw := (hi - lo) / s.room()
	if s.Unit == Time && raw > 5 {
		for _, t := range []float64{10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 4 * 3600, 6 * 3600,
			12 * 3600, 24 * 3600} {
			if t >= raw {
				return t
			}
		}
	}
	mag := math.Pow(10, math.Floor(math.Log10(raw)))
	step := 10 * mag
	for _, f := range []float64{1, 2, 5} {
		if f*mag >= raw*(1-1e-9) {
			step = f * mag
			break
		}
	}
	if s.Whole {
		step = math.Max(1, step)
	}
	return step
}

// ticks returns the ticks from the lower end to the upper one.
func (s span) ticks() []tick {
	if s.Scale == Log {
		return s.logTicks()
	}
	step := s.step(s.Min, s.Max)
	label := s.Unit.labels(step, s.Max)
	var out []tick
	for i := math.Ceil(s.Min/step - 1e-9); i*step <= s.Max+step*1e-9; i++ {
		out = append(out, tick{i * step, label(i * step)})
	}
	return out
}

// logTicks labels decades, each n-th if they are many; between them stand minor ticks, which are labelled at
// 2 and 5 when there are few decades.
func (s span) logTicks() []tick {
	decades := math.Log10(s.Max / s.Min)
	every := math.Max(1, math.Ceil(decades/s.room()))
	var out []tick
	for e := math.Floor(math.Log10(s.Min) + 1e-9); ; e++ {
		for f := 1.0; f < 10; f++ {
			v := f * math.Pow(10, e)
			if v > s.Max*(1+1e-9) {
				return out
			}
			if v < s.Min*(1-1e-9) {
				continue
			}
			t := tick{value: v}
			switch {
			case f == 1 && math.Mod(e, every) == 0, decades < 1.7 && (f == 2 || f == 5):
				t.label = s.Unit.short(v)
			case f == 1:
			case decades > 4:
				continue
			}
			out = append(out, t)
		}
	}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
