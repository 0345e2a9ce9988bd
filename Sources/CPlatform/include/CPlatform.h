#ifndef IMPORT_LEGACY_CPLATFORM_H
#define IMPORT_LEGACY_CPLATFORM_H

#include <stddef.h>
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

/// Writes the text of an errno value, ended by NUL.
void il_error_text(int code, char *text, size_t size);

/// From now on SIGINT, SIGTERM and SIGHUP no longer end the process: they are remembered.
void il_remember_interruptions(void);

/// Whether one of them has come.
int il_interruption_came(void);

#endif
