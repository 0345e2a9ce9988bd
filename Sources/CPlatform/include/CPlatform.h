#ifndef IMPORT_LEGACY_CPLATFORM_H
#define IMPORT_LEGACY_CPLATFORM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* System calls that Swift does not see. Each returns -1 and sets errno when it fails; where the system has no
   such call, errno is ENOTSUP. None retries on EINTR. */

/// Opens to read, without moving the file's access time where the system lets us.
int il_open_reading(const char *path);

/// Shares the blocks of `from` with `to`, whole (FICLONE). `to` must be empty.
int il_clone(int to, int from);

/// Copies inside the kernel, at both descriptors' positions. Returns the number of bytes, 0 at the end.
ssize_t il_copy_range(int to, int from, size_t length);

/// Renames, and fails with EEXIST where `to` is there already.
int il_rename_no_replace(const char *from, const char *to);

/// Exchanges two names in one step.
int il_rename_exchange(const char *first, const char *second);

/// Takes an exclusive lock of the open file description, or fails at once with EAGAIN or EACCES.
int il_lock(int descriptor);

/// The same of a range of bytes only; a length of 0 reaches to the end.
int il_lock_range(int descriptor, int64_t start, int64_t length);

/// Whether another open file description, or another process, locks any part. The descriptor may be for
/// reading only.
int il_is_locked(int descriptor);

/// Takes a write lease and gives it up at once. Fails with EAGAIN where the file is open elsewhere.
int il_probe_lease(int descriptor);

/// Writes the names of the extended attributes, each ended by NUL. Returns the number of bytes.
ssize_t il_attribute_names(const char *path, char *names, size_t size);

/// Writes the value of an extended attribute. Returns the number of bytes.
ssize_t il_attribute(const char *path, const char *name, void *value, size_t size);

/// Makes an extended attribute, or replaces its value.
int il_set_attribute(const char *path, const char *name, const void *value, size_t size);

/// Sets when the bytes last changed, since 1970, and leaves the access time.
int il_set_modified(const char *path, int64_t seconds, int64_t nanoseconds);

/// Writes the text of an errno value, ended by NUL.
void il_error_text(int code, char *text, size_t size);

/// From now on SIGINT, SIGTERM and SIGHUP no longer end the process: they are remembered.
void il_remember_interruptions(void);

/// Whether one of them has come.
int il_interruption_came(void);

/// Columns of the terminal that a descriptor leads to, 0 where it does not know.
int il_terminal_columns(int descriptor);

/// The environment of the process: texts `NAME=value`, the last one NULL.
char **il_environment(void);

#endif
