// shade.comp -- what a path gets at the surface that it has met. Those that go on enter the next wave's queue.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "wave.glsl"
#include "../query.glsl"

Hit hit;
#include "../bounce.glsl"

// False: the path ends here.
bool goesOn(inout Path p)
{
    if (hit.t < 0.0 || hit.model == LAMP) {
        if (!p.counted || (hit.t >= 0.0 && hit.inLights == 0))
            p.sum += p.weight * hit.color;
        return false;
    }
    vec3 n = dot(hit.normal, p.direction) < 0.0 ? hit.normal : -hit.normal;
    p.from += hit.t * p.direction;
    p.counted = hit.model == MATTE;
    p.direction = scatter(p.direction, n, p.state);
    p.weight *= hit.color;
    if (p.counted)
        p.sum += p.weight * (fromLights(p.from, n, p.state) + fromSky(p.from, n, p.state));
    if (counts.wave >= 2) { // roulette: a path of little weight ends; those that go on count for it
        float chance = clamp(max(p.weight.r, max(p.weight.g, p.weight.b)), 0.05, 1.0);
        if (random(p.state) >= chance)
            return false;
        p.weight /= chance;
    }
    return counts.wave + 1 < camera.bounces;
}

void main()
{
    uint i;
    if (!take(i))
        return;
    Path p = paths[i];
    hit = hits[i];
    bool on = goesOn(p);
    paths[i] = p;
    uint next = ~counts.wave & 1;
    if (!on)
        return;
    uint place = atomicAdd(counts.left[next], 1);
    if (next == 0)
        even[place] = i;
    else
        odd[place] = i;
}
