package report

import (
	"strings"

	"whittle.dev/internal/cfa"
)

// syncWords says what a library operation does to an object, whose name takes the place of the star. One that
// can fail has words for both outcomes besides.
type syncWords struct{ does, done, not string }

var syncTable = map[cfa.SyncKind]syncWords{
	cfa.SyncLock:         {"takes *", "takes *", "does not get *"},
	cfa.SyncReadLock:     {"takes * for reading", "takes * for reading", "does not get * for reading"},
	cfa.SyncWriteLock:    {"takes * for writing", "takes * for writing", "does not get * for writing"},
	cfa.SyncWriteWait:    {does: "comes to wait for writing *"},
	cfa.SyncTryLock:      {"tries to take *", "takes *", "does not get *"},
	cfa.SyncUnlock:       {"releases *", "releases *", "does not release *"},
	cfa.SyncUnlockShared: {"releases *", "releases *", "does not release *"},
	cfa.SyncSignal:       {does: "signals *"},
	cfa.SyncBroadcast:    {does: "wakes all at *"},
	cfa.SyncWait:         {does: "waits at *"},
	cfa.SyncWake:         {does: "goes on at *"},
	cfa.SyncBarrier:      {does: "arrives at *"},
	cfa.SyncBarrierLeave: {does: "leaves *"},
	cfa.SyncLower:        {does: "lowers *"},
	cfa.SyncTryLower:     {"tries to lower *", "lowers *", "does not lower *"},
	cfa.SyncRaise:        {does: "raises *"},
}

// syncText says what a library operation does to an object.
func syncText(kind cfa.SyncKind, object string) string {
	words, ok := syncTable[kind]
	switch {
	case object == "":
		return string(kind)
	case !ok:
		return string(kind) + " " + object
	}
	return strings.Replace(words.does, "*", object, 1)
}

// attemptText says what an operation that can fail has done to an object, and what not; both are empty for
// other operations.
func attemptText(kind cfa.SyncKind, object string) (done, not string) {
	words := syncTable[kind]
	return strings.Replace(words.done, "*", object, 1), strings.Replace(words.not, "*", object, 1)
}
