	.text
	.type raygen,@function
raygen:
	v_lshlrev_b32_e32 v1, 2, v0
	ds_write2_b32 v1, v0, v1 offset0:1 offset1:2
	s_barrier
	ds_add_rtn_f32 v2, v1, v1
	ds_read2st64_b64 v[4:7], v1 offset1:255
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
