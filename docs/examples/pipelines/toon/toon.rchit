// toon.rchit -- three shades of the material's colour, and a dark line where the surface turns away.
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_scalar_block_layout : require

struct Vertex { vec3 position, normal; int material; };
struct Material { vec3 color; };
struct Instance { uint firstIndex, firstVertex; };
layout(binding = 3, scalar) readonly buffer Vertices { Vertex vertices[]; };
layout(binding = 4, scalar) readonly buffer Indices { uint indices[]; };
layout(binding = 5, scalar) readonly buffer Materials { Material materials[]; };
layout(binding = 6, scalar) readonly buffer Instances { Instance instances[]; };

layout(location = 0) rayPayloadInEXT vec3 color;
hitAttributeEXT vec2 corner; // weights of the second and the third vertex

Vertex vertex(uint k)
{
    Instance i = instances[gl_InstanceCustomIndexEXT];
    return vertices[i.firstVertex + indices[i.firstIndex + 3 * gl_PrimitiveID + k]];
}

void main()
{
    Vertex a = vertex(0), b = vertex(1), c = vertex(2);
    vec3 normal = a.normal * (1.0 - corner.x - corner.y) + b.normal * corner.x + c.normal * corner.y;
    normal = normalize((normal * gl_WorldToObjectEXT).xyz);
    float light = dot(normal, normalize(vec3(0.5, 0.8, 0.6)));
    float shade = light > 0.6 ? 1.0 : light > 0.1 ? 0.7 : 0.4;
    if (abs(dot(normal, normalize(gl_WorldRayDirectionEXT))) < 0.15)
        shade = 0.1;
    color = shade * materials[a.material].color;
}
