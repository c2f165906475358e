#define NONE 2
byte next_node[2] = NONE, tail = NONE;
bit locked[2], wants[2], inside[2];

active [2] proctype process() {
	byte before, after;
	bit swapped;
	do
	:: wants[_pid] = 1;
	   next_node[_pid] = NONE;
	   locked[_pid] = 1;
	   d_step { before = tail; tail = _pid };
	   if
	   :: before != NONE ->
	      next_node[before] = _pid;
	      do
	      :: locked[_pid]
	      :: else -> break
	      od
	   :: else
	   fi;
	   inside[_pid] = 1;
	   wants[_pid] = 0;
	   inside[_pid] = 0;
	   if
	   :: next_node[_pid] == NONE ->
	      d_step {
		      swapped = tail == _pid;
		      if
		      :: swapped -> tail = NONE
		      :: else
		      fi
	      };
	      if
	      :: !swapped ->
		 do
		 :: next_node[_pid] == NONE
		 :: else -> break
		 od
	      :: else
	      fi
	   :: else
	   fi;
	   after = next_node[_pid];
	   if
	   :: after != NONE -> locked[after] = 0
	   :: else
	   fi
	od
}
