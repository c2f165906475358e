// Package exists decides quantified formulas.
package exists
