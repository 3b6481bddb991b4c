// reflections.rmiss -- the sky.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "../scene.glsl"
#include "answer.glsl"

layout(location = 0) rayPayloadInEXT Answer answer;

void main()
{
    answer.color = sky(gl_WorldRayDirectionEXT);
}
