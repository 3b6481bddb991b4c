	.text
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1030"
	.p2align	2                               ; -- Begin function sphere_intersection
	.type	sphere_intersection,@function
sphere_intersection:                    ; @sphere_intersection
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	;;#ASMSTART
	rt_descriptor s[4:5], 9
	;;#ASMEND
	;;#ASMSTART
	load_ray_instance_custom_index v0
	;;#ASMEND
	v_mov_b32_e32 v1, 0
	v_lshlrev_b32_e32 v0, 2, v0
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32 v0, vcc_lo, s4, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s5, v1, vcc_lo
	global_load_dwordx4 v[0:3], v[0:1], off
	;;#ASMSTART
	load_ray_world_origin v[4:5]
	;;#ASMEND
	global_load_dwordx3 v[4:6], v[4:5], off
	;;#ASMSTART
	load_ray_world_direction v[7:8]
	;;#ASMEND
	global_load_dwordx3 v[7:9], v[7:8], off
	s_waitcnt vmcnt(1)
	v_sub_f32_e32 v4, v4, v0
	v_sub_f32_e32 v5, v5, v1
	v_sub_f32_e32 v6, v6, v2
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v10, v7, v7
	v_mul_f32_e32 v13, v8, v8
	v_mul_f32_e32 v11, v4, v4
	v_mul_f32_e32 v12, v5, v5
	v_mul_f32_e32 v4, v4, v7
	v_mul_f32_e32 v5, v5, v8
	v_mul_f32_e32 v7, v6, v6
	v_mul_f32_e32 v6, v6, v9
	v_add_f32_e32 v8, v11, v12
	v_mul_f32_e32 v11, v9, v9
	v_add_f32_e32 v9, v10, v13
	v_add_f32_e32 v4, v4, v5
	v_add_f32_e32 v7, v8, v7
	v_mul_f32_e32 v8, v3, v3
	v_add_f32_e32 v5, v9, v11
	v_add_f32_e32 v4, v4, v6
	v_sub_f32_e32 v6, v7, v8
	v_mul_f32_e32 v7, v4, v4
	v_mul_f32_e32 v6, v6, v5
	v_sub_f32_e32 v8, v7, v6
	;;#ASMSTART
	load_ray_t_min v7
	;;#ASMEND
	;;#ASMSTART
	load_ray_t_max v6
	;;#ASMEND
	v_cmp_le_f32_e32 vcc_lo, 0, v8
	s_and_saveexec_b32 s7, vcc_lo
	s_cbranch_execz .LBB0_3
; %bb.1:
	v_sqrt_f32_e32 v8, v8
	v_rcp_f32_e32 v5, v5
	v_sub_f32_e64 v9, -v4, v8
	v_sub_f32_e32 v8, v8, v4
	v_mul_f32_e32 v4, v5, v9
	v_mul_f32_e32 v5, v5, v8
	v_cmp_ge_f32_e32 vcc_lo, v4, v7
	v_cmp_lt_f32_e64 s4, v4, v6
	v_cmp_ge_f32_e64 s5, v5, v7
	v_cmp_lt_f32_e64 s6, v5, v6
	s_and_b32 vcc_lo, vcc_lo, s4
	s_and_b32 s4, s5, s6
	s_or_b32 s4, vcc_lo, s4
	s_and_b32 exec_lo, exec_lo, s4
	s_cbranch_execz .LBB0_3
; %bb.2:
	v_cndmask_b32_e32 v6, v5, v4, vcc_lo
	;;#ASMSTART
	rt_hit_attributes v[4:5]
	;;#ASMEND
	global_store_dwordx4 v[4:5], v[0:3], off
	;;#ASMSTART
	report_ray_intersection v0, v6
	;;#ASMEND
.LBB0_3:                                ; %UnifiedReturnBlock
	s_or_b32 exec_lo, exec_lo, s7
	s_waitcnt_vscnt null, 0x0
	s_setpc_b64 s[30:31]
.Lfunc_end0:
	.size	sphere_intersection, .Lfunc_end0-sphere_intersection
                                        ; -- End function
	.section	.AMDGPU.csdata
; Function info:
; codeLenInByte = 460
; NumSgprs: 34
; NumVgprs: 14
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function any_hit
	.type	any_hit,@function
any_hit:                                ; @any_hit
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	;;#ASMSTART
	rt_descriptor s[4:5], 7
	;;#ASMEND
	;;#ASMSTART
	load_ray_instance_custom_index v0
	;;#ASMEND
	v_mov_b32_e32 v3, 0
	v_lshlrev_b32_e32 v2, 1, v0
	v_lshlrev_b64 v[0:1], 2, v[2:3]
	v_add_co_u32 v0, vcc_lo, s4, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s5, v1, vcc_lo
	;;#ASMSTART
	rt_descriptor s[4:5], 5
	;;#ASMEND
	global_load_dword v2, v[0:1], off
	;;#ASMSTART
	load_primitive_id v4
	;;#ASMEND
	v_mul_lo_u32 v4, v4, 3
	;;#ASMSTART
	rt_descriptor s[6:7], 4
	;;#ASMEND
	s_waitcnt vmcnt(0)
	v_add_nc_u32_e32 v2, v4, v2
	global_load_dword v4, v[0:1], off offset:4
	v_lshlrev_b64 v[0:1], 2, v[2:3]
	v_add_co_u32 v0, vcc_lo, s4, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s5, v1, vcc_lo
	global_load_dwordx3 v[0:2], v[0:1], off
	s_waitcnt vmcnt(1)
	v_and_b32_e32 v4, 0x7fffffff, v4
	v_mad_u64_u32 v[4:5], s4, v4, 36, s[6:7]
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[6:7], s4, v0, 36, v[4:5]
	;;#ASMSTART
	rt_descriptor s[4:5], 6
	;;#ASMEND
	global_load_dword v8, v[6:7], off offset:32
	;;#ASMSTART
	rt_candidate_u v10
	;;#ASMEND
	;;#ASMSTART
	rt_candidate_v v11
	;;#ASMEND
	v_sub_f32_e32 v13, 1.0, v10
	v_sub_f32_e32 v13, v13, v11
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e32 v9, 31, v8
	v_lshlrev_b64 v[8:9], 5, v[8:9]
	v_add_co_u32 v8, vcc_lo, s4, v8
	v_add_co_ci_u32_e32 v9, vcc_lo, s5, v9, vcc_lo
	global_load_dword v0, v[8:9], off offset:16
	v_mad_u64_u32 v[8:9], s4, v2, 36, v[4:5]
	v_mad_u64_u32 v[1:2], s4, v1, 36, v[4:5]
	s_clause 0x3
	global_load_dwordx2 v[4:5], v[8:9], off offset:24
	global_load_dword v12, v[6:7], off offset:28
	global_load_dwordx2 v[8:9], v[1:2], off offset:24
	global_load_dword v2, v[6:7], off offset:24
	;;#ASMSTART
	rt_descriptor s[4:5], 8
	;;#ASMEND
	s_waitcnt vmcnt(4)
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshlrev_b64 v[0:1], 4, v[0:1]
	s_waitcnt vmcnt(3)
	v_mul_f32_e32 v5, v11, v5
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v12, v13, v12
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v9, v10, v9
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v2, v13, v2
	v_add_co_u32 v0, vcc_lo, s4, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s5, v1, vcc_lo
	s_clause 0x1
	global_load_dwordx2 v[6:7], v[0:1], off offset:8
	global_load_dwordx2 v[0:1], v[0:1], off
	v_add_f32_e32 v9, v12, v9
	v_mul_f32_e32 v8, v10, v8
	v_mul_f32_e32 v4, v11, v4
	v_add_f32_e32 v5, v5, v9
	v_add_f32_e32 v2, v2, v8
	v_floor_f32_e32 v8, v5
	v_add_f32_e32 v2, v4, v2
	v_sub_f32_e32 v4, v5, v8
	v_floor_f32_e32 v8, v2
	v_sub_f32_e32 v2, v2, v8
	s_waitcnt vmcnt(1)
	v_cvt_f32_u32_e32 v5, v7
	v_add_nc_u32_e32 v8, -1, v7
	v_mul_f32_e32 v4, v4, v5
	v_cvt_f32_u32_e32 v5, v6
	v_cvt_u32_f32_e32 v4, v4
	v_mul_f32_e32 v2, v2, v5
	v_add_nc_u32_e32 v5, -1, v6
	v_cmp_gt_u32_e32 vcc_lo, v7, v4
	v_cvt_u32_f32_e32 v2, v2
	v_cndmask_b32_e32 v4, v8, v4, vcc_lo
	v_cmp_gt_u32_e32 vcc_lo, v6, v2
	v_mul_lo_u32 v4, v4, v6
	v_cndmask_b32_e32 v2, v5, v2, vcc_lo
	v_add_nc_u32_e32 v2, v4, v2
	v_lshlrev_b64 v[2:3], 2, v[2:3]
	s_waitcnt vmcnt(0)
	v_add_co_u32 v0, vcc_lo, v0, v2
	v_add_co_ci_u32_e32 v1, vcc_lo, v1, v3, vcc_lo
	global_load_dword v0, v[0:1], off
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e32 vcc_lo, 0, v0
	s_and_saveexec_b32 s4, vcc_lo
	s_cbranch_execz .LBB1_2
; %bb.1:
	;;#ASMSTART
	rt_candidate_t v0
	;;#ASMEND
	;;#ASMSTART
	report_ray_intersection v0, v0
	;;#ASMEND
.LBB1_2:                                ; %UnifiedReturnBlock
	s_or_b32 exec_lo, exec_lo, s4
	s_setpc_b64 s[30:31]
.Lfunc_end1:
	.size	any_hit, .Lfunc_end1-any_hit
                                        ; -- End function
	.section	.AMDGPU.csdata
; Function info:
; codeLenInByte = 732
; NumSgprs: 34
; NumVgprs: 14
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function closest_hit_triangle
	.type	closest_hit_triangle,@function
