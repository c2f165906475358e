// Package status says what goes on in a cluster: Read looks once, for the terminal; a Tally follows all
// results, and makes the page and the metrics of the coordinator.
package status
