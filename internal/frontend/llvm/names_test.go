package llvm

import "testing"

// TestTableName checks what people read in the place of mangled names of tables and type information.
func TestTableName(t *testing.T) {
	for symbol, want := range map[string]string{
		"_ZTV1s":                 "vtable for s",
		"_ZTVN4game6EntityE":     "vtable for game::Entity",
		"_ZTISt9exception":       "typeinfo for std::exception",
		"_ZTVNSt6thread4PoolIiE": "vtable for std::thread::Pool<...>",
		"_ZTV999":                "_ZTV999",
		"_ZTVS":                  "_ZTVS",
		"count":                  "count",
	} {
		if got := tableName(symbol); got != want {
			t.Errorf("%s: %q, want %q", symbol, got, want)
		}
	}
}