closest_hit_triangle:                   ; @closest_hit_triangle
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	;;#ASMSTART
	rt_descriptor s[4:5], 7
	;;#ASMEND
	;;#ASMSTART
	load_ray_instance_custom_index v0
	;;#ASMEND
	v_mov_b32_e32 v1, 0
	v_lshlrev_b32_e32 v0, 1, v0
	v_lshlrev_b64 v[2:3], 2, v[0:1]
	v_add_co_u32 v2, vcc_lo, s4, v2
	v_add_co_ci_u32_e32 v3, vcc_lo, s5, v3, vcc_lo
	;;#ASMSTART
	rt_descriptor s[4:5], 5
	;;#ASMEND
	global_load_dword v0, v[2:3], off
	;;#ASMSTART
	load_primitive_id v4
	;;#ASMEND
	v_mul_lo_u32 v4, v4, 3
	;;#ASMSTART
	rt_descriptor s[6:7], 4
	;;#ASMEND
	global_load_dword v13, v[2:3], off offset:4
	s_waitcnt vmcnt(1)
	v_add_nc_u32_e32 v0, v4, v0
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32 v0, vcc_lo, s4, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s5, v1, vcc_lo
	s_waitcnt vmcnt(0)
	v_cmp_gt_i32_e32 vcc_lo, 0, v13
	global_load_dwordx3 v[7:9], v[0:1], off
	v_and_b32_e32 v0, 0x7fffffff, v13
	v_mad_u64_u32 v[2:3], s4, v0, 36, s[6:7]
	;;#ASMSTART
	rt_hit_attributes v[0:1]
	;;#ASMEND
	global_load_dwordx2 v[0:1], v[0:1], off
	s_waitcnt vmcnt(1)
	v_mad_u64_u32 v[6:7], s4, v7, 36, v[2:3]
	v_mad_u64_u32 v[4:5], s4, v8, 36, v[2:3]
	v_mad_u64_u32 v[2:3], s4, v9, 36, v[2:3]
	s_clause 0x3
	global_load_dwordx3 v[8:10], v[6:7], off offset:12
	global_load_dwordx3 v[15:17], v[4:5], off offset:12
	global_load_dwordx3 v[18:20], v[2:3], off offset:12
	global_load_dword v14, v[6:7], off offset:32
	s_waitcnt vmcnt(4)
	v_sub_f32_e32 v11, 1.0, v0
	v_sub_f32_e32 v12, v11, v1
	s_waitcnt vmcnt(3)
	v_mul_f32_e32 v8, v12, v8
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v11, v0, v15
	v_mul_f32_e32 v9, v12, v9
	v_mul_f32_e32 v16, v0, v16
	v_mul_f32_e32 v10, v12, v10
	v_mul_f32_e32 v17, v0, v17
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v15, v1, v18
	v_mul_f32_e32 v18, v1, v19
	v_mul_f32_e32 v19, v1, v20
	v_add_f32_e32 v8, v8, v11
	v_add_f32_e32 v9, v9, v16
	v_add_f32_e32 v10, v10, v17
	v_add_f32_e32 v11, v15, v8
	v_add_f32_e32 v22, v18, v9
	v_add_f32_e32 v10, v19, v10
	s_and_saveexec_b32 s4, vcc_lo
	s_cbranch_execz .LBB2_2
; %bb.1:
	;;#ASMSTART
	load_ray_world_to_object v[8:9]
	;;#ASMEND
	s_clause 0x2
	global_load_dwordx3 v[15:17], v[8:9], off
	global_load_dwordx3 v[18:20], v[8:9], off offset:16
	global_load_dwordx3 v[23:25], v[8:9], off offset:32
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v8, v11, v15
	v_mul_f32_e32 v9, v22, v16
	v_mul_f32_e32 v13, v10, v17
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v15, v11, v18
	v_mul_f32_e32 v16, v22, v19
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v11, v11, v23
	v_mul_f32_e32 v18, v22, v24
	v_add_f32_e32 v8, v8, v9
	v_mul_f32_e32 v17, v10, v20
	v_add_f32_e32 v9, v15, v16
	v_mul_f32_e32 v10, v10, v25
	v_add_f32_e32 v11, v11, v18
	v_add_f32_e32 v8, v8, v13
	v_add_f32_e32 v22, v9, v17
	v_add_f32_e32 v10, v11, v10
	v_mov_b32_e32 v11, v8
.LBB2_2:
	s_or_b32 exec_lo, exec_lo, s4
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e32 v15, 31, v14
	;;#ASMSTART
	rt_descriptor s[6:7], 6
	;;#ASMEND
	v_mov_b32_e32 v19, 1.0
	v_mov_b32_e32 v20, 1.0
	v_mov_b32_e32 v21, 1.0
	v_lshlrev_b64 v[8:9], 5, v[14:15]
	v_add_co_u32 v8, vcc_lo, s6, v8
	v_add_co_ci_u32_e32 v9, vcc_lo, s7, v9, vcc_lo
	global_load_dword v8, v[8:9], off offset:16
	s_waitcnt vmcnt(0)
	v_cmp_lt_i32_e32 vcc_lo, -1, v8
	s_and_saveexec_b32 s4, vcc_lo
	s_cbranch_execz .LBB2_4
; %bb.3:
	s_clause 0x1
	global_load_dwordx2 v[6:7], v[6:7], off offset:24
	global_load_dwordx2 v[4:5], v[4:5], off offset:24
	v_mov_b32_e32 v9, 0
	global_load_dwordx2 v[2:3], v[2:3], off offset:24
	;;#ASMSTART
	rt_descriptor s[8:9], 8
	;;#ASMEND
	s_mov_b32 s5, 0x3b808081
	v_lshlrev_b64 v[16:17], 4, v[8:9]
	v_add_co_u32 v16, vcc_lo, s8, v16
	v_add_co_ci_u32_e32 v17, vcc_lo, s9, v17, vcc_lo
	s_clause 0x1
	global_load_dwordx2 v[18:19], v[16:17], off offset:8
	global_load_dwordx2 v[16:17], v[16:17], off
	s_waitcnt vmcnt(4)
	v_mul_f32_e32 v7, v12, v7
	s_waitcnt vmcnt(3)
	v_mul_f32_e32 v5, v0, v5
	v_mul_f32_e32 v6, v12, v6
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v3, v1, v3
	v_mul_f32_e32 v0, v0, v4
	v_mul_f32_e32 v1, v1, v2
	v_add_f32_e32 v5, v7, v5
	v_add_f32_e32 v0, v6, v0
	v_add_f32_e32 v3, v3, v5
	v_add_f32_e32 v0, v1, v0
	v_floor_f32_e32 v2, v3
	s_waitcnt vmcnt(1)
	v_cvt_f32_u32_e32 v1, v19
	v_sub_f32_e32 v2, v3, v2
	v_floor_f32_e32 v3, v0
	v_mul_f32_e32 v1, v2, v1
	v_cvt_f32_u32_e32 v2, v18
	v_sub_f32_e32 v0, v0, v3
	v_add_nc_u32_e32 v3, -1, v19
	v_cvt_u32_f32_e32 v1, v1
	v_mul_f32_e32 v0, v0, v2
	v_add_nc_u32_e32 v2, -1, v18
	v_cmp_gt_u32_e32 vcc_lo, v19, v1
	v_cvt_u32_f32_e32 v0, v0
	v_cndmask_b32_e32 v1, v3, v1, vcc_lo
	v_cmp_gt_u32_e32 vcc_lo, v18, v0
	v_mul_lo_u32 v1, v1, v18
	v_cndmask_b32_e32 v0, v2, v0, vcc_lo
	v_add_nc_u32_e32 v8, v1, v0
	v_lshlrev_b64 v[0:1], 2, v[8:9]
	s_waitcnt vmcnt(0)
	v_add_co_u32 v0, vcc_lo, v16, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, v17, v1, vcc_lo
	global_load_dword v0, v[0:1], off
	s_waitcnt vmcnt(0)
	v_cvt_f32_ubyte0_e32 v1, v0
	v_cvt_f32_ubyte1_e32 v2, v0
	v_cvt_f32_ubyte2_e32 v0, v0
	v_mul_f32_e32 v19, s5, v1
	v_mul_f32_e32 v20, s5, v2
	v_mul_f32_e32 v21, s5, v0
.LBB2_4:
	s_or_b32 exec_lo, exec_lo, s4
	;;#ASMSTART
	load_ray_t_max v3
	;;#ASMEND
	;;#ASMSTART
	load_ray_world_direction v[0:1]
	;;#ASMEND
	global_load_dwordx3 v[4:6], v[0:1], off
	v_lshlrev_b64 v[0:1], 5, v[14:15]
	;;#ASMSTART
	rt_payload v[12:13]
	;;#ASMEND
	v_add_co_u32 v7, vcc_lo, s6, v0
	v_add_co_ci_u32_e32 v8, vcc_lo, s7, v1, vcc_lo
	s_clause 0x1
	global_load_dwordx3 v[0:2], v[7:8], off
	global_load_dword v8, v[7:8], off offset:28
	global_load_dword v7, v[12:13], off offset:44
	s_waitcnt vmcnt(3)
	v_mul_f32_e32 v9, v4, v4
	v_mul_f32_e32 v16, v5, v5
	v_mul_f32_e32 v17, v6, v6
	v_add_f32_e32 v9, v9, v16
	v_add_f32_e32 v9, v9, v17
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v0, v19, v0
	v_mul_f32_e32 v1, v20, v1
	v_mul_f32_e32 v2, v21, v2
	v_rsq_f32_e32 v9, v9
	v_mul_f32_e32 v16, v4, v9
	v_mul_f32_e32 v18, v5, v9
	v_mul_f32_e32 v4, v11, v11
	v_mul_f32_e32 v5, v22, v22
	v_mul_f32_e32 v17, v6, v9
	v_mul_f32_e32 v6, v10, v10
	s_waitcnt vmcnt(1)
	v_and_b32_e32 v9, 0x7fffffff, v8
                                        ; implicit-def: $vgpr8
	v_add_f32_e32 v4, v4, v5
	v_cmp_lt_i32_e32 vcc_lo, 0, v9
	v_add_f32_e32 v4, v4, v6
	v_rsq_f32_e32 v6, v4
	v_mul_f32_e32 v4, v11, v6
	v_mul_f32_e32 v5, v22, v6
	v_mul_f32_e32 v6, v10, v6
	s_and_saveexec_b32 s4, vcc_lo
	s_xor_b32 s5, exec_lo, s4
	s_cbranch_execz .LBB2_20
; %bb.5:                                ; %NodeBlock
	v_cmp_lt_i32_e32 vcc_lo, 1, v9
                                        ; implicit-def: $vgpr8
	s_and_saveexec_b32 s4, vcc_lo
	s_xor_b32 s8, exec_lo, s4
	s_cbranch_execz .LBB2_15
; %bb.6:                                ; %LeafBlock
	v_cmp_ne_u32_e32 vcc_lo, 2, v9
	s_and_saveexec_b32 s4, vcc_lo
	s_xor_b32 s4, exec_lo, s4
; %bb.7:                                ; %NewDefault
                                        ; implicit-def: $vgpr16
                                        ; implicit-def: $vgpr18
                                        ; implicit-def: $vgpr17
                                        ; implicit-def: $vgpr14_vgpr15
                                        ; implicit-def: $vgpr21
                                        ; implicit-def: $vgpr20
                                        ; implicit-def: $vgpr19
; %bb.8:                                ; %Flow237
	s_or_saveexec_b32 s9, s4
	v_mov_b32_e32 v8, 1.0
	v_mov_b32_e32 v9, 0
	v_mov_b32_e32 v10, 0
	v_mov_b32_e32 v11, 0
	s_xor_b32 exec_lo, exec_lo, s9
	s_cbranch_execz .LBB2_14
; %bb.9:
	v_lshlrev_b64 v[0:1], 5, v[14:15]
	v_mul_f32_e32 v2, v5, v18
	v_mul_f32_e32 v8, v6, v17
	v_mov_b32_e32 v24, 1.0
	v_add_co_u32 v0, vcc_lo, s6, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s7, v1, vcc_lo
	global_load_dword v1, v[0:1], off offset:24
	v_mul_f32_e32 v0, v4, v16
	v_add_f32_e32 v0, v0, v2
	v_add_f32_e32 v0, v8, v0
	v_cmp_lt_f32_e32 vcc_lo, 0, v0
	v_cndmask_b32_e64 v2, v4, -v4, vcc_lo
	v_cndmask_b32_e64 v11, v5, -v5, vcc_lo
	v_cndmask_b32_e64 v14, v6, -v6, vcc_lo
	v_mul_f32_e32 v8, v16, v2
	v_mul_f32_e32 v9, v18, v11
	v_mul_f32_e32 v10, v17, v14
	v_add_f32_e32 v8, v8, v9
	v_add_f32_e32 v22, v10, v8
	v_mov_b32_e32 v10, 0
	v_mul_f32_e32 v9, v22, v22
	v_sub_f32_e32 v9, 1.0, v9
	s_waitcnt vmcnt(0)
	v_rcp_f32_e32 v8, v1
	v_cndmask_b32_e32 v15, v8, v1, vcc_lo
	v_mul_f32_e32 v8, v9, v15
	v_mov_b32_e32 v9, 0
	v_mul_f32_e32 v8, v15, v8
	v_sub_f32_e32 v23, 1.0, v8
	v_mov_b32_e32 v8, 0
	v_cmp_ngt_f32_e64 s4, 0, v23
	s_and_saveexec_b32 s10, s4
	s_cbranch_execz .LBB2_11
