package run

import (
	"crypto/sha256"
	"fmt"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/harness"
	"whittle.dev/internal/testsuite/folder"
	"whittle.dev/internal/testsuite/testcomp"
	"whittle.dev/internal/version"
)

// CheckSuiteFolder reports, before a suite is made, whether it could be written to a folder.
func CheckSuiteFolder(name string) error { return folder.Check(name) }

// WriteFolder writes the suite to a folder; with testComp, only in the format of Test-Comp. The notes say
// which tests cannot be written as C, and why.
func (o SuiteOutcome) WriteFolder(name string, testComp bool) (notes []string, err error) {
	defer bugreport.Guard(&err)
	t := o.task
	text, err := t.ReadFile(t.Files[0])
	if err != nil {
		return nil, err
	}
	return folder.Write(name, folder.Input{Suite: o.Suite, Source: o.src, TestComp: testComp,
		Head: harness.Head{Files: t.Files, Version: version.String(), ILP32: t.DataModel == "ILP32"},
		Meta: testcomp.Meta{Producer: "whittle " + version.String(), File: t.Files[0],
			Hash: fmt.Sprintf("%x", sha256.Sum256(text)), Entry: t.Entry, Bits: o.Program.PtrWidth}})
}
