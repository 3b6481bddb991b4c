// sphere.rchit -- the surface of a sphere.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "../scene.glsl"
#include "path.glsl"

layout(location = 0) rayPayloadInEXT Hit hit;

void main()
{
    Instance i = instances[gl_InstanceCustomIndexEXT];
    Material m = materials[i.material];
    vec3 point = gl_WorldRayOriginEXT + gl_HitTEXT * gl_WorldRayDirectionEXT;
    hit = Hit(m.color, gl_HitTEXT, (point - i.center) / i.radius, m.model, m.fuzz, m.ior, uint(m.model == LAMP));
}
