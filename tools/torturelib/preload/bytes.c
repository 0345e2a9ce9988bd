/* Opening, reading, writing, cutting, copying; and SQLite's memory. */

#include "preload.h"

/* --- opening --- */

static int opened(const char *path, int flags, mode_t mode, int folder) {
  char buffer[PATH_MAX];
  const char *full = resolved(folder, path, buffer);
  int is_counted = counts_path_name(full), code = 0;
  enum action action = is_counted ? pass(OPEN, &code) : NONE;
  int is_new = is_counted && (flags & O_CREAT) && raw(SYS_faccessat, AT_FDCWD, full, F_OK) != 0;
  int answer = action == FAIL ? (errno = code, -1) : (int)raw(SYS_openat, folder, path, flags, mode);
  if (answer >= 0) remember(answer, full);
  if (is_counted)
    note(OPEN, is_new ? "create" : (flags & O_TRUNC) ? "empty" : "open", answer < 0, answer < 0 ? 0 : inode_of(answer), 0, 0,
         (uint32_t)(flags & O_ACCMODE), full, NULL, NULL, 0);
  if (action == AFTER) die();
  return answer;
}

#define MODE_OF(flags) \
  mode_t mode = 0;     \
  if ((flags) & (O_CREAT | O_TMPFILE)) { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }

int open(const char *path, int flags, ...) { MODE_OF(flags) return opened(path, flags, mode, AT_FDCWD); }
int open64(const char *path, int flags, ...) { MODE_OF(flags) return opened(path, flags, mode, AT_FDCWD); }
int openat(int folder, const char *path, int flags, ...) { MODE_OF(flags) return opened(path, flags, mode, folder); }
int openat64(int folder, const char *path, int flags, ...) { MODE_OF(flags) return opened(path, flags, mode, folder); }

int close(int descriptor) {
  if (of_descriptor(descriptor)) remember(descriptor, NULL);
  return (int)raw(SYS_close, descriptor);
}

/* --- reading and writing --- */

static ssize_t moved(int descriptor, void *bytes, size_t count, int64_t at, int is_write) {
  const char *path = of_descriptor(descriptor);
  int code = 0;
  enum action action = path ? pass(is_write ? WRITE : READ, &code) : NONE;
  size_t size = action == SHORT || action == TORN ? (count + 1) / 2 : count;
  uint64_t start = at >= 0 ? (uint64_t)at : path ? position_of(descriptor) : 0;
  ssize_t answer;
  if (action == FAIL) { errno = code; answer = -1; }
  else if (at >= 0) answer = raw(is_write ? SYS_pwrite64 : SYS_pread64, descriptor, bytes, size, at);
  else answer = raw(is_write ? SYS_write : SYS_read, descriptor, bytes, size);
  if (path)
    note(is_write ? WRITE : READ, is_write ? "write" : "read", answer < 0, inode_of(descriptor), start, size, 0, path, NULL,
         bytes, is_write && answer > 0 ? (size_t)answer : 0);
  if (action == AFTER || action == TORN) die();
  return answer;
}

ssize_t read(int d, void *bytes, size_t count) { return moved(d, bytes, count, -1, 0); }
ssize_t pread(int d, void *bytes, size_t count, off_t at) { return moved(d, bytes, count, at, 0); }
ssize_t pread64(int d, void *bytes, size_t count, off64_t at) { return moved(d, bytes, count, at, 0); }
ssize_t write(int d, const void *bytes, size_t count) { return moved(d, (void *)bytes, count, -1, 1); }
ssize_t pwrite(int d, const void *bytes, size_t count, off_t at) { return moved(d, (void *)bytes, count, at, 1); }
ssize_t pwrite64(int d, const void *bytes, size_t count, off64_t at) { return moved(d, (void *)bytes, count, at, 1); }

static int synced(int descriptor, long number, const char *what) {
  const char *path = of_descriptor(descriptor);
  if (!path) return (int)raw(number, descriptor);
  int code = 0;
  enum action action = pass(SYNC, &code);
  int answer = action == FAIL ? (errno = code, -1) : (int)raw(number, descriptor);
  note(SYNC, what, answer < 0, inode_of(descriptor), 0, 0, 0, path, NULL, NULL, 0);
  if (action == AFTER) die();
  return answer;
}

int fsync(int descriptor) { return synced(descriptor, SYS_fsync, "fsync"); }
int fdatasync(int descriptor) { return synced(descriptor, SYS_fdatasync, "fdatasync"); }

static int was_cut(int descriptor, off64_t size) {
  const char *path = of_descriptor(descriptor);
  if (!path) return (int)raw(SYS_ftruncate, descriptor, size);
  int code = 0;
  enum action action = pass(CUT, &code);
  int answer = action == FAIL ? (errno = code, -1) : (int)raw(SYS_ftruncate, descriptor, size);
  note(CUT, "cut", answer < 0, inode_of(descriptor), 0, (uint64_t)size, 0, path, NULL, NULL, 0);
  if (action == AFTER) die();
  return answer;
}

