// sphere.rchit
#version 460
#extension GL_GOOGLE_include_directive : require
#include "../scene.glsl"
#include "answer.glsl"
#include "shade.glsl"

void main()
{
    Instance i = instances[gl_InstanceCustomIndexEXT];
    vec3 point = gl_WorldRayOriginEXT + gl_HitTEXT * gl_WorldRayDirectionEXT;
    shade((point - i.center) / i.radius, materials[i.material].color, materials[i.material].model);
}
