// generate.comp -- begins a path for each pixel.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "wave.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= pixels())
        return;
    uvec2 size = uvec2(imageSize(picture)), pixel = uvec2(i % size.x, i / size.x);
    uint state = i * 9781u + camera.seed;
    vec2 place = vec2(pixel) + vec2(random(state), random(state));
    paths[i] = Path(eye(), primaryDirection(place, vec2(size)), vec3(1.0), vec3(0.0), state, false);
    even[i] = i;
    if (i == 0)
        counts.left[0] = pixels();
}
