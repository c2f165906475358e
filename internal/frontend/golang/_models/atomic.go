package models

import "unsafe"

// Package sync/atomic: each operation is one step.

type number interface {
	int32 | int64 | uint32 | uint64 | uintptr
}

func load[T any](p *T) T {
	atomicBegin()
	v := *p
	atomicEnd()
	return v
}

func store[T any](p *T, v T) {
	atomicBegin()
	*p = v
	atomicEnd()
}

func swap[T any](p *T, v T) T {
	atomicBegin()
	old := *p
	*p = v
	atomicEnd()
	return old
}

func compareAndSwap[T comparable](p *T, old, v T) bool {
	atomicBegin()
	same := *p == old
	if same {
		*p = v
	}
	atomicEnd()
	return same
}

func add[T number](p *T, d T) T {
	atomicBegin()
	v := *p + d
	*p = v
	atomicEnd()
	return v
}

func and[T number](p *T, mask T) T {
	atomicBegin()
	old := *p
	*p = old & mask
	atomicEnd()
	return old
}

func or[T number](p *T, mask T) T {
	atomicBegin()
	old := *p
	*p = old | mask
	atomicEnd()
	return old
}

func sync_atomic_LoadInt32(p *int32) int32                        { return load(p) }
func sync_atomic_StoreInt32(p *int32, v int32)                    { store(p, v) }
func sync_atomic_SwapInt32(p *int32, v int32) int32               { return swap(p, v) }
func sync_atomic_CompareAndSwapInt32(p *int32, old, v int32) bool { return compareAndSwap(p, old, v) }
func sync_atomic_AddInt32(p *int32, d int32) int32                { return add(p, d) }
func sync_atomic_AndInt32(p *int32, mask int32) int32             { return and(p, mask) }
func sync_atomic_OrInt32(p *int32, mask int32) int32              { return or(p, mask) }

func sync_atomic_Int32_Load(p *int32) int32                        { return load(p) }
func sync_atomic_Int32_Store(p *int32, v int32)                    { store(p, v) }
func sync_atomic_Int32_Swap(p *int32, v int32) int32               { return swap(p, v) }
func sync_atomic_Int32_CompareAndSwap(p *int32, old, v int32) bool { return compareAndSwap(p, old, v) }
func sync_atomic_Int32_Add(p *int32, d int32) int32                { return add(p, d) }
func sync_atomic_Int32_And(p *int32, mask int32) int32             { return and(p, mask) }
func sync_atomic_Int32_Or(p *int32, mask int32) int32              { return or(p, mask) }

func sync_atomic_LoadInt64(p *int64) int64                        { return load(p) }
func sync_atomic_StoreInt64(p *int64, v int64)                    { store(p, v) }
func sync_atomic_SwapInt64(p *int64, v int64) int64               { return swap(p, v) }
func sync_atomic_CompareAndSwapInt64(p *int64, old, v int64) bool { return compareAndSwap(p, old, v) }
func sync_atomic_AddInt64(p *int64, d int64) int64                { return add(p, d) }
func sync_atomic_AndInt64(p *int64, mask int64) int64             { return and(p, mask) }
func sync_atomic_OrInt64(p *int64, mask int64) int64              { return or(p, mask) }

func sync_atomic_Int64_Load(p *int64) int64                        { return load(p) }
func sync_atomic_Int64_Store(p *int64, v int64)                    { store(p, v) }
func sync_atomic_Int64_Swap(p *int64, v int64) int64               { return swap(p, v) }
func sync_atomic_Int64_CompareAndSwap(p *int64, old, v int64) bool { return compareAndSwap(p, old, v) }
func sync_atomic_Int64_Add(p *int64, d int64) int64                { return add(p, d) }
func sync_atomic_Int64_And(p *int64, mask int64) int64             { return and(p, mask) }
func sync_atomic_Int64_Or(p *int64, mask int64) int64              { return or(p, mask) }

func sync_atomic_LoadUint32(p *uint32) uint32           { return load(p) }
func sync_atomic_StoreUint32(p *uint32, v uint32)       { store(p, v) }
func sync_atomic_SwapUint32(p *uint32, v uint32) uint32 { return swap(p, v) }
func sync_atomic_CompareAndSwapUint32(p *uint32, old, v uint32) bool {
	return compareAndSwap(p, old, v)
}
func sync_atomic_AddUint32(p *uint32, d uint32) uint32    { return add(p, d) }
func sync_atomic_AndUint32(p *uint32, mask uint32) uint32 { return and(p, mask) }
func sync_atomic_OrUint32(p *uint32, mask uint32) uint32  { return or(p, mask) }

func sync_atomic_Uint32_Load(p *uint32) uint32           { return load(p) }
func sync_atomic_Uint32_Store(p *uint32, v uint32)       { store(p, v) }
func sync_atomic_Uint32_Swap(p *uint32, v uint32) uint32 { return swap(p, v) }
func sync_atomic_Uint32_CompareAndSwap(p *uint32, old, v uint32) bool {
	return compareAndSwap(p, old, v)
}
func sync_atomic_Uint32_Add(p *uint32, d uint32) uint32    { return add(p, d) }
func sync_atomic_Uint32_And(p *uint32, mask uint32) uint32 { return and(p, mask) }
func sync_atomic_Uint32_Or(p *uint32, mask uint32) uint32  { return or(p, mask) }

