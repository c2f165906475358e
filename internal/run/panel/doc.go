// Package panel makes the engines that a run may ask: it reads their settings, knows which engine does what
// is asked for, and runs those of a roster side by side. It is the only place that knows the engines by name.
package panel
