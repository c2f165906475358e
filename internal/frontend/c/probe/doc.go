// Package probe has the monitors of programs: automata that run beside a program, look at it at given places,
// and end executions. Witness automata become monitors.
//
//	units, plan, err := probe.Parse(ctx, monitor, config, files, diags)
//
// A program with a monitor is parsed twice: once to find the places that the monitor names (place.go,
// plan.go), once with its expressions, which stand in the text as arguments of calls that the lowering knows
// (insert.go) and so get the scope of their place. The lowering makes of each call what the probes at its
// site do.
package probe
