	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1030"
	.hidden	matmul                          ; -- Begin function matmul
	.globl	matmul
	.p2align	8
	.type	matmul,@function
matmul:                                 ; @matmul
; %bb.0:
	s_clause 0x2
	s_load_dword s12, s[4:5], 0x0
	s_load_dwordx4 s[8:11], s[4:5], 0x8
	s_load_dwordx2 s[2:3], s[4:5], 0x18
	s_lshl_b32 s1, s6, 4
	v_lshl_add_u32 v6, s7, 4, v1
	v_add_nc_u32_e32 v5, s1, v0
	s_mov_b32 s4, 0
	s_waitcnt lgkmcnt(0)
	s_cmp_eq_u32 s12, 0
	s_cbranch_scc1 .LBB0_9
; %bb.1:                                ; %.lr.ph
	v_lshlrev_b32_e32 v2, 2, v0
	v_lshlrev_b32_e32 v8, 6, v1
	v_mul_lo_u32 v3, v1, s12
	v_mul_lo_u32 v4, v6, s12
	s_movk_i32 s5, 0x400
	v_cmp_gt_u32_e32 vcc_lo, s12, v6
	v_add_nc_u32_e32 v9, v8, v2
	v_cmp_gt_u32_e64 s0, s12, v5
	v_add_nc_u32_e32 v10, s5, v2
	v_mov_b32_e32 v7, 0
	v_add3_u32 v2, v0, v3, s1
	v_add_nc_u32_e32 v11, s5, v9
	v_add_nc_u32_e32 v12, v0, v4
	v_mov_b32_e32 v4, 0
	s_lshl_b32 s5, s12, 4
	s_branch .LBB0_4
.LBB0_2:                                ; %Flow
                                        ;   in Loop: Header=BB0_4 Depth=1
	s_or_b32 exec_lo, exec_lo, s7
.LBB0_3:                                ;   in Loop: Header=BB0_4 Depth=1
	s_or_b32 exec_lo, exec_lo, s6
	s_waitcnt vmcnt(0)
	ds_write_b32 v11, v3
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	s_barrier 
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	buffer_gl0_inv
	ds_read2_b32 v[21:22], v10 offset1:16
	ds_read2_b64 v[13:16], v8 offset1:1
	ds_read2_b32 v[23:24], v10 offset0:32 offset1:48
	ds_read2_b64 v[17:20], v8 offset0:2 offset1:3
	ds_read2_b32 v[25:26], v10 offset0:64 offset1:80
	v_add_nc_u32_e32 v2, s5, v2
	s_add_i32 s4, s4, 16
	s_cmp_ge_u32 s4, s12
	s_waitcnt lgkmcnt(3)
	v_fmac_f32_e32 v7, v13, v21
	v_fmac_f32_e32 v7, v14, v22
	ds_read2_b32 v[21:22], v10 offset0:96 offset1:112
	s_waitcnt lgkmcnt(3)
	v_fmac_f32_e32 v7, v15, v23
	v_fmac_f32_e32 v7, v16, v24
	ds_read2_b32 v[23:24], v10 offset0:128 offset1:144
	ds_read2_b64 v[13:16], v8 offset0:4 offset1:5
	s_waitcnt lgkmcnt(3)
	v_fmac_f32_e32 v7, v17, v25
	v_fmac_f32_e32 v7, v18, v26
	ds_read2_b32 v[25:26], v10 offset0:160 offset1:176
	s_waitcnt lgkmcnt(3)
	v_fmac_f32_e32 v7, v19, v21
	v_fmac_f32_e32 v7, v20, v22
	ds_read2_b64 v[17:20], v8 offset0:6 offset1:7
	ds_read2_b32 v[21:22], v10 offset0:192 offset1:208
	s_waitcnt lgkmcnt(3)
	v_fmac_f32_e32 v7, v13, v23
	v_fmac_f32_e32 v7, v14, v24
	ds_read2_b32 v[13:14], v10 offset0:224 offset1:240
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	s_barrier 
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	buffer_gl0_inv
	v_fmac_f32_e32 v7, v15, v25
	v_fmac_f32_e32 v7, v16, v26
	v_fmac_f32_e32 v7, v17, v21
	v_fmac_f32_e32 v7, v18, v22
	v_fmac_f32_e32 v7, v19, v13
	v_fmac_f32_e32 v7, v20, v14
	s_cbranch_scc1 .LBB0_10
