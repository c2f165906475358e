package program

import "fmt"

// Guard is how threads protect what they share.
type Guard int

// The guards.
const (
	Unlocked Guard = iota
	Locked
	Atomic // one atomic operation, a compare and swap in a loop for example
)

// String names the guard in file names.
func (g Guard) String() string { return [...]string{"unlocked", "locked", "atomic"}[g] }

// LostUpdate lets threads add 1 to a counter so many times each; the sum must be
// complete. Without a guard updates are lost.
func LostUpdate(threads, rounds int, g Guard) Program {
	add := [...]string{"int old = counter; counter = old + 1;",
		"pthread_mutex_lock(&m); counter++; pthread_mutex_unlock(&m);",
		"__sync_fetch_and_add(&counter, 1);"}[g]
	return make(fmt.Sprintf("lost-update-%v-%d-%d", g, threads, rounds), g != Unlocked, `
static int counter;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    for (int i = 0; i < $ROUNDS; i++) {
        $ADD
    }
    return arg;
}

int main(void) {
$STARTS    assert(counter == $THREADS * $ROUNDS);
    return 0;
}
`, "ROUNDS", rounds, "ADD", add, "STARTS", starts(threads, "add"), "THREADS", threads)
}

// LeastUpdate is LostUpdate without a guard, and asks for less: the sum is at least
// the given value. That holds for values up to 2, with two threads and rounds.
func LeastUpdate(threads, rounds, least int) Program {
	return make(fmt.Sprintf("least-update-%d-%d-%d", threads, rounds, least), least <= 2, `
static int counter;

static void *add(void *arg) {
    for (int i = 0; i < $ROUNDS; i++) {
        int old = counter;
        counter = old + 1;
    }
    return arg;
}

int main(void) {
$STARTS    assert(counter >= $LEAST);
    return 0;
}
`, "ROUNDS", rounds, "STARTS", starts(threads, "add"), "LEAST", least)
}

// Growth lets two threads add to each other's number so many times. The largest number that can be had is one
// of Fibonacci's; slack is added to the bound that is asserted, which then holds if slack >= 0.
func Growth(rounds, slack int) Program {
	a, b := 1, 1
	for range 2 * rounds {
		a, b = b, a+b
	}
	return make(fmt.Sprintf("growth-%d-%d", rounds, slack+1), slack >= 0, `
static int i = 1, j = 1;

static void *first(void *arg) {
    for (int k = 0; k < $ROUNDS; k++)
        i += j;
    return arg;
}

static void *second(void *arg) {
    for (int k = 0; k < $ROUNDS; k++)
        j += i;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    assert(i <= $BOUND && j <= $BOUND);
    return 0;
}
`, "ROUNDS", rounds, "BOUND", b+slack)
}

// Transfers moves chosen amounts between accounts, with a lock or without; the sum must stay what it was.
func Transfers(threads, accounts int, g Guard) Program {
	lock, unlock := "", ""
	if g == Locked {
		lock, unlock = "pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"
	}
	return make(fmt.Sprintf("transfers-%v-%d-%d", g, threads, accounts), g == Locked, `
static unsigned account[$ACCOUNTS];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *transfer(void *arg) {
    unsigned from = __VERIFIER_nondet_uint(), to = __VERIFIER_nondet_uint();
    unsigned amount = __VERIFIER_nondet_uint();
    __VERIFIER_assume(from < $ACCOUNTS && to < $ACCOUNTS);
    $LOCK
    if (account[from] >= amount) {
        account[from] -= amount;
        account[to] += amount;
    }
    $UNLOCK
    return arg;
}

int main(void) {
    unsigned before = 0, after = 0;
    for (int k = 0; k < $ACCOUNTS; k++) {
        account[k] = __VERIFIER_nondet_uchar();
        before += account[k];
    }
$STARTS    for (int k = 0; k < $ACCOUNTS; k++)
        after += account[k];
    assert(before == after);
    return 0;
}
`, "ACCOUNTS", accounts, "LOCK", lock, "UNLOCK", unlock, "STARTS", starts(threads, "transfer"))
}

// Stack pushes and pops nodes of a linked stack from several threads by a compare and
// swap that is tried once; each node must be popped at most once. Nodes are not used again, so
// that holds; if broken is set, the swap does not compare.
func Stack(threads int, broken bool) Program {
	swap, name := "__sync_bool_compare_and_swap(&top, seen, next)", fmt.Sprintf("stack-%d", threads)
	if broken {
		swap, name = "(top = next, 1)", name+"-broken"
	}
	return make(name, !broken, `
struct node { int next; int popped; };
static struct node nodes[$NODES];
static int top = $THREADS;

static void *pop(void *arg) {
    int seen = top;
    if (seen == 0)
        return arg;
    int next = nodes[seen - 1].next;
    if ($SWAP) {
        assert(nodes[seen - 1].popped == 0);
        nodes[seen - 1].popped = 1;
    }
    return arg;
}

int main(void) {
    for (int k = 0; k < $THREADS; k++)
        nodes[k].next = k;
$STARTS    return 0;
}
`, "NODES", threads, "THREADS", threads, "SWAP", swap, "STARTS", starts(threads, "pop"))
}
