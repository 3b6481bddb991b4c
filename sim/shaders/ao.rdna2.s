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
	global_load_dword v22, v[2:3], off offset:4
	;;#ASMSTART
	rt_hit_attributes v[2:3]
	;;#ASMEND
	global_load_dwordx2 v[2:3], v[2:3], off
	s_waitcnt vmcnt(2)
	v_add_nc_u32_e32 v0, v4, v0
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	v_add_co_u32 v0, vcc_lo, s4, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s5, v1, vcc_lo
	s_waitcnt vmcnt(1)
	v_cmp_gt_i32_e32 vcc_lo, 0, v22
	global_load_dwordx3 v[9:11], v[0:1], off
	v_and_b32_e32 v0, 0x7fffffff, v22
	v_mad_u64_u32 v[0:1], s4, v0, 36, s[6:7]
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[8:9], s4, v9, 36, v[0:1]
	v_mad_u64_u32 v[6:7], s4, v10, 36, v[0:1]
	v_mad_u64_u32 v[4:5], s4, v11, 36, v[0:1]
	s_clause 0x3
	global_load_dwordx3 v[13:15], v[8:9], off offset:12
	global_load_dwordx3 v[16:18], v[6:7], off offset:12
	global_load_dwordx3 v[19:21], v[4:5], off offset:12
	global_load_dword v0, v[8:9], off offset:32
	v_sub_f32_e32 v1, 1.0, v2
	v_sub_f32_e32 v12, v1, v3
	s_waitcnt vmcnt(3)
	v_mul_f32_e32 v1, v12, v13
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v10, v2, v16
	v_mul_f32_e32 v13, v12, v14
	v_mul_f32_e32 v14, v2, v17
	v_mul_f32_e32 v15, v12, v15
	v_mul_f32_e32 v16, v2, v18
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v11, v3, v19
	v_mul_f32_e32 v17, v3, v20
	v_mul_f32_e32 v18, v3, v21
	v_add_f32_e32 v1, v1, v10
	v_add_f32_e32 v10, v13, v14
	v_add_f32_e32 v13, v15, v16
	v_add_f32_e32 v15, v11, v1
	v_add_f32_e32 v16, v17, v10
	v_add_f32_e32 v14, v18, v13
	s_and_saveexec_b32 s4, vcc_lo
	s_cbranch_execz .LBB2_2
; %bb.1:
	;;#ASMSTART
	load_ray_world_to_object v[10:11]
	;;#ASMEND
	s_clause 0x2
	global_load_dwordx3 v[17:19], v[10:11], off
	global_load_dwordx3 v[20:22], v[10:11], off offset:16
	global_load_dwordx3 v[23:25], v[10:11], off offset:32
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v1, v15, v17
	v_mul_f32_e32 v10, v16, v18
	s_waitcnt vmcnt(1)
	v_mul_f32_e32 v13, v15, v20
	v_mul_f32_e32 v17, v16, v21
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v15, v15, v23
	v_mul_f32_e32 v16, v16, v24
	v_mul_f32_e32 v11, v14, v19
	v_mul_f32_e32 v18, v14, v22
	v_add_f32_e32 v1, v1, v10
	v_add_f32_e32 v10, v13, v17
	v_mul_f32_e32 v13, v14, v25
	v_add_f32_e32 v14, v15, v16
	v_add_f32_e32 v15, v1, v11
	v_add_f32_e32 v16, v10, v18
	v_add_f32_e32 v14, v14, v13
.LBB2_2:
	s_or_b32 exec_lo, exec_lo, s4
	s_waitcnt vmcnt(0)
	v_ashrrev_i32_e32 v1, 31, v0
	;;#ASMSTART
	rt_descriptor s[4:5], 6
	;;#ASMEND
	v_mov_b32_e32 v17, 1.0
	v_mov_b32_e32 v18, 1.0
	v_mov_b32_e32 v19, 1.0
	v_lshlrev_b64 v[10:11], 5, v[0:1]
	v_add_co_u32 v10, vcc_lo, s4, v10
	v_add_co_ci_u32_e32 v11, vcc_lo, s5, v11, vcc_lo
	global_load_dword v10, v[10:11], off offset:16
	s_waitcnt vmcnt(0)
	v_cmp_lt_i32_e32 vcc_lo, -1, v10
	s_and_saveexec_b32 s6, vcc_lo
	s_cbranch_execz .LBB2_4
; %bb.3:
	s_clause 0x1
	global_load_dwordx2 v[8:9], v[8:9], off offset:24
	global_load_dwordx2 v[6:7], v[6:7], off offset:24
	v_mov_b32_e32 v11, 0
	global_load_dwordx2 v[4:5], v[4:5], off offset:24
	;;#ASMSTART
	rt_descriptor s[8:9], 8
	;;#ASMEND
	s_mov_b32 s7, 0x3b808081
	v_lshlrev_b64 v[17:18], 4, v[10:11]
	v_add_co_u32 v17, vcc_lo, s8, v17
	v_add_co_ci_u32_e32 v18, vcc_lo, s9, v18, vcc_lo
	s_clause 0x1
	global_load_dwordx2 v[19:20], v[17:18], off offset:8
	global_load_dwordx2 v[17:18], v[17:18], off
	s_waitcnt vmcnt(4)
	v_mul_f32_e32 v9, v12, v9
	s_waitcnt vmcnt(3)
	v_mul_f32_e32 v7, v2, v7
	v_mul_f32_e32 v8, v12, v8
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v5, v3, v5
	v_mul_f32_e32 v2, v2, v6
	v_mul_f32_e32 v3, v3, v4
	v_add_f32_e32 v7, v9, v7
	v_add_f32_e32 v2, v8, v2
	v_add_f32_e32 v5, v5, v7
	v_add_f32_e32 v2, v3, v2
	v_floor_f32_e32 v4, v5
	s_waitcnt vmcnt(1)
	v_cvt_f32_u32_e32 v3, v20
	v_sub_f32_e32 v4, v5, v4
	v_floor_f32_e32 v5, v2
	v_mul_f32_e32 v3, v4, v3
	v_cvt_f32_u32_e32 v4, v19
	v_sub_f32_e32 v2, v2, v5
	v_add_nc_u32_e32 v5, -1, v20
	v_cvt_u32_f32_e32 v3, v3
	v_mul_f32_e32 v2, v2, v4
	v_add_nc_u32_e32 v4, -1, v19
	v_cmp_gt_u32_e32 vcc_lo, v20, v3
	v_cvt_u32_f32_e32 v2, v2
	v_cndmask_b32_e32 v3, v5, v3, vcc_lo
	v_cmp_gt_u32_e32 vcc_lo, v19, v2
	v_mul_lo_u32 v3, v3, v19
	v_cndmask_b32_e32 v2, v4, v2, vcc_lo
	v_add_nc_u32_e32 v10, v3, v2
	v_lshlrev_b64 v[2:3], 2, v[10:11]
	s_waitcnt vmcnt(0)
	v_add_co_u32 v2, vcc_lo, v17, v2
	v_add_co_ci_u32_e32 v3, vcc_lo, v18, v3, vcc_lo
	global_load_dword v2, v[2:3], off
	s_waitcnt vmcnt(0)
	v_cvt_f32_ubyte0_e32 v3, v2
	v_cvt_f32_ubyte1_e32 v4, v2
	v_cvt_f32_ubyte2_e32 v2, v2
	v_mul_f32_e32 v17, s7, v3
	v_mul_f32_e32 v18, s7, v4
	v_mul_f32_e32 v19, s7, v2
