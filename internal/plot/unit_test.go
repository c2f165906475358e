package plot

import (
	"strings"
	"testing"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		unit Unit
		v    float64
		want string
	}{
		{Number, 0, "0"}, {Number, 9999, "9999"}, {Number, 12345, "12.3 k"}, {Number, 999999, "1 M"},
		{Number, 0.25, "0.25"},
		{Time, 0, "0 s"}, {Time, 0.0123, "12.3 ms"}, {Time, 0.99999, "1 s"}, {Time, 2.5e-5, "25 µs"},
		{Time, 872.6, "873 s"},
		{Memory, 0, "0 B"}, {Memory, 1536, "1.54 kB"}, {Memory, 2.5e9, "2.5 GB"},
	} {
		if got := strings.ReplaceAll(c.unit.Format(c.v), "\u00a0", " "); got != c.want {
			t.Errorf("%v of unit %d: %q, want %q", c.v, c.unit, got, c.want)
		}
	}
}
