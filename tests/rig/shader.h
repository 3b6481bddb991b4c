/* shader.h -- running PTX text warp by warp, without a scene behind it. */
#pragma once

#include "sim/functional/exec/launch.h"
#include "tests/rig/rig.h"

FREES(launch_free, struct launch)

/* The beginning of a module, and of a function's body with registers of every kind. */
#define PTX_HEAD ".version 6.3\n.target sm_75\n.address_size 64\n"
#define PTX_REGISTERS                                                                              \
    ".reg .pred %p<9>; .reg .b16 %rs<9>; .reg .b32 %r<30>; .reg .f32 %f<30>; .reg .f64 %fd<9>; "   \
    ".reg .b64 %rd<30>;\n"
/* Calls of intrinsics as clang writes them. */
#define PTX_GET(type, to, name)                                                                    \
    "{ .param ." type " retval0; call.uni (retval0), " name ", (); ld.param." type " " to          \
    ", [retval0+0]; }\n"

struct warp_context; /* sim/functional/exec/warp_context.h */

struct rig_shader {
    struct scene scene;
    struct device_image image; /* every buffer 256 bytes, byte i is i */
    uint8_t bytes[DEVICE_BUFFERS][DEVICE_ALIGN];
    struct frame frame;
    struct launch *launch;
    struct kernel *kernel;
    struct warp *warp;
    struct warp_context *context; /* behind the warp */
};

/* One image plane of width x height; the object must not move afterwards. */
void rig_shader_init(struct rig_shader *r, uint32_t width, uint32_t height);
/* Loads the text and makes a kernel; fails the test where that fails. */
void rig_shader_load(struct rig_shader *r, const char *text,
                     const struct kernel_settings *settings);
/* Starts CTA `cta` and steps it to its end, the warp stays for inspection until rig_shader_free or
 * the next run. */
enum st_code rig_shader_run(struct rig_shader *r, uint32_t cta, struct status *st);
void rig_shader_free(struct rig_shader *r); /* launch and kernel; another text may be loaded */
/* Word `i` of a lane's payload. */
uint32_t rig_shader_payload(const struct rig_shader *r, uint32_t lane, uint32_t i);
