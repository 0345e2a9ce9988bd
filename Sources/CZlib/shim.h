#ifndef IMPORT_LEGACY_CZLIB_H
#define IMPORT_LEGACY_CZLIB_H

#include <zlib.h>

/// `inflateInit2` is a macro. A negative window means raw DEFLATE, without zlib's header.
static inline int il_zlib_inflate_init_raw(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }

#endif
