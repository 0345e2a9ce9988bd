#ifndef IMPORT_LEGACY_CSQLITE_H
#define IMPORT_LEGACY_CSQLITE_H

#include <errno.h>
#include <sqlite3.h>

/// SQLITE_TRANSIENT is a cast that Swift cannot import: SQLite copies the bytes before the call returns.
static inline int il_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 length) {
  // A null pointer would bind NULL, not the empty text.
  return sqlite3_bind_text64(statement, index, text ? text : "", length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int il_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

static inline void il_sqlite3_result_blob(sqlite3_context *context, const void *bytes, sqlite3_uint64 length) {
  sqlite3_result_blob64(context, bytes, length, SQLITE_TRANSIENT);
}

static inline void il_sqlite3_result_text(sqlite3_context *context, const char *text, sqlite3_uint64 length) {
  // A null pointer would answer NULL, not the empty text.
  sqlite3_result_text64(context, text ? text : "", length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// SQLite says "corrupt" of a page that the system failed to read; only the error number tells the two apart.
static inline int il_sqlite3_step(sqlite3_stmt *statement, int *system_error) {
  errno = 0;
  int result = sqlite3_step(statement);
  *system_error = errno;
  return result;
}

static inline int il_sqlite3_prepare(sqlite3 *database, const char *sql, sqlite3_stmt **statement, int *system_error) {
  errno = 0;
  int result = sqlite3_prepare_v2(database, sql, -1, statement, (const char **)0);
  *system_error = errno;
  return result;
}

static inline int il_sqlite3_exec(sqlite3 *database, const char *sql, int *system_error) {
  errno = 0;
  int result = sqlite3_exec(database, sql, (int (*)(void *, int, char **, char **))0, (void *)0, (char **)0);
  *system_error = errno;
  return result;
}

/// Variadic in C, so invisible to Swift. A negative `value` only asks; `now` is what holds afterwards.
static inline int il_sqlite3_configure(sqlite3 *database, int setting, int value, int *now) {
  return sqlite3_db_config(database, setting, value, now);
}

#endif