.LBB0_4:                                ; =>This Inner Loop Header: Depth=1
	v_add_nc_u32_e32 v3, s4, v0
	v_mov_b32_e32 v13, 0
	v_cmp_gt_u32_e64 s1, s12, v3
	s_and_b32 s1, vcc_lo, s1
	s_and_saveexec_b32 s6, s1
	s_cbranch_execz .LBB0_6
; %bb.5:                                ;   in Loop: Header=BB0_4 Depth=1
	v_add_nc_u32_e32 v3, s4, v12
	v_lshlrev_b64 v[13:14], 2, v[3:4]
	v_add_co_u32 v13, s1, s8, v13
	v_add_co_ci_u32_e64 v14, s1, s9, v14, s1
	global_load_dword v13, v[13:14], off
.LBB0_6:                                ;   in Loop: Header=BB0_4 Depth=1
	s_or_b32 exec_lo, exec_lo, s6
	v_mov_b32_e32 v3, 0
	s_waitcnt vmcnt(0)
	ds_write_b32 v9, v13
	s_and_saveexec_b32 s6, s0
	s_cbranch_execz .LBB0_3
; %bb.7:                                ;   in Loop: Header=BB0_4 Depth=1
	v_add_nc_u32_e32 v3, s4, v1
	v_cmp_gt_u32_e64 s1, s12, v3
	v_mov_b32_e32 v3, 0
	s_and_saveexec_b32 s7, s1
	s_cbranch_execz .LBB0_2
; %bb.8:                                ;   in Loop: Header=BB0_4 Depth=1
	v_mov_b32_e32 v3, v4
	v_lshlrev_b64 v[13:14], 2, v[2:3]
	v_add_co_u32 v13, s1, s10, v13
	v_add_co_ci_u32_e64 v14, s1, s11, v14, s1
	global_load_dword v3, v[13:14], off
	s_branch .LBB0_2
.LBB0_9:
	v_mov_b32_e32 v7, 0
.LBB0_10:                               ; %Flow113
	v_cmp_gt_u32_e32 vcc_lo, s12, v5
	v_cmp_gt_u32_e64 s0, s12, v6
	s_and_b32 s0, vcc_lo, s0
	s_and_saveexec_b32 s1, s0
	s_cbranch_execz .LBB0_12
; %bb.11:
	v_mul_lo_u32 v0, v6, s12
	v_mov_b32_e32 v1, 0
	v_add_nc_u32_e32 v0, v0, v5
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32 v0, vcc_lo, s2, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s3, v1, vcc_lo
	global_store_dword v[0:1], v7, off
.LBB0_12:
	s_endpgm
	.section	.rodata,#alloc
	.p2align	6
	.amdhsa_kernel matmul
		.amdhsa_group_segment_fixed_size 2048
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 32
		.amdhsa_user_sgpr_count 6
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_flat_scratch_init 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 1
		.amdhsa_system_sgpr_private_segment_wavefront_offset 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 1
		.amdhsa_next_free_vgpr 27
		.amdhsa_next_free_sgpr 13
		.amdhsa_reserve_flat_scratch 0
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_workgroup_processor_mode 1
		.amdhsa_memory_ordered 1
		.amdhsa_forward_progress 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	matmul, .Lfunc_end0-matmul
                                        ; -- End function
	.section	.AMDGPU.csdata
; Kernel info:
; codeLenInByte = 684
; NumSgprs: 15
; NumVgprs: 27
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 2048 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 3
; NumSGPRsForWavesPerEU: 15
; NumVGPRsForWavesPerEU: 27
; Occupancy: 16
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 1
	.text
	.p2alignl 6, 3214868480
	.fill 48, 4, 3214868480
	.ident	"Debian clang version 14.0.6"
	.section	".note.GNU-stack"
	.addrsig
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .offset:         0
        .size:           4
        .value_kind:     by_value
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 2048
    .kernarg_segment_align: 8
    .kernarg_segment_size: 32
    .max_flat_workgroup_size: 1024
    .name:           matmul
    .private_segment_fixed_size: 0
    .sgpr_count:     15
    .sgpr_spill_count: 0
    .symbol:         matmul.kd
    .vgpr_count:     27
    .vgpr_spill_count: 0
    .wavefront_size: 32
amdhsa.target:   amdgcn-amd-amdhsa--gfx1030
amdhsa.version:
  - 1
  - 1
...

	.end_amdgpu_metadata
