#include "tlm/units.h"
