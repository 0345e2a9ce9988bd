#ifndef IMPORT_LEGACY_CUNISTRING_H
#define IMPORT_LEGACY_CUNISTRING_H

#include <stdlib.h>
#include <unicase.h>
#include <uninorm.h>
#include <unistr.h>

/* The forms are macros over structs of an incomplete type, which Swift cannot import. Each call returns a buffer that
   the caller frees, or NULL with errno set. */

static inline uint8_t *il_u8_nfc(const uint8_t *text, size_t length, size_t *result_length) {
  return u8_normalize(UNINORM_NFC, text, length, NULL, result_length);
}

static inline uint8_t *il_u8_nfd(const uint8_t *text, size_t length, size_t *result_length) {
  return u8_normalize(UNINORM_NFD, text, length, NULL, result_length);
}

/* No language: the mappings of Turkic languages are left out. No form: nothing but the folding itself. */
static inline uint8_t *il_u8_casefold(const uint8_t *text, size_t length, size_t *result_length) {
  return u8_casefold(text, length, NULL, NULL, NULL, result_length);
}

#endif
