/* cycle_model.h -- the cycle model as one of the models of --model. */
#pragma once

#include "sim/model/model.h"

model_simulate cycle_model;