.LBB2_4:
	s_or_b32 exec_lo, exec_lo, s6
	;;#ASMSTART
	load_ray_t_max v3
	;;#ASMEND
	;;#ASMSTART
	load_ray_world_direction v[4:5]
	;;#ASMEND
	global_load_dwordx3 v[4:6], v[4:5], off
	v_lshlrev_b64 v[0:1], 5, v[0:1]
	;;#ASMSTART
	rt_payload v[12:13]
	;;#ASMEND
	v_add_co_u32 v7, vcc_lo, s4, v0
	v_add_co_ci_u32_e32 v8, vcc_lo, s5, v1, vcc_lo
	s_clause 0x1
	global_load_dwordx3 v[0:2], v[7:8], off
	global_load_dword v9, v[7:8], off offset:28
	global_load_dword v7, v[12:13], off offset:44
	s_waitcnt vmcnt(3)
	v_mul_f32_e32 v8, v4, v4
	v_mul_f32_e32 v10, v5, v5
	v_mul_f32_e32 v11, v6, v6
	v_add_f32_e32 v8, v8, v10
	v_mul_f32_e32 v10, v14, v14
	v_add_f32_e32 v8, v8, v11
                                        ; implicit-def: $vgpr11
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v0, v17, v0
	s_waitcnt vmcnt(1)
	v_and_b32_e32 v20, 0x7fffffff, v9
	v_mul_f32_e32 v9, v16, v16
	v_rsq_f32_e32 v8, v8
	v_mul_f32_e32 v1, v18, v1
	v_mul_f32_e32 v2, v19, v2
	v_cmp_lt_i32_e32 vcc_lo, 0, v20
	v_mul_f32_e32 v4, v4, v8
	v_mul_f32_e32 v5, v5, v8
	v_mul_f32_e32 v8, v6, v8
	v_mul_f32_e32 v6, v15, v15
	v_add_f32_e32 v6, v6, v9
	v_add_f32_e32 v6, v6, v10
	v_rsq_f32_e32 v6, v6
	v_mul_f32_e32 v9, v15, v6
	v_mul_f32_e32 v10, v16, v6
	v_mul_f32_e32 v6, v14, v6
	s_and_saveexec_b32 s4, vcc_lo
	s_xor_b32 s4, exec_lo, s4
	s_cbranch_execz .LBB2_16
; %bb.5:                                ; %NodeBlock
	v_cmp_lt_i32_e32 vcc_lo, 1, v20
                                        ; implicit-def: $vgpr11
	s_and_saveexec_b32 s5, vcc_lo
	s_xor_b32 s5, exec_lo, s5
	s_cbranch_execz .LBB2_11
; %bb.6:                                ; %LeafBlock
	v_cmp_ne_u32_e32 vcc_lo, 2, v20
	s_and_saveexec_b32 s6, vcc_lo
	s_xor_b32 s6, exec_lo, s6
; %bb.7:                                ; %NewDefault
                                        ; implicit-def: $vgpr19
                                        ; implicit-def: $vgpr18
                                        ; implicit-def: $vgpr17
; %bb.8:                                ; %Flow
	s_or_saveexec_b32 s6, s6
	v_mov_b32_e32 v11, 0
	s_xor_b32 exec_lo, exec_lo, s6
	s_cbranch_execz .LBB2_10
; %bb.9:
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v0, 0x19660d, v7
	v_mov_b32_e32 v11, 1.0
	v_mov_b32_e32 v2, v19
	v_mov_b32_e32 v1, v18
	v_add_nc_u32_e32 v7, 0x3c6ef35f, v0
	v_mov_b32_e32 v0, v17
.LBB2_10:                               ; %Flow195
	s_or_b32 exec_lo, exec_lo, s6
.LBB2_11:                               ; %Flow196
	s_or_saveexec_b32 s5, s5
	s_xor_b32 exec_lo, exec_lo, s5
	s_cbranch_execz .LBB2_15
; %bb.12:
	v_mul_f32_e32 v11, v9, v4
	v_mul_f32_e32 v14, v10, v5
	v_mul_f32_e32 v15, v6, v8
	s_mov_b32 s6, 0
	s_mov_b32 s7, 0x19660d
	s_mov_b32 s8, 0x3c6ef35f
	v_add_f32_e32 v11, v11, v14
	s_mov_b32 s9, 0xffffff
	s_brev_b32 s10, 44
	v_add_f32_e32 v11, v15, v11
	v_add_f32_e32 v11, v11, v11
	v_mul_f32_e32 v14, v9, v11
	v_mul_f32_e32 v15, v10, v11
	v_mul_f32_e32 v11, v6, v11
	v_sub_f32_e32 v14, v4, v14
	v_sub_f32_e32 v15, v5, v15
	v_sub_f32_e32 v11, v8, v11
	v_mul_f32_e32 v14, v9, v14
	v_mul_f32_e32 v15, v10, v15
	v_mul_f32_e32 v11, v6, v11
	v_add_f32_e32 v14, v14, v15
	v_add_f32_e32 v11, v11, v14
	.p2align	6
.LBB2_13:                               ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v7, v7, s7
	v_add_nc_u32_e32 v7, s8, v7
	v_mul_lo_u32 v14, v7, s7
	v_and_b32_e32 v16, s9, v7
	v_add_nc_u32_e32 v14, s8, v14
	v_mul_lo_u32 v15, v14, s7
	v_and_b32_e32 v14, s9, v14
	v_cvt_f32_u32_e32 v14, v14
	v_add_nc_u32_e32 v7, s8, v15
	v_cvt_f32_u32_e32 v15, v16
	v_mul_f32_e32 v14, s10, v14
	v_and_b32_e32 v16, s9, v7
	v_mul_f32_e32 v15, s10, v15
	v_add_f32_e32 v14, -1.0, v14
	v_cvt_f32_u32_e32 v16, v16
	v_add_f32_e32 v15, -1.0, v15
	v_mul_f32_e32 v14, v14, v14
	v_mul_f32_e32 v16, s10, v16
	v_mul_f32_e32 v15, v15, v15
	v_add_f32_e32 v16, -1.0, v16
	v_add_f32_e32 v14, v15, v14
	v_mul_f32_e32 v15, v16, v16
	v_add_f32_e32 v14, v14, v15
	v_cmp_gt_f32_e32 vcc_lo, 1.0, v14
	s_or_b32 s6, vcc_lo, s6
	s_andn2_b32 exec_lo, exec_lo, s6
	s_cbranch_execnz .LBB2_13
; %bb.14:                               ; %random_in_unit_sphere.exit.loopexit272.i
	s_or_b32 exec_lo, exec_lo, s6
	v_cmp_lt_f32_e32 vcc_lo, 0, v11
	v_cndmask_b32_e64 v11, 0, 1.0, vcc_lo
.LBB2_15:                               ; %Flow197
	s_or_b32 exec_lo, exec_lo, s5
.LBB2_16:                               ; %Flow198
	s_or_saveexec_b32 s4, s4
	s_xor_b32 exec_lo, exec_lo, s4
	s_cbranch_execz .LBB2_20
; %bb.17:
	v_mul_f32_e32 v11, v9, v4
	v_mul_f32_e32 v14, v10, v5
	v_mul_f32_e32 v15, v6, v8
	s_mov_b32 s5, 0
	s_mov_b32 s6, 0x19660d
	s_mov_b32 s7, 0x3c6ef35f
	v_add_f32_e32 v11, v11, v14
	s_mov_b32 s8, 0xffffff
	s_brev_b32 s9, 44
	v_add_f32_e32 v11, v15, v11
	.p2align	6
.LBB2_18:                               ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v7, v7, s6
	v_add_nc_u32_e32 v7, s7, v7
	v_mul_lo_u32 v14, v7, s6
	v_and_b32_e32 v16, s8, v7
	v_add_nc_u32_e32 v14, s7, v14
	v_mul_lo_u32 v15, v14, s6
	v_and_b32_e32 v14, s8, v14
	v_cvt_f32_u32_e32 v14, v14
	v_add_nc_u32_e32 v7, s7, v15
	v_cvt_f32_u32_e32 v15, v16
	v_mul_f32_e32 v14, s9, v14
	v_and_b32_e32 v16, s8, v7
	v_mul_f32_e32 v15, s9, v15
	v_add_f32_e32 v14, -1.0, v14
	v_cvt_f32_u32_e32 v16, v16
	v_add_f32_e32 v15, -1.0, v15
	v_mul_f32_e32 v14, v14, v14
	v_mul_f32_e32 v16, s9, v16
	v_mul_f32_e32 v15, v15, v15
	v_add_f32_e32 v16, -1.0, v16
	v_add_f32_e32 v14, v15, v14
	v_mul_f32_e32 v15, v16, v16
	v_add_f32_e32 v14, v14, v15
	v_cmp_gt_f32_e32 vcc_lo, 1.0, v14
	s_or_b32 s5, vcc_lo, s5
	s_andn2_b32 exec_lo, exec_lo, s5
	s_cbranch_execnz .LBB2_18
