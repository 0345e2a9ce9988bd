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
#include <unistd.h>

#ifdef __linux__
#include <linux/fs.h>
#include <sys/syscall.h>
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

int il_lock(int descriptor) {
#ifdef F_OFD_SETLK
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return fcntl(descriptor, F_OFD_SETLK, &lock);
#else
  return flock(descriptor, LOCK_EX | LOCK_NB);
#endif
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
