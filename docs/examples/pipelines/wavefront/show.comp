// show.comp -- what the paths have gathered, as a picture.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "wave.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x, width = uint(imageSize(picture).x);
    if (i < pixels())
        imageStore(picture, ivec2(i % width, i / width), vec4(sqrt(paths[i].sum), 1.0));
}
