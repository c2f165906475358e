package cfa

import "whittle.dev/term"

// Sync labels an atomic section that stands for a library operation.
type Sync struct {
	Kind   SyncKind
	Object term.Term // its address, or None
}

// A SyncKind is what a library operation does for the order of threads. Traces in files spell it so.
type SyncKind string

// The kinds of library operations.
const (
	SyncLock         SyncKind = "lock"
	SyncReadLock     SyncKind = "rdlock"
	SyncWriteLock    SyncKind = "wrlock"
	SyncWriteWait    SyncKind = "wrlock-wait" // a writer waits from here on for a lock that it did not get
	SyncTryLock      SyncKind = "trylock"
	SyncUnlock       SyncKind = "unlock"
	SyncUnlockShared SyncKind = "rwunlock" // of a lock that readers share
	SyncWait         SyncKind = "wait"     // for a condition
	SyncWake         SyncKind = "wake"     // after SyncWait
	SyncSignal       SyncKind = "signal"
	SyncBroadcast    SyncKind = "broadcast"
	SyncBarrier      SyncKind = "barrier" // the arrival there
	SyncBarrierLeave SyncKind = "barrier-leave"
	SyncLower        SyncKind = "sem-wait" // of a semaphore
	SyncTryLower     SyncKind = "sem-trywait"
	SyncRaise        SyncKind = "sem-post"
	SyncOnce         SyncKind = "once"
	SyncOnceDone     SyncKind = "once-done"
	SyncKey          SyncKind = "key" // to what each thread has of its own
)

var syncKinds = map[SyncKind]bool{
	SyncLock: true, SyncReadLock: true, SyncWriteLock: true, SyncWriteWait: true, SyncTryLock: true,
	SyncUnlock:       true,
	SyncUnlockShared: true,
	SyncWait:         true, SyncWake: true, SyncSignal: true, SyncBroadcast: true, SyncBarrier: true,
	SyncBarrierLeave: true,
	SyncLower:        true, SyncTryLower: true, SyncRaise: true, SyncOnce: true, SyncOnceDone: true,
	SyncKey: true,
}

// Takes says how an operation that has an effect takes a lock: SyncLock, SyncReadLock, SyncWriteLock, or ""
// if it takes none.
func (k SyncKind) Takes() SyncKind {
	switch k {
	case SyncLock, SyncReadLock, SyncWriteLock:
		return k
	case SyncTryLock:
		return SyncLock
	}
	return ""
}

// Releases reports whether an operation gives a lock back.
func (k SyncKind) Releases() bool { return k == SyncUnlock || k == SyncUnlockShared }

// Counts reports whether an operation is one on a semaphore.
func (k SyncKind) Counts() bool { return k == SyncLower || k == SyncTryLower || k == SyncRaise }
