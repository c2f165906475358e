package trace

// ThreadNames returns for each thread of a trace the function that it runs, "" if that is not known. There
// are at least as many threads as are started. The function is the procedure that the thread starts with, or,
// when that one was made by a front end to call others or is the library's, the first procedure of the
// program below it: of those that it calls itself, if there is one, since objects may have been constructed
// before.
func (t *Trace) ThreadNames() []string {
	n := 1
	for i := range t.Steps {
		s := &t.Steps[i]
		n = max(n, s.Thread+1)
		if s.Kind == KindSpawn {
			n = max(n, s.Child+1)
		}
	}
	names := make([]string, n)
	fallback, called := make([]string, n), make([]string, n)
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Thread < 0 {
			continue
		}
		if fallback[s.Thread] == "" {
			fallback[s.Thread] = s.ThreadName
			if !t.Names.IsMade(s.ThreadName) && !s.Model {
				names[s.Thread] = s.ThreadName
			}
		}
		if s.Depth == 0 || s.Model || s.Proc == "" || t.Names.IsMade(s.Proc) {
			continue
		}
		if names[s.Thread] == "" {
			names[s.Thread] = s.Proc
		}
		if called[s.Thread] == "" && s.Depth == 1 {
			called[s.Thread] = s.Proc
		}
	}
	for i := range names {
		switch {
		case t.Names.IsMade(fallback[i]) && called[i] != "":
			names[i] = called[i]
		case names[i] == "":
			names[i] = fallback[i]
		}
	}
	for i := range t.Steps {
		if s := &t.Steps[i]; s.Kind == KindSpawn && s.Child > 0 && names[s.Child] == "" {
			names[s.Child] = s.Message // it makes no step
		}
	}
	return names
}
