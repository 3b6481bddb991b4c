	.text
	.type raygen,@function
raygen:
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, f@rel32@lo+4
	s_addc_u32 s9, s9, f@rel32@hi+12
	s_swappc_b64 s[10:11], s[8:9]
	s_call_b64 s[10:11], .Lsub
	s_endpgm
.Lsub:
	s_setpc_b64 s[10:11]
	.size raygen, 4
	.type f,@function
f:
	s_setpc_b64 s[10:11]
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
