// triangle.rchit
#version 460
#extension GL_GOOGLE_include_directive : require
#include "../scene.glsl"
#include "../triangle.glsl"
#include "scatter.glsl"
#include "ask.glsl"

void main()
{
    Surface s = surface();
    ask(s.normal, colorOf(s), materials[s.material]);
}
