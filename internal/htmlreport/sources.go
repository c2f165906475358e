package htmlreport

import (
	"path/filepath"
	"slices"
	"strings"

	"whittle.dev/internal/report"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// sourceFile is a file as the script sees it.
type sourceFile struct {
	Name string `json:"name"` // as in reports
	Text string `json:"text"`
}

// sources are the files that the page shows.
type sources struct {
	files []sourceFile
	index map[int32]int // by number in source.Files
	rows  []report.Row  // of the trace
}

// of returns the number of the file of a place.
func (s *sources) of(p source.Pos) (file int, ok bool) {
	if !p.IsValid() {
		return 0, false
	}
	file, ok = s.index[p.File]
	return file, ok
}

// sources collects the program's files: the inputs, and others that code of the program lies in or that the
// trace names. Headers of the system that only declare something are left out, and so is what is part of
// whittle.
func (r Report) sources(t *trace.Trace) *sources {
	s := &sources{index: map[int32]int{}}
	files := r.Summary.Files
	if t != nil {
		s.rows = report.Rows(t, files)
	}
	if files == nil {
		return s
	}
	wanted := make([]bool, files.Len())
	want := func(p source.Pos) {
		if p.IsValid() && p.File >= 0 && int(p.File) < len(wanted) {
			wanted[p.File] = true
		}
	}
	var inputs []string
	for _, in := range r.Summary.Inputs {
		inputs = append(inputs, filepath.Clean(in))
	}
	for i := range wanted {
		wanted[i] = slices.Contains(inputs, filepath.Clean(files.Name(int32(i))))
	}
	if r.Program != nil {
		for _, p := range r.Program.Procs {
			if p.Model {
				continue
			}
			for _, e := range p.Edges {
				want(e.Pos)
			}
		}
	}
	if t != nil {
		for _, row := range s.rows {
			want(row.Pos)
		}
		for _, c := range report.Causes(t, files) {
			want(c.Pos)
		}
	}
	want(r.Summary.Result.Pos)
	for i, ok := range wanted {
		name := files.Name(int32(i))
		if text, known := files.Text(int32(i)); ok && known && !strings.HasPrefix(name, "<") && name != "" {
			s.index[int32(i)] = len(s.files)
			s.files = append(s.files, sourceFile{filepath.ToSlash(name), string(text)})
		}
	}
	return s
}
