// Package proctree runs a command with everything that it starts, and says what the whole tree of
// processes used: CPU time, peak memory, wall time. Limits hold for the tree, and at the end nothing
// of it is left, also no process that has forked twice, changed its session or outlived its parent.
//
// Run starts a supervisor, which is the program itself again and calls Supervise; each command has
// one of its own:
//
//	// in the supervisor, before anything else:
//	os.Exit(proctree.Supervise())
//	// in the program:
//	u, err := proctree.Run(ctx, []string{exe, "supervise"}, proctree.Spec{
//		Path: "/usr/bin/make", Args: []string{"test"}, CPU: time.Minute, Memory: 2 << 30,
//	}, &stdout, &stderr)
//	fmt.Println(u.CPU, u.Memory, u.Killed)
//
// The supervisor is a child sub-reaper (prctl): a process whose parent ends becomes its child, so the tree
// is what hangs below it, and it is over when the supervisor has no child left. When the program that called
// Run dies, by whatever signal, the supervisor sees the end of its input and kills the tree. When the
// supervisor itself is killed, by the kernel for want of memory for example, Run kills the cgroup of the
// tree; without a cgroup the command dies, but what it has started may be left.
//
// How exact the numbers are:
//
//   - CPU time is the kernel's. With a cgroup of version 2 (where one can be made below the own one) it is that
//     of all processes which were ever in the tree. Otherwise it is the sum over all processes that ended and
//     were waited for; the time of those whose parent ignores SIGCHLD (the kernel forgets it) is counted only as
//     far as it was seen by looking.
//   - Memory is the kernel's peak where the cgroup has the memory controller (that counts page cache and kernel
//     memory as well). Otherwise the tree is looked at every 5 to 100 ms: one process counts with the kernel's peak of its resident
//     memory, several with the sum of their proportional shares (PSS: a page that n processes map counts as 1/n in
//     each). A peak between two looks that no single process has alone is missed.
//   - Limits of CPU time and of memory (without the memory controller) are looked at in the same rhythm, so a tree
//     can go over them for a tenth of a second.
//
// Known limits: Linux only (Supported tells); memory in swap is not counted; a process of another user that
// is in the tree (setuid) may not be killed.
package proctree
