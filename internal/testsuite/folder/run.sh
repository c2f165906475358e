#!/bin/sh
# run.sh FOLDER TEST...: runs the tests that were built in a folder, and compares their output and their status
# with those in expected/. The status is 1 if one differs.
folder=$1
shift
passed=0
failed=0
for t in "$@"; do
	"./$folder/$t" >"$folder/$t.out" 2>"$folder/$t.err"
	status=$?
	why=
	[ "$status" = "$(cat "expected/$t.status")" ] || why="status $status, expected $(cat "expected/$t.status")"
	if [ -f "expected/$t.out" ] && ! cmp -s "$folder/$t.out" "expected/$t.out"; then
		why="${why:+$why; }the output differs: diff expected/$t.out $folder/$t.out"
	fi
	if [ -z "$why" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$t FAILED: $why"
		sed 's/^/    /' "$folder/$t.err" | head -5
	fi
done 2>/dev/null
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
