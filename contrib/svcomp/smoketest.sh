#!/bin/sh
# Checks that the program runs here: one small program that violates the property, one that does not.
cd "$(dirname "$0")" || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

cat > "$dir/race.c" <<'END'
#include <assert.h>
#include <pthread.h>
int x;
void *inc(void *p) { int old = x; x = old + 1; return 0; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, inc, 0);
    pthread_create(&b, 0, inc, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
END
sed 's/int x;/pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;/
s/int old = x; x = old + 1;/pthread_mutex_lock(\&m); x = x + 1; pthread_mutex_unlock(\&m);/' "$dir/race.c" > "$dir/lock.c"
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' > "$dir/unreach-call.prp"

failed=0
expect() { # file, verdict, exit code
    out=$(./whittle check --property "$dir/unreach-call.prp" --timeout 60 "$dir/$1")
    code=$?
    verdict=$(printf '%s\n' "$out" | tail -n 1)
    if [ "$verdict" = "$2" ] && [ "$code" = "$3" ]; then
        echo "ok: $1: $verdict"
    else
        echo "FAILED: $1: '$verdict', exit code $code; expected $2, $3"
        failed=1
    fi
}
expect race.c 'false(unreach-call)' 1
expect lock.c true 0
exit $failed
