/* kinds.h -- the kinds of generators, family by family, for the list in generate.c. */
#ifndef SCENES_GENERATE_KINDS_H
#define SCENES_GENERATE_KINDS_H

#include "scenes/generate/generate.h"

/* shapes.c */
extern const struct generator generator_ball, generator_box, generator_knot, generator_panel;
/* spheres.c */
extern const struct generator generator_sphere_field;
/* architecture.c */
extern const struct generator generator_arcade, generator_balustrade, generator_skylight;
/* cloth.c */
extern const struct generator generator_drape;
/* room.c */
extern const struct generator generator_room;
/* bath.c */
extern const struct generator generator_frame, generator_tap, generator_tub, generator_vessel;
/* tree.c */
extern const struct generator generator_tree;
/* landscape.c */
extern const struct generator generator_grass, generator_landscape;
/* ship.c */
extern const struct generator generator_lattice, generator_ship;

/* A generator of struct `tag` with `tag`_params, `tag`_materials and `tag`_run. */
#define GENERATOR(tag, doc, triangles)                                                             \
    const struct generator generator_##tag = {#tag,                                                \
                                              doc,                                                 \
                                              triangles,                                           \
                                              tag##_params,                                        \
                                              sizeof tag##_params / sizeof *tag##_params,          \
                                              sizeof(struct tag),                                  \
                                              tag##_materials,                                     \
                                              tag##_run}

#endif