; %bb.19:                               ; %random_in_unit_sphere.exit.loopexit.i
	s_or_b32 exec_lo, exec_lo, s5
	v_cmp_gt_f32_e32 vcc_lo, 0, v11
	v_cndmask_b32_e64 v11, 0, 1.0, vcc_lo
.LBB2_20:                               ; %Flow199
	s_or_b32 exec_lo, exec_lo, s4
	;;#ASMSTART
	load_ray_world_origin v[14:15]
	;;#ASMEND
	global_load_dwordx3 v[14:16], v[14:15], off
	;;#ASMSTART
	load_ray_world_direction v[17:18]
	;;#ASMEND
	global_load_dwordx3 v[17:19], v[17:18], off
	v_mul_f32_e32 v4, v9, v4
	v_mul_f32_e32 v5, v10, v5
	v_mul_f32_e32 v8, v6, v8
	v_add_f32_e32 v4, v4, v5
	v_add_f32_e32 v4, v8, v4
	v_cmp_lt_f32_e32 vcc_lo, 0, v4
	v_cndmask_b32_e64 v4, v9, -v9, vcc_lo
	v_cndmask_b32_e64 v5, v10, -v10, vcc_lo
	v_cndmask_b32_e64 v6, v6, -v6, vcc_lo
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v8, v3, v17
	v_mul_f32_e32 v17, v3, v18
	v_mul_f32_e32 v18, v3, v19
	v_add_f32_e32 v8, v14, v8
	v_add_f32_e32 v9, v15, v17
	v_add_f32_e32 v10, v16, v18
	global_store_dwordx4 v[12:13], v[0:3], off
	global_store_dwordx4 v[12:13], v[8:11], off offset:16
	global_store_dwordx4 v[12:13], v[4:7], off offset:32
	s_waitcnt_vscnt null, 0x0
	s_setpc_b64 s[30:31]
.Lfunc_end2:
	.size	closest_hit_triangle, .Lfunc_end2-closest_hit_triangle
                                        ; -- End function
	.section	.AMDGPU.csdata
; Function info:
; codeLenInByte = 1924
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
	v_lshlrev_b64 v[2:3], 2, v[0:1]
	v_add_co_u32 v2, vcc_lo, s4, v2
	v_add_co_ci_u32_e32 v3, vcc_lo, s5, v3, vcc_lo
	;;#ASMSTART
	rt_descriptor s[4:5], 4
	;;#ASMEND
	global_load_dword v0, v[2:3], off offset:4
	s_waitcnt vmcnt(0)
	v_mad_u64_u32 v[2:3], s4, v0, 36, s[4:5]
	;;#ASMSTART
	rt_descriptor s[4:5], 6
	;;#ASMEND
	v_lshlrev_b32_e32 v0, 2, v4
	v_lshlrev_b64 v[0:1], 2, v[0:1]
	global_load_dword v12, v[2:3], off offset:32
	;;#ASMSTART
	rt_descriptor s[6:7], 9
	;;#ASMEND
	;;#ASMSTART
	load_ray_world_origin v[2:3]
	;;#ASMEND
	global_load_dwordx3 v[4:6], v[2:3], off
	;;#ASMSTART
	load_ray_world_direction v[2:3]
	;;#ASMEND
	v_add_co_u32 v0, vcc_lo, s6, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s7, v1, vcc_lo
	global_load_dwordx3 v[14:16], v[2:3], off
	;;#ASMSTART
	load_ray_t_max v20
	;;#ASMEND
	global_load_dwordx4 v[8:11], v[0:1], off
	;;#ASMSTART
	load_ray_t_max v3
	;;#ASMEND
	;;#ASMSTART
	load_ray_world_direction v[0:1]
	;;#ASMEND
	global_load_dwordx3 v[17:19], v[0:1], off
	s_waitcnt vmcnt(4)
	v_ashrrev_i32_e32 v13, 31, v12
	v_lshlrev_b64 v[0:1], 5, v[12:13]
	;;#ASMSTART
	rt_payload v[12:13]
	;;#ASMEND
	s_waitcnt vmcnt(2)
	v_mul_f32_e32 v14, v14, v20
	v_mul_f32_e32 v15, v15, v20
	v_add_co_u32 v0, vcc_lo, s4, v0
	v_add_co_ci_u32_e32 v1, vcc_lo, s5, v1, vcc_lo
	s_clause 0x1
	global_load_dword v21, v[0:1], off offset:28
	global_load_dwordx3 v[0:2], v[0:1], off
	global_load_dword v7, v[12:13], off offset:44
	s_waitcnt vmcnt(3)
	v_mul_f32_e32 v22, v17, v17
	v_mul_f32_e32 v23, v18, v18
	v_mul_f32_e32 v16, v16, v20
	v_add_f32_e32 v4, v4, v14
	v_rcp_f32_e32 v11, v11
	v_add_f32_e32 v5, v5, v15
	v_add_f32_e32 v22, v22, v23
	v_mul_f32_e32 v23, v19, v19
	v_add_f32_e32 v6, v6, v16
	v_sub_f32_e32 v4, v4, v8
	v_sub_f32_e32 v5, v5, v9
	v_add_f32_e32 v20, v22, v23
	v_sub_f32_e32 v6, v6, v10
	v_mul_f32_e32 v4, v4, v11
	v_mul_f32_e32 v5, v5, v11
	v_rsq_f32_e32 v14, v20
	v_mul_f32_e32 v6, v6, v11
                                        ; implicit-def: $vgpr11
	v_mul_f32_e32 v8, v17, v14
	v_mul_f32_e32 v9, v18, v14
	v_mul_f32_e32 v10, v19, v14
	s_waitcnt vmcnt(2)
	v_and_b32_e32 v14, 0x7fffffff, v21
	v_cmp_lt_i32_e32 vcc_lo, 0, v14
	s_and_saveexec_b32 s4, vcc_lo
	s_xor_b32 s4, exec_lo, s4
	s_cbranch_execz .LBB3_10
; %bb.1:                                ; %NodeBlock
	v_cmp_lt_i32_e32 vcc_lo, 1, v14
                                        ; implicit-def: $vgpr11
	s_and_saveexec_b32 s5, vcc_lo
	s_xor_b32 s5, exec_lo, s5
	s_cbranch_execz .LBB3_5
; %bb.2:                                ; %LeafBlock
	v_cmp_ne_u32_e32 vcc_lo, 2, v14
	s_and_saveexec_b32 s6, vcc_lo
	s_xor_b32 s6, exec_lo, s6
	s_or_saveexec_b32 s6, s6
	v_mov_b32_e32 v11, 0
	s_xor_b32 exec_lo, exec_lo, s6
	s_cbranch_execz .LBB3_4
; %bb.3:
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v7, 0x19660d, v7
	v_mov_b32_e32 v2, 1.0
	v_mov_b32_e32 v1, 1.0
	v_mov_b32_e32 v0, 1.0
	v_mov_b32_e32 v11, 1.0
	v_add_nc_u32_e32 v7, 0x3c6ef35f, v7
.LBB3_4:                                ; %Flow117
	s_or_b32 exec_lo, exec_lo, s6
.LBB3_5:                                ; %Flow118
	s_or_saveexec_b32 s5, s5
	s_xor_b32 exec_lo, exec_lo, s5
	s_cbranch_execz .LBB3_9
