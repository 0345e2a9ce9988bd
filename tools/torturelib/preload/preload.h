#ifndef PRELOAD_H
#define PRELOAD_H

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <linux/fs.h>
#include <unistd.h>

/* Shared by the parts of the library; see counting.c. */

enum class { OPEN, READ, WRITE, SYNC, CUT, RENAME, REMOVE, FOLDER, LOCK, STATUS, ATTRIBUTE, CLONE, MAP, SPACE, MEMORY,
             CLASSES };
enum { TABLE = 4096, RULES = 16 };
enum action { NONE, KILL, AFTER, TORN, SHORT, FAIL, LIE };

extern size_t root_length;
extern uintptr_t sqlite_start, sqlite_end;
extern long (*real_syscall)(long, ...);

void *real_function(const char *name);
long (*find_syscall(void))(long, ...);
/* Another definition of the function `name`: the one that would be called without us. */
#define REAL(name) ((__typeof__(&name))real_function(#name))
/* `syscall` is a name of ours as well: inside, only the real one is called. */
#define raw(...) ((real_syscall ? real_syscall : find_syscall())(__VA_ARGS__))

/* Whether calls on a path count. */
int counts_path_name(const char *path);
/* The path that a descriptor was opened by, if it counts. */
const char *of_descriptor(int descriptor);
const char *resolved(int folder, const char *path, char *buffer);
void remember(int descriptor, const char *path);
void die(void);
/* Counts a call. Sets errno and answers FAIL where it is to fail. */
enum action pass(enum class class, int *code);
void note(enum class class, const char *what, int failed, uint64_t inode, uint64_t offset, uint64_t length, uint32_t mode,
          const char *first, const char *second, const void *data, size_t size);
uint64_t inode_of(int descriptor);
uint64_t position_of(int descriptor);
/* In names.c and bytes.c, for `syscall`. */
int renamed(int from_folder, const char *from, int to_folder, const char *to, unsigned flags);
long copied(int from, void *in, int to, void *out, size_t count, unsigned flags);

/* Makes a call of one class on one or two paths. */
#define CALL(CLASS, WHAT, FIRST, SECOND, MODE, EXPRESSION)                             \
  do {                                                                                 \
    int code = 0;                                                                      \
    enum action action = pass(CLASS, &code);                                           \
    __typeof__(EXPRESSION) answer = action == FAIL ? (errno = code, -1) : (EXPRESSION); \
    note(CLASS, WHAT, answer == -1, 0, 0, 0, MODE, FIRST, SECOND, NULL, 0);            \
    if (action == AFTER) die();                                                        \
    return answer;                                                                     \
  } while (0)

#endif
