/* approximate_model.h -- the approximate model as one of the models of --model. */
#pragma once

#include "sim/model/model.h"

model_simulate approximate_model;
