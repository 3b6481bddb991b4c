// bounce.glsl -- what a path does at a surface: the light that it gets there, and where it goes on. It comes behind
// scene.glsl, path/path.glsl, a variable `Hit hit` and a function sees() that tells whether nothing is in between.
struct Light {
    vec3 center, color;
    float radius; // of a sphere
    uint instance, triangles; // triangles 0: a sphere
};
layout(binding = 8, scalar) readonly buffer Lights { Light lights[]; };

// A point of a light, its normal, and the area that it is chosen from.
void pointOf(Light l, inout uint state, out vec3 point, out vec3 normal, out float area)
{
    if (l.triangles == 0) {
        normal = randomOnSphere(state);
        point = l.center + l.radius * normal;
        area = 4.0 * PI * l.radius * l.radius;
        return;
    }
    Instance i = instances[l.instance];
    uint first = i.firstIndex + 3 * min(uint(random(state) * l.triangles), l.triangles - 1);
    vec3 corner[3];
    for (uint k = 0; k < 3; k++)
        corner[k] = (i.toWorld * vec4(vertices[i.firstVertex + indices[first + k]].position, 1.0)).xyz;
    float u = sqrt(random(state)), v = random(state);
    point = corner[0] * (1.0 - u) + corner[1] * (u * (1.0 - v)) + corner[2] * (u * v);
    vec3 across = cross(corner[1] - corner[0], corner[2] - corner[0]);
    normal = normalize(across);
    area = 0.5 * length(across) * l.triangles;
}

// Light that a matte surface of albedo 1 sends back, from one light.
vec3 fromLights(vec3 at, vec3 n, inout uint state)
{
    uint count = lights.length();
    if (count == 0)
        return vec3(0.0);
    Light l = lights[min(uint(random(state) * count), count - 1)];
    vec3 point, normal;
    float area;
    pointOf(l, state, point, normal, area);
    vec3 way = point - at;
    float distance = length(way);
    vec3 d = way / distance;
    float facing = l.triangles == 0 ? -dot(normal, d) : abs(dot(normal, d)); // triangles shine to both sides
    float share = dot(n, d) * facing * area * count / (PI * distance * distance);
    if (share <= 0.0 || !sees(at, d, distance * 0.999))
        return vec3(0.0);
    return l.color * share;
}

// The same from the sky; directions are chosen as the surface weights them.
vec3 fromSky(vec3 at, vec3 n, inout uint state)
{
    vec3 d = normalize(n + 0.999 * randomOnSphere(state));
    return camera.hasSky != 0 && sees(at, d, FAR) ? sky(d) : vec3(0.0);
}

// The next direction. Mirrors and glass reflect or refract; color becomes what the path's weight is multiplied with.
vec3 scatter(vec3 d, vec3 n, inout uint state)
{
    if (hit.model == MATTE)
        return normalize(n + 0.999 * randomOnSphere(state));
    if (hit.model == METAL)
        return normalize(reflect(d, n) + hit.fuzz * randomOnSphere(state));
    bool entering = dot(hit.normal, d) < 0.0;
    float eta = entering ? 1.0 / hit.ior : hit.ior, r = (1.0 - hit.ior) / (1.0 + hit.ior);
    vec3 through = refract(d, n, eta);
    float cosine = entering ? -dot(d, n) : dot(through, -n);
    bool mirrored = through == vec3(0.0) || random(state) < mix(pow(1.0 - cosine, 5.0), 1.0, r * r);
    hit.color = vec3(1.0);
    return mirrored ? reflect(d, n) : through;
}
