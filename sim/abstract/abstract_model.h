/* abstract_model.h -- the abstract model as one of the models of --model. */
#pragma once

#include "sim/model/model.h"

model_simulate abstract_model;
