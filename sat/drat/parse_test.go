package drat

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

func TestBadProof(t *testing.T) {
	for proof, want := range map[string]string{
		"1 0\nx\n":                      `p:2:1: want a literal or 0, found "x"`,
		"1 0\n1 d 2 0\n":                `p:2:3: want a literal or 0, found "d"`,
		"1 0\ndelete 1 0\n":             `p:2:1: want a literal, 0 or d, found "delete"`,
		"1 0\n1":                        `p:2:2: the last step, which begins on line 2, is not ended by 0`,
		"9999999999 0\n":                `p:1:1: 9999999999 is too large: at most 536870911 variables`,
		"a\x02\x00b":                    `p: byte 3: a step begins with 'a' or 'd', found 'b'`,
		"a\x02":                         `p: byte 2: the proof ends within a step`,
		"a\x01\x00":                     `p: byte 2: 1 is no literal`,
		"a\xff\xff\xff\xff\x7f":         `p: byte 6: 34359738367 is no literal`,
		"a\xff\xff\xff\xff\xff\xff\x00": `p: byte 7: a literal has more than five bytes`,
	} {
		c := New(Config{})
		for _, cl := range (cnf{{1, 2, 3}, {-1, -2}}) {
			c.Add(lits(cl)...)
		}
		// The lemma 1 is no consequence, but backward checking reads first.
		res, err := c.Check(context.Background(), strings.NewReader(proof), "p")
		if err == nil || err.Error() != want || res.Verified {
			t.Errorf("%q: got %v %+v, want %s", proof, err, res, want)
		}
	}
}

// binary translates a proof in text.
func binary(proof string) string {
	var b bytes.Buffer
	p := newParser(strings.NewReader(proof), "p", Text)
	for {
		c, deletion, _, err := p.next(nil)
		if err != nil {
			return b.String()
		}
		if deletion {
			b.WriteByte('d')
		} else {
			b.WriteByte('a')
		}
		for _, l := range c {
			for ; l > 127; l >>= 7 {
				b.WriteByte(byte(l) | 0x80)
			}
			b.WriteByte(byte(l))
		}
		b.WriteByte(0)
	}
}

func TestBinary(t *testing.T) {
	for _, proof := range []string{"1 0\n0\n", "d 1 0\n1 0\n0\n", "100 -1000000 0\n1 0\n0\n"} {
		if res := check(t, xor2, binary(proof), Config{}); !res.Verified {
			t.Errorf("%q: %+v", proof, res)
		}
	}
	res := check(t, xor2, binary("100 0\n0\n"), Config{Forward: true})
	if want := "p: byte 4: the empty clause does not follow"; res.Why != want {
		t.Errorf("got %q, want %q", res.Why, want)
	}
}
