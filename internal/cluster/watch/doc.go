// Package watch follows all results of a cluster, and makes the page and the metrics of the coordinator of
// them.
package watch
