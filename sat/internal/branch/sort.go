package branch

import "slices"

// radixFrom is the number of keys from which sorting by digits pays.
const radixFrom = 400

// SortKeys sorts keys whose high 32 bits differ, using spare memory that it returns for the next time. Many
// keys are sorted by the digits of these bits, the lowest first; digits that are the same in all keys are
// skipped. The analysis of conflicts sorts thousands of variables on large circuits.
func SortKeys(keys, spare []uint64) (sorted, other []uint64) {
	if len(keys) < radixFrom {
		slices.Sort(keys)
		return keys, spare
	}
	all, none := ^uint64(0), uint64(0)
	for _, k := range keys {
		all &= k
		none |= k
	}
	spare = slices.Grow(spare[:0], len(keys))[:len(keys)]
	for shift := 32; shift < 64; shift += 8 {
		if (all^none)>>shift&0xff == 0 {
			continue
		}
		var place [256]int32
		for _, k := range keys {
			place[uint8(k>>shift)]++
		}
		sum := int32(0)
		for i, n := range place {
			place[i] = sum
			sum += n
		}
		for _, k := range keys {
			d := uint8(k >> shift)
			spare[place[d]] = k
			place[d]++
		}
		keys, spare = spare, keys
	}
	return keys, spare
}
