	.text
	.type raygen,@function
raygen:
	rt_launch_id_x v1
	v_cvt_f32_u32_e32 v2, v1
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v4, -1.0
	v_mov_b32_e32 v5, 4.0
	trace_ray v10, v3, v3, v3, v5, v3, v2, v3, v4, v5
	s_waitcnt vmcnt(0)
	hit_geometry v11, v10
	load_ray_world_origin v[12:13]
	global_load_dwordx3 v[14:16], v[12:13], off
	image_store 2, v1, v3, v14, v15, v16, v11
	end_trace_ray
	s_endpgm
	.section .rodata,#alloc
	.amdhsa_kernel raygen
		.amdhsa_next_free_vgpr 24
		.amdhsa_next_free_sgpr 40
		.amdhsa_private_segment_fixed_size 64
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_kernarg_size 8
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.end_amdhsa_kernel
