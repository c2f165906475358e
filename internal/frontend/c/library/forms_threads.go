package library

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// Which forms of the models of threads a program needs, is found out from what it calls where. The forms that
// keep more cost more, above all since they look at the ids of threads: like threads are not interchangeable
// then.

// joinFunctions lists the functions that wait for the end of a thread.
var joinFunctions = []string{"pthread_join", "pthread_tryjoin_np", "pthread_timedjoin_np",
	"pthread_clockjoin_np", "thrd_join"}

// threadMakers lists the functions that create threads.
var threadMakers = []string{"pthread_create", "thrd_create"}

// rwlockWaits lists the functions that tell a thread that it would wait for itself.
var rwlockWaits = []string{
	"pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_timedrdlock",
	"pthread_rwlock_timedwrlock",
	"pthread_rwlock_clockrdlock", "pthread_rwlock_clockwrlock",
}

// rwlockReaders and rwlockWriters take a reader-writer lock and wait; rwlockTries do not, or for some time.
var (
	rwlockReaders = []string{"pthread_rwlock_rdlock"}
	rwlockWriters = []string{"pthread_rwlock_wrlock", "pthread_rwlock_timedwrlock"}
	rwlockTries   = []string{"pthread_rwlock_tryrdlock", "pthread_rwlock_timedrdlock"}
)

// waitsBehindWriters reports whether it makes a difference that a reader may have to wait because a writer
// waits: for deadlocks, or if a reader is told so.
func waitsBehindWriters(units []*unit, needs Needs) bool {
	return refersToAny(units, rwlockWriters) &&
		(needs.waitsExactly() && refersToAny(units, rwlockReaders) || refersToAny(units, rwlockTries))
}

// refersToAny reports whether the program uses one of some functions.
func refersToAny(units []*unit, names []string) bool {
	for _, n := range names {
		if refers(units, n) {
			return true
		}
	}
	return false
}

// detaches reports whether the program may notice that a thread is detached: by joining it, or by detaching
// it once more.
func detaches(units []*unit) bool {
	calls := refers(units, "pthread_detach") || refers(units, "thrd_detach")
	joinable := func(state int64) bool { return state == 0 }
	if !calls && allCalls(units, "pthread_attr_setdetachstate", 1, joinable) {
		return false
	}
	return refersToAny(units, joinFunctions) || usesResult(units, "pthread_detach") ||
		usesResult(units, "thrd_detach")
}

// usesResult reports whether a function is used in another way than as a call whose result is dropped.
func usesResult(units []*unit, name string) bool {
	for _, u := range units {
		uses := u.uses(name)
		if uses == 0 {
			continue
		}
		for ed := range syntax.Externals(u.ast) {
			syntax.EachDropped(ed, func(x cc.ExpressionNode) {
				if d := syntax.Called(syntax.Uncast(x)); d != nil && d.Name() == name {
					uses--
				}
			})
		}
		if uses > 0 {
			return true
		}
	}
	return false
}

// joinsItself reports whether a thread may wait for itself or for one that waits for it: a thread that
// another one has created joins some, or the initial one, which others do not join then, knows its own id.
func joinsItself(units []*unit, entry string) bool {
	if !refersToAny(units, joinFunctions) {
		return false
	}
	g := &callGraph{calls: map[string][]string{}, threads: map[string]bool{},
		callbacks: map[string]bool{entry: true}}
	for _, u := range units {
		for ed := range syntax.Externals(u.ast) {
			g.add(ed)
		}
	}
	if g.hidden {
		return true
	}
	inThreads, inMain := g.reach(g.threads), g.reach(g.callbacks)
	for _, name := range joinFunctions {
		if inMain[name] && (inMain["pthread_self"] || inMain["thrd_current"]) {
			return true
		}
	}
	joins := func(name string) bool { return inThreads[name] }
	return slices.ContainsFunc(joinFunctions, joins) && !handlesOf(units).ordered(g, entry)
}

// callGraph says, by their names, which functions call which, and which are referred to in another way.
type callGraph struct {
	calls map[string][]string
	// threads has functions of which something but a call is made, so that threads may run them; callbacks
	// has those among them that are not just passed to a function that creates a thread.
	threads, callbacks map[string]bool
	// hidden says that functions may be called of which no identifier tells: by another name, or before all
	// others.
	hidden bool
}

func (g *callGraph) add(ed *cc.ExternalDeclaration) {
	caller := ""
	if ed.Case == cc.ExternalDeclarationFuncDef {
		caller = ed.FunctionDefinition.Declarator.Name()
	}
	called := map[cc.Node]bool{} // the identifiers that are called
	passed := map[cc.Node]bool{} // those that are the start of a thread
	syntax.Walk(ed, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.PostfixExpression:
			if d := syntax.Called(x); d != nil {
				called[syntax.Unparen(x.PostfixExpression)] = true
				g.calls[caller] = append(g.calls[caller], d.Name())
				if start := threadStartArgument(d.Name()); start >= 0 {
					if args := syntax.Arguments(x); start < len(args) {
						passed[addressed(args[start])] = true
					}
				}
			}
		case *cc.AttributeValue:
			switch strings.Trim(x.Token.SrcStr(), "_") {
			case "alias", "constructor", "ifunc", "weakref":
				g.hidden = true
			}
		case *cc.PrimaryExpression:
			if d := syntax.Callee(x); x.Case == cc.PrimaryExpressionIdent && d != nil && !called[x] {
				g.threads[d.Name()] = true
				if !passed[x] {
					g.callbacks[d.Name()] = true
				}
			}
		}
		return true
	})
}

// addressed is the identifier of a function whose address an expression is.
func addressed(n cc.ExpressionNode) cc.Node {
	n = syntax.Uncast(n)
	if x, ok := n.(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionAddrof {
		return syntax.Uncast(x.CastExpression)
	}
	return n
}

// threadStartArgument says which argument of a function is what a new thread runs, or -1.
func threadStartArgument(name string) int {
	switch name {
	case "pthread_create":
		return 2
	case "thrd_create":
		return 1
	}
	return -1
}

// reach returns the functions that some may call, themselves included.
func (g *callGraph) reach(from map[string]bool) map[string]bool {
	seen := map[string]bool{}
	var work []string
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			work = append(work, name)
		}
	}
	for name := range from {
		add(name)
	}
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		for _, callee := range g.calls[name] {
			add(callee)
		}
	}
	return seen
}
