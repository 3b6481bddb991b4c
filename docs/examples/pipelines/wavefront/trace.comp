// trace.comp -- the next ray of each path.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "wave.glsl"
#include "../query.glsl"

void main()
{
    uint i;
    if (take(i))
        hits[i] = nearest(paths[i].from, paths[i].direction);
}
