byte readers;
bit reading[2], writing, writing_lock;

active [2] proctype reader() {
	do
	:: atomic { !writing_lock -> readers++ };
	   reading[_pid] = 1;
	   reading[_pid] = 0;
	   readers--
	od
}


active proctype writer() {
	do
	:: atomic { readers == 0 && !writing_lock -> writing_lock = 1 };
	   writing = 1;
	   writing = 0;
	   writing_lock = 0
	od
}
