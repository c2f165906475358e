package lcov

import (
	"bufio"
	"fmt"
	"io"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cover"
	"whittle.dev/internal/testsuite"
)

// Write writes the tracefile of a suite. Goals that no test takes are branches that were not taken, those of
// conditions that were never evaluated have "-".
func Write(w io.Writer, s *testsuite.Suite) error {
	out := bufio.NewWriter(w)
	passes := s.Passes()
	out.WriteString("TN:\n")
	for _, f := range cover.Files(s.Program, passes) {
		fmt.Fprintf(out, "SF:%s\n", s.Program.Files.Name(f.File))
		hit := 0
		for _, fn := range f.Functions {
			fmt.Fprintf(out, "FN:%d,%s\n", fn.Pos.Line, fn.Name)
		}
		for _, fn := range f.Functions {
			fmt.Fprintf(out, "FNDA:%d,%s\n", fn.Count, fn.Name)
			if fn.Count > 0 {
				hit++
			}
		}
		fmt.Fprintf(out, "FNF:%d\nFNH:%d\n", len(f.Functions), hit)
		branches(out, s, passes, f.File)
		hit = 0
		for _, l := range f.Lines {
			fmt.Fprintf(out, "DA:%d,%d\n", l.Number, l.Count)
			if l.Count > 0 {
				hit++
			}
		}
		fmt.Fprintf(out, "LF:%d\nLH:%d\nend_of_record\n", len(f.Lines), hit)
	}
	return out.Flush()
}

// branches writes the goals that lie in a file and are outcomes of decisions.
func branches(out *bufio.Writer, s *testsuite.Suite, passes map[cfa.EdgeID]int64, file int32) {
	evaluated, number := map[int]bool{}, map[int]int{}
	for i := range s.Goals {
		if g := &s.Goals[i]; g.Count(passes) > 0 {
			evaluated[g.Decision] = true
		}
	}
	found, hit := 0, 0
	for i := range s.Goals {
		g := &s.Goals[i]
		if g.Pos.File != file || g.Decision == 0 {
			continue
		}
		count := "-"
		if n := g.Count(passes); evaluated[g.Decision] {
			count = fmt.Sprint(n)
			if n > 0 {
				hit++
			}
		}
		fmt.Fprintf(out, "BRDA:%d,%d,%d,%s\n", g.Pos.Line, g.Decision, number[g.Decision], count)
		number[g.Decision]++
		found++
	}
	fmt.Fprintf(out, "BRF:%d\nBRH:%d\n", found, hit)
}
