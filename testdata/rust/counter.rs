// Two threads that count under a lock, with threads and locks of the system.
// right: true no-data-race
// broken: false(no-data-race)
#![no_std]
#![no_main]
use core::cell::UnsafeCell;
use core::ffi::{c_int, c_ulong, c_void};
use core::ptr;

#[repr(C)]
struct Mutex([u64; 5]);
extern "C" {
    fn pthread_create(t: *mut c_ulong, a: *const c_void, f: extern "C" fn(*mut c_void) -> *mut c_void, p: *mut c_void) -> c_int;
    fn pthread_join(t: c_ulong, r: *mut *mut c_void) -> c_int;
    fn pthread_mutex_lock(m: *mut Mutex) -> c_int;
    fn pthread_mutex_unlock(m: *mut Mutex) -> c_int;
    fn abort() -> !;
}
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    unsafe { abort() }
}

struct Shared {
    lock: UnsafeCell<Mutex>,
    count: UnsafeCell<i32>,
}
unsafe impl Sync for Shared {}
static SHARED: Shared = Shared { lock: UnsafeCell::new(Mutex([0; 5])), count: UnsafeCell::new(0) };

extern "C" fn work(_: *mut c_void) -> *mut c_void {
    unsafe {
        if cfg!(not(broken)) {
            pthread_mutex_lock(SHARED.lock.get());
        }
        *SHARED.count.get() += 1;
        if cfg!(not(broken)) {
            pthread_mutex_unlock(SHARED.lock.get());
        }
    }
    ptr::null_mut()
}

#[no_mangle]
pub extern "C" fn main() -> c_int {
    let (mut a, mut b) = (0, 0);
    unsafe {
        pthread_create(&mut a, ptr::null(), work, ptr::null_mut());
        pthread_create(&mut b, ptr::null(), work, ptr::null_mut());
        pthread_join(a, ptr::null_mut());
        pthread_join(b, ptr::null_mut());
        assert!(*SHARED.count.get() == 2);
    }
    0
}
