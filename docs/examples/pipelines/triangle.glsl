// triangle.glsl -- the triangle that was hit: for closest-hit and any-hit shaders, behind scene.glsl.
hitAttributeEXT vec2 corner; // barycentrics of the second and the third vertex

struct Surface {
    vec3 normal;
    vec2 texcoord;
    int material;
};

Surface surface()
{
    Instance i = instances[gl_InstanceCustomIndexEXT];
    uint first = i.firstIndex + 3 * gl_PrimitiveID;
    Vertex a = vertices[i.firstVertex + indices[first]];
    Vertex b = vertices[i.firstVertex + indices[first + 1]];
    Vertex c = vertices[i.firstVertex + indices[first + 2]];
    vec3 share = vec3(1.0 - corner.x - corner.y, corner);
    vec3 normal = a.normal * share.x + b.normal * share.y + c.normal * share.z;
    Surface s;
    s.normal = normalize((normal * gl_WorldToObjectEXT).xyz); // transposed inverse
    s.texcoord = a.texcoord * share.x + b.texcoord * share.y + c.texcoord * share.z;
    s.material = a.material;
    return s;
}

vec3 colorOf(Surface s)
{
    Material m = materials[s.material];
    return m.texture < 0 ? m.color : m.color * texture(textures[nonuniformEXT(m.texture)], s.texcoord).rgb;
}
