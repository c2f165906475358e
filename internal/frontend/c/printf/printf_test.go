package printf

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
)

func testFormatter(ptrWidth int) *formatter {
	texts := map[uint64]string{1: "", 2: "a", 3: "hello world"}
	return &formatter{ptrWidth: ptrWidth, str: func(addr uint64, limit int) ([]byte, string) {
		s, ok := texts[addr]
		if !ok {
			return nil, "no string"
		}
		if limit >= 0 && limit < len(s) {
			s = s[:limit]
		}
		return []byte(s), ""
	}}
}

func TestPrintf(t *testing.T) {
	const m1 = ^uint64(0)
	tests := []struct {
		format string
		args   []uint64
		want   string
	}{
		{"plain %% text", nil, "plain % text"},
		{"%d %i %u", []uint64{m1, 5, m1}, "-1 5 4294967295"},
		{"%ld %lu %lld %llu", []uint64{m1, m1, m1, m1}, "-1 18446744073709551615 -1 18446744073709551615"},
		{"%hhd %hhu %hd %hu", []uint64{0x1ff, 0x1ff, 0x1ffff, 0x1ffff}, "-1 255 -1 65535"},
		{"%zd %zu %td %jd", []uint64{m1, 3, 4, 5}, "-1 3 4 5"},
		{"%x %X %#x %#X %#x", []uint64{255, 255, 255, 255, 0}, "ff FF 0xff 0XFF 0"},
		{"%o %#o %#o %#.5o %#.0o", []uint64{8, 8, 0, 8, 0}, "10 010 0 00010 0"},
		{"%5d|%-5d|%05d|%+d|% d", []uint64{42, 42, 42, 42, 42}, "   42|42   |00042|+42| 42"},
		{"%+05d|%-05d|% 05d", []uint64{42, 42, m1}, "+0042|42   |-0001"},
		{"%.3d|%8.3d|%-8.3d|%08.3d", []uint64{7, 7, m1, 7}, "007|     007|-001    |     007"},
		{"%.0d|%.d|%5.0d|%+.0d", []uint64{0, 0, 0, 0}, "||     |+"},
		{"%#06x|%-#6x|%#.4x", []uint64{10, 10, 10}, "0x000a|0xa   |0x000a"},
		{"%*d|%-*d|%.*d", []uint64{5, 1, 5, 2, 3, 7}, "    1|2    |007"},
		{"%*d|%.*d", []uint64{0xfffffffb, 1, 0xffffffff, 7}, "1    |7"},
		{"%c%c%c|%3c|%-3c|", []uint64{'a', 0x162, 'c', 'd', 'e'}, "abc|  d|e  |"},
		{"%s|%5s|%-5s|%.3s|%6.2s", []uint64{3, 2, 2, 3, 3}, "hello world|    a|a    |hel|    he"},
		{"%s|%.3s|%10s", []uint64{0, 0, 0}, "(null)||    (null)"},
		{"%p %p|%20p|%-20p|", []uint64{0x1234abcd, 0, 16, 16},
			"0x1234abcd (nil)|                0x10|0x10                |"},
	}
	for _, tt := range tests {
		got, err := testFormatter(64).format(nil, []byte(tt.format), tt.args)
		if err != nil || string(got) != tt.want {
			t.Errorf("%q: %q, %v; want %q", tt.format, got, err, tt.want)
		}
	}
	if got, _ := testFormatter(32).format(nil, []byte("%ld %lld %p"),
		[]uint64{1<<32 + 1, 1 << 32, 1<<32 + 16}); string(got) != "1 4294967296 0x10" {
		t.Errorf("with pointers of 32 bits: %q", got)
	}
}

func TestPrintfErrors(t *testing.T) {
	tests := []struct {
		format    string
		undefined bool
		want      string
	}{
		{"%d %d", true, "more arguments"},
		{"%", true, "ends inside"},
		{"%5.", true, "ends inside"},
		{"%f", false, "%f"},
		{"%n", false, "%n"},
		{"%1$d", false, "%$"},
		{"%9999999d", false, "million"},
		{"%s", true, "no string"},
	}
	for _, tt := range tests {
		_, err := testFormatter(64).format(nil, []byte(tt.format), []uint64{7})
		if err == nil {
			t.Errorf("%q: no error", tt.format)
			continue
		}
		var undefined cfa.UndefinedError
		if errors.As(err, &undefined) != tt.undefined || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v", tt.format, err)
		}
	}
}

// TestPrintfLikeC compares random conversions with those of the C library.
func TestPrintfLikeC(t *testing.T) {
	cc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("there is no C compiler")
	}
	r := rand.New(rand.NewPCG(3, 4))
	values := []uint64{0, 1, 7, 8, 42, 255, 256, 65535, 1 << 31, 1<<31 - 1, 1<<32 - 1, 1 << 63, ^uint64(0),
		12345678901}
	var src, want strings.Builder
	src.WriteString("#include <stdio.h>\nint main(void) {\n")
	for range 2000 {
		var f strings.Builder
		verb := string("diuoxX"[r.IntN(6)])
		f.WriteByte('%')
		for _, flag := range "-+ #0" {
			if r.IntN(4) == 0 && !(flag == '#' && strings.Contains("diu", verb)) {
				f.WriteRune(flag)
			}
		}
		if r.IntN(2) == 0 {
			fmt.Fprintf(&f, "%d", 1+r.IntN(14))
		}
		if r.IntN(2) == 0 {
			fmt.Fprintf(&f, ".%d", r.IntN(12))
		}
		length := []string{"", "hh", "h", "l", "ll", "z", "j", "t"}[r.IntN(8)]
		format := f.String() + length + verb + "|"
		v := values[r.IntN(len(values))]
		width, cast := 32, "(int)"
		switch length {
		case "l", "z", "t":
			width, cast = 64, "(long)"
		case "ll", "j":
			width, cast = 64, "(long long)"
		}
		fmt.Fprintf(&src, "\tprintf(\"%s\\n\", %s%dULL);\n", format, cast, v)
		got, err := testFormatter(64).format(nil, []byte(format), []uint64{v & mask(width)})
		if err != nil {
			t.Fatal(format, err)
		}
		fmt.Fprintf(&want, "%s\n", got)
	}
	src.WriteString("\treturn 0;\n}\n")
	dir := t.TempDir()
	file, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(file, []byte(src.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cc, "-w", "-o", bin, file).CombinedOutput(); err != nil {
		t.Skipf("the C compiler does not work: %v\n%s", err, out)
	}
	out, err := exec.Command(bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	got, exp := strings.Split(want.String(), "\n"), strings.Split(string(out), "\n")
	lines := strings.Split(src.String(), "\n")
	for i := range exp {
		if got[i] != exp[i] {
			t.Errorf("%s: %q, in C %q", lines[i+2], got[i], exp[i])
		}
	}
}

func FuzzPrintf(f *testing.F) {
	f.Add("%-+ #05.3lld %*.*s", uint64(3), uint64(2))
	f.Fuzz(func(t *testing.T, format string, a, b uint64) {
		out, err := testFormatter(64).format(nil, []byte(format), []uint64{a, b, a ^ b})
		if err == nil && len(out) > 3*maxPad+len(format)+100 {
			t.Errorf("%d bytes", len(out))
		}
	})
}