; %bb.10:
	v_mul_f32_e32 v8, v0, v1
	v_add_f32_e32 v9, 1.0, v1
	v_sub_f32_e32 v1, 1.0, v1
	v_sqrt_f32_e32 v10, v23
	v_cndmask_b32_e64 v8, -v0, v8, vcc_lo
	v_rcp_f32_e32 v9, v9
	v_sub_f32_e32 v8, 1.0, v8
	v_log_f32_e32 v8, v8
	v_mul_f32_e32 v1, v1, v9
	v_mul_f32_e32 v9, v22, v15
	v_mul_f32_e32 v22, v18, v15
	v_mul_f32_e32 v1, v1, v1
	v_add_f32_e32 v9, v9, v10
	v_mul_f32_e32 v10, v16, v15
	v_mul_f32_e32 v15, v17, v15
	v_mul_f32_e32 v8, 0x40a00000, v8
	v_sub_f32_e32 v23, 1.0, v1
	v_mul_f32_e32 v2, v2, v9
	v_mul_f32_e32 v11, v11, v9
	v_mul_f32_e32 v14, v14, v9
	v_exp_f32_e32 v8, v8
	v_sub_f32_e32 v9, v22, v11
	v_mul_f32_e32 v23, v23, v8
	v_sub_f32_e32 v8, v10, v2
	v_sub_f32_e32 v10, v15, v14
	v_add_f32_e32 v24, v1, v23
.LBB2_11:
	s_or_b32 exec_lo, exec_lo, s10
	v_mul_lo_u32 v1, 0x19660d, v7
	v_add_nc_u32_e32 v7, 0x3c6ef35f, v1
	v_and_b32_e32 v1, 0xffffff, v7
	v_cvt_f32_u32_e32 v1, v1
	v_mul_f32_e32 v1, 0x33800000, v1
	v_cmp_lt_f32_e32 vcc_lo, v1, v24
	s_and_saveexec_b32 s4, vcc_lo
; %bb.12:
	v_add_f32_e32 v0, v0, v0
	v_mul_f32_e32 v1, v4, v0
	v_mul_f32_e32 v2, v5, v0
	v_mul_f32_e32 v0, v6, v0
	v_sub_f32_e32 v8, v16, v1
	v_sub_f32_e32 v9, v18, v2
	v_sub_f32_e32 v10, v17, v0
; %bb.13:                               ; %Flow
	s_or_b32 exec_lo, exec_lo, s4
	v_mov_b32_e32 v11, 1.0
	v_mov_b32_e32 v2, v21
	v_mov_b32_e32 v1, v20
	v_mov_b32_e32 v0, v19
.LBB2_14:                               ; %Flow238
	s_or_b32 exec_lo, exec_lo, s9
                                        ; implicit-def: $vgpr14_vgpr15
                                        ; implicit-def: $vgpr16
                                        ; implicit-def: $vgpr18
                                        ; implicit-def: $vgpr17
.LBB2_15:                               ; %Flow239
	s_or_saveexec_b32 s4, s8
	s_xor_b32 exec_lo, exec_lo, s4
	s_cbranch_execz .LBB2_19
; %bb.16:
	v_mul_f32_e32 v8, v4, v16
	v_mul_f32_e32 v9, v5, v18
	v_mul_f32_e32 v10, v6, v17
	s_mov_b32 s8, 0
	s_mov_b32 s9, 0x19660d
	s_mov_b32 s10, 0x3c6ef35f
	v_add_f32_e32 v8, v8, v9
	s_mov_b32 s11, 0xffffff
	s_brev_b32 s12, 44
	v_add_f32_e32 v8, v10, v8
	v_add_f32_e32 v8, v8, v8
	v_mul_f32_e32 v9, v4, v8
	v_mul_f32_e32 v10, v5, v8
	v_mul_f32_e32 v11, v6, v8
	v_sub_f32_e32 v8, v16, v9
	v_sub_f32_e32 v9, v18, v10
	v_sub_f32_e32 v10, v17, v11
	v_mul_f32_e32 v11, v4, v8
	v_mul_f32_e32 v16, v5, v9
	v_mul_f32_e32 v17, v6, v10
	v_add_f32_e32 v11, v11, v16
	v_add_f32_e32 v11, v17, v11
	.p2align	6
.LBB2_17:                               ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v7, v7, s9
	v_add_nc_u32_e32 v7, s10, v7
	v_mul_lo_u32 v16, v7, s9
	v_and_b32_e32 v18, s11, v7
	v_add_nc_u32_e32 v16, s10, v16
	v_mul_lo_u32 v17, v16, s9
	v_and_b32_e32 v16, s11, v16
	v_cvt_f32_u32_e32 v16, v16
	v_add_nc_u32_e32 v7, s10, v17
	v_cvt_f32_u32_e32 v17, v18
	v_mul_f32_e32 v16, s12, v16
	v_and_b32_e32 v18, s11, v7
	v_mul_f32_e32 v17, s12, v17
	v_add_f32_e32 v16, -1.0, v16
	v_cvt_f32_u32_e32 v18, v18
	v_add_f32_e32 v17, -1.0, v17
	v_mul_f32_e32 v20, v16, v16
	v_mul_f32_e32 v18, s12, v18
	v_mul_f32_e32 v19, v17, v17
	v_add_f32_e32 v18, -1.0, v18
	v_add_f32_e32 v19, v19, v20
	v_mul_f32_e32 v20, v18, v18
	v_add_f32_e32 v19, v19, v20
	v_cmp_gt_f32_e32 vcc_lo, 1.0, v19
	s_or_b32 s8, vcc_lo, s8
	s_andn2_b32 exec_lo, exec_lo, s8
	s_cbranch_execnz .LBB2_17
; %bb.18:                               ; %random_in_unit_sphere.exit203.i
	s_or_b32 exec_lo, exec_lo, s8
	v_lshlrev_b64 v[14:15], 5, v[14:15]
	v_add_co_u32 v14, vcc_lo, s6, v14
	v_add_co_ci_u32_e32 v15, vcc_lo, s7, v15, vcc_lo
	v_cmp_lt_f32_e32 vcc_lo, 0, v11
	global_load_dword v14, v[14:15], off offset:20
	v_cndmask_b32_e64 v11, 0, 1.0, vcc_lo
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v15, v17, v14
	v_mul_f32_e32 v16, v16, v14
	v_mul_f32_e32 v14, v18, v14
	v_add_f32_e32 v8, v8, v15
	v_add_f32_e32 v9, v9, v16
	v_add_f32_e32 v10, v10, v14
.LBB2_19:                               ; %Flow240
	s_or_b32 exec_lo, exec_lo, s4
                                        ; implicit-def: $vgpr16
                                        ; implicit-def: $vgpr18
                                        ; implicit-def: $vgpr17
.LBB2_20:                               ; %Flow241
	s_or_saveexec_b32 s4, s5
	s_xor_b32 exec_lo, exec_lo, s4
	s_cbranch_execz .LBB2_24
; %bb.21:
	v_mul_f32_e32 v8, v4, v16
	v_mul_f32_e32 v9, v5, v18
	v_mul_f32_e32 v10, v6, v17
	s_mov_b32 s5, 0
	s_mov_b32 s6, 0x19660d
	s_mov_b32 s7, 0x3c6ef35f
	v_add_f32_e32 v8, v8, v9
	s_mov_b32 s8, 0xffffff
	s_brev_b32 s9, 44
	v_add_f32_e32 v8, v10, v8
	.p2align	6
.LBB2_22:                               ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v7, v7, s6
	v_add_nc_u32_e32 v7, s7, v7
	v_mul_lo_u32 v9, v7, s6
	v_and_b32_e32 v11, s8, v7
	v_add_nc_u32_e32 v9, s7, v9
	v_mul_lo_u32 v10, v9, s6
	v_and_b32_e32 v9, s8, v9
	v_cvt_f32_u32_e32 v9, v9
	v_add_nc_u32_e32 v7, s7, v10
	v_cvt_f32_u32_e32 v10, v11
	v_mul_f32_e32 v9, s9, v9
	v_and_b32_e32 v11, s8, v7
	v_mul_f32_e32 v10, s9, v10
	v_add_f32_e32 v9, -1.0, v9
	v_cvt_f32_u32_e32 v11, v11
	v_add_f32_e32 v10, -1.0, v10
	v_mul_f32_e32 v16, v9, v9
	v_mul_f32_e32 v11, s9, v11
	v_mul_f32_e32 v15, v10, v10
	v_add_f32_e32 v14, -1.0, v11
	v_add_f32_e32 v11, v15, v16
	v_mul_f32_e32 v15, v14, v14
	v_add_f32_e32 v11, v11, v15
	v_cmp_gt_f32_e32 vcc_lo, 1.0, v11
	s_or_b32 s5, vcc_lo, s5
	s_andn2_b32 exec_lo, exec_lo, s5
	s_cbranch_execnz .LBB2_22
; %bb.23:                               ; %random_in_unit_sphere.exit.i
	s_or_b32 exec_lo, exec_lo, s5
	v_cmp_gt_f32_e32 vcc_lo, 0, v8
	v_add_f32_e32 v8, v4, v10
	v_add_f32_e32 v9, v5, v9
	v_add_f32_e32 v10, v6, v14
	v_cndmask_b32_e64 v11, 0, 1.0, vcc_lo
.LBB2_24:                               ; %Flow242
	s_or_b32 exec_lo, exec_lo, s4
	global_store_dwordx4 v[12:13], v[0:3], off
	global_store_dwordx4 v[12:13], v[8:11], off offset:16
	s_waitcnt vmcnt(0)
	global_store_dwordx4 v[12:13], v[4:7], off offset:32
	s_waitcnt_vscnt null, 0x0
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	closest_hit_triangle, .Lfunc_end2-closest_hit_triangle
                                        ; -- End function
	.section	.AMDGPU.csdata
; Function info:
; codeLenInByte = 2232
; NumSgprs: 34
; NumVgprs: 26
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function closest_hit_sphere
	.type	closest_hit_sphere,@function
