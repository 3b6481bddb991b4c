// path.rchit -- the surface of a triangle.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "../scene.glsl"
#include "../triangle.glsl"
#include "path.glsl"

layout(location = 0) rayPayloadInEXT Hit hit;

void main()
{
    Surface s = surface();
    Material m = materials[s.material];
    int first = instances[gl_InstanceCustomIndexEXT].material;
    hit = Hit(colorOf(s), gl_HitTEXT, s.normal, m.model, m.fuzz, m.ior, uint(materials[first].model == LAMP));
}
