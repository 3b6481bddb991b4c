// shade.glsl -- what both closest-hit shaders do with a surface: a lamp above and the sky for matte ones; metals and
// glass send a ray on, whose closest hit is one of these shaders again.
layout(location = 0) rayPayloadInEXT Answer answer;
layout(location = 1) rayPayloadEXT Answer mirrored;

const uint MOST_DEPTH = 4; // rays of a thread at once: `recursion` of pipeline.cfg is one more

void shade(vec3 normal, vec3 color, uint model)
{
    vec3 d = gl_WorldRayDirectionEXT, point = gl_WorldRayOriginEXT + gl_HitTEXT * d;
    vec3 n = dot(normal, d) < 0.0 ? normal : -normal;
    if ((model == METAL || model == GLASS) && answer.depth < MOST_DEPTH) {
        mirrored.depth = answer.depth + 1;
        traceRayEXT(scene, gl_RayFlagsNoneEXT, 0xff, 0, 0, 0, point, 0.001, reflect(d, n), 10000.0, 1);
        answer.color = (model == METAL ? color : vec3(0.9)) * mirrored.color;
        return;
    }
    vec3 lamp = normalize(vec3(0.4, 1.0, 0.6));
    answer.color = model == LAMP ? color : color * (0.35 + 0.25 * n.y + 0.5 * max(0.0, dot(n, lamp)));
}