closest_hit_sphere:                     ; @closest_hit_sphere
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	;;#ASMSTART
	load_ray_instance_custom_index v4
	;;#ASMEND
	v_mov_b32_e32 v1, 0
	v_lshlrev_b32_e32 v0, 1, v4
	;;#ASMSTART
	rt_descriptor s[4:5], 7
	;;#ASMEND
	;;#ASMSTART
	rt_payload v[12:13]
	;;#ASMEND
	v_lshlrev_b64 v[2:3], 2, v[0:1]
	v_add_co_u32 v2, vcc_lo, s4, v2
	v_add_co_ci_u32_e32 v3, vcc_lo, s5, v3, vcc_lo
	;;#ASMSTART
	rt_descriptor s[4:5], 4
	;;#ASMEND
	global_load_dword v0, v[2:3], off offset:4
	;;#ASMSTART
	rt_descriptor s[6:7], 6
	;;#ASMEND
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[2:3], s4, v0, 36, s[4:5]
	v_lshlrev_b32_e32 v0, 2, v4
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	global_load_dword v14, v[2:3], off offset:32
	;;#ASMSTART
	rt_descriptor s[4:5], 9
	;;#ASMEND
	;;#ASMSTART
	load_ray_world_origin v[2:3]
	;;#ASMEND
	global_load_dwordx3 v[4:6], v[2:3], off
	;;#ASMSTART
	load_ray_world_direction v[2:3]
	;;#ASMEND
	v_add_co_u32 v0, vcc_lo, s4, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s5, v1, vcc_lo
	global_load_dwordx3 v[16:18], v[2:3], off
	;;#ASMSTART
	load_ray_t_max v22
	;;#ASMEND
	global_load_dwordx4 v[8:11], v[0:1], off
	;;#ASMSTART
	load_ray_t_max v3
	;;#ASMEND
	;;#ASMSTART
	load_ray_world_direction v[0:1]
	;;#ASMEND
	global_load_dwordx3 v[19:21], v[0:1], off
	s_waitcnt vmcnt(4)
	v_ashrrev_i32_e32 v15, 31, v14
	v_lshlrev_b64 v[0:1], 5, v[14:15]
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v16, v16, v22
	v_mul_f32_e32 v17, v17, v22
	v_add_co_u32 v0, vcc_lo, s6, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s7, v1, vcc_lo
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v24, v19, v19
	s_clause 0x1
	global_load_dword v23, v[0:1], off offset:28
	global_load_dwordx3 v[0:2], v[0:1], off
	global_load_dword v7, v[12:13], off offset:44
	v_mul_f32_e32 v25, v20, v20
	v_mul_f32_e32 v18, v18, v22
	v_add_f32_e32 v4, v4, v16
	v_rcp_f32_e32 v11, v11
	v_add_f32_e32 v5, v5, v17
	v_add_f32_e32 v24, v24, v25
	v_mul_f32_e32 v25, v21, v21
	v_add_f32_e32 v6, v6, v18
	v_sub_f32_e32 v4, v4, v8
	v_sub_f32_e32 v5, v5, v9
                                        ; implicit-def: $vgpr8
	v_add_f32_e32 v22, v24, v25
	v_sub_f32_e32 v6, v6, v10
	v_mul_f32_e32 v4, v4, v11
	v_mul_f32_e32 v5, v5, v11
	v_rsq_f32_e32 v17, v22
	v_mul_f32_e32 v6, v6, v11
	v_mul_f32_e32 v16, v19, v17
	v_mul_f32_e32 v18, v20, v17
	v_mul_f32_e32 v17, v21, v17
	s_waitcnt vmcnt(2)
	v_and_b32_e32 v9, 0x7fffffff, v23
	v_cmp_lt_i32_e32 vcc_lo, 0, v9
	s_and_saveexec_b32 s4, vcc_lo
	s_xor_b32 s5, exec_lo, s4
	s_cbranch_execz .LBB3_16
; %bb.1:                                ; %NodeBlock
	v_cmp_lt_i32_e32 vcc_lo, 1, v9
                                        ; implicit-def: $vgpr8
	s_and_saveexec_b32 s4, vcc_lo
	s_xor_b32 s8, exec_lo, s4
	s_cbranch_execz .LBB3_11
; %bb.2:                                ; %LeafBlock
	v_cmp_ne_u32_e32 vcc_lo, 2, v9
	s_and_saveexec_b32 s4, vcc_lo
	s_xor_b32 s4, exec_lo, s4
; %bb.3:                                ; %NewDefault
                                        ; implicit-def: $vgpr16
                                        ; implicit-def: $vgpr18
                                        ; implicit-def: $vgpr17
                                        ; implicit-def: $vgpr14_vgpr15
; %bb.4:                                ; %Flow159
	s_or_saveexec_b32 s9, s4
	v_mov_b32_e32 v8, 1.0
	v_mov_b32_e32 v9, 0
	v_mov_b32_e32 v10, 0
	v_mov_b32_e32 v11, 0
	s_xor_b32 exec_lo, exec_lo, s9
	s_cbranch_execz .LBB3_10
; %bb.5:
	s_waitcnt vmcnt(1)
	v_lshlrev_b64 v[0:1], 5, v[14:15]
	v_mul_f32_e32 v2, v5, v18
	v_mul_f32_e32 v8, v6, v17
	v_mov_b32_e32 v21, 1.0
	v_add_co_u32 v0, vcc_lo, s6, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s7, v1, vcc_lo
	global_load_dword v1, v[0:1], off offset:24
	v_mul_f32_e32 v0, v4, v16
	v_add_f32_e32 v0, v0, v2
	v_add_f32_e32 v0, v8, v0
	v_cmp_lt_f32_e32 vcc_lo, 0, v0
	v_cndmask_b32_e64 v2, v4, -v4, vcc_lo
	v_cndmask_b32_e64 v11, v5, -v5, vcc_lo
	v_cndmask_b32_e64 v14, v6, -v6, vcc_lo
	v_mul_f32_e32 v8, v16, v2
	v_mul_f32_e32 v9, v18, v11
	v_mul_f32_e32 v10, v17, v14
	v_add_f32_e32 v8, v8, v9
	v_add_f32_e32 v19, v10, v8
	v_mov_b32_e32 v10, 0
	v_mul_f32_e32 v9, v19, v19
	v_sub_f32_e32 v9, 1.0, v9
	s_waitcnt vmcnt(0)
	v_rcp_f32_e32 v8, v1
	v_cndmask_b32_e32 v15, v8, v1, vcc_lo
	v_mul_f32_e32 v8, v9, v15
	v_mov_b32_e32 v9, 0
	v_mul_f32_e32 v8, v15, v8
	v_sub_f32_e32 v20, 1.0, v8
	v_mov_b32_e32 v8, 0
	v_cmp_ngt_f32_e64 s4, 0, v20
	s_and_saveexec_b32 s10, s4
	s_cbranch_execz .LBB3_7
; %bb.6:
	v_mul_f32_e32 v8, v0, v1
	v_add_f32_e32 v9, 1.0, v1
	v_sub_f32_e32 v1, 1.0, v1
	v_sqrt_f32_e32 v10, v20
	v_cndmask_b32_e64 v8, -v0, v8, vcc_lo
	v_rcp_f32_e32 v9, v9
	v_sub_f32_e32 v8, 1.0, v8
	v_log_f32_e32 v8, v8
	v_mul_f32_e32 v1, v1, v9
	v_mul_f32_e32 v9, v19, v15
	v_mul_f32_e32 v19, v18, v15
	v_mul_f32_e32 v1, v1, v1
	v_add_f32_e32 v9, v9, v10
	v_mul_f32_e32 v10, v16, v15
	v_mul_f32_e32 v15, v17, v15
	v_mul_f32_e32 v8, 0x40a00000, v8
	v_sub_f32_e32 v20, 1.0, v1
	v_mul_f32_e32 v2, v2, v9
	v_mul_f32_e32 v11, v11, v9
	v_mul_f32_e32 v14, v14, v9
	v_exp_f32_e32 v8, v8
	v_sub_f32_e32 v9, v19, v11
	v_mul_f32_e32 v20, v20, v8
	v_sub_f32_e32 v8, v10, v2
	v_sub_f32_e32 v10, v15, v14
	v_add_f32_e32 v21, v1, v20
.LBB3_7:
	s_or_b32 exec_lo, exec_lo, s10
	v_mul_lo_u32 v1, 0x19660d, v7
	v_add_nc_u32_e32 v7, 0x3c6ef35f, v1
	v_and_b32_e32 v1, 0xffffff, v7
	v_cvt_f32_u32_e32 v1, v1
	v_mul_f32_e32 v1, 0x33800000, v1
	v_cmp_lt_f32_e32 vcc_lo, v1, v21
	s_and_saveexec_b32 s4, vcc_lo
; %bb.8:
	v_add_f32_e32 v0, v0, v0
	v_mul_f32_e32 v1, v4, v0
	v_mul_f32_e32 v2, v5, v0
	v_mul_f32_e32 v0, v6, v0
	v_sub_f32_e32 v8, v16, v1
	v_sub_f32_e32 v9, v18, v2
	v_sub_f32_e32 v10, v17, v0
; %bb.9:                                ; %Flow
	s_or_b32 exec_lo, exec_lo, s4
	v_mov_b32_e32 v2, 1.0
	v_mov_b32_e32 v1, 1.0
	v_mov_b32_e32 v0, 1.0
	v_mov_b32_e32 v11, 1.0
.LBB3_10:                               ; %Flow160
	s_or_b32 exec_lo, exec_lo, s9
                                        ; implicit-def: $vgpr14_vgpr15
                                        ; implicit-def: $vgpr16
                                        ; implicit-def: $vgpr18
                                        ; implicit-def: $vgpr17
.LBB3_11:                               ; %Flow161
	s_or_saveexec_b32 s4, s8
	s_xor_b32 exec_lo, exec_lo, s4
	s_cbranch_execz .LBB3_15
; %bb.12:
	v_mul_f32_e32 v8, v4, v16
	v_mul_f32_e32 v9, v5, v18
	v_mul_f32_e32 v10, v6, v17
	s_mov_b32 s8, 0
	s_mov_b32 s9, 0x19660d
	s_mov_b32 s10, 0x3c6ef35f
	v_add_f32_e32 v8, v8, v9
	s_mov_b32 s11, 0xffffff
	s_brev_b32 s12, 44
	v_add_f32_e32 v8, v10, v8
	v_add_f32_e32 v8, v8, v8
	v_mul_f32_e32 v9, v4, v8
	v_mul_f32_e32 v10, v5, v8
	v_mul_f32_e32 v11, v6, v8
	v_sub_f32_e32 v8, v16, v9
	v_sub_f32_e32 v9, v18, v10
	v_sub_f32_e32 v10, v17, v11
	v_mul_f32_e32 v11, v4, v8
	v_mul_f32_e32 v16, v5, v9
	v_mul_f32_e32 v17, v6, v10
	v_add_f32_e32 v11, v11, v16
	v_add_f32_e32 v11, v17, v11
	.p2align	6
.LBB3_13:                               ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v7, v7, s9
	v_add_nc_u32_e32 v7, s10, v7
	v_mul_lo_u32 v16, v7, s9
	v_and_b32_e32 v18, s11, v7
	v_add_nc_u32_e32 v16, s10, v16
	v_mul_lo_u32 v17, v16, s9
	v_and_b32_e32 v16, s11, v16
	v_cvt_f32_u32_e32 v16, v16
	v_add_nc_u32_e32 v7, s10, v17
	v_cvt_f32_u32_e32 v17, v18
	v_mul_f32_e32 v16, s12, v16
	v_and_b32_e32 v18, s11, v7
	v_mul_f32_e32 v17, s12, v17
	v_add_f32_e32 v16, -1.0, v16
	v_cvt_f32_u32_e32 v18, v18
	v_add_f32_e32 v17, -1.0, v17
	v_mul_f32_e32 v20, v16, v16
	v_mul_f32_e32 v18, s12, v18
	v_mul_f32_e32 v19, v17, v17
	v_add_f32_e32 v18, -1.0, v18
	v_add_f32_e32 v19, v19, v20
	v_mul_f32_e32 v20, v18, v18
	v_add_f32_e32 v19, v19, v20
	v_cmp_gt_f32_e32 vcc_lo, 1.0, v19
	s_or_b32 s8, vcc_lo, s8
	s_andn2_b32 exec_lo, exec_lo, s8
	s_cbranch_execnz .LBB3_13
