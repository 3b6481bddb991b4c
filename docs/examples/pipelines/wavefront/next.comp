// next.comp -- the next wave begins; the queue of the last one is empty.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "wave.glsl"

void main()
{
    if (gl_LocalInvocationIndex > 0)
        return;
    counts.left[counts.wave & 1] = 0;
    counts.wave++;
}
