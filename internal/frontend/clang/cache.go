package clang

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"whittle.dev/internal/outfile"
)

// A module is remembered as two files: NAME.deps lists what the compiler has read, with digests, and
// NAME.ll is the module. NAME is made of the compiler, the arguments, our own text and the name of the
// file. A remembered module counts if all that was read is as it was. A header that has since come to
// exist earlier in the search path is not noticed.

// kept is how many modules a folder keeps; those that were used longest ago go first.
const kept = 200

// cache is the place of one module.
type cache struct{ dir, name string }

// newCache returns the place of a file's module; nothing is kept if the folder cannot be used.
func newCache(cfg Config, tool, file string) cache {
	if cfg.Cache == "" || os.MkdirAll(cfg.Cache, 0o777) != nil {
		return cache{}
	}
	h := sha256.New()
	cwd, _ := os.Getwd()
	if info, err := os.Stat(tool); err == nil {
		fmt.Fprintln(h, info.Size(), info.ModTime().UnixNano())
	}
	fmt.Fprintf(h, "%q %q %q %q\n", tool, cwd, file, arguments(cfg, file))
	io.WriteString(h, unit(file, cfg.isCXX(file)))
	streams, _ := headers.ReadFile("headers/whittle_streams") // it is embedded
	h.Write(streams)
	return cache{cfg.Cache, filepath.Join(cfg.Cache, hex.EncodeToString(h.Sum(nil))[:32])}
}

// find returns the module, or nil.
func (c cache) find() []byte {
	if c.name == "" {
		return nil
	}
	list, err := os.ReadFile(c.name + ".deps")
	if err != nil {
		return nil
	}
	digest, files, ok := strings.Cut(strings.TrimSuffix(string(list), "\n"), "\n")
	names := strings.Split(files, "\n")
	if !ok || digestOf(names) != digest {
		return nil
	}
	text, err := os.ReadFile(c.name + ".ll")
	if err != nil {
		return nil
	}
	now := time.Now()
	os.Chtimes(c.name+".deps", now, now) // used now; it does no harm if this is not remembered
	return text
}

// keep remembers a module. What cannot be written is not kept.
func (c cache) keep(text []byte, deps []string) {
	if c.name == "" {
		return
	}
	digest := digestOf(deps)
	if digest == "" {
		return
	}
	write := func(name string, data []byte) error {
		return outfile.Write(name, func(w io.Writer) error {
			_, err := io.Copy(w, bytes.NewReader(data))
			return err
		})
	}
	if write(c.name+".ll", text) == nil {
		_ = write(c.name+".deps", []byte(digest+"\n"+strings.Join(deps, "\n")+"\n"))
	}
	c.prune()
}

// digestOf is one of names and contents; empty: a file cannot be read.
func digestOf(files []string) string {
	h := sha256.New()
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return ""
		}
		fmt.Fprintf(h, "%q %d\n", f, len(text))
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// prune removes what was used longest ago.
func (c cache) prune() {
	lists, _ := filepath.Glob(filepath.Join(c.dir, "*.deps"))
	if len(lists) <= kept {
		return
	}
	used := map[string]time.Time{}
	for _, l := range lists {
		if info, err := os.Stat(l); err == nil {
			used[l] = info.ModTime()
		}
	}
	slices.SortFunc(lists, func(a, b string) int { return used[a].Compare(used[b]) })
	for _, l := range lists[:len(lists)-kept] {
		os.Remove(l)
		os.Remove(strings.TrimSuffix(l, ".deps") + ".ll")
	}
}
