// Package table sums up records of tasks: totals with the scores of SV-COMP, as text, CSV, JSON or JUnit XML.
// CompareRuns says what changed since an earlier run, SideBySide joins several runs.
package table
