// sphere.rchit -- marble on matte spheres, stripes on the others, a chessboard on great ones.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "../scene.glsl"
#include "hit.glsl"

layout(location = 0) rayPayloadInEXT Hit hit;
hitAttributeEXT vec3 normal;

float corner(ivec3 cell)
{
    uint state = uint(cell.x * 73 + cell.y * 179 + cell.z * 283);
    return random(state);
}

// Smooth noise: numbers at the corners of unit cells, and between them their mixture.
float noise(vec3 p)
{
    ivec3 cell = ivec3(floor(p));
    vec3 s = smoothstep(0.0, 1.0, fract(p));
    float at[8];
    for (int k = 0; k < 8; k++)
        at[k] = corner(cell + ivec3(k & 1, k >> 1 & 1, k >> 2));
    return mix(mix(mix(at[0], at[1], s.x), mix(at[2], at[3], s.x), s.y),
               mix(mix(at[4], at[5], s.x), mix(at[6], at[7], s.x), s.y), s.z);
}

float marble(vec3 p)
{
    float turbulence = 0.0, size = 1.0;
    for (int octave = 0; octave < 4; octave++, size *= 2.0)
        turbulence += abs(2.0 * noise(p * size) - 1.0) / size;
    return 0.5 + 0.5 * sin(4.0 * p.x + 5.0 * turbulence);
}

void main()
{
    Instance i = instances[gl_InstanceCustomIndexEXT];
    Material m = materials[i.material];
    vec3 point = gl_WorldRayOriginEXT + gl_HitTEXT * gl_WorldRayDirectionEXT;
    float share;
    if (i.radius > 100.0)
        share = mod(floor(point.x) + floor(point.z), 2.0);
    else if (m.model == MATTE)
        share = marble(2.0 * normal + i.center);
    else
        share = step(0.5, fract(4.0 * normal.y));
    hit.color = mix(0.35, 1.0, share) * (m.model == GLASS ? vec3(0.7, 0.85, 0.9) : m.color);
    hit.normal = normal;
    hit.t = gl_HitTEXT;
}
