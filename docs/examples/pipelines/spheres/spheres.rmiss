// spheres.rmiss -- the sky.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "../scene.glsl"
#include "hit.glsl"

layout(location = 0) rayPayloadInEXT Hit hit;

void main()
{
    hit.t = -1.0;
    hit.color = sky(gl_WorldRayDirectionEXT);
}
