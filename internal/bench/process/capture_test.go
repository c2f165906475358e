package process

import (
	"fmt"
	"strings"
	"testing"
)

// TestCapture: the beginning and the end of an output are kept.
func TestCapture(t *testing.T) {
	for _, size := range []int{1, 3, 7, 100} {
		var all []byte
		c := &capture{half: 8}
		for i := range 40 {
			p := []byte(strings.Repeat(string(rune('a'+i%26)), size))
			all = append(all, p...)
			if n, err := c.Write(p); n != size || err != nil {
				t.Fatal(n, err)
			}
			got := string(c.bytes())
			want := string(all)
			if len(all) > 16 {
				want = fmt.Sprintf("%s\n... %d bytes left out ...\n%s", all[:8], len(all)-16,
					all[len(all)-8:])
			}
			if got != want {
				t.Fatalf("%d pieces of %d: %q, want %q", i+1, size, got, want)
			}
		}
	}
}
