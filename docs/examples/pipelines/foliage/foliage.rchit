// foliage.rchit
#version 460
#extension GL_GOOGLE_include_directive : require
#include "../scene.glsl"
#include "../triangle.glsl"
#include "hit.glsl"

layout(location = 0) rayPayloadInEXT Hit hit;

void main()
{
    Surface s = surface();
    hit = Hit(colorOf(s), gl_HitTEXT, s.normal);
}
