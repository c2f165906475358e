package c

import "whittle.dev/internal/frontend/c/probe"

// A monitor runs beside the program and watches it; see package probe.
type (
	Monitor     = probe.Monitor
	Probe       = probe.Probe
	ProbePlace  = probe.Place
	ProbeAction = probe.Action
	ProbeError  = probe.Error
	Target      = probe.Target
)

// What a probe looks at, what it does, and in which states and threads.
const (
	ProbeStatement = probe.Statement
	ProbeLoop      = probe.Loop
	ProbeEnter     = probe.Enter
	ProbeReturn    = probe.Return
	ProbeBranch    = probe.Branch

	ProbeGo   = probe.Go
	ProbeCut  = probe.Cut
	ProbeFail = probe.Fail

	Anyone = probe.Anyone
	Always = probe.Always

	ProbeState = probe.StateName
)
