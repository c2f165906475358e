// Package wire defines the messages of a cluster: a Job to run, the Run that it belongs to, its result, and
// the Beat by which a worker says that it is there.
//
//	data, err := job.Encode()
//	job, err := wire.DecodeJob(data)
//
// Whoever reads a message trusts nothing in it: the decoders refuse other versions, unknown fields, names
// that are no subjects, paths that lead out of the folder of a task, and what is larger than the limits
// here.
//
// Known limits: the arguments of a configuration are checked by the worker, which knows what it would run
// (package work).
package wire
