"""A ray: the trace, the shaders it calls, and its end. The candidates of a call stand in the order
of the host's directory listing when the dump was made; the reference dumps have this one."""

INTERSECTIONS, CLOSEST_HITS = (8, 6, 9, 7), (4, 5, 3, 2)


def call_one_of(s, kind, stages, wanted, trace, call):
    for stage in stages:
        skip = s.named('pred', 'skip_%s_%d_%d' % (kind, stage, trace))
        label = 'skip_%s_label_%d_%d' % (kind, stage, trace)
        s.line('setp.ne.u32 %%s, %%s, %d;' % stage, skip, wanted)
        s.line('@%s bra ' + label + ';', skip)
        call(stage)
        s.label(label)


def trace_ray(s, structure, flags, mask, zero, origin, tmin, direction, tmax,
              intersections=INTERSECTIONS, closest_hits=CLOSEST_HITS):
    n = s.traces
    s.traces += 1
    finished = s.named('u32', 'traversal_finished_%d' % n)
    s.instruction('trace_ray', structure, flags, mask, zero, zero, zero, *origin, tmin, *direction, tmax,
                  finished)
    if intersections:
        counter = s.named('u32', 'intersection_counter_%d' % n)
        s.line('mov.u32 %s, 0;', counter)
        s.label('intersection_loop_%d' % n)
        done = s.named('pred', 'intersections_exit_%d' % n)
        s.instruction('intersection_exit.pred', done, counter, finished)
        s.line('@%%s bra exit_intersection_label_%d;' % n, done)
        data = s.named('b64', 'shader_data_address_%d' % n)
        s.instruction('get_intersection_shader_data_address', data, counter)
        wanted = s.named('u32', 'intersection_shaderID_%d' % n)
        s.instruction('get_intersection_shaderID', wanted, counter)
        call_one_of(s, 'intersection', intersections, wanted, n,
                    lambda stage: s.instruction('call_intersection_shader', counter))
        s.line('add.u32 %s, %s, 1;', counter, counter)
        s.line('bra intersection_loop_%d;' % n)
        s.label('exit_intersection_label_%d' % n)
    hit = s.named('pred', 'hit_geometry_%d' % n)
    s.instruction('hit_geometry.pred', hit, finished)
    s.line('@!%%s bra exit_closest_hit_label_%d;' % n, hit)
    wanted = s.named('u32', 'closest_hit_shaderID_%d' % n)
    s.instruction('get_closest_hit_shaderID', wanted)
    call_one_of(s, 'closest_hit', closest_hits, wanted, n,
                lambda stage: s.line('call_closest_hit_shader %d;' % stage))
    s.label('exit_closest_hit_label_%d' % n)
    s.line('@%%s bra skip_miss_label_%d;' % n, hit)
    s.instruction('call_miss_shader')
    s.label('skip_miss_label_%d' % n)
    s.instruction('end_trace_ray')