; %bb.14:                               ; %random_in_unit_sphere.exit203.i
	s_or_b32 exec_lo, exec_lo, s8
	v_lshlrev_b64 v[14:15], 5, v[14:15]
	v_add_co_u32 v14, vcc_lo, s6, v14
	v_add_co_ci_u32_e32 v15, vcc_lo, s7, v15, vcc_lo
	v_cmp_lt_f32_e32 vcc_lo, 0, v11
	global_load_dword v14, v[14:15], off offset:20
	v_cndmask_b32_e64 v11, 0, 1.0, vcc_lo
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v15, v17, v14
	v_mul_f32_e32 v16, v16, v14
	v_mul_f32_e32 v14, v18, v14
	v_add_f32_e32 v8, v8, v15
	v_add_f32_e32 v9, v9, v16
	v_add_f32_e32 v10, v10, v14
.LBB3_15:                               ; %Flow162
	s_or_b32 exec_lo, exec_lo, s4
                                        ; implicit-def: $vgpr16
                                        ; implicit-def: $vgpr18
                                        ; implicit-def: $vgpr17
.LBB3_16:                               ; %Flow163
	s_or_saveexec_b32 s4, s5
	s_xor_b32 exec_lo, exec_lo, s4
	s_cbranch_execz .LBB3_20
; %bb.17:
	v_mul_f32_e32 v8, v4, v16
	v_mul_f32_e32 v9, v5, v18
	v_mul_f32_e32 v10, v6, v17
	s_mov_b32 s5, 0
	s_mov_b32 s6, 0x19660d
	s_mov_b32 s7, 0x3c6ef35f
	v_add_f32_e32 v8, v8, v9
	s_mov_b32 s8, 0xffffff
	s_brev_b32 s9, 44
	v_add_f32_e32 v8, v10, v8
	.p2align	6
.LBB3_18:                               ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v7, v7, s6
	v_add_nc_u32_e32 v7, s7, v7
	v_mul_lo_u32 v9, v7, s6
	v_and_b32_e32 v11, s8, v7
	v_add_nc_u32_e32 v9, s7, v9
	v_mul_lo_u32 v10, v9, s6
	v_and_b32_e32 v9, s8, v9
	v_cvt_f32_u32_e32 v9, v9
	v_add_nc_u32_e32 v7, s7, v10
	v_cvt_f32_u32_e32 v10, v11
	v_mul_f32_e32 v9, s9, v9
	v_and_b32_e32 v11, s8, v7
	v_mul_f32_e32 v10, s9, v10
	v_add_f32_e32 v9, -1.0, v9
	v_cvt_f32_u32_e32 v11, v11
	v_add_f32_e32 v10, -1.0, v10
	v_mul_f32_e32 v16, v9, v9
	v_mul_f32_e32 v11, s9, v11
	v_mul_f32_e32 v15, v10, v10
	v_add_f32_e32 v14, -1.0, v11
	v_add_f32_e32 v11, v15, v16
	v_mul_f32_e32 v15, v14, v14
	v_add_f32_e32 v11, v11, v15
	v_cmp_gt_f32_e32 vcc_lo, 1.0, v11
	s_or_b32 s5, vcc_lo, s5
	s_andn2_b32 exec_lo, exec_lo, s5
	s_cbranch_execnz .LBB3_18
; %bb.19:                               ; %random_in_unit_sphere.exit.i
	s_or_b32 exec_lo, exec_lo, s5
	v_cmp_gt_f32_e32 vcc_lo, 0, v8
	v_add_f32_e32 v8, v4, v10
	v_add_f32_e32 v9, v5, v9
	v_add_f32_e32 v10, v6, v14
	v_cndmask_b32_e64 v11, 0, 1.0, vcc_lo
.LBB3_20:                               ; %Flow164
	s_or_b32 exec_lo, exec_lo, s4
	s_waitcnt vmcnt(1)
	global_store_dwordx4 v[12:13], v[0:3], off
	global_store_dwordx4 v[12:13], v[8:11], off offset:16
	s_waitcnt vmcnt(0)
	global_store_dwordx4 v[12:13], v[4:7], off offset:32
	s_waitcnt_vscnt null, 0x0
	s_setpc_b64 s[30:31]
.Lfunc_end3:
	.size	closest_hit_sphere, .Lfunc_end3-closest_hit_sphere
                                        ; -- End function
	.section	.AMDGPU.csdata
; Function info:
; codeLenInByte = 1588
; NumSgprs: 34
; NumVgprs: 26
; ScratchSize: 0
; MemoryBound: 0
	.text
	.p2align	2                               ; -- Begin function miss
	.type	miss,@function
miss:                                   ; @miss
; %bb.0:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
	;;#ASMSTART
	rt_descriptor s[4:5], 3
	;;#ASMEND
	s_load_dword s4, s[4:5], 0x138
	s_waitcnt lgkmcnt(0)
	s_cmp_eq_u32 s4, 0
	s_cbranch_scc1 .LBB4_2
; %bb.1:
	;;#ASMSTART
	load_ray_world_direction v[0:1]
	;;#ASMEND
	global_load_dwordx3 v[0:2], v[0:1], off
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v0, v0, v0
	v_mul_f32_e32 v3, v1, v1
	v_mul_f32_e32 v2, v2, v2
	v_add_f32_e32 v0, v0, v3
	v_add_f32_e32 v0, v0, v2
	v_mov_b32_e32 v2, 1.0
	v_rsq_f32_e32 v0, v0
	v_mul_f32_e32 v0, v1, v0
	v_add_f32_e32 v0, 1.0, v0
	v_mul_f32_e32 v1, 0xbe800000, v0
	v_mul_f32_e32 v3, 0xbe19999a, v0
	v_add_f32_e32 v0, 1.0, v1
	v_add_f32_e32 v1, 1.0, v3
	s_branch .LBB4_3
.LBB4_2:
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, 0
.LBB4_3:
	v_mov_b32_e32 v3, -1.0
	;;#ASMSTART
	rt_payload v[4:5]
	;;#ASMEND
	global_store_dwordx4 v[4:5], v[0:3], off
	s_waitcnt_vscnt null, 0x0
	s_setpc_b64 s[30:31]
.Lfunc_end4:
	.size	miss, .Lfunc_end4-miss
                                        ; -- End function
	.section	.AMDGPU.csdata
; Function info:
; codeLenInByte = 204
; NumSgprs: 32
; NumVgprs: 6
; ScratchSize: 0
; MemoryBound: 0
	.text
	.hidden	raygen                          ; -- Begin function raygen
	.globl	raygen
	.p2align	8
	.type	raygen,@function
raygen:                                 ; @raygen
; %bb.0:
	s_add_u32 s4, s4, s7
	s_mov_b32 s32, 0
	s_addc_u32 s5, s5, 0
	s_setreg_b32 hwreg(HW_REG_FLAT_SCR_LO), s4
	s_setreg_b32 hwreg(HW_REG_FLAT_SCR_HI), s5
	;;#ASMSTART
	filter_shader v0
	;;#ASMEND
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_add_u32 s0, s0, s7
	s_addc_u32 s1, s1, 0
	s_and_saveexec_b32 s4, vcc_lo
	s_cbranch_execz .LBB5_74
; %bb.1:
	;;#ASMSTART
	rt_launch_id_x v35
	;;#ASMEND
	;;#ASMSTART
	rt_launch_size_x s4
	;;#ASMEND
	v_cmp_gt_u32_e32 vcc_lo, s4, v35
	;;#ASMSTART
	rt_launch_id_y v36
	;;#ASMEND
	s_and_b32 exec_lo, exec_lo, vcc_lo
	s_cbranch_execz .LBB5_74
; %bb.2:
	;;#ASMSTART
	rt_launch_size_y s5
	;;#ASMEND
	v_cmp_gt_u32_e32 vcc_lo, s5, v36
	s_and_b32 exec_lo, exec_lo, vcc_lo
	s_cbranch_execz .LBB5_74
; %bb.3:
	s_mov_b32 s6, 0xa341316c
	s_mov_b32 s10, 0x9e3779b9
	v_lshl_add_u32 v0, v36, 4, s6
	v_lshrrev_b32_e32 v1, 5, v36
	v_add_nc_u32_e32 v2, s10, v36
	s_mov_b32 s7, 0xc8013ea4
	s_mov_b32 s8, 0xad90777d
	s_mov_b32 s9, 0x7e95761e
	v_add_nc_u32_e32 v1, s7, v1
	v_xor_b32_e32 v0, v0, v2
	s_mov_b32 s11, 0x3c6ef372
	s_mov_b32 s12, 0xdaa66d2b
	s_mov_b32 s16, 0x78dde6e4
	s_mov_b32 s17, 0x1715609d
	v_xad_u32 v0, v0, v1, v35
	s_mov_b32 s18, 0xb54cda56
	s_mov_b32 s19, 0x5384540f
	s_mov_b32 s20, 0xf1bbcdc8
	s_mov_b32 s21, 0x8ff34781
	v_lshl_add_u32 v1, v0, 4, s8
	v_add_nc_u32_e32 v2, s10, v0
	v_lshrrev_b32_e32 v3, 5, v0
	s_mov_b32 s22, 0x2e2ac13a
	s_mov_b32 s23, 0xcc623af3
	s_mov_b32 s24, 0x6a99b4ac
	v_xor_b32_e32 v1, v1, v2
	v_add_nc_u32_e32 v2, s9, v3
	s_mov_b32 s25, 0x8d12e65
	s_mov_b32 s26, 0xa708a81e
	s_mov_b32 s27, 0x454021d7
	;;#ASMSTART
	rt_descriptor s[44:45], 3
	;;#ASMEND
	v_xad_u32 v1, v1, v2, v36
	s_clause 0x1
	s_load_dword s13, s[44:45], 0x12c
	s_load_dwordx2 s[14:15], s[44:45], 0x11c
	s_mov_b32 s29, 0xe3779b90
	v_mov_b32_e32 v37, 0
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s11, v1
	v_mov_b32_e32 v38, 0
	v_mov_b32_e32 v39, 0
	s_mov_b32 s54, 0
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	;;#ASMSTART
	rt_payload v[33:34]
	;;#ASMEND
	v_xad_u32 v0, v2, v3, v0
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s28, s13, 16
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s11, v0
	v_lshrrev_b32_e32 v4, 5, v0
	s_add_i32 s14, s14, s28
	s_add_i32 s28, s14, 0xffff0000
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	s_lshl_b32 s30, s28, 4
	s_add_i32 s14, s14, 0x9e3679b9
	s_lshr_b32 s31, s28, 5
	s_add_i32 s30, s30, s6
	v_xad_u32 v1, v2, v3, v1
	s_add_i32 s31, s31, s7
	s_xor_b32 s14, s30, s14
	s_xor_b32 s14, s14, s31
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s12, v1
	s_cmp_eq_u32 s15, 0
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s12, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s16, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s16, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s17, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s17, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s18, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s18, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s19, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s19, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s20, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s20, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s21, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s21, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s22, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s22, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s23, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s23, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s24, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s24, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s25, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s25, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s26, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s26, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s27, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s27, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshrrev_b32_e32 v2, 5, v1
	v_lshl_add_u32 v3, v1, 4, s6
	v_add_nc_u32_e32 v1, s29, v1
	v_add_nc_u32_e32 v2, s7, v2
	v_xor3_b32 v1, v3, v1, v2
	v_add3_u32 v0, v1, v0, s14
	v_lshl_add_u32 v1, v0, 4, s8
	v_add_nc_u32_e32 v2, s10, v0
	v_lshrrev_b32_e32 v3, 5, v0
	v_xor_b32_e32 v1, v1, v2
	v_add_nc_u32_e32 v2, s9, v3
	v_xad_u32 v1, v1, v2, s28
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s11, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s11, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s12, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s12, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s16, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s16, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s17, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s17, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s18, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s18, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s19, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s19, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s20, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s20, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s21, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s21, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s22, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s22, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s23, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s23, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s24, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s24, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s25, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s25, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s26, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s26, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s27, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s27, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v1, s29, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v1, v2, v1
	v_xad_u32 v0, v1, v3, v0
	global_store_dword v[33:34], v0, off offset:44
	s_cbranch_scc1 .LBB5_73
