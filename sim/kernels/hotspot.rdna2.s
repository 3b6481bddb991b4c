	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1030"
	.hidden	hotspot                         ; -- Begin function hotspot
	.globl	hotspot
	.p2align	8
	.type	hotspot,@function
hotspot:                                ; @hotspot
; %bb.0:
	s_clause 0x1
	s_load_dwordx4 s[8:11], s[4:5], 0x0
	s_load_dwordx4 s[12:15], s[4:5], 0x10
	v_lshl_add_u32 v4, s7, 4, v1
	v_lshl_add_u32 v5, s6, 4, v0
	v_mov_b32_e32 v10, 0
	s_load_dwordx2 s[2:3], s[4:5], 0x20
	v_lshlrev_b32_e32 v6, 2, v0
	v_cmp_lt_i32_e64 s1, 14, v0
	s_mov_b32 s4, 0
	s_mov_b32 s16, 0
	s_mov_b32 s5, 0
	v_mad_u32_u24 v6, 0x48, v1, v6
	s_waitcnt lgkmcnt(0)
	s_add_i32 s7, s8, -1
	v_min_u32_e32 v8, s7, v4
	v_min_u32_e32 v7, s7, v5
	v_cmp_gt_u32_e64 s0, s7, v5
	v_mul_lo_u32 v3, v8, s8
	v_add_nc_u32_e32 v9, v3, v7
	v_lshlrev_b64 v[9:10], 2, v[9:10]
	v_add_co_u32 v9, vcc_lo, s14, v9
	v_add_co_ci_u32_e32 v10, vcc_lo, s15, v10, vcc_lo
	v_cmp_gt_u32_e32 vcc_lo, s7, v4
	global_load_dword v2, v[9:10], off
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v2 offset:76
                                        ; implicit-def: $vgpr2
	s_and_saveexec_b32 s6, s1
	s_xor_b32 s6, exec_lo, s6
	s_cbranch_execz .LBB0_4
; %bb.1:                                ; %LeafBlock135
	v_cmp_eq_u32_e64 s1, 15, v0
	s_mov_b32 s16, -1
	s_mov_b32 s5, 0
                                        ; implicit-def: $vgpr2
	s_and_saveexec_b32 s17, s1
; %bb.2:
	v_add_nc_u32_e32 v2, 1, v5
	s_mov_b32 s5, exec_lo
	s_xor_b32 s16, exec_lo, -1
	v_cndmask_b32_e64 v2, s7, v2, s0
	v_add_nc_u32_e32 v2, v3, v2
; %bb.3:                                ; %Flow149
	s_or_b32 exec_lo, exec_lo, s17
	s_and_b32 s5, s5, exec_lo
	s_and_b32 s16, s16, exec_lo
.LBB0_4:                                ; %Flow148
	s_or_saveexec_b32 s1, s6
	s_xor_b32 exec_lo, exec_lo, s1
; %bb.5:                                ; %LeafBlock
	v_cmp_ne_u32_e64 s0, 0, v0
	s_andn2_b32 s6, s16, exec_lo
	s_mov_b32 s4, exec_lo
	s_and_b32 s0, s0, exec_lo
	s_or_b32 s16, s6, s0
; %bb.6:                                ; %Flow150
	s_or_b32 exec_lo, exec_lo, s1
	s_and_saveexec_b32 s0, s16
	s_xor_b32 s0, exec_lo, s0
; %bb.7:                                ; %NewDefault
	s_andn2_b32 s4, s4, exec_lo
; %bb.8:                                ; %Flow151
	s_or_b32 exec_lo, exec_lo, s0
	v_mov_b32_e32 v9, 17
	s_and_saveexec_b32 s1, s4
; %bb.9:
	v_add_nc_u32_e32 v2, -1, v7
	v_cmp_ne_u32_e64 s0, 0, v7
	v_mov_b32_e32 v9, 0
	s_or_b32 s5, s5, exec_lo
	v_cndmask_b32_e64 v2, 0, v2, s0
	v_add_nc_u32_e32 v2, v2, v3
; %bb.10:                               ; %Flow152
	s_or_b32 exec_lo, exec_lo, s1
	s_and_saveexec_b32 s1, s5
	s_cbranch_execz .LBB0_12
; %bb.11:                               ; %.sink.split
	v_mov_b32_e32 v3, 0
	v_lshlrev_b64 v[2:3], 2, v[2:3]
	v_add_co_u32 v2, s0, s14, v2
	v_add_co_ci_u32_e64 v3, s0, s15, v3, s0
	global_load_dword v2, v[2:3], off
	v_lshlrev_b32_e32 v3, 2, v9
	v_mad_u32_u24 v3, 0x48, v1, v3
	s_waitcnt vmcnt(0)
	ds_write_b32 v3, v2 offset:72
.LBB0_12:
	s_or_b32 exec_lo, exec_lo, s1
	v_cmp_lt_i32_e64 s0, 14, v1
	s_mov_b32 s1, 0
	s_mov_b32 s5, 0
	s_mov_b32 s4, 0
                                        ; implicit-def: $vgpr2
	s_and_saveexec_b32 s6, s0
	s_xor_b32 s6, exec_lo, s6
	s_cbranch_execz .LBB0_16
; %bb.13:                               ; %LeafBlock140
	v_cmp_eq_u32_e64 s0, 15, v1
	s_mov_b32 s5, -1
	s_mov_b32 s4, 0
                                        ; implicit-def: $vgpr2
	s_and_saveexec_b32 s16, s0
; %bb.14:
	v_add_nc_u32_e32 v1, 1, v4
	s_mov_b32 s4, exec_lo
	s_xor_b32 s5, exec_lo, -1
	v_cndmask_b32_e32 v2, s7, v1, vcc_lo
