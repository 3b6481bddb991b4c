#include "orchestrator/settings/estimators.h"

const struct estimator_traits estimators[EXTRAPOLATIONS] = {
#define ESTIMATOR_TRAITS(id, text, create, ...) [EXTRAPOLATE_##id] = {.name = text, __VA_ARGS__},
    ESTIMATORS(ESTIMATOR_TRAITS)
#undef ESTIMATOR_TRAITS
};
