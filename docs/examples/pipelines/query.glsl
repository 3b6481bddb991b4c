// query.glsl -- rays by query, which any stage can trace without hit shaders; behind scene.glsl and path/path.glsl.
#extension GL_EXT_ray_query : require

// Where a ray meets the sphere of an instance; < 0: nowhere between its beginning and the hit so far.
float sphereDistance(rayQueryEXT q, Instance i)
{
    vec3 d = rayQueryGetWorldRayDirectionEXT(q), from = rayQueryGetWorldRayOriginEXT(q) - i.center;
    float a = dot(d, d), b = dot(from, d), c = dot(from, from) - i.radius * i.radius;
    float inside = b * b - a * c, least = rayQueryGetRayTMinEXT(q);
    if (inside < 0.0)
        return -1.0;
    float s = sqrt(inside), near = (-b - s) / a, far = (-b + s) / a;
    return near >= least ? near : far >= least ? far : -1.0;
}

// Walks until the query has its nearest hit; `most` is the ray's length.
void walk(rayQueryEXT q, float most)
{
    float nearest = most;
    while (rayQueryProceedEXT(q)) {
        Instance i = instances[rayQueryGetIntersectionInstanceCustomIndexEXT(q, false)];
        float t = sphereDistance(q, i);
        if (t < 0.0 || t > nearest)
            continue;
        rayQueryGenerateIntersectionEXT(q, t);
        nearest = t;
    }
}

bool sees(vec3 from, vec3 direction, float distance)
{
    rayQueryEXT q;
    rayQueryInitializeEXT(q, scene, gl_RayFlagsTerminateOnFirstHitEXT | gl_RayFlagsOpaqueEXT, 0xff, from, NEAR,
                          direction, distance);
    walk(q, distance);
    return rayQueryGetIntersectionTypeEXT(q, true) == gl_RayQueryCommittedIntersectionNoneEXT;
}

// The surface that a ray meets, or the sky.
Hit nearest(vec3 from, vec3 direction)
{
    rayQueryEXT q;
    Hit hit;
    rayQueryInitializeEXT(q, scene, gl_RayFlagsOpaqueEXT, 0xff, from, NEAR, direction, FAR);
    walk(q, FAR);
    uint type = rayQueryGetIntersectionTypeEXT(q, true);
    if (type == gl_RayQueryCommittedIntersectionNoneEXT) {
        hit.t = -1.0;
        hit.color = sky(direction);
        return hit;
    }
    hit.t = rayQueryGetIntersectionTEXT(q, true);
    Instance i = instances[rayQueryGetIntersectionInstanceCustomIndexEXT(q, true)];
    Material m = materials[i.material];
    hit.inLights = uint(m.model == LAMP);
    hit.color = m.color;
    if (type == gl_RayQueryCommittedIntersectionGeneratedEXT) {
        hit.normal = (from + hit.t * direction - i.center) / i.radius;
    } else {
        uint first = i.firstIndex + 3 * rayQueryGetIntersectionPrimitiveIndexEXT(q, true);
        vec2 corner = rayQueryGetIntersectionBarycentricsEXT(q, true);
        vec3 share = vec3(1.0 - corner.x - corner.y, corner);
        Vertex a = vertices[i.firstVertex + indices[first]];
        Vertex b = vertices[i.firstVertex + indices[first + 1]];
        Vertex c = vertices[i.firstVertex + indices[first + 2]];
        vec3 normal = a.normal * share.x + b.normal * share.y + c.normal * share.z;
        vec2 place = a.texcoord * share.x + b.texcoord * share.y + c.texcoord * share.z;
        hit.normal = normalize((normal * rayQueryGetIntersectionWorldToObjectEXT(q, true)).xyz);
        m = materials[a.material];
        hit.color = m.texture < 0 ? m.color : m.color * textureLod(textures[nonuniformEXT(m.texture)], place, 0.0).rgb;
    }
    hit.model = m.model;
    hit.fuzz = m.fuzz;
    hit.ior = m.ior;
    return hit;
}
