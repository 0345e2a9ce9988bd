/* Names, looks, locks, attributes; and `syscall`, by which some of them go. */

#include "preload.h"

/* --- names --- */

int renamed(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  char one[PATH_MAX], two[PATH_MAX];
  const char *first = resolved(from_folder, from, one), *second = resolved(to_folder, to, two);
  if (!counts_path_name(first) && !counts_path_name(second))
    return (int)raw(SYS_renameat2, from_folder, from, to_folder, to, flags);
  CALL(RENAME, flags == RENAME_EXCHANGE ? "exchange" : "rename", first, second, flags,
       (int)raw(SYS_renameat2, from_folder, from, to_folder, to, flags));
}

int rename(const char *from, const char *to) { return renamed(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int a, const char *from, int b, const char *to) { return renamed(a, from, b, to, 0); }
int renameat2(int a, const char *from, int b, const char *to, unsigned flags) { return renamed(a, from, b, to, flags); }

int link(const char *from, const char *to) {
  char one[PATH_MAX], two[PATH_MAX];
  const char *first = resolved(AT_FDCWD, from, one), *second = resolved(AT_FDCWD, to, two);
  if (!counts_path_name(second)) return (int)raw(SYS_link, from, to);
  CALL(RENAME, "link", first, second, 0, (int)raw(SYS_link, from, to));
}

static int removed(int folder, const char *path, int flags) {
  char buffer[PATH_MAX];
  const char *full = resolved(folder, path, buffer);
  if (!counts_path_name(full)) return (int)raw(SYS_unlinkat, folder, path, flags);
  CALL(REMOVE, flags & AT_REMOVEDIR ? "rmdir" : "unlink", full, NULL, 0, (int)raw(SYS_unlinkat, folder, path, flags));
}

int unlink(const char *path) { return removed(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) { return removed(folder, path, flags); }
int rmdir(const char *path) { return removed(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdir(const char *path, mode_t mode) {
  char buffer[PATH_MAX];
  const char *full = resolved(AT_FDCWD, path, buffer);
  if (!counts_path_name(full)) return (int)raw(SYS_mkdir, path, mode);
  CALL(FOLDER, "mkdir", full, NULL, (uint32_t)mode, (int)raw(SYS_mkdir, path, mode));
}

char *mkdtemp(char *template) {
  int code = 0;
  enum action action = counts_path_name(template) ? pass(FOLDER, &code) : NONE;
  if (action == FAIL) return NULL;
  char *answer = REAL(mkdtemp)(template);
  if (answer && counts_path_name(answer)) note(FOLDER, "mkdir", 0, 0, 0, 0, 0700, answer, NULL, NULL, 0);
  if (action == AFTER) die();
  return answer;
}

DIR *opendir(const char *path) {
  char buffer[PATH_MAX];
  const char *full = resolved(AT_FDCWD, path, buffer);
  int code = 0;
  enum action action = counts_path_name(full) ? pass(FOLDER, &code) : NONE;
  if (action == FAIL) return NULL;
  return REAL(opendir)(path);
}

/* --- looking --- */

static int looked(int folder, const char *path, struct stat *status, int flags) {
  char buffer[PATH_MAX];
  const char *full = resolved(folder, path, buffer);
  if (!counts_path_name(full)) return (int)raw(SYS_newfstatat, folder, path, status, flags);
  CALL(STATUS, "status", full, NULL, 0, (int)raw(SYS_newfstatat, folder, path, status, flags));
}

static int looked_at(int descriptor, struct stat *status) {
  const char *path = of_descriptor(descriptor);
  if (!path) return (int)raw(SYS_fstat, descriptor, status);
  CALL(STATUS, "status", path, NULL, 0, (int)raw(SYS_fstat, descriptor, status));
}

int stat(const char *path, struct stat *status) { return looked(AT_FDCWD, path, status, 0); }
int lstat(const char *path, struct stat *status) { return looked(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW); }
int fstat(int descriptor, struct stat *status) { return looked_at(descriptor, status); }
int stat64(const char *path, struct stat64 *status) { return looked(AT_FDCWD, path, (struct stat *)status, 0); }
int lstat64(const char *path, struct stat64 *status) {
  return looked(AT_FDCWD, path, (struct stat *)status, AT_SYMLINK_NOFOLLOW);
}
int fstat64(int descriptor, struct stat64 *status) { return looked_at(descriptor, (struct stat *)status); }

int access(const char *path, int mode) {
  char buffer[PATH_MAX];
  const char *full = resolved(AT_FDCWD, path, buffer);
  if (!counts_path_name(full)) return (int)raw(SYS_access, path, mode);
  CALL(STATUS, "access", full, NULL, 0, (int)raw(SYS_access, path, mode));
}

int statvfs64(const char *path, struct statvfs64 *status) {
  char buffer[PATH_MAX];
  const char *full = resolved(AT_FDCWD, path, buffer);
  if (!counts_path_name(full)) return REAL(statvfs64)(path, status);
  int code = 0;
  enum action action = pass(SPACE, &code);
  int answer = action == FAIL ? (errno = code, -1) : REAL(statvfs64)(path, status);
  note(SPACE, "space", answer < 0, 0, 0, 0, 0, full, NULL, NULL, 0);
  if (action == LIE && answer == 0) status->f_bavail = status->f_bfree = (fsblkcnt64_t)1 << 30;
  if (action == AFTER) die();
  return answer;
}
int statvfs(const char *path, struct statvfs *status) { return statvfs64(path, (struct statvfs64 *)status); }

/* --- locks, attributes, copies --- */

static int controlled(int descriptor, int command, void *argument) {
  const char *path = of_descriptor(descriptor);
  int is_lock = command == F_SETLK || command == F_GETLK || command == F_OFD_SETLK || command == F_OFD_GETLK
                || command == F_SETLEASE;
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) {
    int answer = (int)raw(SYS_fcntl, descriptor, command, argument);
    if (answer >= 0) remember(answer, path);
    return answer;
  }
  if (!path || !is_lock) return (int)raw(SYS_fcntl, descriptor, command, argument);
  CALL(LOCK, command == F_SETLEASE ? "lease" : command == F_OFD_SETLK ? "ofd-lock" : "lock", path, NULL, 0,
       (int)raw(SYS_fcntl, descriptor, command, argument));
}

int fcntl(int descriptor, int command, ...) {
  va_list list; va_start(list, command); void *argument = va_arg(list, void *); va_end(list);
  return controlled(descriptor, command, argument);
}
int fcntl64(int descriptor, int command, ...) {
  va_list list; va_start(list, command); void *argument = va_arg(list, void *); va_end(list);
  return controlled(descriptor, command, argument);
}

int chmod(const char *path, mode_t mode) {
  char buffer[PATH_MAX];
  const char *full = resolved(AT_FDCWD, path, buffer);
  if (!counts_path_name(full)) return (int)raw(SYS_fchmodat, AT_FDCWD, path, mode);
  CALL(ATTRIBUTE, "chmod", full, NULL, (uint32_t)mode, (int)raw(SYS_fchmodat, AT_FDCWD, path, mode));
}

int fchmod(int descriptor, mode_t mode) {
  const char *path = of_descriptor(descriptor);
  if (!path) return (int)raw(SYS_fchmod, descriptor, mode);
  CALL(ATTRIBUTE, "chmod", path, NULL, (uint32_t)mode, (int)raw(SYS_fchmod, descriptor, mode));
}

int chown(const char *path, uid_t owner, gid_t group) {
  char buffer[PATH_MAX];
  const char *full = resolved(AT_FDCWD, path, buffer);
  if (!counts_path_name(full)) return (int)raw(SYS_fchownat, AT_FDCWD, path, owner, group, 0);
  CALL(ATTRIBUTE, "chown", full, NULL, 0, (int)raw(SYS_fchownat, AT_FDCWD, path, owner, group, 0));
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  char buffer[PATH_MAX];
  const char *full = resolved(folder, path, buffer);
  if (!counts_path_name(full)) return (int)raw(SYS_utimensat, folder, path, times, flags);
  CALL(ATTRIBUTE, "times", full, NULL, 0, (int)raw(SYS_utimensat, folder, path, times, flags));
}

int setxattr(const char *path, const char *name, const void *value, size_t size, int flags) {
  if (!counts_path_name(path)) return (int)raw(SYS_setxattr, path, name, value, size, flags);
  CALL(ATTRIBUTE, "xattr", path, NULL, 0, (int)raw(SYS_setxattr, path, name, value, size, flags));
}

ssize_t listxattr(const char *path, char *list, size_t size) {
  if (!counts_path_name(path)) return raw(SYS_listxattr, path, list, size);
  CALL(ATTRIBUTE, "xattrs", path, NULL, 0, raw(SYS_listxattr, path, list, size));
}

long syscall(long number, ...) {
  va_list list; va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
#ifdef SYS_renameat2
  if (number == SYS_renameat2)
    return renamed((int)a[0], (const char *)a[1], (int)a[2], (const char *)a[3], (unsigned)a[4]);
#endif
#ifdef SYS_copy_file_range
  if (number == SYS_copy_file_range)
    return copied((int)a[0], (void *)a[1], (int)a[2], (void *)a[3], (size_t)a[4], (unsigned)a[5]);
#endif
  return raw(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
