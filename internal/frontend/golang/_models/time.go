package models

import "time"

// Time passes as it likes. The channel of a timer holds its element from the start: whoever receives from it
// lets the time pass. A poll may find that it has not passed yet.

func time_Sleep(d time.Duration)                           {}
func time_Now() time.Time                                  { return unknownTime() }
func time_Since(t time.Time) time.Duration                 { return time.Duration(unknown("time.Since")) }
func time_Until(t time.Time) time.Duration                 { return time.Duration(unknown("time.Until")) }
func time_Time_Add(t time.Time, d time.Duration) time.Time { return unknownTime() }
func time_Time_Sub(t, u time.Time) time.Duration           { return time.Duration(unknown("time.Sub")) }
func time_Time_UnixNano(t time.Time) int64                 { return int64(unknown("time.UnixNano")) }
func time_Time_Unix(t time.Time) int64                     { return int64(unknown("time.Unix")) }
func time_Time_Before(t, u time.Time) bool                 { return coin("time.Before") }
func time_Time_After(t, u time.Time) bool                  { return coin("time.After") }

type timer struct {
	c     *channel
	state int8 // of AfterFunc: pending, or what follows
}

const (
	pending = iota
	fired
	stopped
)

func newTimeChannel(kind int) *channel {
	c := makeChannel(1)
	c.timer = kind
	c.put(timeWord(unknownTime()))
	return c
}

func time_After(d time.Duration) *channel { return newTimeChannel(timerOnce) }

func time_Tick(d time.Duration) *channel { return newTimeChannel(timerTicks) }

func time_NewTimer(d time.Duration) *timer { return &timer{c: newTimeChannel(timerOnce)} }

func time_NewTicker(d time.Duration) *timer {
	if d <= 0 {
		throw("the interval of a ticker is not positive")
	}
	return &timer{c: newTimeChannel(timerTicks)}
}

func time_Ticker_Stop(t *timer) {
	atomicBegin()
	t.c.n = 0
	t.c.timer = timerOnce
	atomicEnd()
}

func time_Ticker_Reset(t *timer, d time.Duration) {
	atomicBegin()
	if t.c.n == 0 {
		t.c.put(t.c.buffer[0])
	}
	t.c.timer = timerTicks
	atomicEnd()
}

// A timer that has fired before it is stopped leaves its element in the channel, if the main module asks for
// Go before 1.23.
func time_Timer_Stop(t *timer) bool {
	atomicBegin()
	active := false
	if t.c == nil {
		active = t.state == pending
		if active {
			t.state = stopped
		}
	} else {
		if t.c.n > 0 {
			active = coin("whether a timer is stopped in time")
		}
		if active || !asyncTimers() {
			t.c.n = 0
		}
	}
	atomicEnd()
	return active
}

func time_Timer_Reset(t *timer, d time.Duration) bool {
	if t.c == nil {
		unsupported("Reset of a timer with a function")
	}
	atomicBegin()
	active := false
	if t.c.n > 0 {
		active = coin("whether a timer is reset in time")
	} else {
		t.c.put(t.c.buffer[0])
	}
	atomicEnd()
	return active
}

func time_AfterFunc(d time.Duration, f func()) *timer {
	t := new(timer)
	go func() {
		atomicBegin()
		late := t.state == stopped
		if !late {
			t.state = fired
		}
		atomicEnd()
		if !late {
			f()
		}
	}()
	return t
}

func unknownTime() time.Time
func timeWord(t time.Time) uint64
func asyncTimers() bool
