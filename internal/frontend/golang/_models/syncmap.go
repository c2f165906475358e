package models

import "unsafe"

// sync.Map: a list of its entries; each operation is one step, and so is each step of a range.
type syncMap struct{ first *syncEntry }

type syncEntry struct {
	key, value any
	next       *syncEntry
}

func (m *syncMap) find(key any) *syncEntry {
	e := m.first
	for e != nil && e.key != key {
		e = e.next
	}
	return e
}

func (m *syncMap) remove(key any) {
	var last *syncEntry
	for e := m.first; e != nil; e = e.next {
		if e.key == key {
			if last == nil {
				m.first = e.next
			} else {
				last.next = e.next
			}
			return
		}
		last = e
	}
}

func sync_Map_Load(m *syncMap, key any) (value any, ok bool) {
	atomicBegin()
	if e := m.find(key); e != nil {
		value, ok = e.value, true
	}
	atomicEnd()
	return value, ok
}

func sync_Map_Store(m *syncMap, key, value any) { sync_Map_Swap(m, key, value) }

func sync_Map_Swap(m *syncMap, key, value any) (previous any, loaded bool) {
	atomicBegin()
	if e := m.find(key); e != nil {
		previous, loaded = e.value, true
		e.value = value
	} else {
		m.first = &syncEntry{key, value, m.first}
	}
	atomicEnd()
	return previous, loaded
}

func sync_Map_LoadOrStore(m *syncMap, key, value any) (actual any, loaded bool) {
	actual = value
	atomicBegin()
	if e := m.find(key); e != nil {
		actual, loaded = e.value, true
	} else {
		m.first = &syncEntry{key, value, m.first}
	}
	atomicEnd()
	return actual, loaded
}

func sync_Map_LoadAndDelete(m *syncMap, key any) (value any, loaded bool) {
	atomicBegin()
	if e := m.find(key); e != nil {
		value, loaded = e.value, true
		m.remove(key)
	}
	atomicEnd()
	return value, loaded
}

func sync_Map_Delete(m *syncMap, key any) { sync_Map_LoadAndDelete(m, key) }

// Range sees each key at most once; of one that is stored or deleted meanwhile, it may see either.
func sync_Map_Range(m *syncMap, f func(key, value any) bool) {
	var seen syncMap
	for {
		var chosen *syncEntry
		var key, value any
		atomicBegin()
		for e := m.first; e != nil; e = e.next {
			if seen.find(e.key) == nil {
				if chosen == nil {
					chosen = e
				} else if coin("the order of a range over a sync.Map") {
					chosen = e
				}
			}
		}
		if chosen != nil {
			key, value = chosen.key, chosen.value
			seen.first = &syncEntry{key, nil, seen.first}
		}
		atomicEnd()
		if chosen == nil {
			return
		}
		if !f(key, value) {
			return
		}
	}
}

func strconv_Itoa(n int) string {
	if n < 0 {
		return "-" + digits(uint64(-n))
	}
	return digits(uint64(n))
}

func digits(n uint64) string {
	s := ""
	for {
		s = string([]byte{byte('0' + n%10)}) + s
		n /= 10
		if n == 0 {
			return s
		}
	}
}

func internal_bytealg_IndexByteString(s string, c byte) int {
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func internal_bytealg_LastIndexByteString(s string, c byte) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func internal_bytealg_CountString(s string, c byte) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			n++
		}
	}
	return n
}

func strings_Index(s, sub string) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		if s[i:i+len(sub)] == sub {
			return i
		}
	}
	return -1
}

func internal_abi_NoEscape(p unsafe.Pointer) unsafe.Pointer { return p }
