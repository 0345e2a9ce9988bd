/* Stands between a program and its C library (LD_PRELOAD): counts the calls on files below a folder, writes them
   down, and makes one of them fail or the process die there. SQLite's calls pass here as the program's own do.

   FILECALLS_ROOT    the folder; calls elsewhere are not counted
   FILECALLS_LOG     a file to append a record of each counted call to, as filecalls.py reads them
   FILECALLS_FAULT   CLASS:N:ACTION, with commas: CLASS one of `names` below or `any`; N the call, from 1, `N+` every
                     later one too; ACTION kill (before the call), after (made, then killed), torn (half of a write,
                     then killed), short (fewer bytes), lie (there is plenty of space), or an error number
   FILECALLS_COUNTS  a file for the counts of calls and faults, written when the process ends by itself */

#include "preload.h"

static const char *const names[CLASSES] = {"open", "read", "write", "sync", "cut", "rename", "remove", "folder", "lock",
                                           "status", "attribute", "clone", "map", "space", "memory"};

static char root[PATH_MAX];
size_t root_length;
static int log_descriptor = -1;
static char counts_path[PATH_MAX];
static uint64_t counts[CLASSES], all, faults;
static char *paths[TABLE]; /* of open descriptors that count */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
uintptr_t sqlite_start, sqlite_end;

struct rule { int class; uint64_t number; int lasts; enum action action; int code; };
static struct rule rules[RULES];
static int rule_count;

void *real_function(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) _exit(126);
  return found;
}

long (*real_syscall)(long, ...);
long (*find_syscall(void))(long, ...) {
  return real_syscall = (long (*)(long, ...))real_function("syscall");
}

static int find_sqlite(struct dl_phdr_info *info, size_t size, void *nothing) {
  (void)size, (void)nothing;
  if (!strstr(info->dlpi_name, "libsqlite3")) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    sqlite_start = info->dlpi_addr + part->p_vaddr;
    sqlite_end = sqlite_start + part->p_memsz;
  }
  return 1;
}

static void parse_rules(char *text) {
  char *rest = NULL;
  for (char *one = strtok_r(text, ",", &rest); one && rule_count < RULES; one = strtok_r(NULL, ",", &rest)) {
    char class[32], number[32], action[32];
    if (sscanf(one, "%31[^:]:%31[^:]:%31s", class, number, action) != 3) _exit(125);
    struct rule rule = {-1, strtoull(number, NULL, 10), strchr(number, '+') != NULL, FAIL, atoi(action)};
    for (int i = 0; i < CLASSES; i++) if (!strcmp(class, names[i])) rule.class = i;
    if (rule.class < 0 && strcmp(class, "any")) _exit(125);
    if (!strcmp(action, "kill")) rule.action = KILL;
    else if (!strcmp(action, "after")) rule.action = AFTER;
    else if (!strcmp(action, "torn")) rule.action = TORN;
    else if (!strcmp(action, "short")) rule.action = SHORT;
    else if (!strcmp(action, "lie")) rule.action = LIE;
    else if (rule.code <= 0) _exit(125);
    rules[rule_count++] = rule;
  }
}

__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("FILECALLS_ROOT");
  if (!folder) return;
  root_length = (size_t)snprintf(root, sizeof root, "%s", folder);
  const char *log = getenv("FILECALLS_LOG");
  if (log) {
    log_descriptor = (int)raw(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    /* Away from the numbers that the program's own files get. */
    if (log_descriptor >= 0) log_descriptor = (int)raw(SYS_fcntl, log_descriptor, F_DUPFD_CLOEXEC, 3000);
    if (log_descriptor < 0) log_descriptor = (int)raw(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CLOEXEC, 0);
  }
  const char *file = getenv("FILECALLS_COUNTS");
  if (file) snprintf(counts_path, sizeof counts_path, "%s", file);
  char *fault = getenv("FILECALLS_FAULT");
  static char text[1024];
  if (fault) { snprintf(text, sizeof text, "%s", fault); parse_rules(text); }
  dl_iterate_phdr(find_sqlite, NULL);
}

