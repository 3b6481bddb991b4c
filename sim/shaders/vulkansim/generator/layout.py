"""What the shaders of LumiBench's pipeline find in memory: set 0 of their descriptors, the uniform
block, and the payload that travels with a ray. Offsets in bytes."""

ACCELERATION_STRUCTURE, ACCUMULATION_IMAGE, OUTPUT_IMAGE, UNIFORM = 0, 1, 2, 3
VERTICES, INDICES, MATERIALS, OFFSETS, TEXTURES = 4, 5, 6, 7, 8
SPHERES, CUBES, CYLINDERS = 9, 10, 11
UNIFORM_BUFFER, STORAGE_BUFFER, ACCELERATION_STRUCTURE_KHR = 6, 7, 1000150000

MODEL_VIEW_INVERSE, PROJECTION_INVERSE = 128, 192
LIGHT_POSITION, LIGHT_RADIUS, APERTURE, FOCUS_DISTANCE = 256, 268, 272, 276
TOTAL_SAMPLES, SAMPLES, BOUNCES, SHADOWS, RANDOM_SEED = 284, 288, 292, 296, 300
HAS_SKY = 312

# The payload: 12 words.
PAYLOAD_BYTES = 48
COLOR, SCATTER, NORMAL, SEED = 0, 16, 32, 44

# What rt_alloc_mem gives: a thread's own variable, the payload of the caller, the hit attributes.
OWN, PAYLOAD, ATTRIBUTES = 8192, 32, 64