; %bb.6:
	v_mul_f32_e32 v11, v4, v8
	v_mul_f32_e32 v14, v5, v9
	v_mul_f32_e32 v15, v6, v10
	s_mov_b32 s6, 0
	s_mov_b32 s7, 0x19660d
	s_mov_b32 s8, 0x3c6ef35f
	v_add_f32_e32 v11, v11, v14
	s_mov_b32 s9, 0xffffff
	s_brev_b32 s10, 44
	v_add_f32_e32 v11, v15, v11
	v_add_f32_e32 v11, v11, v11
	v_mul_f32_e32 v14, v4, v11
	v_mul_f32_e32 v15, v5, v11
	v_mul_f32_e32 v11, v6, v11
	v_sub_f32_e32 v14, v8, v14
	v_sub_f32_e32 v15, v9, v15
	v_sub_f32_e32 v11, v10, v11
	v_mul_f32_e32 v14, v4, v14
	v_mul_f32_e32 v15, v5, v15
	v_mul_f32_e32 v11, v6, v11
	v_add_f32_e32 v14, v14, v15
	v_add_f32_e32 v11, v11, v14
	.p2align	6
.LBB3_7:                                ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v7, v7, s7
	v_add_nc_u32_e32 v7, s8, v7
	v_mul_lo_u32 v14, v7, s7
	v_and_b32_e32 v16, s9, v7
	v_add_nc_u32_e32 v14, s8, v14
	v_mul_lo_u32 v15, v14, s7
	v_and_b32_e32 v14, s9, v14
	v_cvt_f32_u32_e32 v14, v14
	v_add_nc_u32_e32 v7, s8, v15
	v_cvt_f32_u32_e32 v15, v16
	v_mul_f32_e32 v14, s10, v14
	v_and_b32_e32 v16, s9, v7
	v_mul_f32_e32 v15, s10, v15
	v_add_f32_e32 v14, -1.0, v14
	v_cvt_f32_u32_e32 v16, v16
	v_add_f32_e32 v15, -1.0, v15
	v_mul_f32_e32 v14, v14, v14
	v_mul_f32_e32 v16, s10, v16
	v_mul_f32_e32 v15, v15, v15
	v_add_f32_e32 v16, -1.0, v16
	v_add_f32_e32 v14, v15, v14
	v_mul_f32_e32 v15, v16, v16
	v_add_f32_e32 v14, v14, v15
	v_cmp_gt_f32_e32 vcc_lo, 1.0, v14
	s_or_b32 s6, vcc_lo, s6
	s_andn2_b32 exec_lo, exec_lo, s6
	s_cbranch_execnz .LBB3_7
; %bb.8:                                ; %random_in_unit_sphere.exit.loopexit272.i
	s_or_b32 exec_lo, exec_lo, s6
	v_cmp_lt_f32_e32 vcc_lo, 0, v11
	v_cndmask_b32_e64 v11, 0, 1.0, vcc_lo
.LBB3_9:                                ; %Flow119
	s_or_b32 exec_lo, exec_lo, s5
.LBB3_10:                               ; %Flow120
	s_or_saveexec_b32 s4, s4
	s_xor_b32 exec_lo, exec_lo, s4
	s_cbranch_execz .LBB3_14
; %bb.11:
	v_mul_f32_e32 v11, v4, v8
	v_mul_f32_e32 v14, v5, v9
	v_mul_f32_e32 v15, v6, v10
	s_mov_b32 s5, 0
	s_mov_b32 s6, 0x19660d
	s_mov_b32 s7, 0x3c6ef35f
	v_add_f32_e32 v11, v11, v14
	s_mov_b32 s8, 0xffffff
	s_brev_b32 s9, 44
	v_add_f32_e32 v11, v15, v11
	.p2align	6
.LBB3_12:                               ; =>This Inner Loop Header: Depth=1
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v7, v7, s6
	v_add_nc_u32_e32 v7, s7, v7
	v_mul_lo_u32 v14, v7, s6
	v_and_b32_e32 v16, s8, v7
	v_add_nc_u32_e32 v14, s7, v14
	v_mul_lo_u32 v15, v14, s6
	v_and_b32_e32 v14, s8, v14
	v_cvt_f32_u32_e32 v14, v14
	v_add_nc_u32_e32 v7, s7, v15
	v_cvt_f32_u32_e32 v15, v16
	v_mul_f32_e32 v14, s9, v14
	v_and_b32_e32 v16, s8, v7
	v_mul_f32_e32 v15, s9, v15
	v_add_f32_e32 v14, -1.0, v14
	v_cvt_f32_u32_e32 v16, v16
	v_add_f32_e32 v15, -1.0, v15
	v_mul_f32_e32 v14, v14, v14
	v_mul_f32_e32 v16, s9, v16
	v_mul_f32_e32 v15, v15, v15
	v_add_f32_e32 v16, -1.0, v16
	v_add_f32_e32 v14, v15, v14
	v_mul_f32_e32 v15, v16, v16
	v_add_f32_e32 v14, v14, v15
	v_cmp_gt_f32_e32 vcc_lo, 1.0, v14
	s_or_b32 s5, vcc_lo, s5
	s_andn2_b32 exec_lo, exec_lo, s5
	s_cbranch_execnz .LBB3_12
; %bb.13:                               ; %random_in_unit_sphere.exit.loopexit.i
	s_or_b32 exec_lo, exec_lo, s5
	v_cmp_gt_f32_e32 vcc_lo, 0, v11
	v_cndmask_b32_e64 v11, 0, 1.0, vcc_lo
.LBB3_14:                               ; %Flow121
	s_or_b32 exec_lo, exec_lo, s4
	;;#ASMSTART
	load_ray_world_origin v[14:15]
	;;#ASMEND
	global_load_dwordx3 v[14:16], v[14:15], off
	;;#ASMSTART
	load_ray_world_direction v[17:18]
	;;#ASMEND
	global_load_dwordx3 v[17:19], v[17:18], off
	v_mul_f32_e32 v8, v4, v8
	v_mul_f32_e32 v9, v5, v9
	v_mul_f32_e32 v10, v6, v10
	v_add_f32_e32 v8, v8, v9
	v_add_f32_e32 v8, v10, v8
	v_cmp_lt_f32_e32 vcc_lo, 0, v8
	v_cndmask_b32_e64 v4, v4, -v4, vcc_lo
	v_cndmask_b32_e64 v5, v5, -v5, vcc_lo
	v_cndmask_b32_e64 v6, v6, -v6, vcc_lo
	s_waitcnt vmcnt(0)
	v_mul_f32_e32 v8, v3, v17
	v_mul_f32_e32 v9, v3, v18
	v_mul_f32_e32 v10, v3, v19
	v_add_f32_e32 v8, v14, v8
	v_add_f32_e32 v9, v15, v9
	v_add_f32_e32 v10, v16, v10
	global_store_dwordx4 v[12:13], v[0:3], off
	global_store_dwordx4 v[12:13], v[8:11], off offset:16
	global_store_dwordx4 v[12:13], v[4:7], off offset:32
	s_waitcnt_vscnt null, 0x0
	s_setpc_b64 s[30:31]
.Lfunc_end3:
	.size	closest_hit_sphere, .Lfunc_end3-closest_hit_sphere
                                        ; -- End function
	.section	.AMDGPU.csdata
; Function info:
; codeLenInByte = 1280
; NumSgprs: 34
; NumVgprs: 24
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
	s_cbranch_execz .LBB5_69
; %bb.1:
	;;#ASMSTART
	rt_launch_id_x v37
	;;#ASMEND
	;;#ASMSTART
	rt_launch_size_x s4
	;;#ASMEND
	v_cmp_gt_u32_e32 vcc_lo, s4, v37
	;;#ASMSTART
	rt_launch_id_y v38
	;;#ASMEND
	s_and_b32 exec_lo, exec_lo, vcc_lo
	s_cbranch_execz .LBB5_69
; %bb.2:
	;;#ASMSTART
	rt_launch_size_y s5
	;;#ASMEND
	v_cmp_gt_u32_e32 vcc_lo, s5, v38
	s_and_b32 exec_lo, exec_lo, vcc_lo
	s_cbranch_execz .LBB5_69
