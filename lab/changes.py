"""Changes of one parameter that comparisons are evaluated on: none of them is one that constants were fitted to
(calibration/gpus). Parts that hardly matter are among them, as are changes for the worse."""

CHANGES = {
    "mobile_soc": [
        "rt.max_warps=3", "rt.max_warps=5", "rt.mshrs=40", "rt.mshrs=96", "rt.box_units=2", "rt.triangle_units=2",
        "rt.stack_entries=8", "rt.hit_latency=10", "ldst.l1_latency=32", "l1d.ways=224", "l1d.ways=384", "l1d.mshrs=128",
        "l1d.miss_queue=8", "l2.sets=128", "l2.ways=14", "l2.rop_cycles=200", "dram_MHz=3200.0", "core_MHz=1500.0", "icnt_MHz=1200.0",
        "sm.ctas=12",
    ],
    "rtx2060": [
        "rt.max_warps=5", "rt.max_warps=6", "rt.mshrs=48", "rt.mshrs=128", "rt.box_units=1", "rt.triangle_units=2",
        "rt.stack_entries=8", "rt.hit_latency=30", "ldst.l1_latency=28", "l1d.ways=448", "l1d.ways=640", "l1d.miss_queue=8",
        "l2.ways=12", "l2.ways=20", "l2.rop_cycles=120", "l2_MHz=1500.0", "dram_MHz=4000.0", "core_MHz=1250.0", "icnt_MHz=1600.0",
        "rt.request_B=32",
    ],
}
