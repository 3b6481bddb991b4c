// triangle.rchit
#version 460
#extension GL_GOOGLE_include_directive : require
#include "../scene.glsl"
#include "../triangle.glsl"
#include "answer.glsl"
#include "shade.glsl"

void main()
{
    Surface s = surface();
    shade(s.normal, colorOf(s), materials[s.material].model);
}
