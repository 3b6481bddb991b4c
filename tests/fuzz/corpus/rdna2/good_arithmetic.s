	.text
	.type raygen,@function
raygen:
	v_add_f32_e64 v1, -v2, |v3| clamp
	v_div_fixup_f32 v1, v2, v3, v4
	v_xor_b32_sdwa v1, v2, v3 dst_sel:DWORD src0_sel:BYTE_1 src1_sel:WORD_1
	v_lshlrev_b64 v[4:5], 63, v[2:3]
	v_cmpx_gt_u32_e64 2, v0
	v_readfirstlane_b32 s4, v1
	s_bfe_i64 s[6:7], s[4:5], 0x7f007f
	v_mad_u64_u32 v[4:5], s4, v1, v2, v[2:3]
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
