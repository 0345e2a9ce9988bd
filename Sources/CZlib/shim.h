#ifndef IMPORT_LEGACY_CZLIB_H
#define IMPORT_LEGACY_CZLIB_H

#include <zlib.h>

/// `inflateInit2` is a macro. A negative window means raw DEFLATE, without zlib's header.
static inline int il_zlib_inflate_init_raw(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }

/// As Core Data compresses the model that a store caches: level 5, the default amount of memory and strategy.
static inline int il_zlib_deflate_init_raw(z_stream *stream) {
  return deflateInit2(stream, 5, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}

#endif
