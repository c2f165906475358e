package main

import (
	"debug/elf"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	out := flag.String("o", "whittle.zip", "the archive")
	binary := flag.String("binary", "", "the program (default: it is built)")
	root := flag.String("root", ".", "the root of the repository")
	flag.Parse()
	if err := run(*root, *binary, *out); err != nil {
		fmt.Fprintln(os.Stderr, "svcomp:", err)
		os.Exit(1)
	}
}

func run(root, binary, out string) error {
	if binary == "" {
		dir, err := os.MkdirTemp("", "whittle-svcomp-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "whittle")
		if err := build(root, binary); err != nil {
			return err
		}
		if err := static(binary); err != nil {
			return err
		}
	}
	text, err := archive(root, binary)
	if err != nil {
		return err
	}
	if err := os.WriteFile(out+".tmp", text, 0o644); err != nil {
		return err
	}
	return os.Rename(out+".tmp", out)
}

// build builds the program so that it needs nothing of the machine that it runs on.
func build(root, out string) error {
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, "./cmd/whittle")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("building whittle: %w", err)
	}
	return nil
}

// static makes sure that a program needs no loader, and so no libraries.
func static(name string) error {
	f, err := elf.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			return fmt.Errorf("%s is linked dynamically", name)
		}
	}
	return nil
}
