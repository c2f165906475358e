// Package dpr repeats the evaluation of "Dynamic Path Reduction for Software Model Checking" (Z. Yang et
// al., SPIN 2009): tables 1 and 2, with each learning, without any, and with bmc.
package dpr
