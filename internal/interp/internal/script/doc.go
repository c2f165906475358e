// Package script enumerates the choices within a step of an execution: a script of choices is followed,
// extended by the first possibility of each further choice, and then changed like a counter.
package script
