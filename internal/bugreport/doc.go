// Package bugreport describes internal errors in files, for those who can mend them, and turns panics into
// errors with their stacks.
package bugreport