func sync_atomic_LoadUint64(p *uint64) uint64           { return load(p) }
func sync_atomic_StoreUint64(p *uint64, v uint64)       { store(p, v) }
func sync_atomic_SwapUint64(p *uint64, v uint64) uint64 { return swap(p, v) }
func sync_atomic_CompareAndSwapUint64(p *uint64, old, v uint64) bool {
	return compareAndSwap(p, old, v)
}
func sync_atomic_AddUint64(p *uint64, d uint64) uint64    { return add(p, d) }
func sync_atomic_AndUint64(p *uint64, mask uint64) uint64 { return and(p, mask) }
func sync_atomic_OrUint64(p *uint64, mask uint64) uint64  { return or(p, mask) }

func sync_atomic_Uint64_Load(p *uint64) uint64           { return load(p) }
func sync_atomic_Uint64_Store(p *uint64, v uint64)       { store(p, v) }
func sync_atomic_Uint64_Swap(p *uint64, v uint64) uint64 { return swap(p, v) }
func sync_atomic_Uint64_CompareAndSwap(p *uint64, old, v uint64) bool {
	return compareAndSwap(p, old, v)
}
func sync_atomic_Uint64_Add(p *uint64, d uint64) uint64    { return add(p, d) }
func sync_atomic_Uint64_And(p *uint64, mask uint64) uint64 { return and(p, mask) }
func sync_atomic_Uint64_Or(p *uint64, mask uint64) uint64  { return or(p, mask) }

func sync_atomic_LoadUintptr(p *uintptr) uintptr            { return load(p) }
func sync_atomic_StoreUintptr(p *uintptr, v uintptr)        { store(p, v) }
func sync_atomic_SwapUintptr(p *uintptr, v uintptr) uintptr { return swap(p, v) }
func sync_atomic_CompareAndSwapUintptr(p *uintptr, old, v uintptr) bool {
	return compareAndSwap(p, old, v)
}
func sync_atomic_AddUintptr(p *uintptr, d uintptr) uintptr    { return add(p, d) }
func sync_atomic_AndUintptr(p *uintptr, mask uintptr) uintptr { return and(p, mask) }
func sync_atomic_OrUintptr(p *uintptr, mask uintptr) uintptr  { return or(p, mask) }

func sync_atomic_Uintptr_Load(p *uintptr) uintptr            { return load(p) }
func sync_atomic_Uintptr_Store(p *uintptr, v uintptr)        { store(p, v) }
func sync_atomic_Uintptr_Swap(p *uintptr, v uintptr) uintptr { return swap(p, v) }
func sync_atomic_Uintptr_CompareAndSwap(p *uintptr, old, v uintptr) bool {
	return compareAndSwap(p, old, v)
}
func sync_atomic_Uintptr_Add(p *uintptr, d uintptr) uintptr    { return add(p, d) }
func sync_atomic_Uintptr_And(p *uintptr, mask uintptr) uintptr { return and(p, mask) }
func sync_atomic_Uintptr_Or(p *uintptr, mask uintptr) uintptr  { return or(p, mask) }

func sync_atomic_LoadPointer(p *unsafe.Pointer) unsafe.Pointer                   { return load(p) }
func sync_atomic_StorePointer(p *unsafe.Pointer, v unsafe.Pointer)               { store(p, v) }
func sync_atomic_SwapPointer(p *unsafe.Pointer, v unsafe.Pointer) unsafe.Pointer { return swap(p, v) }
func sync_atomic_CompareAndSwapPointer(p *unsafe.Pointer, old, v unsafe.Pointer) bool {
	return compareAndSwap(p, old, v)
}

func sync_atomic_Pointer_Load(p *unsafe.Pointer) unsafe.Pointer                   { return load(p) }
func sync_atomic_Pointer_Store(p *unsafe.Pointer, v unsafe.Pointer)               { store(p, v) }
func sync_atomic_Pointer_Swap(p *unsafe.Pointer, v unsafe.Pointer) unsafe.Pointer { return swap(p, v) }
func sync_atomic_Pointer_CompareAndSwap(p *unsafe.Pointer, old, v unsafe.Pointer) bool {
	return compareAndSwap(p, old, v)
}

func sync_atomic_Bool_Load(p *uint32) bool { return load(p) != 0 }

func sync_atomic_Bool_Store(p *uint32, v bool) { store(p, number32(v)) }

func sync_atomic_Bool_Swap(p *uint32, v bool) bool { return swap(p, number32(v)) != 0 }

func sync_atomic_Bool_CompareAndSwap(p *uint32, old, v bool) bool {
	return compareAndSwap(p, number32(old), number32(v))
}

func number32(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
