package models

// Errors and texts. What package fmt writes is unknown; the values are looked at as it does: see shows.

type errorString struct{ s string }

func (e *errorString) Error() string { return e.s }

type wrapError struct {
	s   string
	err error
}

func (e *wrapError) Error() string { return e.s }
func (e *wrapError) Unwrap() error { return e.err }

func errors_New(text string) error { return &errorString{text} }

func errors_Unwrap(err error) error {
	if u, ok := err.(interface{ Unwrap() error }); ok {
		return u.Unwrap()
	}
	return nil
}

func errors_Is(err, target error) bool {
	for err != nil {
		if comparable_(target) && err == target {
			return true
		}
		if x, ok := err.(interface{ Is(error) bool }); ok && x.Is(target) {
			return true
		}
		if _, ok := err.(interface{ Unwrap() []error }); ok {
			unsupported("errors.Is of several errors")
		}
		u, ok := err.(interface{ Unwrap() error })
		if !ok {
			return false
		}
		err = u.Unwrap()
	}
	return target == nil
}

// comparable_ reports whether the type of a value is comparable.
func comparable_(x any) bool

func fmt_Errorf(format string, args ...any) error {
	shows(args)
	wraps := 0
	for i := 0; i+1 < len(format); i++ {
		if format[i] == '%' {
			if format[i+1] == 'w' {
				wraps++
			}
			i++
		}
	}
	if wraps == 0 {
		return &errorString{unknownString()}
	}
	if wraps > 1 {
		unsupported("fmt.Errorf with several %w")
	}
	for _, a := range args {
		if err, ok := a.(error); ok {
			return &wrapError{unknownString(), err}
		}
	}
	return &errorString{unknownString()}
}

func fmt_Sprint(args ...any) string                 { shows(args); return unknownString() }
func fmt_Sprintln(args ...any) string               { shows(args); return unknownString() }
func fmt_Sprintf(format string, args ...any) string { shows(args); return unknownString() }
func fmt_Print(args ...any) (int, error)            { shows(args); return int(unknown("fmt.Print")), nil }
func fmt_Println(args ...any) (int, error)          { shows(args); return int(unknown("fmt.Println")), nil }
func fmt_Printf(f string, args ...any) (int, error) {
	shows(args)
	return int(unknown("fmt.Printf")), nil
}
func log_Print(args ...any)                 { shows(args) }
func log_Println(args ...any)               { shows(args) }
func log_Printf(format string, args ...any) { shows(args) }

func log_Fatal(args ...any)                 { shows(args); failed("log.Fatal"); exitProcess(1) }
func log_Fatalln(args ...any)               { shows(args); failed("log.Fatalln"); exitProcess(1) }
func log_Fatalf(format string, args ...any) { shows(args); failed("log.Fatalf"); exitProcess(1) }
func log_Panic(args ...any)                 { shows(args); panic(unknownString()) }
func log_Panicf(format string, args ...any) { shows(args); panic(unknownString()) }
func log_Panicln(args ...any)               { shows(args); panic(unknownString()) }

func os_Exit(status int) { exitProcess(status) }

func runtime_Gosched()             {}
func runtime_GC()                  {}
func runtime_KeepAlive(x any)      {}
func runtime_Goexit()              { goexit() }
func runtime_GOMAXPROCS(n int) int { return 1 + int(unknown("runtime.GOMAXPROCS")&1023) }
func runtime_NumCPU() int          { return 1 + int(unknown("runtime.NumCPU")&1023) }
func runtime_NumGoroutine() int    { return 1 + int(unknown("runtime.NumGoroutine")&1048575) }

func math_rand_Int() int             { return int(unknown("rand.Int") >> 1) }
func math_rand_Int63() int64         { return int64(unknown("rand.Int63") >> 1) }
func math_rand_Int31() int32         { return int32(unknown("rand.Int31") >> 33) }
func math_rand_Seed(seed int64)      {}
func math_rand_Intn(n int) int       { return int(below(int64(n))) }
func math_rand_Int63n(n int64) int64 { return below(n) }
func math_rand_Int31n(n int32) int32 { return int32(below(int64(n))) }
func math_rand_v2_IntN(n int) int    { return int(below(int64(n))) }
func math_rand_v2_Int() int          { return int(unknown("rand.Int") >> 1) }

func below(n int64) int64 {
	if n <= 0 {
		throw("an invalid argument of a function of package rand")
	}
	x := int64(unknown("a random number"))
	assume(x >= 0 && x < n)
	return x
}

// shows looks at values as package fmt does: it calls their methods Error and String.
func shows(args []any) {
	for _, a := range args {
		show(a)
	}
}

func show(a any)
func unknown(what string) uint64
func unknownString() string
func assume(cond bool)