; %bb.4:                                ; %.lr.ph359
	s_clause 0x10
	s_load_dwordx2 s[16:17], s[44:45], 0x110
	s_load_dwordx2 s[6:7], s[44:45], 0xf0
	s_load_dwordx2 s[8:9], s[44:45], 0xe0
	s_load_dword s10, s[44:45], 0xe8
	s_load_dword s11, s[44:45], 0xf8
	s_load_dwordx2 s[18:19], s[44:45], 0xc0
	s_load_dword s55, s[44:45], 0xc8
	s_load_dwordx2 s[20:21], s[44:45], 0xd0
	s_load_dword s56, s[44:45], 0xd8
	s_load_dwordx2 s[22:23], s[44:45], 0x80
	s_load_dword s57, s[44:45], 0x88
	s_load_dwordx2 s[24:25], s[44:45], 0x90
	s_load_dword s58, s[44:45], 0x98
	s_load_dwordx2 s[26:27], s[44:45], 0xa0
	s_load_dword s59, s[44:45], 0xa8
	s_load_dwordx2 s[28:29], s[44:45], 0xb0
	s_load_dword s60, s[44:45], 0xb8
	v_cvt_f32_u32_e32 v0, s5
	v_cvt_f32_u32_e32 v1, s4
	v_cvt_f32_u32_e32 v40, v36
	v_cvt_f32_u32_e32 v41, v35
	v_mov_b32_e32 v48, 0
	v_rcp_iflag_f32_e32 v42, v0
	v_rcp_iflag_f32_e32 v43, v1
	v_mov_b32_e32 v49, 0
	v_mov_b32_e32 v50, 0x3a83126f
	v_mov_b32_e32 v51, 0x461c4000
	v_mov_b32_e32 v52, 4
	v_mov_b32_e32 v39, 0
	v_mov_b32_e32 v37, 0
	s_waitcnt lgkmcnt(0)
	v_mul_f32_e64 v44, s16, 0.5
	v_mov_b32_e32 v38, 0
	v_add_f32_e64 v45, s8, s6
	v_add_f32_e64 v46, s9, s7
	v_add_f32_e64 v47, s10, s11
	s_getpc_b64 s[34:35]
	s_add_u32 s34, s34, any_hit@rel32@lo+4
	s_addc_u32 s35, s35, any_hit@rel32@hi+12
	s_getpc_b64 s[36:37]
	s_add_u32 s36, s36, sphere_intersection@rel32@lo+4
	s_addc_u32 s37, s37, sphere_intersection@rel32@hi+12
	s_mov_b32 s14, 0x19660d
	s_mov_b32 s16, 0x3c6ef35f
	s_mov_b32 s33, 0xffffff
	s_brev_b32 s61, 44
	s_getpc_b64 s[38:39]
	s_add_u32 s38, s38, closest_hit_sphere@rel32@lo+4
	s_addc_u32 s39, s39, closest_hit_sphere@rel32@hi+12
	s_mov_b32 s62, 0x33800000
	s_mov_b32 s63, 0x3a83126f
	s_mov_b32 s64, 0x3e99999a
	s_getpc_b64 s[40:41]
	s_add_u32 s40, s40, closest_hit_triangle@rel32@lo+4
	s_addc_u32 s41, s41, closest_hit_triangle@rel32@hi+12
	s_getpc_b64 s[42:43]
	s_add_u32 s42, s42, miss@rel32@lo+4
	s_addc_u32 s43, s43, miss@rel32@hi+12
	s_branch .LBB5_6
.LBB5_5:                                ; %.loopexit
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s46
	v_add_f32_e32 v37, v37, v26
	v_add_f32_e32 v38, v38, v27
	v_add_f32_e32 v39, v39, v28
	s_add_i32 s54, s54, 1
	s_cmp_eq_u32 s54, s15
	s_cbranch_scc1 .LBB5_73
.LBB5_6:                                ; =>This Loop Header: Depth=1
                                        ;     Child Loop BB5_7 Depth 2
                                        ;     Child Loop BB5_11 Depth 2
                                        ;     Child Loop BB5_40 Depth 2
                                        ;       Child Loop BB5_43 Depth 3
                                        ;       Child Loop BB5_49 Depth 3
	global_load_dword v0, v[33:34], off offset:44
	s_mul_i32 s4, s13, s14
	s_mov_b32 s6, 0
	s_add_i32 s4, s4, s16
	s_mul_i32 s5, s4, s14
	.p2align	6
.LBB5_7:                                ;   Parent Loop BB5_6 Depth=1
                                        ; =>  This Inner Loop Header: Depth=2
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v0, v0, s14
	v_add_nc_u32_e32 v1, s16, v0
	v_mul_lo_u32 v0, v1, s14
	v_and_b32_e32 v1, s33, v1
	v_cvt_f32_u32_e32 v1, v1
	v_add_nc_u32_e32 v0, s16, v0
	v_mul_f32_e32 v1, s61, v1
	v_and_b32_e32 v2, s33, v0
	v_cvt_f32_u32_e32 v2, v2
	v_mul_f32_e32 v3, s61, v2
	v_add_f32_e32 v2, -1.0, v1
	v_add_f32_e32 v1, -1.0, v3
	v_mul_f32_e32 v3, v2, v2
	v_mul_f32_e32 v4, v1, v1
	v_add_f32_e32 v3, v3, v4
	v_cmp_gt_f32_e32 vcc_lo, 1.0, v3
	s_or_b32 s6, vcc_lo, s6
	s_andn2_b32 exec_lo, exec_lo, s6
	s_cbranch_execnz .LBB5_7
; %bb.8:                                ; %camera_ray.exit
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s6
	s_add_i32 s13, s5, s16
	s_and_b32 s4, s4, s33
	s_and_b32 s5, s13, s33
	v_cvt_f32_u32_e32 v4, s4
	v_cvt_f32_u32_e32 v3, s5
	v_mul_f32_e32 v2, v2, v44
	v_mul_f32_e32 v1, v1, v44
	global_store_dword v[33:34], v0, off offset:44
	v_mul_f32_e32 v4, s62, v4
	v_mul_f32_e32 v3, s62, v3
	v_mul_f32_e32 v10, s23, v2
	v_mul_f32_e32 v9, s25, v1
	v_add_f32_e32 v4, v4, v41
	v_add_f32_e32 v3, v3, v40
	v_add_f32_e32 v9, s29, v9
	v_add_f32_e32 v4, v4, v4
	v_add_f32_e32 v3, v3, v3
	v_add_f32_e32 v55, v10, v9
	v_mul_f32_e32 v4, v43, v4
	v_mul_f32_e32 v3, v42, v3
	v_add_f32_e32 v4, -1.0, v4
	v_add_f32_e32 v3, -1.0, v3
	v_mul_f32_e32 v7, s18, v4
	v_mul_f32_e32 v5, s20, v3
	v_mul_f32_e32 v6, s21, v3
	v_mul_f32_e32 v8, s19, v4
	v_mul_f32_e32 v3, s56, v3
	v_mul_f32_e32 v4, s55, v4
	v_add_f32_e32 v5, v5, v45
	v_add_f32_e32 v6, v6, v46
	v_add_f32_e32 v3, v3, v47
	v_add_f32_e32 v5, v7, v5
	v_add_f32_e32 v6, v8, v6
	v_add_f32_e32 v3, v4, v3
	v_mul_f32_e32 v5, s17, v5
	v_mul_f32_e32 v6, s17, v6
	v_mul_f32_e32 v3, s17, v3
	v_sub_f32_e32 v4, v5, v2
	v_sub_f32_e32 v5, v6, v1
	v_mul_f32_e32 v8, v3, v3
	v_mul_f32_e32 v6, v4, v4
	v_mul_f32_e32 v7, v5, v5
	v_add_f32_e32 v6, v6, v7
	v_mul_f32_e32 v7, s22, v2
	v_mul_f32_e32 v2, s57, v2
	v_add_f32_e32 v6, v8, v6
	v_mul_f32_e32 v8, s24, v1
	v_mul_f32_e32 v1, s58, v1
	v_rsq_f32_e32 v6, v6
	v_add_f32_e32 v8, s28, v8
	v_add_f32_e32 v1, s60, v1
	v_add_f32_e32 v53, v7, v8
	v_add_f32_e32 v54, v2, v1
	v_mul_f32_e32 v5, v5, v6
	v_mul_f32_e32 v3, v3, v6
	v_mul_f32_e32 v4, v4, v6
	v_mul_f32_e32 v7, s24, v5
	v_mul_f32_e32 v8, s25, v5
	v_mul_f32_e32 v5, s58, v5
	v_mul_f32_e32 v11, s26, v3
	v_mul_f32_e32 v12, s27, v3
	v_mul_f32_e32 v3, s59, v3
	v_mul_f32_e32 v6, s22, v4
	v_mul_f32_e32 v13, s23, v4
	v_mul_f32_e32 v4, s57, v4
	v_add_f32_e32 v7, v7, v11
	v_add_f32_e32 v8, v8, v12
	v_add_f32_e32 v3, v5, v3
	v_add_f32_e32 v56, v6, v7
	v_add_f32_e32 v57, v13, v8
	v_add_f32_e32 v58, v4, v3
	;;#ASMSTART
	trace_ray v14, v48, v53, v55, v54, v50, v56, v57, v58, v51
	s_waitcnt vmcnt(0)
	;;#ASMEND
	;;#ASMSTART
	intersection_exit v0, v49, v14
	;;#ASMEND
	v_cmp_eq_u32_e32 vcc_lo, 0, v0
	s_and_saveexec_b32 s8, vcc_lo
	s_cbranch_execz .LBB5_21
; %bb.9:                                ; %.lr.ph.i.preheader
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_mov_b32 s9, 1
	s_mov_b32 s10, 0
	s_branch .LBB5_11
.LBB5_10:                               ;   in Loop: Header=BB5_11 Depth=2
	s_or_b32 exec_lo, exec_lo, s12
	v_mov_b32_e32 v0, s9
	;;#ASMSTART
	intersection_exit v0, v0, v14
	;;#ASMEND
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_add_i32 s9, s9, 1
	s_or_b32 s10, vcc_lo, s10
	s_andn2_b32 exec_lo, exec_lo, s10
	s_cbranch_execz .LBB5_21
