/* abstract_model.h -- the abstract model as one of the models of --model. */
#pragma once

#include "sim/model/model.h"

model_simulate abstract_model;

/* The parameter of an option that the GPU has and the model goes without, static; NULL: there is
 * none. Of what such an option changes, only a sample by the cycle model tells. */
const char *abstract_lacks(const struct gpu_config *config);
