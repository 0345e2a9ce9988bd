#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/fs.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#else
#include <sys/file.h>
#endif

int il_open_reading(const char *path) {
#ifdef O_NOATIME
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOATIME);
  /* O_NOATIME is for the owner of the file only. */
  if (descriptor >= 0 || errno != EPERM) return descriptor;
#endif
  return open(path, O_RDONLY | O_CLOEXEC);
}

int il_clone(int to, int from) {
#ifdef FICLONE
  return ioctl(to, FICLONE, from);
#else
  (void)to;
  (void)from;
  errno = ENOTSUP;
  return -1;
#endif
}

ssize_t il_copy_range(int to, int from, size_t length) {
#ifdef SYS_copy_file_range
  return syscall(SYS_copy_file_range, from, NULL, to, NULL, length, 0);
#else
  (void)to;
  (void)from;
  (void)length;
  errno = ENOTSUP;
  return -1;
#endif
}

/* Through syscall: older musl has no renameat2. The flags are those of linux/fs.h. */
static int rename_with(const char *from, const char *to, unsigned int flags) {
#ifdef SYS_renameat2
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags);
#else
  (void)from;
  (void)to;
  (void)flags;
  errno = ENOTSUP;
  return -1;
#endif
}

int il_rename_no_replace(const char *from, const char *to) {
#ifdef __APPLE__
  return renamex_np(from, to, RENAME_EXCL);
#else
  return rename_with(from, to, 1);
#endif
}

int il_rename_exchange(const char *first, const char *second) {
#ifdef __APPLE__
  return renamex_np(first, second, RENAME_SWAP);
#else
  return rename_with(first, second, 2);
#endif
}

#ifdef F_OFD_SETLK
static struct flock write_lock(int64_t start, int64_t length) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = start;
  lock.l_len = length;
  return lock;
}
#endif

int il_lock(int descriptor) {
#ifdef F_OFD_SETLK
  return il_lock_range(descriptor, 0, 0);
#else
  return flock(descriptor, LOCK_EX | LOCK_NB);
#endif
}

int il_lock_range(int descriptor, int64_t start, int64_t length) {
#ifdef F_OFD_SETLK
  struct flock lock = write_lock(start, length);
  return fcntl(descriptor, F_OFD_SETLK, &lock);
#else
  (void)descriptor;
  (void)start;
  (void)length;
  errno = ENOTSUP;
  return -1;
#endif
}

int il_is_locked(int descriptor) {
#ifdef F_OFD_SETLK
  struct flock lock = write_lock(0, 0);
  if (fcntl(descriptor, F_OFD_GETLK, &lock) != 0) return -1;
  return lock.l_type != F_UNLCK;
#else
  (void)descriptor;
  errno = ENOTSUP;
  return -1;
#endif
}

int il_probe_lease(int descriptor) {
#ifdef F_SETLEASE
  /* Whoever opens the file between the two calls has a signal sent to us: SIGIO, which ends a process, unless
     another is named. SIGURG is ignored by default. Giving up a lease forgets the choice. */
  if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return -1;
  if (fcntl(descriptor, F_SETLEASE, F_WRLCK) != 0) return -1;
  return fcntl(descriptor, F_SETLEASE, F_UNLCK);
#else
  (void)descriptor;
  errno = ENOTSUP;
  return -1;
#endif
}

ssize_t il_attribute_names(const char *path, char *names, size_t size) {
#ifdef __linux__
  return listxattr(path, names, size);
#else
  (void)path;
  (void)names;
  (void)size;
  errno = ENOTSUP;
  return -1;
#endif
}

ssize_t il_attribute(const char *path, const char *name, void *value, size_t size) {
#ifdef __linux__
  return getxattr(path, name, value, size);
#else
  (void)path;
  (void)name;
  (void)value;
  (void)size;
  errno = ENOTSUP;
  return -1;
#endif
}

int il_set_attribute(const char *path, const char *name, const void *value, size_t size) {
#ifdef __linux__
  return setxattr(path, name, value, size, 0);
#else
  (void)path;
  (void)name;
  (void)value;
  (void)size;
  errno = ENOTSUP;
  return -1;
#endif
}

int il_set_modified(const char *path, int64_t seconds, int64_t nanoseconds) {
  struct timespec times[2];
  memset(times, 0, sizeof times);
  times[0].tv_nsec = UTIME_OMIT;
  times[1].tv_sec = seconds;
  times[1].tv_nsec = nanoseconds;
  return utimensat(AT_FDCWD, path, times, 0);
}

/* glibc has two functions of this name. They
   differ in what they return and in whether they fill the buffer. */
static void take_gnu(const char *answer, char *text, size_t size) { snprintf(text, size, "%s", answer); }
static void take_posix(int answer, char *text, size_t size) {
  if (answer != 0) snprintf(text, size, "%s", "unknown error");
}

void il_error_text(int code, char *text, size_t size) {
  char buffer[256] = "";
  _Generic(strerror_r(code, buffer, sizeof buffer), char *: take_gnu, int: take_posix)(
      strerror_r(code, buffer, sizeof buffer), buffer, sizeof buffer);
  snprintf(text, size, "%s", buffer);
}

static atomic_int interruptions;

/// Nothing but what a signal handler may do.
static void il_note_interruption(int number) {
  (void)number;
  atomic_fetch_add(&interruptions, 1);
}

void il_remember_interruptions(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = il_note_interruption;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  /* Whoever started us may have blocked them. */
  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGINT);
  sigaddset(&awaited, SIGTERM);
  sigaddset(&awaited, SIGHUP);
  pthread_sigmask(SIG_UNBLOCK, &awaited, NULL);
}

int il_interruption_came(void) { return atomic_load(&interruptions) > 0; }

int il_terminal_columns(int descriptor) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
  return size.ws_col;
}

extern char **environ;

char **il_environment(void) { return environ; }
