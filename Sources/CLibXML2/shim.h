#ifndef IMPORT_LEGACY_CLIBXML2_H
#define IMPORT_LEGACY_CLIBXML2_H

// Debian's libxml2 includes ICU headers that contradict the toolchain's own copy.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/tree.h>

#endif
