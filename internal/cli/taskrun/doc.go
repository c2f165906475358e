// Package taskrun has tasks chosen and run as flags say: Selection chooses among tasks, Limits bounds each
// run, and Configure makes both the configuration of package tasks. The commands that use it are whittle
// bench and those of whittle-bench that repeat evaluations on tasks.
package taskrun
