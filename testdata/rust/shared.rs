// A sum that two threads share, with the library's threads and locks.
// rustc: 1.95
// right: true unreach-call
// broken: false(unreach-call)
use std::sync::{Arc, Mutex};
use std::thread;

fn add(sum: &Mutex<i32>, n: i32) {
    if cfg!(broken) {
        let old = *sum.lock().unwrap();
        *sum.lock().unwrap() = old + n;
    } else {
        *sum.lock().unwrap() += n;
    }
}

fn main() {
    let sum = Arc::new(Mutex::new(0));
    let other = Arc::clone(&sum);
    let worker = thread::spawn(move || add(&other, 2));
    add(&sum, 3);
    worker.join().unwrap();
    assert!(*sum.lock().unwrap() == 5);
}
