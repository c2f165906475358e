package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// damage changes a byte in the middle of each file of answers in a folder.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: damage folder")
	}
	list, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*.cache"))
	ts.Check(err)
	if len(list) == 0 {
		ts.Fatalf("no file of answers in %s", args[0])
	}
	for _, name := range list {
		data, err := os.ReadFile(name)
		ts.Check(err)
		data[len(data)/2] ^= 0x20
		ts.Check(os.WriteFile(name, data, 0o666))
	}
}

// journal waits until a run has written answers to a folder.
func journal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: journal folder")
	}
	for range 600 {
		list, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*.log"))
		ts.Check(err)
		for _, name := range list {
			if info, err := os.Stat(name); err == nil && info.Size() > 500 {
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("no run writes to %s", args[0])
}
