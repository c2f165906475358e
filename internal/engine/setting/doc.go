// Package setting describes what users can choose about an engine.
//
// An engine declares each of its reductions and options once, in a table over its configuration:
//
//	func Settings() setting.Table[Config] {
//		return setting.Table[Config]{
//			setting.Switch("tau", "a step goes on to the next access to memory", func(c *Config) *bool { return &c.NoTau }),
//			setting.Choice("search", "the order of states", func(c *Config) *string { return &c.Search }, "dfs", "bfs"),
//		}
//	}
//
// From the table come the flags, --set, the help, the manual pages, completion,
// docs/settings.md, what outcomes say of their settings, and the factors of
// the tests that compare verdicts with each reduction on and off.
//
// Values are text, as users write them. A switch is "on" or "off".
package setting
