"""The pipelines that are kept: for each folder the shaders in the order of their stages."""
import layout as at
from hits import procedural, triangle
from intersections import cube, cylinder, sphere
from labels import Labels
from miss import miss
from raygen import raygen


def lumibench(generation):
    """LumiBench's ten stages. The tenth is the sphere's intersection once more, which no hit group
    names."""
    labels = Labels()
    return [generation(labels), miss(1, labels), triangle(2, labels),
            procedural(3, labels, at.SPHERES), procedural(4, labels, at.CUBES),
            procedural(5, labels, at.CYLINDERS), sphere(6, labels), cube(7, labels),
            cylinder(8, labels), sphere(9, labels)]


def pipelines():
    return {'path': lumibench(raygen)}
