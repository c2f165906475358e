// Package lazy makes what few runs need when it is first asked for. Most runs take some ten milliseconds, so
// what every run made at its start, for messages and pages that it never writes, would be a good part of it.
package lazy
