// ask.glsl -- a hit calls the shader of its material: number model of the table in pipeline.cfg.
layout(location = 0) rayPayloadInEXT Hit hit;
layout(location = 0) callableDataEXT Scatter scatter;

void ask(vec3 normal, vec3 color, Material m)
{
    scatter = hit.scatter;
    scatter.entering = uint(dot(normal, scatter.direction) < 0.0);
    scatter.normal = scatter.entering != 0 ? normal : -normal;
    scatter.color = color;
    scatter.ends = 0;
    scatter.fuzz = m.fuzz;
    scatter.ior = m.ior;
    executeCallableEXT(m.model, 0);
    hit.scatter = scatter;
    hit.t = gl_HitTEXT;
}