; %bb.3:
	s_mov_b32 s6, 0xa341316c
	s_mov_b32 s10, 0x9e3779b9
	v_lshl_add_u32 v0, v38, 4, s6
	v_lshrrev_b32_e32 v1, 5, v38
	v_add_nc_u32_e32 v2, s10, v38
	s_mov_b32 s7, 0xc8013ea4
	s_mov_b32 s8, 0xad90777d
	s_mov_b32 s9, 0x7e95761e
	v_add_nc_u32_e32 v1, s7, v1
	v_xor_b32_e32 v0, v0, v2
	s_mov_b32 s14, 0x3c6ef372
	s_mov_b32 s15, 0xdaa66d2b
	s_mov_b32 s16, 0x78dde6e4
	s_mov_b32 s17, 0x1715609d
	v_xad_u32 v0, v0, v1, v37
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
	rt_descriptor s[42:43], 3
	;;#ASMEND
	v_xad_u32 v1, v1, v2, v38
	s_clause 0x1
	s_load_dword s11, s[42:43], 0x12c
	s_load_dwordx2 s[12:13], s[42:43], 0x11c
	s_mov_b32 s29, 0xe3779b90
	v_mov_b32_e32 v39, 0
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s14, v1
	v_mov_b32_e32 v40, 0
	v_mov_b32_e32 v41, 0
	s_mov_b32 s51, 0
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	;;#ASMSTART
	rt_payload v[35:36]
	;;#ASMEND
	v_xad_u32 v0, v2, v3, v0
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s28, s11, 16
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s14, v0
	v_lshrrev_b32_e32 v4, 5, v0
	s_add_i32 s12, s12, s28
	s_add_i32 s28, s12, 0xffff0000
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	s_lshl_b32 s30, s28, 4
	s_add_i32 s12, s12, 0x9e3679b9
	s_lshr_b32 s31, s28, 5
	s_add_i32 s30, s30, s6
	v_xad_u32 v1, v2, v3, v1
	s_add_i32 s31, s31, s7
	s_xor_b32 s12, s30, s12
	s_xor_b32 s12, s12, s31
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s15, v1
	s_cmp_eq_u32 s13, 0
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s15, v0
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
	v_add3_u32 v0, v1, v0, s12
	v_lshl_add_u32 v1, v0, 4, s8
	v_add_nc_u32_e32 v2, s10, v0
	v_lshrrev_b32_e32 v3, 5, v0
	v_xor_b32_e32 v1, v1, v2
	v_add_nc_u32_e32 v2, s9, v3
	v_xad_u32 v1, v1, v2, s28
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s14, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s14, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_xor_b32_e32 v2, v2, v3
	v_add_nc_u32_e32 v3, s9, v4
	v_xad_u32 v1, v2, v3, v1
	v_lshl_add_u32 v2, v1, 4, s6
	v_lshrrev_b32_e32 v3, 5, v1
	v_add_nc_u32_e32 v4, s15, v1
	v_add_nc_u32_e32 v3, s7, v3
	v_xor_b32_e32 v2, v2, v4
	v_xad_u32 v0, v2, v3, v0
	v_lshl_add_u32 v2, v0, 4, s8
	v_add_nc_u32_e32 v3, s15, v0
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
	global_store_dword v[35:36], v0, off offset:44
	s_cbranch_scc1 .LBB5_68
; %bb.4:                                ; %.lr.ph259
	s_clause 0x10
	s_load_dwordx2 s[14:15], s[42:43], 0x110
	s_load_dwordx2 s[6:7], s[42:43], 0xf0
	s_load_dwordx2 s[8:9], s[42:43], 0xe0
	s_load_dword s10, s[42:43], 0xe8
	s_load_dword s12, s[42:43], 0xf8
	s_load_dwordx2 s[16:17], s[42:43], 0xc0
	s_load_dword s52, s[42:43], 0xc8
	s_load_dwordx2 s[18:19], s[42:43], 0xd0
	s_load_dword s53, s[42:43], 0xd8
	s_load_dwordx2 s[20:21], s[42:43], 0x80
	s_load_dword s54, s[42:43], 0x88
	s_load_dwordx2 s[22:23], s[42:43], 0x90
	s_load_dword s55, s[42:43], 0x98
	s_load_dwordx2 s[24:25], s[42:43], 0xa0
	s_load_dword s56, s[42:43], 0xa8
	s_load_dwordx2 s[26:27], s[42:43], 0xb0
	s_load_dword s57, s[42:43], 0xb8
	v_cvt_f32_u32_e32 v0, s5
	v_cvt_f32_u32_e32 v1, s4
	v_cvt_f32_u32_e32 v42, v38
	v_cvt_f32_u32_e32 v43, v37
	v_mov_b32_e32 v50, 0
	v_rcp_iflag_f32_e32 v44, v0
	v_rcp_iflag_f32_e32 v45, v1
	v_mov_b32_e32 v51, 0
	v_mov_b32_e32 v52, 0x3a83126f
	v_mov_b32_e32 v53, 0x461c4000
	v_mov_b32_e32 v54, 4
	v_mov_b32_e32 v55, 0x41200000
	v_mov_b32_e32 v41, 0
	s_waitcnt lgkmcnt(0)
	v_mul_f32_e64 v46, s14, 0.5
	v_mov_b32_e32 v39, 0
	v_add_f32_e64 v47, s8, s6
	v_add_f32_e64 v48, s9, s7
	v_add_f32_e64 v49, s10, s12
	v_mov_b32_e32 v40, 0
	s_getpc_b64 s[28:29]
	s_add_u32 s28, s28, any_hit@rel32@lo+4
	s_addc_u32 s29, s29, any_hit@rel32@hi+12
	s_getpc_b64 s[34:35]
	s_add_u32 s34, s34, sphere_intersection@rel32@lo+4
	s_addc_u32 s35, s35, sphere_intersection@rel32@hi+12
	s_mov_b32 s12, 0x19660d
	s_mov_b32 s14, 0x3c6ef35f
	s_mov_b32 s33, 0xffffff
	s_brev_b32 s58, 44
	s_getpc_b64 s[36:37]
	s_add_u32 s36, s36, closest_hit_sphere@rel32@lo+4
	s_addc_u32 s37, s37, closest_hit_sphere@rel32@hi+12
	s_mov_b32 s59, 0x33800000
	s_mov_b32 s60, 0x3c23d70a
	s_mov_b32 s61, 0x3f666666
	s_getpc_b64 s[38:39]
	s_add_u32 s38, s38, closest_hit_triangle@rel32@lo+4
	s_addc_u32 s39, s39, closest_hit_triangle@rel32@hi+12
	s_getpc_b64 s[40:41]
	s_add_u32 s40, s40, miss@rel32@lo+4
	s_addc_u32 s41, s41, miss@rel32@hi+12
	s_branch .LBB5_6
.LBB5_5:                                ; %.loopexit
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s44
	v_add_f32_e32 v39, v39, v26
	v_add_f32_e32 v40, v40, v27
	v_add_f32_e32 v41, v41, v28
	s_add_i32 s51, s51, 1
	s_cmp_eq_u32 s51, s13
	s_cbranch_scc1 .LBB5_68
.LBB5_6:                                ; =>This Loop Header: Depth=1
                                        ;     Child Loop BB5_7 Depth 2
                                        ;     Child Loop BB5_11 Depth 2
                                        ;     Child Loop BB5_39 Depth 2
                                        ;       Child Loop BB5_40 Depth 3
                                        ;       Child Loop BB5_44 Depth 3
	global_load_dword v0, v[35:36], off offset:44
	s_mul_i32 s4, s11, s12
	s_mov_b32 s6, 0
	s_add_i32 s4, s4, s14
	s_mul_i32 s5, s4, s12
	.p2align	6