; %bb.15:                               ; %Flow144
	s_or_b32 exec_lo, exec_lo, s16
	s_and_b32 s4, s4, exec_lo
	s_and_b32 s5, s5, exec_lo
                                        ; implicit-def: $vgpr1
.LBB0_16:                               ; %Flow
	s_or_saveexec_b32 s0, s6
	s_xor_b32 exec_lo, exec_lo, s0
; %bb.17:                               ; %LeafBlock138
	v_cmp_ne_u32_e32 vcc_lo, 0, v1
	s_andn2_b32 s5, s5, exec_lo
	s_mov_b32 s1, exec_lo
	s_and_b32 s6, vcc_lo, exec_lo
	s_or_b32 s5, s5, s6
; %bb.18:                               ; %Flow145
	s_or_b32 exec_lo, exec_lo, s0
	s_and_saveexec_b32 s0, s5
	s_xor_b32 s0, exec_lo, s0
; %bb.19:                               ; %NewDefault137
	s_andn2_b32 s1, s1, exec_lo
; %bb.20:                               ; %Flow146
	s_or_b32 exec_lo, exec_lo, s0
	v_mov_b32_e32 v1, 17
	s_and_saveexec_b32 s0, s1
; %bb.21:
	v_add_nc_u32_e32 v1, -1, v8
	v_cmp_ne_u32_e32 vcc_lo, 0, v8
	s_or_b32 s4, s4, exec_lo
	v_cndmask_b32_e32 v2, 0, v1, vcc_lo
	v_mov_b32_e32 v1, 0
; %bb.22:                               ; %Flow147
	s_or_b32 exec_lo, exec_lo, s0
	s_and_saveexec_b32 s0, s4
	s_cbranch_execz .LBB0_24
; %bb.23:                               ; %.sink.split109
	v_mul_lo_u32 v2, v2, s8
	v_mov_b32_e32 v3, 0
	v_lshlrev_b32_e32 v0, 2, v0
	v_mad_u32_u24 v0, 0x48, v1, v0
	v_add_nc_u32_e32 v2, v2, v7
	v_lshlrev_b64 v[2:3], 2, v[2:3]
	v_add_co_u32 v2, vcc_lo, s14, v2
	v_add_co_ci_u32_e32 v3, vcc_lo, s15, v3, vcc_lo
	global_load_dword v2, v[2:3], off
	s_waitcnt vmcnt(0)
	ds_write_b32 v0, v2 offset:4
.LBB0_24:
	s_or_b32 exec_lo, exec_lo, s0
	v_cmp_gt_u32_e32 vcc_lo, s8, v5
	v_cmp_gt_u32_e64 s0, s8, v4
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	s_barrier 
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	buffer_gl0_inv
	s_and_b32 s0, vcc_lo, s0
	s_and_saveexec_b32 s1, s0
	s_cbranch_execz .LBB0_26
; %bb.25:
	v_mul_lo_u32 v0, v4, s8
	v_mov_b32_e32 v1, 0
	v_add_nc_u32_e32 v0, v0, v5
	v_lshlrev_b64 v[3:4], 2, v[0:1]
	v_add_co_u32 v0, vcc_lo, s12, v3
	v_add_co_ci_u32_e32 v1, vcc_lo, s13, v4, vcc_lo
	global_load_dword v7, v[0:1], off
	ds_read_b96 v[0:2], v6 offset:72
	ds_read2_b32 v[5:6], v6 offset0:1 offset1:37
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v0, v0, v2
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v5, v6
	v_add_f32_e32 v0, v0, v2
	v_sub_f32_e32 v2, s11, v1
	v_fmac_f32_e32 v0, -4.0, v1
	s_waitcnt vmcnt(0)
	v_fmac_f32_e32 v7, s9, v0
	v_add_co_u32 v0, vcc_lo, s2, v3
	v_fmac_f32_e32 v7, s10, v2
	v_add_f32_e32 v2, v1, v7
	v_add_co_ci_u32_e32 v1, vcc_lo, s3, v4, vcc_lo
	global_store_dword v[0:1], v2, off
.LBB0_26:
	s_endpgm
	.section	.rodata,#alloc
	.p2align	6
	.amdhsa_kernel hotspot
		.amdhsa_group_segment_fixed_size 1296
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 40
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
		.amdhsa_next_free_vgpr 11
		.amdhsa_next_free_sgpr 18
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
	.size	hotspot, .Lfunc_end0-hotspot
                                        ; -- End function
	.section	.AMDGPU.csdata
; Kernel info:
; codeLenInByte = 868
; NumSgprs: 20
; NumVgprs: 11
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 1296 bytes/workgroup (compile time only)
; SGPRBlocks: 2
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 20
; NumVGPRsForWavesPerEU: 11
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
      - .offset:         4
        .size:           4
        .value_kind:     by_value
      - .offset:         8
        .size:           4
        .value_kind:     by_value
      - .offset:         12
        .size:           4
        .value_kind:     by_value
      - .address_space:  global
        .offset:         16
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         24
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         32
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 1296
    .kernarg_segment_align: 8
    .kernarg_segment_size: 40
    .max_flat_workgroup_size: 1024
    .name:           hotspot
    .private_segment_fixed_size: 0
    .sgpr_count:     20
    .sgpr_spill_count: 0
    .symbol:         hotspot.kd
    .vgpr_count:     11
    .vgpr_spill_count: 0
    .wavefront_size: 32
amdhsa.target:   amdgcn-amd-amdhsa--gfx1030
amdhsa.version:
  - 1
  - 1
...

	.end_amdgpu_metadata
