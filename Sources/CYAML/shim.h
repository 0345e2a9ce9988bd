#ifndef IMPORT_LEGACY_CYAML_H
#define IMPORT_LEGACY_CYAML_H

#include <yaml.h>

#endif
