byte arrived;
bit sense, working[2];

active [2] proctype process() {
	bit mine;
	byte before;
	do
	:: working[_pid] = 1;
	   working[_pid] = 0;
	   mine = !mine;
	   d_step { before = arrived; arrived++ };
	   if
	   :: before == 1 ->
	      arrived = 0;
	      sense = mine
	   :: else ->
	      do
	      :: sense != mine
	      :: else -> break
	      od
	   fi
	od
}
