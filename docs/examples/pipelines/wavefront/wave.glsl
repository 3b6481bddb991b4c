// wave.glsl -- the state of all paths in buffers, and the queues of those that are left (Laine, Karras and Aila,
// Megakernels Considered Harmful, HPG 2013).
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_ray_query : require
#include "../scene.glsl"
#include "../path/path.glsl"

layout(local_size_x = 64) in;

struct Path {
    vec3 from, direction, weight, sum;
    uint state;   // of the random numbers
    bool counted; // light from lights and the sky was added at the last surface
};
layout(binding = 10, scalar) buffer Paths { Path paths[]; }; // one a pixel
layout(binding = 11, scalar) buffer Hits { Hit hits[]; };    // of the path's last ray
layout(binding = 12, scalar) buffer EvenQueue { uint even[]; }; // paths that are left in even waves
layout(binding = 13, scalar) buffer OddQueue { uint odd[]; };
layout(binding = 14, scalar) buffer Counts {
    uint wave;    // which is running, from 0 on
    uint left[2]; // paths in the two queues
} counts;

uint pixels()
{
    return uint(imageSize(picture).x * imageSize(picture).y);
}

// The path of this thread; false: there are not so many.
bool take(out uint path)
{
    uint i = gl_GlobalInvocationID.x, now = counts.wave & 1;
    if (i >= counts.left[now])
        return false;
    path = now == 0 ? even[i] : odd[i];
    return true;
}
