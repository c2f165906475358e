package report

import (
	"strings"

	"whittle.dev/internal/cfa"
)

// syncWords says what a library operation does to an object, whose name takes the place of the star, and what
// one that can fail has not done.
type syncWords struct{ does, not string }

var syncTable = map[cfa.SyncKind]syncWords{
	cfa.SyncLock:         {"takes *", "does not get *"},
	cfa.SyncReadLock:     {"takes * for reading", "does not get * for reading"},
	cfa.SyncWriteLock:    {"takes * for writing", "does not get * for writing"},
	cfa.SyncWriteWait:    {does: "comes to wait for writing *"},
	cfa.SyncTryLock:      {"tries to take *", "does not get *"},
	cfa.SyncUnlock:       {"releases *", "does not release *"},
	cfa.SyncUnlockShared: {"releases *", "does not release *"},
	cfa.SyncSignal:       {does: "signals *"},
	cfa.SyncBroadcast:    {does: "wakes all at *"},
	cfa.SyncWait:         {does: "waits at *"},
	cfa.SyncWake:         {does: "goes on at *"},
	cfa.SyncBarrier:      {does: "arrives at *"},
	cfa.SyncBarrierLeave: {does: "leaves *"},
	cfa.SyncLower:        {does: "lowers *"},
	cfa.SyncTryLower:     {"tries to lower *", "does not lower *"},
	cfa.SyncRaise:        {does: "raises *"},
}

// syncText says what a library operation does to an object, or that it has failed.
func syncText(kind cfa.SyncKind, object string, failed bool) string {
	words, ok := syncTable[kind]
	text := words.does
	switch {
	case object == "":
		return string(kind)
	case !ok:
		return string(kind) + " " + object
	case failed:
		text = words.not
	}
	return strings.Replace(text, "*", object, 1)
}

// succeeded is what an operation is that has tried and done it.
func succeeded(kind cfa.SyncKind) cfa.SyncKind {
	switch kind {
	case cfa.SyncTryLock:
		return cfa.SyncLock
	case cfa.SyncTryLower:
		return cfa.SyncLower
	}
	return kind
}