.LBB5_7:                                ;   Parent Loop BB5_6 Depth=1
                                        ; =>  This Inner Loop Header: Depth=2
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v0, v0, s12
	v_add_nc_u32_e32 v1, s14, v0
	v_mul_lo_u32 v0, v1, s12
	v_and_b32_e32 v1, s33, v1
	v_cvt_f32_u32_e32 v1, v1
	v_add_nc_u32_e32 v0, s14, v0
	v_mul_f32_e32 v1, s58, v1
	v_and_b32_e32 v2, s33, v0
	v_cvt_f32_u32_e32 v2, v2
	v_mul_f32_e32 v3, s58, v2
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
	s_add_i32 s11, s5, s14
	s_and_b32 s4, s4, s33
	s_and_b32 s5, s11, s33
	v_cvt_f32_u32_e32 v4, s4
	v_cvt_f32_u32_e32 v3, s5
	v_mul_f32_e32 v2, v2, v46
	v_mul_f32_e32 v1, v1, v46
	global_store_dword v[35:36], v0, off offset:44
	v_mul_f32_e32 v4, s59, v4
	v_mul_f32_e32 v3, s59, v3
	v_mul_f32_e32 v10, s21, v2
	v_mul_f32_e32 v9, s23, v1
	v_add_f32_e32 v4, v4, v43
	v_add_f32_e32 v3, v3, v42
	v_add_f32_e32 v9, s27, v9
	v_add_f32_e32 v4, v4, v4
	v_add_f32_e32 v3, v3, v3
	v_mul_f32_e32 v4, v45, v4
	v_mul_f32_e32 v3, v44, v3
	v_add_f32_e32 v4, -1.0, v4
	v_add_f32_e32 v3, -1.0, v3
	v_mul_f32_e32 v7, s16, v4
	v_mul_f32_e32 v5, s18, v3
	v_mul_f32_e32 v6, s19, v3
	v_mul_f32_e32 v8, s17, v4
	v_mul_f32_e32 v3, s53, v3
	v_mul_f32_e32 v4, s52, v4
	v_add_f32_e32 v5, v5, v47
	v_add_f32_e32 v6, v6, v48
	v_add_f32_e32 v3, v3, v49
	v_add_f32_e32 v5, v7, v5
	v_add_f32_e32 v6, v8, v6
	v_add_f32_e32 v3, v4, v3
	v_mul_f32_e32 v5, s15, v5
	v_mul_f32_e32 v6, s15, v6
	v_mul_f32_e32 v3, s15, v3
	v_sub_f32_e32 v4, v5, v2
	v_sub_f32_e32 v5, v6, v1
	v_mul_f32_e32 v8, v3, v3
	v_mul_f32_e32 v6, v4, v4
	v_mul_f32_e32 v7, v5, v5
	v_add_f32_e32 v6, v6, v7
	v_mul_f32_e32 v7, s20, v2
	v_mul_f32_e32 v2, s54, v2
	v_add_f32_e32 v6, v8, v6
	v_mul_f32_e32 v8, s22, v1
	v_mul_f32_e32 v1, s55, v1
	v_rsq_f32_e32 v6, v6
	v_add_f32_e32 v8, s26, v8
	v_add_f32_e32 v1, s57, v1
	v_add_f32_e32 v7, v7, v8
	v_add_f32_e32 v1, v2, v1
	v_mul_f32_e32 v5, v5, v6
	v_mul_f32_e32 v3, v3, v6
	v_mul_f32_e32 v4, v4, v6
	v_mul_f32_e32 v8, s22, v5
	v_mul_f32_e32 v11, s23, v5
	v_mul_f32_e32 v5, s55, v5
	v_mul_f32_e32 v12, s24, v3
	v_mul_f32_e32 v13, s25, v3
	v_mul_f32_e32 v3, s56, v3
	v_mul_f32_e32 v6, s20, v4
	v_mul_f32_e32 v14, s21, v4
	v_mul_f32_e32 v4, s54, v4
	v_add_f32_e32 v8, v8, v12
	v_add_f32_e32 v11, v11, v13
	v_add_f32_e32 v3, v5, v3
	v_add_f32_e32 v5, v10, v9
	v_add_f32_e32 v2, v6, v8
	v_add_f32_e32 v6, v14, v11
	v_add_f32_e32 v3, v4, v3
	;;#ASMSTART
	trace_ray v14, v50, v7, v5, v1, v52, v2, v6, v3, v53
	s_waitcnt vmcnt(0)
	;;#ASMEND
	;;#ASMSTART
	intersection_exit v0, v51, v14
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
	s_or_b32 exec_lo, exec_lo, s45
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
	s_mov_b32 s44, 0
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
	s_xor_b32 s45, exec_lo, s5
	s_cbranch_execz .LBB5_15
; %bb.12:                               ; %LeafBlock340
                                        ;   in Loop: Header=BB5_11 Depth=2
	v_cmp_eq_u32_e32 vcc_lo, 1, v0
	s_mov_b32 s4, -1
	s_and_saveexec_b32 s46, vcc_lo
	s_cbranch_execz .LBB5_14
; %bb.13:                               ;   in Loop: Header=BB5_11 Depth=2
	s_swappc_b64 s[30:31], s[28:29]
	s_xor_b32 s4, exec_lo, -1
.LBB5_14:                               ; %Flow383
                                        ;   in Loop: Header=BB5_11 Depth=2
	s_or_b32 exec_lo, exec_lo, s46
	s_and_b32 s4, s4, exec_lo
                                        ; implicit-def: $vgpr0
.LBB5_15:                               ; %Flow382
                                        ;   in Loop: Header=BB5_11 Depth=2
	s_or_saveexec_b32 s5, s45
	s_xor_b32 exec_lo, exec_lo, s5
; %bb.16:                               ; %LeafBlock
                                        ;   in Loop: Header=BB5_11 Depth=2
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_andn2_b32 s4, s4, exec_lo
	s_mov_b32 s44, exec_lo
	s_and_b32 s6, vcc_lo, exec_lo
	s_or_b32 s4, s4, s6
; %bb.17:                               ; %Flow384
                                        ;   in Loop: Header=BB5_11 Depth=2
	s_or_b32 exec_lo, exec_lo, s5
	s_and_saveexec_b32 s5, s4
	s_xor_b32 s4, exec_lo, s5
; %bb.18:                               ; %NewDefault
                                        ;   in Loop: Header=BB5_11 Depth=2
	s_andn2_b32 s44, s44, exec_lo
; %bb.19:                               ; %Flow385
                                        ;   in Loop: Header=BB5_11 Depth=2
	s_or_b32 exec_lo, exec_lo, s4
	s_and_saveexec_b32 s45, s44
	s_cbranch_execz .LBB5_10
; %bb.20:                               ;   in Loop: Header=BB5_11 Depth=2
	s_swappc_b64 s[30:31], s[34:35]
	s_branch .LBB5_10
.LBB5_21:                               ; %Flow387
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s8
	;;#ASMSTART
	hit_geometry v0, v14
	;;#ASMEND
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_and_saveexec_b32 s4, vcc_lo
	s_xor_b32 s44, exec_lo, s4
	s_cbranch_execz .LBB5_33
; %bb.22:                               ;   in Loop: Header=BB5_6 Depth=1
	;;#ASMSTART
	get_closest_hit_shader_id v0
	;;#ASMEND
	v_cmp_lt_i32_e32 vcc_lo, 0, v0
	s_mov_b32 s45, 0
	s_mov_b32 s4, 0
	s_and_saveexec_b32 s5, vcc_lo
	s_xor_b32 s46, exec_lo, s5
	s_cbranch_execz .LBB5_26
; %bb.23:                               ; %LeafBlock345
                                        ;   in Loop: Header=BB5_6 Depth=1
	v_cmp_eq_u32_e32 vcc_lo, 1, v0
	s_mov_b32 s4, -1
	s_and_saveexec_b32 s47, vcc_lo
	s_cbranch_execz .LBB5_25
; %bb.24:                               ;   in Loop: Header=BB5_6 Depth=1
	s_swappc_b64 s[30:31], s[36:37]
	s_xor_b32 s4, exec_lo, -1
