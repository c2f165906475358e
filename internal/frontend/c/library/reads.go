package library

// What functions of the library that have no model read of what is constant for them: texts up to their ends,
// and structures. The exceptions stand here.

// ReadsBytes reports whether a function reads as many bytes from its i-th argument on as the next one says.
func ReadsBytes(function string, i int) bool {
	at, ok := readsBytes[function]
	return ok && at == i
}

var readsBytes = map[string]int{
	"bind": 1, "connect": 1, "setsockopt": 3, "mq_send": 1, "mq_timedsend": 1, "msgsnd": 1,
	"setxattr": 2, "lsetxattr": 2, "fsetxattr": 2, "gethostbyaddr": 0, "sethostname": 0, "setdomainname": 0,
}

// ReadsTimes is how many structures a function reads where its parameter is an array of them.
func ReadsTimes(function string) uint64 {
	switch function {
	case "utimes", "lutimes", "futimes", "futimesat", "futimens", "utimensat":
		return 2
	}
	return 1
}

// ReadsPart reports whether a function need not read a text up to its end, or all of a structure.
func ReadsPart(function string) bool {
	switch function {
	case "mblen", "mbrlen", "mbtowc", "mbrtowc", "mbsinit", "a64l", "setkey", "strncasecmp_l":
		return true
	}
	return false
}
