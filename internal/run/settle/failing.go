package settle

import "whittle.dev/internal/frontend/c"

// The words of Task.MayFail. Which calls fail decides on the program that is made, so traces say it too.
const (
	// NoneFail: nothing fails.
	NoneFail = "none"
	// CheckedFail: allocations may fail of which the program compares the result with null.
	CheckedFail = "checked"
	// AllFail: all calls may fail that need memory or create threads.
	AllFail = "all"
)

// Failings are those of Task.MayFail.
var Failings = map[string]c.Failing{"": c.NoneFail, NoneFail: c.NoneFail, CheckedFail: c.CheckedFail,
	AllFail: c.AllFail}
