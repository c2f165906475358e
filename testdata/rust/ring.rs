// A ring that one thread fills and another one empties, without a lock.
// right: true unreach-call
// broken: false(unreach-call)
#![no_std]
#![no_main]
use core::cell::UnsafeCell;
use core::ffi::{c_int, c_ulong, c_void};
use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};

extern "C" {
    fn pthread_create(
        t: *mut c_ulong,
        a: *const c_void,
        f: extern "C" fn(*mut c_void) -> *mut c_void,
        p: *mut c_void,
    ) -> c_int;
    fn pthread_join(t: c_ulong, r: *mut *mut c_void) -> c_int;
    fn abort() -> !;
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    unsafe { abort() }
}

const SIZE: usize = 2;

struct Ring {
    slots: UnsafeCell<[u32; SIZE]>,
    filled: AtomicUsize,
    emptied: AtomicUsize,
}
unsafe impl Sync for Ring {}

impl Ring {
    fn put(&self, value: u32) -> bool {
        let at = self.filled.load(Ordering::SeqCst);
        let room = if cfg!(broken) { SIZE + 1 } else { SIZE };
        if at - self.emptied.load(Ordering::SeqCst) >= room {
            return false;
        }
        unsafe { (*self.slots.get())[at % SIZE] = value };
        self.filled.store(at + 1, Ordering::SeqCst);
        true
    }

    fn take(&self) -> Option<u32> {
        let at = self.emptied.load(Ordering::SeqCst);
        if at == self.filled.load(Ordering::SeqCst) {
            return None;
        }
        let value = unsafe { (*self.slots.get())[at % SIZE] };
        self.emptied.store(at + 1, Ordering::SeqCst);
        Some(value)
    }
}

static RING: Ring = Ring {
    slots: UnsafeCell::new([0; SIZE]),
    filled: AtomicUsize::new(0),
    emptied: AtomicUsize::new(0),
};

extern "C" fn fill(_: *mut c_void) -> *mut c_void {
    for value in 1..4 {
        RING.put(value);
    }
    ptr::null_mut()
}

#[no_mangle]
pub extern "C" fn main() -> c_int {
    let mut filler = 0;
    unsafe { pthread_create(&mut filler, ptr::null(), fill, ptr::null_mut()) };
    if let Some(first) = RING.take() {
        assert!(first == 1);
    }
    unsafe { pthread_join(filler, ptr::null_mut()) };
    0
}