__attribute__((destructor)) static void end(void) {
  if (!counts_path[0]) return;
  char text[1024];
  int length = snprintf(text, sizeof text, "any %llu\nfaults %llu\n", (unsigned long long)all, (unsigned long long)faults);
  for (int i = 0; i < CLASSES; i++)
    length += snprintf(text + length, sizeof text - (size_t)length, "%s %llu\n", names[i], (unsigned long long)counts[i]);
  int to = (int)raw(SYS_openat, AT_FDCWD, counts_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (to >= 0) { raw(SYS_write, to, text, length); raw(SYS_close, to); }
}

/* --- what counts --- */

int counts_path_name(const char *path) {
  return root_length && path && !strncmp(path, root, root_length)
         && (path[root_length] == '/' || path[root_length] == 0);
}

const char *of_descriptor(int descriptor) {
  return descriptor >= 0 && descriptor < TABLE ? paths[descriptor] : NULL;
}

const char *resolved(int folder, const char *path, char *buffer) {
  if (!path || path[0] == '/') return path;
  if (folder == AT_FDCWD) {
    if (raw(SYS_getcwd, buffer, PATH_MAX) < 0) return path;
  } else {
    const char *parent = of_descriptor(folder);
    if (!parent) return path;
    snprintf(buffer, PATH_MAX, "%s", parent);
  }
  size_t length = strlen(buffer);
  snprintf(buffer + length, PATH_MAX - length, "/%s", path);
  return buffer;
}

void remember(int descriptor, const char *path) {
  if (descriptor < 0 || descriptor >= TABLE) return;
  pthread_mutex_lock(&mutex);
  free(paths[descriptor]);
  paths[descriptor] = counts_path_name(path) ? strdup(path) : NULL;
  pthread_mutex_unlock(&mutex);
}

void die(void) {
  raw(SYS_kill, (int)raw(SYS_getpid), SIGKILL);
  for (;;) pause();
}

/* Counts a call. Sets errno and answers FAIL where it is to fail. */
enum action pass(enum class class, int *code) {
  pthread_mutex_lock(&mutex);
  uint64_t number = ++counts[class];
  /* Memory is no call on a file: it is counted by itself. */
  uint64_t total = class == MEMORY ? 0 : ++all;
  enum action action = NONE;
  for (int i = 0; i < rule_count && action == NONE; i++) {
    uint64_t at = rules[i].class < 0 ? total : rules[i].class == (int)class ? number : 0;
    if (!at || (rules[i].lasts ? at < rules[i].number : at != rules[i].number)) continue;
    action = rules[i].action;
    *code = rules[i].code;
    faults++;
  }
  pthread_mutex_unlock(&mutex);
  if (action == KILL) die();
  if (action == SHORT && class != READ && class != WRITE && class != CLONE) { action = FAIL; *code = EIO; }
  if (action == TORN && class != WRITE) die();
  if (action == FAIL) errno = *code;
  return action;
}

/* --- the record --- */

struct record {
  uint32_t class;
  int32_t code; /* 0, or the error number */
  uint64_t number, inode, offset, length;
  uint32_t mode, first, second, data; /* mode: of opening, of a folder; lengths of what follows */
  char what[16];
};

void note(enum class class, const char *what, int failed, uint64_t inode, uint64_t offset, uint64_t length,
                 uint32_t mode, const char *first, const char *second, const void *data, size_t size) {
  if (log_descriptor < 0) return;
  int code = errno;
  struct record record = {class, failed ? code : 0, 0, inode, offset, length, mode,
                          first ? (uint32_t)strlen(first) : 0, second ? (uint32_t)strlen(second) : 0,
                          failed ? 0 : (uint32_t)size, {0}};
  snprintf(record.what, sizeof record.what, "%s", what);
  pthread_mutex_lock(&mutex);
  record.number = all;
  raw(SYS_write, log_descriptor, &record, sizeof record);
  if (record.first) raw(SYS_write, log_descriptor, first, record.first);
  if (record.second) raw(SYS_write, log_descriptor, second, record.second);
  if (record.data) raw(SYS_write, log_descriptor, data, record.data);
  pthread_mutex_unlock(&mutex);
  errno = code;
}

uint64_t inode_of(int descriptor) {
  struct stat status;
  return raw(SYS_fstat, descriptor, &status) == 0 ? status.st_ino : 0;
}

uint64_t position_of(int descriptor) {
  long at = raw(SYS_lseek, descriptor, 0, SEEK_CUR);
  return at < 0 ? 0 : (uint64_t)at;
}
