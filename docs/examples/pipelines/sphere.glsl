// sphere.glsl -- where a ray meets the sphere of its instance: for intersection shaders, behind scene.glsl.
void reportSphere()
{
    Instance i = instances[gl_InstanceCustomIndexEXT];
    vec3 d = gl_WorldRayDirectionEXT, from = gl_WorldRayOriginEXT - i.center;
    float a = dot(d, d), b = dot(from, d), c = dot(from, from) - i.radius * i.radius;
    float inside = b * b - a * c;
    if (inside < 0.0)
        return;
    float s = sqrt(inside);
    if (!reportIntersectionEXT((-b - s) / a, 0)) // the near side is behind the ray's beginning
        reportIntersectionEXT((-b + s) / a, 1);
}
