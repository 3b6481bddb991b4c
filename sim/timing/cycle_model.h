/* cycle_model.h -- the cycle model as a model of --model. */
#pragma once

#include "sim/model/model.h"

model_simulate cycle_model;
