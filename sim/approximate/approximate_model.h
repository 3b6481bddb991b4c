/* approximate_model.h -- the approximate model as a model of --model. */
#pragma once

#include "sim/model/model.h"

model_simulate approximate_model;
