//go:build unix

package files

import (
	"os/exec"
	"syscall"
)

// inOwnGroup puts a command into a process group of its own, all of which is killed
// when its time is over.
func inOwnGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
}
