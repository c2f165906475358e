// Package memory is the memory of an executed program: a table of regions with at most one object each, the
// contents of these objects, and the undoing of what an atomic section has done to them.
//
//	Memory   all objects; Create and End begin and end the lives of dynamic ones
//	Object   one of them; it keeps its region when it is dead, so that uses of dead objects are noticed
//
// A byte that nothing has written is chosen when it is first read: Read asks Memory.Choose for it. Content is
// made when it is first touched, for large objects page by page.
//
// Between Begin and Commit all changes are logged, and Rollback takes them back.
package memory