.LBB5_11:                               ; %.lr.ph.i
                                        ;   Parent Loop BB5_6 Depth=1
                                        ; =>  This Inner Loop Header: Depth=2
	s_add_i32 s4, s9, -1
	s_mov_b32 s11, 0
	v_mov_b32_e32 v1, s4
	;;#ASMSTART
	get_shader_id v0, v1
	;;#ASMEND
	v_cmp_lt_i32_e32 vcc_lo, 0, v0
	;;#ASMSTART
	select_candidate v1
	;;#ASMEND
	s_mov_b32 s4, 0
	s_and_saveexec_b32 s5, vcc_lo
	s_xor_b32 s12, exec_lo, s5
	s_cbranch_execz .LBB5_15
; %bb.12:                               ; %LeafBlock436
                                        ;   in Loop: Header=BB5_11 Depth=2
	v_cmp_eq_u32_e32 vcc_lo, 1, v0
	s_mov_b32 s4, -1
	s_and_saveexec_b32 s46, vcc_lo
	s_cbranch_execz .LBB5_14
; %bb.13:                               ;   in Loop: Header=BB5_11 Depth=2
	s_swappc_b64 s[30:31], s[34:35]
	s_xor_b32 s4, exec_lo, -1
.LBB5_14:                               ; %Flow481
                                        ;   in Loop: Header=BB5_11 Depth=2
	s_or_b32 exec_lo, exec_lo, s46
	s_and_b32 s4, s4, exec_lo
                                        ; implicit-def: $vgpr0
.LBB5_15:                               ; %Flow480
                                        ;   in Loop: Header=BB5_11 Depth=2
	s_or_saveexec_b32 s5, s12
	s_xor_b32 exec_lo, exec_lo, s5
; %bb.16:                               ; %LeafBlock
                                        ;   in Loop: Header=BB5_11 Depth=2
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_andn2_b32 s4, s4, exec_lo
	s_mov_b32 s11, exec_lo
	s_and_b32 s6, vcc_lo, exec_lo
	s_or_b32 s4, s4, s6
; %bb.17:                               ; %Flow482
                                        ;   in Loop: Header=BB5_11 Depth=2
	s_or_b32 exec_lo, exec_lo, s5
	s_and_saveexec_b32 s5, s4
	s_xor_b32 s4, exec_lo, s5
; %bb.18:                               ; %NewDefault
                                        ;   in Loop: Header=BB5_11 Depth=2
	s_andn2_b32 s11, s11, exec_lo
; %bb.19:                               ; %Flow483
                                        ;   in Loop: Header=BB5_11 Depth=2
	s_or_b32 exec_lo, exec_lo, s4
	s_and_saveexec_b32 s12, s11
	s_cbranch_execz .LBB5_10
; %bb.20:                               ;   in Loop: Header=BB5_11 Depth=2
	s_swappc_b64 s[30:31], s[36:37]
	s_branch .LBB5_10
.LBB5_21:                               ; %Flow485
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s8
	;;#ASMSTART
	hit_geometry v0, v14
	;;#ASMEND
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_and_saveexec_b32 s4, vcc_lo
	s_xor_b32 s46, exec_lo, s4
	s_cbranch_execz .LBB5_33
; %bb.22:                               ;   in Loop: Header=BB5_6 Depth=1
	;;#ASMSTART
	get_closest_hit_shader_id v0
	;;#ASMEND
	v_cmp_lt_i32_e32 vcc_lo, 0, v0
	s_mov_b32 s47, 0
	s_mov_b32 s4, 0
	s_and_saveexec_b32 s5, vcc_lo
	s_xor_b32 s48, exec_lo, s5
	s_cbranch_execz .LBB5_26
; %bb.23:                               ; %LeafBlock441
                                        ;   in Loop: Header=BB5_6 Depth=1
	v_cmp_eq_u32_e32 vcc_lo, 1, v0
	s_mov_b32 s4, -1
	s_and_saveexec_b32 s49, vcc_lo
	s_cbranch_execz .LBB5_25
; %bb.24:                               ;   in Loop: Header=BB5_6 Depth=1
	s_swappc_b64 s[30:31], s[38:39]
	s_xor_b32 s4, exec_lo, -1
.LBB5_25:                               ; %Flow475
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s49
	s_and_b32 s4, s4, exec_lo
                                        ; implicit-def: $vgpr0
.LBB5_26:                               ; %Flow474
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_saveexec_b32 s5, s48
	s_xor_b32 exec_lo, exec_lo, s5
; %bb.27:                               ; %LeafBlock439
                                        ;   in Loop: Header=BB5_6 Depth=1
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_andn2_b32 s4, s4, exec_lo
	s_mov_b32 s47, exec_lo
	s_and_b32 s6, vcc_lo, exec_lo
	s_or_b32 s4, s4, s6
; %bb.28:                               ; %Flow476
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s5
	s_and_saveexec_b32 s5, s4
	s_xor_b32 s4, exec_lo, s5
; %bb.29:                               ; %NewDefault438
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_andn2_b32 s47, s47, exec_lo
; %bb.30:                               ; %Flow477
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s4
	s_and_saveexec_b32 s48, s47
	s_cbranch_execz .LBB5_32
; %bb.31:                               ;   in Loop: Header=BB5_6 Depth=1
	s_swappc_b64 s[30:31], s[40:41]
.LBB5_32:                               ; %Flow478
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s48
.LBB5_33:                               ; %Flow479
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_saveexec_b32 s6, s46
	s_xor_b32 exec_lo, exec_lo, s6
	s_cbranch_execz .LBB5_35
; %bb.34:                               ;   in Loop: Header=BB5_6 Depth=1
	s_swappc_b64 s[30:31], s[42:43]
.LBB5_35:                               ; %trace.exit
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s6
	;;#ASMSTART
	end_trace_ray
	;;#ASMEND
	global_load_dwordx4 v[26:29], v[33:34], off
	s_waitcnt vmcnt(0)
	v_cmp_ngt_f32_e32 vcc_lo, 0, v29
	s_and_saveexec_b32 s46, vcc_lo
	s_cbranch_execz .LBB5_5
; %bb.36:                               ;   in Loop: Header=BB5_6 Depth=1
	s_load_dword s47, s[44:45], 0x128
	s_waitcnt lgkmcnt(0)
	s_cmp_eq_u32 s47, 0
	s_cbranch_scc1 .LBB5_5
; %bb.37:                               ; %.lr.ph
                                        ;   in Loop: Header=BB5_6 Depth=1
	global_load_dwordx3 v[30:32], v[33:34], off offset:32
	s_load_dword s4, s[44:45], 0x138
	v_mul_f32_e32 v0, v56, v29
	v_mul_f32_e32 v1, v57, v29
	v_mul_f32_e32 v2, v58, v29
	s_mov_b32 s65, 0
	v_add_f32_e32 v0, v53, v0
	v_add_f32_e32 v1, v55, v1
	v_add_f32_e32 v2, v54, v2
	s_waitcnt lgkmcnt(0)
	s_cmp_eq_u32 s4, 0
	s_cselect_b32 s48, -1, 0
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v3, s63, v30
	v_mul_f32_e32 v4, s63, v31
	v_mul_f32_e32 v5, s63, v32
	v_add_f32_e32 v29, v0, v3
	v_add_f32_e32 v53, v1, v4
	v_add_f32_e32 v54, v2, v5
	s_branch .LBB5_40
.LBB5_38:                               ; %trace.exit325
                                        ;   in Loop: Header=BB5_40 Depth=2
	s_or_b32 exec_lo, exec_lo, s6
	;;#ASMSTART
	end_trace_ray
	;;#ASMEND
	global_load_dword v0, v[33:34], off offset:12
.LBB5_39:                               ; %Flow470
                                        ;   in Loop: Header=BB5_40 Depth=2
	s_or_b32 exec_lo, exec_lo, s49
	v_mul_f32_e32 v1, s64, v26
	v_mul_f32_e32 v2, s64, v27
	s_waitcnt vmcnt(0)
	v_cmp_lt_f32_e32 vcc_lo, 0, v0
	v_mul_f32_e32 v0, s64, v28
	s_add_i32 s65, s65, 1
	s_cmp_lg_u32 s65, s47
	v_cndmask_b32_e32 v26, v26, v1, vcc_lo
	v_cndmask_b32_e32 v27, v27, v2, vcc_lo
	v_cndmask_b32_e32 v28, v28, v0, vcc_lo
	s_cbranch_scc0 .LBB5_5
.LBB5_40:                               ;   Parent Loop BB5_6 Depth=1
                                        ; =>  This Loop Header: Depth=2
                                        ;       Child Loop BB5_43 Depth 3
                                        ;       Child Loop BB5_49 Depth 3
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, 0
	s_andn2_b32 vcc_lo, exec_lo, s48
	s_cbranch_vccz .LBB5_42
; %bb.41:                               ;   in Loop: Header=BB5_40 Depth=2
	v_mov_b32_e32 v4, 1.0
	v_mov_b32_e32 v3, 0x461c4000
	s_branch .LBB5_45
.LBB5_42:                               ;   in Loop: Header=BB5_40 Depth=2
	global_load_dword v0, v[33:34], off offset:44
	s_mov_b32 s4, 0
	.p2align	6
.LBB5_43:                               ;   Parent Loop BB5_6 Depth=1
                                        ;     Parent Loop BB5_40 Depth=2
                                        ; =>    This Inner Loop Header: Depth=3
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v0, v0, s14
	v_add_nc_u32_e32 v0, s16, v0
	v_mul_lo_u32 v1, v0, s14
	v_and_b32_e32 v3, s33, v0
	v_add_nc_u32_e32 v1, s16, v1
	v_mul_lo_u32 v2, v1, s14
	v_and_b32_e32 v1, s33, v1
	v_cvt_f32_u32_e32 v1, v1
	v_add_nc_u32_e32 v0, s16, v2
	v_cvt_f32_u32_e32 v2, v3
	v_mul_f32_e32 v1, s61, v1
	v_and_b32_e32 v3, s33, v0
	v_mul_f32_e32 v2, s61, v2
	v_add_f32_e32 v1, -1.0, v1
	v_cvt_f32_u32_e32 v3, v3
	v_add_f32_e32 v2, -1.0, v2
	v_mul_f32_e32 v5, v1, v1
	v_mul_f32_e32 v3, s61, v3
	v_mul_f32_e32 v4, v2, v2
	v_add_f32_e32 v3, -1.0, v3
	v_add_f32_e32 v4, v4, v5
	v_mul_f32_e32 v5, v3, v3
	v_add_f32_e32 v4, v4, v5
	v_cmp_gt_f32_e32 vcc_lo, 1.0, v4
	s_or_b32 s4, vcc_lo, s4
	s_andn2_b32 exec_lo, exec_lo, s4
	s_cbranch_execnz .LBB5_43
; %bb.44:                               ; %random_in_unit_sphere.exit
                                        ;   in Loop: Header=BB5_40 Depth=2
	s_or_b32 exec_lo, exec_lo, s4
	s_load_dwordx4 s[4:7], s[44:45], 0x100
	global_store_dword v[33:34], v0, off offset:44
	s_waitcnt lgkmcnt(0)
	v_mul_f32_e32 v2, s7, v2
	v_mul_f32_e32 v1, s7, v1
	v_mul_f32_e32 v3, s7, v3
	v_add_f32_e32 v2, s4, v2
	v_add_f32_e32 v1, s5, v1
	v_add_f32_e32 v3, s6, v3
	v_sub_f32_e32 v2, v2, v29
	v_sub_f32_e32 v4, v1, v53
	v_sub_f32_e32 v5, v3, v54
	v_mul_f32_e32 v1, v2, v2
	v_mul_f32_e32 v3, v4, v4
	v_mul_f32_e32 v6, v5, v5
	v_add_f32_e32 v1, v1, v3
	v_add_f32_e32 v1, v1, v6
	v_rsq_f32_e32 v6, v1
	v_sqrt_f32_e32 v3, v1
	v_mul_f32_e32 v1, v2, v6
	v_mul_f32_e32 v4, v4, v6
	v_mul_f32_e32 v2, v5, v6
