// occlusion.comp -- ambient occlusion and a shadow by ray query, in work groups of 8 x 8 pixels. Each pixel traces few
// rays; what it saw of the sky is then averaged with what the group's pixels on the same surface saw.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "../scene.glsl"
#include "../path/path.glsl"
#include "../query.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

const float REACH = 10.0;
const uint RAYS = 4;

shared vec4 seen[64]; // normal, and the share of rays that met nothing

void main()
{
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy), size = imageSize(picture);
    uint state = uint(pixel.y * size.x + pixel.x) * 9781u + camera.seed, me = gl_LocalInvocationIndex;
    vec3 from = eye(), d = primaryDirection(vec2(pixel) + 0.5, vec2(size));
    Hit hit = nearest(from, d);
    vec3 at = from + hit.t * d, n = dot(hit.normal, d) < 0.0 ? hit.normal : -hit.normal, sun = normalize(vec3(0.5, 0.8, 0.3));
    float open = 0.0, light = 0.0;
    if (hit.t >= 0.0) {
        for (uint k = 0; k < RAYS; k++)
            open += sees(at, normalize(n + 0.999 * randomOnSphere(state)), REACH) ? 1.0 / RAYS : 0.0;
        if (dot(n, sun) > 0.0 && sees(at, sun, FAR))
            light = dot(n, sun);
    }
    seen[me] = hit.t >= 0.0 ? vec4(n, open) : vec4(0.0);
    barrier();
    float sum = 0.0, weights = 0.0;
    for (uint k = 0; k < 64; k++) {
        float weight = pow(max(dot(seen[k].xyz, n), 0.0), 32.0);
        sum += weight * seen[k].w;
        weights += weight;
    }
    open = weights > 0.0 ? sum / weights : 0.0;
    vec3 color = hit.t >= 0.0 ? hit.color * (0.6 * open + 0.4 * light) : hit.color;
    if (pixel.x < size.x && pixel.y < size.y)
        imageStore(picture, pixel, vec4(sqrt(color), 1.0));
}
