package proctree

import (
	"path/filepath"
	"testing"
)

// TestCgroupPath finds the cgroup of a process in what the kernel tells, with one hierarchy and with several,
// and in containers.
func TestCgroupPath(t *testing.T) {
	if n, ok := keyed([]byte("user_usec 3\nusage_usec 17\n"), "usage_usec"); !ok || n != 17 {
		t.Errorf("usage %d", n)
	}
	for _, c := range []struct{ own, mounts, want string }{
		{"0::/user.slice/app\n", "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
			"/sys/fs/cgroup/user.slice/app"},
		{"4:memory:/x\n0::/\n", "30 1 0:26 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n31 30 0:27 / " +
			"/sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n", "/sys/fs/cgroup/unified"},
		{"0::/docker/a/b\n", "30 1 0:26 /docker/a /sys/fs/cgroup rw shared:9 - cgroup2 cgroup rw\n",
			"/sys/fs/cgroup/b"},
		{"4:memory:/x\n", "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", ""},
		{"0::/x\n", "", ""},
	} {
		if p, _ := cgroupPath(c.own, c.mounts); p.own != c.want {
			t.Errorf("cgroup of %q: %q, want %q", c.own, p.own, c.want)
		}
	}
}

// TestMakeCgroup: there is an error where no cgroup can be made.
func TestMakeCgroup(t *testing.T) {
	if _, err := makeCgroup([]string{filepath.Join(t.TempDir(), "none")}); err == nil {
		t.Error("a cgroup in a folder that is not there")
	}
	if _, err := makeCgroup([]string{t.TempDir()}); err == nil { // no cgroup file system
		t.Error("a cgroup in an ordinary folder")
	}
	if _, err := makeCgroup(nil); err == nil {
		t.Error("a cgroup nowhere")
	}
}