.LBB5_25:                               ; %Flow377
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s47
	s_and_b32 s4, s4, exec_lo
                                        ; implicit-def: $vgpr0
.LBB5_26:                               ; %Flow376
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_saveexec_b32 s5, s46
	s_xor_b32 exec_lo, exec_lo, s5
; %bb.27:                               ; %LeafBlock343
                                        ;   in Loop: Header=BB5_6 Depth=1
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_andn2_b32 s4, s4, exec_lo
	s_mov_b32 s45, exec_lo
	s_and_b32 s6, vcc_lo, exec_lo
	s_or_b32 s4, s4, s6
; %bb.28:                               ; %Flow378
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s5
	s_and_saveexec_b32 s5, s4
	s_xor_b32 s4, exec_lo, s5
; %bb.29:                               ; %NewDefault342
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_andn2_b32 s45, s45, exec_lo
; %bb.30:                               ; %Flow379
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s4
	s_and_saveexec_b32 s46, s45
	s_cbranch_execz .LBB5_32
; %bb.31:                               ;   in Loop: Header=BB5_6 Depth=1
	s_swappc_b64 s[30:31], s[38:39]
.LBB5_32:                               ; %Flow380
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s46
.LBB5_33:                               ; %Flow381
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_saveexec_b32 s6, s44
	s_xor_b32 exec_lo, exec_lo, s6
	s_cbranch_execz .LBB5_35
; %bb.34:                               ;   in Loop: Header=BB5_6 Depth=1
	s_swappc_b64 s[30:31], s[40:41]
.LBB5_35:                               ; %trace.exit
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_or_b32 exec_lo, exec_lo, s6
	;;#ASMSTART
	end_trace_ray
	;;#ASMEND
	global_load_dwordx4 v[26:29], v[35:36], off
	s_waitcnt vmcnt(0)
	v_cmp_ngt_f32_e32 vcc_lo, 0, v29
	s_and_saveexec_b32 s44, vcc_lo
	s_cbranch_execz .LBB5_5
; %bb.36:                               ;   in Loop: Header=BB5_6 Depth=1
	s_load_dword s45, s[42:43], 0x128
	s_waitcnt lgkmcnt(0)
	s_cmp_eq_u32 s45, 0
	s_cbranch_scc1 .LBB5_5
; %bb.37:                               ; %.lr.ph.preheader
                                        ;   in Loop: Header=BB5_6 Depth=1
	s_clause 0x1
	global_load_dwordx3 v[29:31], v[35:36], off offset:16
	global_load_dwordx3 v[32:34], v[35:36], off offset:32
	s_mov_b32 s46, 0
	s_branch .LBB5_39
.LBB5_38:                               ; %trace.exit224
                                        ;   in Loop: Header=BB5_39 Depth=2
	s_or_b32 exec_lo, exec_lo, s6
	;;#ASMSTART
	end_trace_ray
	;;#ASMEND
	global_load_dword v0, v[35:36], off offset:12
	v_mul_f32_e32 v1, s61, v26
	v_mul_f32_e32 v2, s61, v27
	s_add_i32 s46, s46, 1
	s_cmp_lg_u32 s46, s45
	s_waitcnt vmcnt(0)
	v_cmp_lt_f32_e32 vcc_lo, 0, v0
	v_mul_f32_e32 v0, s61, v28
	v_cndmask_b32_e32 v26, v26, v1, vcc_lo
	v_cndmask_b32_e32 v27, v27, v2, vcc_lo
	v_cndmask_b32_e32 v28, v28, v0, vcc_lo
	s_cbranch_scc0 .LBB5_5
.LBB5_39:                               ; %.lr.ph
                                        ;   Parent Loop BB5_6 Depth=1
                                        ; =>  This Loop Header: Depth=2
                                        ;       Child Loop BB5_40 Depth 3
                                        ;       Child Loop BB5_44 Depth 3
	global_load_dword v0, v[35:36], off offset:44
	s_mov_b32 s4, 0
	.p2align	6
.LBB5_40:                               ;   Parent Loop BB5_6 Depth=1
                                        ;     Parent Loop BB5_39 Depth=2
                                        ; =>    This Inner Loop Header: Depth=3
	s_waitcnt vmcnt(0)
	v_mul_lo_u32 v0, v0, s12
	v_add_nc_u32_e32 v0, s14, v0
	v_mul_lo_u32 v1, v0, s12
	v_and_b32_e32 v3, s33, v0
	v_add_nc_u32_e32 v1, s14, v1
	v_mul_lo_u32 v2, v1, s12
	v_and_b32_e32 v1, s33, v1
	v_cvt_f32_u32_e32 v1, v1
	v_add_nc_u32_e32 v0, s14, v2
	v_cvt_f32_u32_e32 v2, v3
	v_mul_f32_e32 v1, s58, v1
	v_and_b32_e32 v3, s33, v0
	v_mul_f32_e32 v2, s58, v2
	v_add_f32_e32 v1, -1.0, v1
	v_cvt_f32_u32_e32 v3, v3
	v_add_f32_e32 v2, -1.0, v2
	v_mul_f32_e32 v5, v1, v1
	v_mul_f32_e32 v3, s58, v3
	v_mul_f32_e32 v4, v2, v2
	v_add_f32_e32 v3, -1.0, v3
	v_add_f32_e32 v4, v4, v5
	v_mul_f32_e32 v5, v3, v3
	v_add_f32_e32 v4, v4, v5
	v_cmp_gt_f32_e32 vcc_lo, 1.0, v4
	s_or_b32 s4, vcc_lo, s4
	s_andn2_b32 exec_lo, exec_lo, s4
	s_cbranch_execnz .LBB5_40
; %bb.41:                               ; %random_in_unit_sphere.exit
                                        ;   in Loop: Header=BB5_39 Depth=2
	s_or_b32 exec_lo, exec_lo, s4
	v_rsq_f32_e32 v4, v4
	global_store_dword v[35:36], v0, off offset:44
	v_mul_f32_e32 v2, v2, v4
	v_mul_f32_e32 v1, v1, v4
	v_mul_f32_e32 v3, v3, v4
	v_mul_f32_e32 v4, v32, v2
	v_mul_f32_e32 v5, v33, v1
	v_mul_f32_e32 v6, v34, v3
	v_add_f32_e32 v4, v4, v5
	v_add_f32_e32 v4, v6, v4
	v_cmp_lt_f32_e32 vcc_lo, 0, v4
	v_cndmask_b32_e64 v2, -v2, v2, vcc_lo
	v_cndmask_b32_e64 v1, -v1, v1, vcc_lo
	v_cndmask_b32_e64 v3, -v3, v3, vcc_lo
	v_mul_f32_e32 v4, s60, v2
	v_mul_f32_e32 v5, s60, v1
	v_mul_f32_e32 v6, s60, v3
	v_add_f32_e32 v4, v29, v4
	v_add_f32_e32 v5, v30, v5
	v_add_f32_e32 v6, v31, v6
	;;#ASMSTART
	trace_ray v14, v54, v4, v5, v6, v52, v2, v1, v3, v55
	s_waitcnt vmcnt(0)
	;;#ASMEND
	;;#ASMSTART
	intersection_exit v0, v51, v14
	;;#ASMEND
	v_cmp_eq_u32_e32 vcc_lo, 0, v0
	s_and_saveexec_b32 s8, vcc_lo
	s_cbranch_execz .LBB5_54
; %bb.42:                               ; %.lr.ph.i222.preheader
                                        ;   in Loop: Header=BB5_39 Depth=2
	s_mov_b32 s9, 1
	s_mov_b32 s10, 0
	s_branch .LBB5_44
.LBB5_43:                               ;   in Loop: Header=BB5_44 Depth=3
	s_or_b32 exec_lo, exec_lo, s48
	v_mov_b32_e32 v0, s9
	;;#ASMSTART
	intersection_exit v0, v0, v14
	;;#ASMEND
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_add_i32 s9, s9, 1
	s_or_b32 s10, vcc_lo, s10
	s_andn2_b32 exec_lo, exec_lo, s10
	s_cbranch_execz .LBB5_54
