// shadow.rmiss -- the sun is seen.
#version 460
#extension GL_EXT_ray_tracing : require

layout(location = 1) rayPayloadInEXT float sun;

void main()
{
    sun = 1.0;
}
