"""The pipelines that are kept: for each folder the shaders in the order of their stages."""
import layout as at
import raygen
from hits import procedural, triangle
from intersections import cube, cylinder, sphere
from labels import Labels
from miss import miss
from small import small


def lumibench(generation, **of_triangles):
    """LumiBench's ten stages. The tenth is the sphere's intersection once more, which no hit group
    names."""
    labels = Labels()
    return [generation(labels), miss(1, labels), triangle(2, labels, **of_triangles),
            procedural(3, labels, at.SPHERES), procedural(4, labels, at.CUBES),
            procedural(5, labels, at.CYLINDERS), sphere(6, labels), cube(7, labels),
            cylinder(8, labels), sphere(9, labels)]


def pipelines():
    ours = 'sim/shaders/vulkansim/'
    return {ours + 'path': lumibench(raygen.path),
            ours + 'shadow': lumibench(raygen.shadow, leave_point=True),
            ours + 'ao': lumibench(raygen.ambient_occlusion, leave_point=True),
            'tests/data/vulkansim/small': small(Labels())}