.LBB5_44:                               ; %.lr.ph.i222
                                        ;   Parent Loop BB5_6 Depth=1
                                        ;     Parent Loop BB5_39 Depth=2
                                        ; =>    This Inner Loop Header: Depth=3
	s_add_i32 s4, s9, -1
	s_mov_b32 s47, 0
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
	s_xor_b32 s48, exec_lo, s5
	s_cbranch_execz .LBB5_48
; %bb.45:                               ; %LeafBlock352
                                        ;   in Loop: Header=BB5_44 Depth=3
	v_cmp_eq_u32_e32 vcc_lo, 1, v0
	s_mov_b32 s4, -1
	s_and_saveexec_b32 s49, vcc_lo
	s_cbranch_execz .LBB5_47
; %bb.46:                               ;   in Loop: Header=BB5_44 Depth=3
	s_swappc_b64 s[30:31], s[28:29]
	s_xor_b32 s4, exec_lo, -1
.LBB5_47:                               ; %Flow369
                                        ;   in Loop: Header=BB5_44 Depth=3
	s_or_b32 exec_lo, exec_lo, s49
	s_and_b32 s4, s4, exec_lo
                                        ; implicit-def: $vgpr0
.LBB5_48:                               ; %Flow368
                                        ;   in Loop: Header=BB5_44 Depth=3
	s_or_saveexec_b32 s5, s48
	s_xor_b32 exec_lo, exec_lo, s5
; %bb.49:                               ; %LeafBlock350
                                        ;   in Loop: Header=BB5_44 Depth=3
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_andn2_b32 s4, s4, exec_lo
	s_mov_b32 s47, exec_lo
	s_and_b32 s6, vcc_lo, exec_lo
	s_or_b32 s4, s4, s6
; %bb.50:                               ; %Flow370
                                        ;   in Loop: Header=BB5_44 Depth=3
	s_or_b32 exec_lo, exec_lo, s5
	s_and_saveexec_b32 s5, s4
	s_xor_b32 s4, exec_lo, s5
; %bb.51:                               ; %NewDefault349
                                        ;   in Loop: Header=BB5_44 Depth=3
	s_andn2_b32 s47, s47, exec_lo
; %bb.52:                               ; %Flow371
                                        ;   in Loop: Header=BB5_44 Depth=3
	s_or_b32 exec_lo, exec_lo, s4
	s_and_saveexec_b32 s48, s47
	s_cbranch_execz .LBB5_43
; %bb.53:                               ;   in Loop: Header=BB5_44 Depth=3
	s_swappc_b64 s[30:31], s[34:35]
	s_branch .LBB5_43
.LBB5_54:                               ; %Flow373
                                        ;   in Loop: Header=BB5_39 Depth=2
	s_or_b32 exec_lo, exec_lo, s8
	;;#ASMSTART
	hit_geometry v0, v14
	;;#ASMEND
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_and_saveexec_b32 s4, vcc_lo
	s_xor_b32 s47, exec_lo, s4
	s_cbranch_execz .LBB5_66
; %bb.55:                               ;   in Loop: Header=BB5_39 Depth=2
	;;#ASMSTART
	get_closest_hit_shader_id v0
	;;#ASMEND
	v_cmp_lt_i32_e32 vcc_lo, 0, v0
	s_mov_b32 s48, 0
	s_mov_b32 s4, 0
	s_and_saveexec_b32 s5, vcc_lo
	s_xor_b32 s49, exec_lo, s5
	s_cbranch_execz .LBB5_59
; %bb.56:                               ; %LeafBlock359
                                        ;   in Loop: Header=BB5_39 Depth=2
	v_cmp_eq_u32_e32 vcc_lo, 1, v0
	s_mov_b32 s4, -1
	s_and_saveexec_b32 s50, vcc_lo
	s_cbranch_execz .LBB5_58
; %bb.57:                               ;   in Loop: Header=BB5_39 Depth=2
	s_swappc_b64 s[30:31], s[36:37]
	s_xor_b32 s4, exec_lo, -1
.LBB5_58:                               ; %Flow363
                                        ;   in Loop: Header=BB5_39 Depth=2
	s_or_b32 exec_lo, exec_lo, s50
	s_and_b32 s4, s4, exec_lo
                                        ; implicit-def: $vgpr0
.LBB5_59:                               ; %Flow
                                        ;   in Loop: Header=BB5_39 Depth=2
	s_or_saveexec_b32 s5, s49
	s_xor_b32 exec_lo, exec_lo, s5
; %bb.60:                               ; %LeafBlock357
                                        ;   in Loop: Header=BB5_39 Depth=2
	v_cmp_ne_u32_e32 vcc_lo, 0, v0
	s_andn2_b32 s4, s4, exec_lo
	s_mov_b32 s48, exec_lo
	s_and_b32 s6, vcc_lo, exec_lo
	s_or_b32 s4, s4, s6
; %bb.61:                               ; %Flow364
                                        ;   in Loop: Header=BB5_39 Depth=2
	s_or_b32 exec_lo, exec_lo, s5
	s_and_saveexec_b32 s5, s4
	s_xor_b32 s4, exec_lo, s5
; %bb.62:                               ; %NewDefault356
                                        ;   in Loop: Header=BB5_39 Depth=2
	s_andn2_b32 s48, s48, exec_lo
; %bb.63:                               ; %Flow365
                                        ;   in Loop: Header=BB5_39 Depth=2
	s_or_b32 exec_lo, exec_lo, s4
	s_and_saveexec_b32 s49, s48
	s_cbranch_execz .LBB5_65
; %bb.64:                               ;   in Loop: Header=BB5_39 Depth=2
	s_swappc_b64 s[30:31], s[38:39]
.LBB5_65:                               ; %Flow366
                                        ;   in Loop: Header=BB5_39 Depth=2
	s_or_b32 exec_lo, exec_lo, s49
.LBB5_66:                               ; %Flow367
                                        ;   in Loop: Header=BB5_39 Depth=2
	s_or_saveexec_b32 s6, s47
	s_xor_b32 exec_lo, exec_lo, s6
	s_cbranch_execz .LBB5_38
; %bb.67:                               ;   in Loop: Header=BB5_39 Depth=2
	s_swappc_b64 s[30:31], s[40:41]
	s_branch .LBB5_38
.LBB5_68:                               ; %Flow388
	s_load_dword s4, s[42:43], 0x11c
	v_mov_b32_e32 v3, 0
	;;#ASMSTART
	image_store 1, v37, v38, v39, v40, v41, v3
	s_waitcnt_vscnt null, 0x0
	;;#ASMEND
	s_waitcnt lgkmcnt(0)
	v_cvt_f32_u32_e32 v0, s4
	v_rcp_iflag_f32_e32 v0, v0
	v_mul_f32_e32 v1, v39, v0
	v_mul_f32_e32 v2, v40, v0
	v_mul_f32_e32 v0, v41, v0
	v_sqrt_f32_e32 v1, v1
	v_sqrt_f32_e32 v2, v2
	v_sqrt_f32_e32 v0, v0
	;;#ASMSTART
	image_store 2, v37, v38, v1, v2, v0, v3
	s_waitcnt_vscnt null, 0x0
	;;#ASMEND
.LBB5_69:
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
		.amdhsa_next_free_vgpr 56
		.amdhsa_next_free_sgpr 62
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
; codeLenInByte = 4792
; NumSgprs: 64
; NumVgprs: 56
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 7
; VGPRBlocks: 6
; NumSGPRsForWavesPerEU: 64
; NumVGPRsForWavesPerEU: 56
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
    .sgpr_count:     64
    .sgpr_spill_count: 0
    .symbol:         raygen.kd
    .vgpr_count:     56
    .vgpr_spill_count: 0
    .wavefront_size: 32
amdhsa.target:   amdgcn-amd-amdhsa--gfx1030
amdhsa.version:
  - 1
  - 1
...

	.end_amdgpu_metadata
