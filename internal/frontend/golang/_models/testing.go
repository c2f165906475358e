package models

import "testing"

// A test lies where testing.T and testing.common begin.
type test struct {
	failed   bool
	skipped  bool
	cleanups *cleanup
}

type cleanup struct {
	f    func()
	next *cleanup
}

func newTest() *testing.T { return new(testing.T) }

func testing_common_Error(t *test, args ...any)                 { t.fail("a test fails (Error)") }
func testing_common_Errorf(t *test, format string, args ...any) { t.fail("a test fails (Errorf)") }
func testing_common_Fail(t *test)                               { t.fail("a test fails (Fail)") }

func testing_common_Fatal(t *test, args ...any) {
	t.fail("a test fails (Fatal)")
	goexit()
}

func testing_common_Fatalf(t *test, format string, args ...any) {
	t.fail("a test fails (Fatalf)")
	goexit()
}

func testing_common_FailNow(t *test) {
	t.fail("a test fails (FailNow)")
	goexit()
}

func (t *test) fail(what string) {
	failed(what)
	atomicBegin()
	t.failed = true
	atomicEnd()
}

func testing_common_Failed(t *test) bool {
	atomicBegin()
	f := t.failed
	atomicEnd()
	return f
}

func testing_common_Skip(t *test, args ...any)                 { goexit() }
func testing_common_Skipf(t *test, format string, args ...any) { goexit() }
func testing_common_SkipNow(t *test)                           { goexit() }
func testing_common_Log(t *test, args ...any)                  { shows(args) }
func testing_common_Logf(t *test, format string, args ...any)  { shows(args) }
func testing_common_Helper(t *test)                            {}
func testing_common_Name(t *test) string                       { return unknownString() }
func testing_T_Parallel(t *test)                               {}
func testing_Short() bool                                      { return coin("testing.Short") }

func testing_common_Cleanup(t *test, f func()) {
	atomicBegin()
	t.cleanups = &cleanup{f, t.cleanups}
	atomicEnd()
}

// endTest runs what is to be cleaned up.
func endTest(t *test) {
	for {
		atomicBegin()
		c := t.cleanups
		if c != nil {
			t.cleanups = c.next
		}
		atomicEnd()
		if c == nil {
			return
		}
		c.f()
	}
}

func testing_T_Run(t *test, name string, f func(*testing.T)) bool {
	sub := new(testing.T)
	done := make(chan bool, 1)
	go func() {
		defer close(done)
		f(sub)
	}()
	<-done
	endTest(testOf(sub))
	return !testing_common_Failed(testOf(sub))
}

func testOf(t *testing.T) *test
