package c

import (
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// knownLibrary lists functions of the C library whose effects must not be
// ignored: without a model a call is not supported.
var knownLibrary = strings.Fields(`
	pthread_ sem_ mtx_ cnd_ thrd_ tss_ atomic_ __atomic_ __sync_ __c11_ __whittle_ __builtin_ call_once
	memcpy memmove memset memcmp memchr memrchr memmem mempcpy bcopy bzero swab
	strcpy strncpy strcat strncat strcmp strncmp strlen strnlen strchr strrchr strstr strtok strtok_r strdup strndup strspn strcspn strpbrk
	strcasecmp strncasecmp strcasestr stpcpy stpncpy strsep strtol strtoul strtoll strtoull strtod strcoll strxfrm strerror_r
	setjmp _setjmp sigsetjmp longjmp siglongjmp fork vfork signal sigaction raise atexit
	scanf fscanf sscanf vscanf vsscanf sprintf snprintf vsprintf vsnprintf asprintf vasprintf vprintf vfprintf
	read fread fgets gets getline recv malloc calloc realloc free aligned_alloc posix_memalign memalign alloca qsort bsearch`)

func (l *lowerer) isKnownLibrary(name string) bool {
	for _, p := range knownLibrary {
		if name == p || strings.HasSuffix(p, "_") && strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// callUndefined is a call of a function without definition and model: its
// result is an input.
func (f *fn) callUndefined(e *entity, c *callCtx) value {
	if f.isKnownLibrary(c.name) {
		f.evalAll(c)
		return f.unsupportedValue(c.result, "the function "+c.name)
	}
	pointers := false
	for _, a := range c.args {
		v := f.expr(a)
		if v.t != term.None && isPointer(v.ty) && !f.ts.IsConst(v.t) || v.addr != term.None {
			pointers = true
		}
		if isPointer(v.ty) && v.t != term.None && f.ts.IsConst(v.t) && isVoidOrData(v.ty) {
			if u, ok := f.ts.ConstUint64(v.t); ok && u != 0 {
				pointers = true
			}
		}
	}
	f.at(c.x)
	if !e.warned && !f.isDead() {
		e.warned = true
		if pointers {
			f.warn("%s has no definition; its result is taken as an input, and what it does through its pointer arguments is ignored", c.name)
		} else {
			f.warn("%s has no definition; its result is taken as an input", c.name)
		}
	}
	return f.havocValue(c.result, c.name+"()")
}

func isVoidOrData(t cc.Type) bool { e := elem(t); return e != nil && e.Kind() != cc.Function }

func (f *fn) evalAll(c *callCtx) {
	for _, a := range c.args {
		f.expr(a)
	}
	f.at(c.x)
}

// funcProc is the procedure that an address of a function leads to.
func (l *lowerer) funcProc(e *entity) cfa.ProcID {
	if e.def == nil && e.synth == nil {
		name := e.name
		e.synth = func(f *fn) {
			ft := e.signature()
			if ft == nil {
				f.end(cfa.Unsupported{What: "a call of " + name + ", which is no function"})
				return
			}
			f.result = ft.Result()
			if s := f.scalarOf(f.result); s.class != notScalar {
				f.proc.Result = s.sort()
			}
			for _, t := range paramTypes(ft) {
				if isAggregate(t) {
					t = f.types.pvoid
				}
				s := f.scalarOf(t)
				if s.class == notScalar {
					f.end(cfa.Unsupported{What: "a call of " + name + ", which has no definition"})
					return
				}
				f.proc.Params = append(f.proc.Params, f.newReg("unnamed", s.sort(), "", s.signed))
			}
			if f.isKnownLibrary(name) || isAggregate(f.result) || ft.IsVariadic() {
				f.end(cfa.Unsupported{What: "a call of " + name + ", which has no definition, through its address"})
				return
			}
			f.warn("%s has no definition; its result is taken as an input, and its effects are ignored", name)
			op := cfa.Return{}
			if !isVoid(f.result) {
				op.Value = f.havocValue(f.result, name+"()").t
			}
			f.end(op)
		}
	}
	return l.proc(e)
}
