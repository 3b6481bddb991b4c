/* icnt_params.h -- the crossbar between SMs and L2 slices (Vulkan-Sim: network_mode 2). */
#pragma once

#include "common/params.h"
#include "sim/config/unseen.h"

#define ICNT_PARAMS(X)                                                                             \
    X(UINT, input_buffer, 1, 65536, "packet", "buffer of each input port",                         \
      NOT_INTERVAL | UNSEEN_GATSIM)                                                                \
    X(UINT, output_buffer, 1, 65536, "packet", "buffer of each output port",                       \
      NOT_INTERVAL | UNSEEN_GATSIM)                                                                \
    X(UINT, ejection_buffer, 1, 65536, "packet", "replies held by an SM behind its output port",   \
      CYCLE_ALONE)

struct icnt_config {
    ICNT_PARAMS(PARAM_FIELD)
};
