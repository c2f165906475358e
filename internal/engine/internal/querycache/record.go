package querycache

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"whittle.dev/internal/engine/internal/portable"
)

// A file is a header and records:
//
//	header   magic, frame of: version of the file and of terms, kind of file, generation, number of records, program, revision
//	record   frame of: age, length of the query, query, answer
//	frame    length (4 bytes), CRC of the length (4), CRC of the content (4), content
//
// Numbers in frames are little endian, those in contents are unsigned varints. Since the length has a CRC of
// its own, a frame that was not written to its end can be told from one with a wrong length.

const (
	magic = "whittle query cache\n"
	// fileVersion changes when files written before could be read as something else.
	fileVersion = 1
	frameHead   = 12
	// maxFrame bounds the length of a frame that is read.
	maxFrame = 1 << 30
)

// The kinds of files.
const (
	mainFile    = 1 // complete: it has the number of records that the header tells
	journalFile = 2 // may end anywhere
)

// checksum is that of frames. Its table is made at the first use, since few runs keep answers.
func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// errCut says that bytes end too early, errCorrupt that they are wrong.
var (
	errCut     = errors.New("it is cut off")
	errCorrupt = errors.New("it is corrupted")
)

// header is what a file says about itself.
type header struct {
	kind       byte
	generation uint64 // how often the main file was written
	records    uint64 // 0 in a journal
	program    []byte
	revision   string
}

func appendFrame(b []byte, content func([]byte) []byte) []byte {
	at := len(b)
	b = append(b, make([]byte, frameHead)...)
	b = content(b)
	data := b[at+frameHead:]
	binary.LittleEndian.PutUint32(b[at:], uint32(len(data)))
	binary.LittleEndian.PutUint32(b[at+4:], checksum(b[at:at+4]))
	binary.LittleEndian.PutUint32(b[at+8:], checksum(data))
	return b
}

// nextFrame returns the content of the frame at the beginning of b, and the rest.
func nextFrame(b []byte) (content, rest []byte, err error) {
	if len(b) < frameHead {
		return nil, nil, errCut
	}
	n := binary.LittleEndian.Uint32(b)
	if binary.LittleEndian.Uint32(b[4:]) != checksum(b[:4]) || n > maxFrame {
		return nil, nil, errCorrupt
	}
	sum := binary.LittleEndian.Uint32(b[8:])
	b = b[frameHead:]
	if uint64(len(b)) < uint64(n) {
		return nil, nil, errCut
	}
	if checksum(b[:n]) != sum {
		return nil, nil, errCorrupt
	}
	return b[:n:n], b[n:], nil
}

func appendHeader(b []byte, h header) []byte {
	b = append(b, magic...)
	return appendFrame(b, func(b []byte) []byte {
		b = binary.AppendUvarint(b, fileVersion)
		b = binary.AppendUvarint(b, portable.Version)
		b = append(b, h.kind)
		b = binary.AppendUvarint(b, h.generation)
		b = binary.AppendUvarint(b, h.records)
		b = appendBytes(b, h.program)
		return appendBytes(b, []byte(h.revision))
	})
}

func appendRecord(b []byte, e entry) []byte {
	return appendFrame(b, func(b []byte) []byte {
		b = binary.AppendUvarint(b, e.age)
		b = appendBytes(b, []byte(e.query))
		return append(b, e.answer...)
	})
}

func appendBytes(b, data []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(data))), data...)
}

// readHeader reads the header of a file. The versions are compared here, the rest is for the caller.
func readHeader(b []byte) (header, []byte, error) {
	if n := min(len(b), len(magic)); string(b[:n]) != magic[:n] {
		return header{}, nil, errCorrupt
	}
	if len(b) < len(magic) {
		return header{}, nil, errCut
	}
	content, rest, err := nextFrame(b[len(magic):])
	if err != nil {
		return header{}, nil, err
	}
	r := portable.Bytes{Rest: content}
	if v, terms := r.Uvarint(), r.Uvarint(); !r.Bad && (v != fileVersion || terms != portable.Version) {
		return header{}, nil, fmt.Errorf("it has the version %d.%d, not %d.%d", v, terms, fileVersion,
			portable.Version)
	}
	var h header
	if len(r.Rest) > 0 {
		h.kind, r.Rest = r.Rest[0], r.Rest[1:]
	}
	h.generation, h.records = r.Uvarint(), r.Uvarint()
	h.program, h.revision = r.Stretch(), string(r.Stretch())
	if r.Bad || len(r.Rest) > 0 || h.kind != mainFile && h.kind != journalFile {
		return header{}, nil, errCorrupt
	}
	return h, rest, nil
}

// parse reads a file of a program and revision. The answers share the memory of b. The end of a
// journal may be missing; any other defect is an error, and then there are no entries.
func parse(b []byte, kind byte, program []byte, revision string) (header, []entry, error) {
	h, b, err := readHeader(b)
	switch {
	case errors.Is(err, errCut) && kind == journalFile:
		return header{kind: kind}, nil, nil
	case err != nil:
		return header{}, nil, err
	case h.kind != kind:
		return header{}, nil, errCorrupt
	case !bytes.Equal(h.program, program):
		return header{}, nil, errors.New("it belongs to another program")
	case h.revision != revision:
		return header{}, nil, fmt.Errorf("it was written by another revision of whittle (%s)", h.revision)
	}
	var entries []entry
	for len(b) > 0 {
		content, rest, err := nextFrame(b)
		if errors.Is(err, errCut) && kind == journalFile {
			break
		}
		if err != nil {
			return header{}, nil, err
		}
		b = rest
		r := portable.Bytes{Rest: content}
		e := entry{age: r.Uvarint(), query: string(r.Stretch())}
		e.answer = r.Rest
		if r.Bad {
			return header{}, nil, errCorrupt
		}
		entries = append(entries, e)
	}
	if kind == mainFile && uint64(len(entries)) != h.records {
		return header{}, nil, errCut
	}
	return h, entries, nil
}
