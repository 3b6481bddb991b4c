// callables.rmiss -- the sky ends a path.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "../scene.glsl"
#include "scatter.glsl"

layout(location = 0) rayPayloadInEXT Hit hit;

void main()
{
    hit.scatter.color = sky(gl_WorldRayDirectionEXT);
    hit.scatter.ends = 1;
}