int ftruncate(int descriptor, off_t size) { return was_cut(descriptor, size); }
int ftruncate64(int descriptor, off64_t size) { return was_cut(descriptor, size); }

static int was_cut_by_name(const char *path, off64_t size) {
  char buffer[PATH_MAX];
  const char *full = resolved(AT_FDCWD, path, buffer);
  if (!counts_path_name(full)) return (int)raw(SYS_truncate, path, size);
  CALL(CUT, "cut-name", full, NULL, 0, (int)raw(SYS_truncate, path, size));
}

int truncate(const char *path, off_t size) { return was_cut_by_name(path, size); }
int truncate64(const char *path, off64_t size) { return was_cut_by_name(path, size); }

static int allocated(int descriptor, int mode, off64_t at, off64_t size) {
  const char *path = of_descriptor(descriptor);
  if (!path) return (int)raw(SYS_fallocate, descriptor, mode, at, size);
  CALL(CUT, "allocate", path, NULL, 0, (int)raw(SYS_fallocate, descriptor, mode, at, size));
}

int fallocate(int d, int mode, off_t at, off_t size) { return allocated(d, mode, at, size); }
int fallocate64(int d, int mode, off64_t at, off64_t size) { return allocated(d, mode, at, size); }

static void *mapped(void *at, size_t size, int rights, int flags, int descriptor, off64_t offset) {
  const char *path = of_descriptor(descriptor);
  int code = 0;
  if (!path) return (void *)raw(SYS_mmap, at, size, rights, flags, descriptor, offset);
  enum action action = pass(MAP, &code);
  if (action == FAIL) { errno = code; return MAP_FAILED; }
  void *answer = (void *)raw(SYS_mmap, at, size, rights, flags, descriptor, offset);
  note(MAP, "map", answer == MAP_FAILED, inode_of(descriptor), (uint64_t)offset, size, (uint32_t)rights, path, NULL, NULL, 0);
  if (action == AFTER) die();
  return answer;
}

void *mmap(void *at, size_t size, int rights, int flags, int d, off_t offset) {
  return mapped(at, size, rights, flags, d, offset);
}
void *mmap64(void *at, size_t size, int rights, int flags, int d, off64_t offset) {
  return mapped(at, size, rights, flags, d, offset);
}

/* What a copy made of a file, as if it had been written. */
static void note_copy(int descriptor, const char *path, uint64_t at, uint64_t size) {
  static char piece[1 << 16];
  while (size) {
    long got = raw(SYS_pread64, descriptor, piece, size < sizeof piece ? size : sizeof piece, at);
    if (got <= 0) return;
    note(WRITE, "write", 0, inode_of(descriptor), at, (uint64_t)got, 0, path, NULL, piece, (size_t)got);
    at += (uint64_t)got;
    size -= (uint64_t)got;
  }
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list list; va_start(list, request); void *argument = va_arg(list, void *); va_end(list);
  const char *path = of_descriptor(descriptor);
  if (!path || request != FICLONE) return (int)raw(SYS_ioctl, descriptor, request, argument);
  int code = 0;
  enum action action = pass(CLONE, &code);
  int answer = action == FAIL ? (errno = code, -1) : (int)raw(SYS_ioctl, descriptor, request, argument);
  note(CLONE, "clone", answer < 0, inode_of(descriptor), 0, 0, 0, path, NULL, NULL, 0);
  struct stat status;
  if (answer == 0 && raw(SYS_fstat, descriptor, &status) == 0) note_copy(descriptor, path, 0, (uint64_t)status.st_size);
  if (action == AFTER) die();
  return answer;
}

long copied(int from, void *in, int to, void *out, size_t count, unsigned flags) {
  const char *path = of_descriptor(to);
  if (!path) return raw(SYS_copy_file_range, from, in, to, out, count, flags);
  int code = 0;
  enum action action = pass(CLONE, &code);
  uint64_t at = position_of(to);
  if (action == SHORT) count = (count + 1) / 2 > 512 ? 512 : (count + 1) / 2;
  long answer = action == FAIL ? (errno = code, -1) : raw(SYS_copy_file_range, from, in, to, out, count, flags);
  note(CLONE, "copy", answer < 0, inode_of(to), at, count, 0, path, NULL, NULL, 0);
  if (answer > 0) note_copy(to, path, at, (uint64_t)answer);
  if (action == AFTER) die();
  return answer;
}

/* --- memory: SQLite's alone, since nothing else can go on without it --- */

extern void *__libc_malloc(size_t size);
extern void *__libc_realloc(void *old, size_t size);

static int is_refused(void *caller) {
  uintptr_t at = (uintptr_t)caller;
  int code = 0;
  return sqlite_start && at >= sqlite_start && at < sqlite_end && root_length && pass(MEMORY, &code) == FAIL;
}

void *malloc(size_t size) {
  if (is_refused(__builtin_return_address(0))) { errno = ENOMEM; return NULL; }
  return __libc_malloc(size);
}

void *realloc(void *old, size_t size) {
  if (is_refused(__builtin_return_address(0))) { errno = ENOMEM; return NULL; }
  return __libc_realloc(old, size);
}
