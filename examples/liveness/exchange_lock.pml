bit taken, inside[2];

active [2] proctype process() {
	bit before;
	do
	:: do
	   :: d_step { before = taken; taken = 1 };
	      if
	      :: before
	      :: else -> break
	      fi
	   od;
	   inside[_pid] = 1;
	   inside[_pid] = 0;
	   taken = 0
	od
}
