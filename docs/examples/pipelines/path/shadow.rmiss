// shadow.rmiss -- miss shader 1, as its name puts it behind the other: nothing is in the way.
#version 460
#extension GL_EXT_ray_tracing : require

layout(location = 1) rayPayloadInEXT uint visible;

void main()
{
    visible = 1;
}
