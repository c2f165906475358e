package c

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// driver makes a program like a device driver of about the given number of
// lines: tables of functions, locks, lists, bit masks, all of it reachable.
func driver(lines int) string {
	var b strings.Builder
	b.WriteString("#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\nextern int " +
		"__VERIFIER_nondet_int(void);\nvoid reach_error(void);\nstruct device;\n")
	b.WriteString("struct ops { int (*open)(struct device *, int); int (*read)(struct device *, char *, " +
		"unsigned long); };\n")
	b.WriteString("struct device { pthread_mutex_t lock; struct device *next; unsigned flags : 5, state : " +
		"3; int minor; char name[16]; union { long l; void *p; } private; const struct ops *ops; " +
		"};\nstatic struct device *devices;\n")
	n := 0
	for ; strings.Count(b.String(), "\n") < lines-40; n++ {
		for i := 0; i < 10; i++ {
			fmt.Fprintf(&b, `static int open_%[1]d(struct device *d, int mode)
{
	struct device local;
	int i, err = 0;

	memset(&local, 0, sizeof local);
	pthread_mutex_lock(&d->lock);
	if (d->flags & %[2]d) {
		err = -16;
		goto out;
	}
	for (i = 0; i < 16 && d->name[i]; i++)
		local.name[i] = d->name[i] == '/' ? '!' : d->name[i];
	switch (mode & 3) {
	case 0:
		d->state = 1;
		break;
	case 1:
	case 2:
		d->minor += %[2]d;
		d->private.l ^= (long)local.name[i & 15] << 3;
		break;
	default:
		err = -22;
	}
out:
	pthread_mutex_unlock(&d->lock);
	return err;
}

static int read_%[1]d(struct device *d, char *buffer, unsigned long count)
{
	struct device *e;

	for (e = devices; e; e = e->next)
		if (e->minor == (int)count && e->ops->open(e, %[2]d))
			return -1;
	while (count--)
		buffer[count] = (char)(d->minor >> (count %% 8));
	return 0;
}

static const struct ops ops_%[1]d = { .open = open_%[1]d, .read = read_%[1]d };

`, n*10+i, n%31+1)
		}
	}
	b.WriteString("static const struct ops *all[] = {\n")
	for i := 0; i < n*10; i++ {
		fmt.Fprintf(&b, "&ops_%d, ", i)
	}
	b.WriteString("};\nstatic void *run(void *p)\n{\n\tstruct device *d = p;\n\tchar c[8];\n\tif " +
		"(d->ops->open(d, __VERIFIER_nondet_int()) == 0)\n\t\td->ops->read(d, c, 8);\n\treturn 0;\n}\n")
	b.WriteString("int main(void)\n{\n\tunsigned i = (unsigned)__VERIFIER_nondet_int();\n\tpthread_t " +
		"t;\n\tdevices = calloc(1, sizeof *devices);\n\tdevices->ops = all[i % (sizeof all / sizeof " +
		"*all)];\n\tpthread_create(&t, 0, run, devices);\n\trun(devices);\n\tpthread_join(t, 0);\n\treturn " +
		"0;\n}\n")
	return b.String()
}

// TestLargeDriver bounds the memory for a driver of 12,000 lines to 400 MB.
func TestLargeDriver(t *testing.T) {
	text := driver(12_000)
	cfg := Config{Files: []string{"driver.c"}, Read: mapReader(map[string]string{"driver.c": text})}
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	prog, diags, err := Load(context.Background(), cfg)
	runtime.ReadMemStats(&after)
	if err != nil {
		for _, m := range diags.All() {
			t.Log(diags.Format(m))
		}
		t.Fatal(err)
	}
	got := after.Sys - before.Sys
	t.Logf("%d lines, %d bytes: %d procedures, %d edges with %d MB from the system",
		strings.Count(text, "\n"), len(text), len(prog.Procs), prog.NumEdges, got>>20)
	if got > 400<<20 {
		t.Errorf("%d MB", got>>20)
	}
}

// BenchmarkLoadDriver measures the whole front end on a large driver.
func BenchmarkLoadDriver(b *testing.B) {
	text := driver(12_000)
	cfg := Config{Files: []string{"driver.c"}, Read: mapReader(map[string]string{"driver.c": text})}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Load(context.Background(), cfg); err != nil {
			b.Fatal(err)
		}
	}
}
