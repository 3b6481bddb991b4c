	.text
	.type raygen,@function
raygen:
	s_getpc_b64 s[8:9]
	s_add_u32 s8, s8, t@rel32@lo+4
	s_addc_u32 s9, s9, t@rel32@hi+12
	s_load_dword s10, s[8:9], 0x4
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
	.p2align 3
t:
	.long 1, 0x2
	.byte 3
	.zero 4
	.amdgpu_metadata
---
      - .args:
        - .offset: 0
          .size: 8
          .value_kind: global_buffer
    .name: raygen
	.end_amdgpu_metadata
	.amdhsa_kernel other
	.end_amdhsa_kernel
