package initializer

import (
	"sort"
)

// Image is the initial content of an object: constants of whole bytes.
type Image struct {
	parts []Part
	// bytes holds what every byte is, once that was asked for.
	bytes map[uint64]byte
}

// Part is a stretch of an Image.
type Part struct {
	Off   uint64
	Bytes []byte
}

// Add writes bytes at an offset.
func (m *Image) Add(off uint64, b []byte) {
	p := Part{off, b}
	m.parts = append(m.parts, p)
	if m.bytes != nil {
		m.write(p)
	}
}

func (m *Image) write(p Part) {
	for i, b := range p.Bytes {
		m.bytes[p.Off+uint64(i)] = b
	}
}

// At returns the byte at an offset as written so far.
func (m *Image) At(off uint64) byte {
	if m.bytes == nil {
		m.bytes = map[uint64]byte{}
		for _, p := range m.parts {
			m.write(p)
		}
	}
	return m.bytes[off]
}

// Parts returns the parts in ascending order without overlap; where parts
// overlapped, later ones win and the result is single bytes.
func (m *Image) Parts() []Part {
	ps := append([]Part(nil), m.parts...)
	sort.SliceStable(ps, func(i, j int) bool { return ps[i].Off < ps[j].Off })
	overlap := false
	for i := 1; i < len(ps); i++ {
		if ps[i].Off < ps[i-1].Off+uint64(len(ps[i-1].Bytes)) {
			overlap = true
		}
	}
	if !overlap {
		return ps
	}
	// Groups of overlapping parts become bytes; the others stay whole.
	var out []Part
	for i := 0; i < len(ps); {
		end := ps[i].Off + uint64(len(ps[i].Bytes))
		j := i + 1
		for j < len(ps) && ps[j].Off < end {
			end = max(end, ps[j].Off+uint64(len(ps[j].Bytes)))
			j++
		}
		if j == i+1 {
			out = append(out, ps[i])
		} else {
			start := ps[i].Off
			size := len(ps[i].Bytes)
			same := true
			for k := i; k < j; k++ {
				same = same && ps[k].Off == start && len(ps[k].Bytes) == size
			}
			if same {
				out = append(out, ps[j-1])
			} else {
				for b := start; b < end; b++ {
					out = append(out, Part{b, []byte{m.At(b)}})
				}
			}
		}
		i = j
	}
	return out
}