.LBB5_45:                               ;   in Loop: Header=BB5_40 Depth=2
	v_mul_f32_e32 v0, v30, v1
	v_mul_f32_e32 v5, v31, v4
	v_mul_f32_e32 v6, v32, v2
	v_add_f32_e32 v0, v0, v5
	v_add_f32_e32 v0, v6, v0
	v_cmp_lt_f32_e32 vcc_lo, 0, v0
	v_mov_b32_e32 v0, 1.0
	s_and_saveexec_b32 s49, vcc_lo
	s_cbranch_execz .LBB5_39
; %bb.46:                               ;   in Loop: Header=BB5_40 Depth=2
	;;#ASMSTART
	trace_ray v14, v52, v29, v53, v54, v50, v1, v4, v2, v3
	s_waitcnt vmcnt(0)
	;;#ASMEND
	;;#ASMSTART
	intersection_exit v0, v49, v14
	;;#ASMEND
	v_cmp_eq_u32_e32 vcc_lo, 0, v0
	s_and_saveexec_b32 s8, vcc_lo
	s_cbranch_execz .LBB5_59
; %bb.47:                               ; %.lr.ph.i323.preheader
                                        ;   in Loop: Header=BB5_40 Depth=2
	s_mov_b32 s9, 1
	s_mov_b32 s10, 0
	s_branch .LBB5_49
.LBB5_48:                               ;   in Loop: Header=BB5_49 Depth=3
	s_or_b32 exec_lo, exec_lo, s12
	v_mov_b32_e32 v0, s9
	;;#ASMSTART
	intersection_exit v0, v0, v14
	;;#ASMEND
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_add_i32 s9, s9, 1
	s_or_b32 s10, vcc_lo, s10
	s_andn2_b32 exec_lo, exec_lo, s10
	s_cbranch_execz .LBB5_59
.LBB5_49:                               ; %.lr.ph.i323
                                        ;   Parent Loop BB5_6 Depth=1
                                        ;     Parent Loop BB5_40 Depth=2
                                        ; =>    This Inner Loop Header: Depth=3
	s_add_i32 s4, s9, -1
	s_mov_b32 s11, 0
	v_mov_b32_e32 v1, s4
	;;#ASMSTART
	get_shader_id v0, v1
	;;#ASMEND
	v_cmp_lt_i32_e32 vcc_lo, 0, v0
	;;#ASMSTART
	select_candidate v1
	;;#ASMEND
	s_mov_b32 s4, 0
	s_and_saveexec_b32 s5, vcc_lo
	s_xor_b32 s12, exec_lo, s5
	s_cbranch_execz .LBB5_53
; %bb.50:                               ; %LeafBlock448
                                        ;   in Loop: Header=BB5_49 Depth=3
	v_cmp_eq_u32_e32 vcc_lo, 1, v0
	s_mov_b32 s4, -1
	s_and_saveexec_b32 s50, vcc_lo
	s_cbranch_execz .LBB5_52
; %bb.51:                               ;   in Loop: Header=BB5_49 Depth=3
	s_swappc_b64 s[30:31], s[34:35]
	s_xor_b32 s4, exec_lo, -1
.LBB5_52:                               ; %Flow465
                                        ;   in Loop: Header=BB5_49 Depth=3
	s_or_b32 exec_lo, exec_lo, s50
	s_and_b32 s4, s4, exec_lo
                                        ; implicit-def: $vgpr0
.LBB5_53:                               ; %Flow464
                                        ;   in Loop: Header=BB5_49 Depth=3
	s_or_saveexec_b32 s5, s12
	s_xor_b32 exec_lo, exec_lo, s5
; %bb.54:                               ; %LeafBlock446
                                        ;   in Loop: Header=BB5_49 Depth=3
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_andn2_b32 s4, s4, exec_lo
	s_mov_b32 s11, exec_lo
	s_and_b32 s6, vcc_lo, exec_lo
	s_or_b32 s4, s4, s6
; %bb.55:                               ; %Flow466
                                        ;   in Loop: Header=BB5_49 Depth=3
	s_or_b32 exec_lo, exec_lo, s5
	s_and_saveexec_b32 s5, s4
	s_xor_b32 s4, exec_lo, s5
; %bb.56:                               ; %NewDefault445
                                        ;   in Loop: Header=BB5_49 Depth=3
	s_andn2_b32 s11, s11, exec_lo
; %bb.57:                               ; %Flow467
                                        ;   in Loop: Header=BB5_49 Depth=3
	s_or_b32 exec_lo, exec_lo, s4
	s_and_saveexec_b32 s12, s11
	s_cbranch_execz .LBB5_48
; %bb.58:                               ;   in Loop: Header=BB5_49 Depth=3
	s_swappc_b64 s[30:31], s[36:37]
	s_branch .LBB5_48
.LBB5_59:                               ; %Flow469
                                        ;   in Loop: Header=BB5_40 Depth=2
	s_or_b32 exec_lo, exec_lo, s8
	;;#ASMSTART
	hit_geometry v0, v14
	;;#ASMEND
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_and_saveexec_b32 s4, vcc_lo
	s_xor_b32 s50, exec_lo, s4
	s_cbranch_execz .LBB5_71
; %bb.60:                               ;   in Loop: Header=BB5_40 Depth=2
	;;#ASMSTART
	get_closest_hit_shader_id v0
	;;#ASMEND
	v_cmp_lt_i32_e32 vcc_lo, 0, v0
	s_mov_b32 s51, 0
	s_mov_b32 s4, 0
	s_and_saveexec_b32 s5, vcc_lo
	s_xor_b32 s52, exec_lo, s5
	s_cbranch_execz .LBB5_64
; %bb.61:                               ; %LeafBlock455
                                        ;   in Loop: Header=BB5_40 Depth=2
	v_cmp_eq_u32_e32 vcc_lo, 1, v0
	s_mov_b32 s4, -1
	s_and_saveexec_b32 s53, vcc_lo
	s_cbranch_execz .LBB5_63
; %bb.62:                               ;   in Loop: Header=BB5_40 Depth=2
	s_swappc_b64 s[30:31], s[38:39]
	s_xor_b32 s4, exec_lo, -1
.LBB5_63:                               ; %Flow459
                                        ;   in Loop: Header=BB5_40 Depth=2
	s_or_b32 exec_lo, exec_lo, s53
	s_and_b32 s4, s4, exec_lo
                                        ; implicit-def: $vgpr0
.LBB5_64:                               ; %Flow
                                        ;   in Loop: Header=BB5_40 Depth=2
	s_or_saveexec_b32 s5, s52
	s_xor_b32 exec_lo, exec_lo, s5
; %bb.65:                               ; %LeafBlock453
                                        ;   in Loop: Header=BB5_40 Depth=2
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_andn2_b32 s4, s4, exec_lo
	s_mov_b32 s51, exec_lo
	s_and_b32 s6, vcc_lo, exec_lo
	s_or_b32 s4, s4, s6
; %bb.66:                               ; %Flow460
                                        ;   in Loop: Header=BB5_40 Depth=2
	s_or_b32 exec_lo, exec_lo, s5
	s_and_saveexec_b32 s5, s4
	s_xor_b32 s4, exec_lo, s5
; %bb.67:                               ; %NewDefault452
                                        ;   in Loop: Header=BB5_40 Depth=2
	s_andn2_b32 s51, s51, exec_lo
; %bb.68:                               ; %Flow461
                                        ;   in Loop: Header=BB5_40 Depth=2
	s_or_b32 exec_lo, exec_lo, s4
	s_and_saveexec_b32 s52, s51
	s_cbranch_execz .LBB5_70
; %bb.69:                               ;   in Loop: Header=BB5_40 Depth=2
	s_swappc_b64 s[30:31], s[40:41]
.LBB5_70:                               ; %Flow462
                                        ;   in Loop: Header=BB5_40 Depth=2
	s_or_b32 exec_lo, exec_lo, s52
.LBB5_71:                               ; %Flow463
                                        ;   in Loop: Header=BB5_40 Depth=2
	s_or_saveexec_b32 s6, s50
	s_xor_b32 exec_lo, exec_lo, s6
	s_cbranch_execz .LBB5_38
; %bb.72:                               ;   in Loop: Header=BB5_40 Depth=2
	s_swappc_b64 s[30:31], s[42:43]
	s_branch .LBB5_38
.LBB5_73:                               ; %Flow486
	s_load_dword s4, s[44:45], 0x11c
	v_mov_b32_e32 v3, 0
	;;#ASMSTART
	image_store 1, v35, v36, v37, v38, v39, v3
	s_waitcnt_vscnt null, 0x0
	;;#ASMEND
	s_waitcnt lgkmcnt(0)
	v_cvt_f32_u32_e32 v0, s4
	v_rcp_iflag_f32_e32 v0, v0
	v_mul_f32_e32 v1, v37, v0
	v_mul_f32_e32 v2, v38, v0
	v_mul_f32_e32 v0, v39, v0
	v_sqrt_f32_e32 v1, v1
	v_sqrt_f32_e32 v2, v2
	v_sqrt_f32_e32 v0, v0
	;;#ASMSTART
	image_store 2, v35, v36, v1, v2, v0, v3
	s_waitcnt_vscnt null, 0x0
	;;#ASMEND
.LBB5_74:
	s_endpgm
	.section	.rodata,#alloc
	.p2align	6
	.amdhsa_kernel raygen
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 0
		.amdhsa_user_sgpr_count 6
		.amdhsa_user_sgpr_private_segment_buffer 1
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 0
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_flat_scratch_init 1
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_wavefront_size32 1
		.amdhsa_system_sgpr_private_segment_wavefront_offset 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 59
		.amdhsa_next_free_sgpr 66
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
.Lfunc_end5:
	.size	raygen, .Lfunc_end5-raygen
                                        ; -- End function
	.section	.AMDGPU.csdata
; Kernel info:
; codeLenInByte = 4904
; NumSgprs: 68
; NumVgprs: 59
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 8
; VGPRBlocks: 7
; NumSGPRsForWavesPerEU: 68
; NumVGPRsForWavesPerEU: 59
; Occupancy: 16
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 6
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
	.text
	.p2alignl 6, 3214868480
	.fill 48, 4, 3214868480
	.ident	"Debian clang version 14.0.6"
	.section	".note.GNU-stack"
	.addrsig
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:           []
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 4
    .kernarg_segment_size: 0
    .max_flat_workgroup_size: 1024
    .name:           raygen
    .private_segment_fixed_size: 0
    .sgpr_count:     68
    .sgpr_spill_count: 0
    .symbol:         raygen.kd
    .vgpr_count:     59
    .vgpr_spill_count: 0
    .wavefront_size: 32
amdhsa.target:   amdgcn-amd-amdhsa--gfx1030
amdhsa.version:
  - 1
  - 1
...

	.end_amdgpu_metadata
