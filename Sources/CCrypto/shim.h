#ifndef IMPORT_LEGACY_CCRYPTO_H
#define IMPORT_LEGACY_CCRYPTO_H

#include <openssl/evp.h>

#endif
