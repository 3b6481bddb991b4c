	.text
	.type raygen,@function
raygen:
	s_endpgm
	.section .rodata,#alloc
	.amdhsa_kernel raygen
		.amdhsa_next_free_vgpr 24
		.amdhsa_next_free_sgpr 40
		.amdhsa_private_segment_fixed_size 64
		.amdhsa_group_segment_fixed_size 4294967295
	.end_amdhsa_kernel
