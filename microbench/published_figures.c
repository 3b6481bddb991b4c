/* The figures, by generation of GPUs; within one, from the SM to memory. If a paper is cited
 * through another work, the figure was read in that work. */
#include "microbench/published.h"

#include <stddef.h>

#define TURING "mobile_soc rtx2060"
#define AMPERE "rtx3070 rtx3060_laptop"

/* Text that explains why dependent instructions cannot be as fast as on hardware. */
#define STAGES                                                                                     \
    "a dependent instruction passes 5 stages of the model besides exec.*_latency, which is 1 or "  \
    "more: 6 cycles, and 5 + exec.*_interval of one that is longer"
#define L1_PORT                                                                                    \
    "a load takes ldst.l1_banks sectors a cycle however wide its registers are: 2 of them would "  \
    "give scalar loads what hardware gives them, and vector loads and rays half of it"
#define CONSTANT "constants are not read through a cache of their own"
#define TLB      "addresses are not translated"

const struct published_source published_sources[] = {
    {"jia", "Jia et al., Dissecting the NVIDIA Turing T4 GPU via Microbenchmarking (2019), arXiv "
            "1903.07486, as works that use its figures quote them"},
    {"arafa", "Arafa et al., Low Overhead Instruction Latency Characterization for NVIDIA GPGPUs "
              "(HPEC 2019), through PPT-GPU, hardware/ISA of Turing"},
    {"feng", "Feng, gpu-arch-microbenchmark (2021), github.com/sjfeng1999/gpu-arch-microbenchmark, "
             "README"},
    {"abdelkhalik", "Abdelkhalik et al., Demystifying the Nvidia Ampere Architecture through "
                    "Microbenchmarking and Instruction-level Analysis (HPEC 2022), arXiv "
                    "2208.11174, through PPT-GPU, hardware/ISA/Ampere.py"},
    {"huerta", "Huerta et al., Dissecting and Modeling the Architecture of Modern GPU Cores (MICRO "
               "2025), arXiv 2503.20481, as works that use its figures quote them"},
    {"accel", "Accel-Sim (Khairy et al., ISCA 2020), its micro-benchmarks' results in "
              "gpgpu-sim_distribution, SM86_RTX3070/gpgpusim.config"},
    {"tian", "YKTian, AmpereArchViaMicroBenchMark, github.com/YKTian-x2b/"
             "AmpereArchViaMicroBenchMark, README of the whole and of GlobalMem_Bandwidth_Latency"},
    {"luo", "Luo et al., Benchmarking and Dissecting the Nvidia Hopper GPU Architecture via "
            "Microbenchmarking (IPDPS 2024), arXiv 2402.13499, as works that use its figures quote "
            "them"},
    {"luo25",
     "Luo et al., Dissecting the NVIDIA Hopper Architecture through Microbenchmarking and "
     "Multiple Level Analysis (2025), arXiv 2501.12084, as works that use its figures quote "
     "them"},
    {"dewing", "Dewing, AI_kernels, github.com/markdewing/AI_kernels, latency/README.md"},
    {"best", "NVIDIA, CUDA C++ Best Practices Guide, throughput of native arithmetic instructions"},
    {"forum", "NVIDIA developer forum, thread 309713, on the pipes of GA10x"},
    {"clpeak", "clpeak, github.com/krrishnarraj/clpeak, issue 101"},
    {"cc", "Chips and Cheese, Measuring GPU Memory Latency (2021), through BitHardware, Graphics "
           "Card VRAM Latency Performance Analysis"},
    {"llvm", "LLVM, lib/Target/AMDGPU/SISchedule.td, GFX10SpeedModel"},
    {NULL, NULL},
};

const struct published_figure published_figures[] = {
    {TURING, "FADD, dependent", "T4", 4, "cycles", "latency.fp_add", PUBLISHED_AS_IS, "jia",
     "Table 4.1", STAGES},
    {TURING, "FMUL, dependent", "T4", 4, "cycles", "latency.fp_mul", PUBLISHED_AS_IS, "jia",
     "Table 4.1", STAGES},
    {TURING, "FFMA, dependent", "T4", 4, "cycles", "latency.fp_mad", PUBLISHED_AS_IS, "jia",
     "Table 4.1", STAGES},
    {TURING, "IADD3, dependent", "T4", 4, "cycles", "latency.int_add", PUBLISHED_AS_IS, "jia",
     "Table 4.1", STAGES},
    {TURING, "IMAD, dependent", "T4", 5, "cycles", "latency.int_mad", PUBLISHED_AS_IS, "jia",
     "Table 4.1", STAGES},
    {TURING, "MUFU, dependent", "T4", 15, "cycles", "latency.sfu", PUBLISHED_AS_IS, "jia",
     "Table 4.1", ""},
    {TURING, "double precision, dependent", "TITAN RTX", 45, "cycles", "latency.dp_add",
     PUBLISHED_AS_IS, "arafa", "dALU", ""},
    {TURING, "shared memory, pointer chase", "RTX 2070", 23, "cycles", "shared.latency",
     PUBLISHED_AS_IS, "feng", "Latency", ""},
    {TURING, "L1 hit, pointer chase", "RTX 2070", 32, "cycles", "chase.l1_hit", PUBLISHED_AS_IS,
     "feng", "Latency", ""},
    {TURING, "L2 hit, pointer chase", "RTX 2070", 236, "cycles", "chase.l2_hit", PUBLISHED_AS_IS,
     "feng", "Latency", ""},
    {TURING, "DRAM, TLB hit, pointer chase", "RTX 2070", 472, "cycles", "chase.dram_row_miss",
     PUBLISHED_AS_IS, "feng", "Latency, TLB", ""},
    {TURING, "DRAM reads, share of the pins'", "RTX 2070", 87.5, "%", "stream.dram_read",
     PUBLISHED_OF_BUS, "feng", "LDG.128: 391.83 of 448 GB/s", "DRAM is not refreshed"},
    {TURING, "DRAM, share of the pins'", "T4", 68.8, "%", "stream.dram_read", PUBLISHED_OF_BUS,
     "jia", "220 of 320 GB/s", "DRAM is not refreshed, and has no error correction"},
    {TURING, "constant cache, first level", "RTX 2070", 4, "cycles", NULL, PUBLISHED_AS_IS, "feng",
     "Latency", CONSTANT},
    {TURING, "constant cache, second level", "RTX 2070", 62, "cycles", NULL, PUBLISHED_AS_IS,
     "feng", "Latency", CONSTANT},
    {TURING, "DRAM, TLB miss, pointer chase", "RTX 2070", 1100, "cycles", NULL, PUBLISHED_AS_IS,
     "feng", "Latency, 1000 to 1200", TLB},
    {TURING, "uniform datapath, dependent", "TITAN RTX", 2, "cycles", NULL, PUBLISHED_AS_IS,
     "arafa", "Uniform", "PTX has no uniform instructions"},

    {AMPERE, "FP32, dependent", "A100", 4, "cycles", "latency.fp_add", PUBLISHED_AS_IS,
     "abdelkhalik", "fALU", STAGES},
    {AMPERE, "FP32 fused, dependent", "A100", 4, "cycles", "latency.fp_mad", PUBLISHED_AS_IS,
     "abdelkhalik", "fALU", STAGES},
    {AMPERE, "integer, dependent", "A100", 4, "cycles", "latency.int_add", PUBLISHED_AS_IS,
     "abdelkhalik", "iALU", STAGES},
    {AMPERE, "IMAD, dependent", "RTX A6000", 4, "cycles", "latency.int_mad", PUBLISHED_AS_IS,
     "huerta", "ALU latency of GA102", STAGES},
    {AMPERE, "FFMA", "GA10x", 128, "lanes/cycle", "throughput.fp_mad", PUBLISHED_LANES, "forum",
     "4 instructions per SM and cycle", ""},
    {AMPERE, "IMAD", "GA10x", 64, "lanes/cycle", "throughput.int_mad", PUBLISHED_LANES, "forum",
     "2 instructions per SM and cycle", ""},
    {"rtx3070", "special functions, dependent", "RTX 3070", 21, "cycles", "latency.sfu",
     PUBLISHED_AS_IS, "accel", "ptx_opcode_latency_sfu", ""},
    {"rtx3070", "double precision, dependent", "RTX 3070", 64, "cycles", "latency.dp_add",
     PUBLISHED_AS_IS, "accel", "ptx_opcode_latency_dp", ""},
    {"rtx3070", "shared memory, pointer chase", "RTX 3070", 29, "cycles", "shared.latency",
     PUBLISHED_AS_IS, "accel", "gpgpu_smem_latency", ""},
    {"rtx3070", "L1 hit, pointer chase", "RTX 3070", 39, "cycles", "chase.l1_hit", PUBLISHED_AS_IS,
     "accel", "gpgpu_l1_latency", ""},
    {"rtx3070", "L2 hit, pointer chase", "RTX 3070", 226, "cycles", "chase.l2_hit", PUBLISHED_AS_IS,
     "accel", "gpgpu_l1_latency + gpgpu_l2_rop_latency, their difference", ""},
    {"rtx3070", "DRAM, pointer chase", "RTX 3070", 480, "cycles", "chase.dram_row_hit",
     PUBLISHED_AS_IS, "accel", "the same + dram_latency, the difference of DRAM and L2", ""},
    {AMPERE, "shared memory, pointer chase", "RTX 3060 Laptop", 23, "cycles", "shared.latency",
     PUBLISHED_AS_IS, "tian", "1.1", ""},
    {AMPERE, "L1 hit, pointer chase", "RTX 3060 Laptop", 33, "cycles", "chase.l1_hit",
     PUBLISHED_AS_IS, "tian", "1.1", ""},
    {AMPERE, "L2 hit, pointer chase", "RTX 3060 Laptop", 219, "cycles", "chase.l2_hit",
     PUBLISHED_AS_IS, "tian", "1.1", ""},
    {AMPERE, "DRAM, TLB hit, pointer chase", "RTX 3060 Laptop", 521, "cycles", "chase.dram_row_hit",
     PUBLISHED_AS_IS, "tian", "median of its runs over 50 loads, 516 to 530", ""},
    {AMPERE, "L1 bandwidth of an SM", "RTX 3060 Laptop", 65.3, "B/cycle", "l1_bandwidth.sector",
     PUBLISHED_SECTORS, "tian", "1.1, which doubts it: above the 64 it expects of scalar loads",
     L1_PORT},
    {AMPERE, "shared memory bandwidth of an SM", "RTX 3060 Laptop", 114.2, "B/cycle",
     "shared.load_stride_1", PUBLISHED_WARP_BYTES, "tian", "1.1, 194.2 GB/s at 1.7 GHz", ""},
    {"rtx3060_laptop", "L2 bandwidth", "RTX 3060 Laptop", 1276.2, "GB/s", "stream.l2",
     PUBLISHED_AS_IS, "tian", "1.1", ""},
    {AMPERE, "DRAM reads, share of the pins'", "RTX 3060 Laptop", 97.4, "%", "stream.dram_read",
     PUBLISHED_OF_BUS, "tian", "1.1, 327.2 of 336 GB/s", ""},
    {AMPERE, "constant cache, first level", "RTX 3060 Laptop", 4, "cycles", NULL, PUBLISHED_AS_IS,
     "tian", "2.3", CONSTANT},
    {AMPERE, "DRAM, TLB miss, pointer chase", "RTX 3060 Laptop", 882, "cycles", NULL,
     PUBLISHED_AS_IS, "tian", "2.3", TLB},
    {AMPERE, "store to shared memory", "A100", 19, "cycles", NULL, PUBLISHED_AS_IS, "abdelkhalik",
     "shared_mem_st", "a store has no result that another instruction could wait for"},

    {"rtx4090", "FFMA", "Ada", 128, "lanes/cycle", "throughput.fp_mad", PUBLISHED_LANES, "best",
     "compute capability 8.9", ""},
    {"rtx4090", "integer add of three", "Ada", 64, "lanes/cycle", "throughput.int_add",
     PUBLISHED_LANES, "best", "compute capability 8.9", ""},
    {"rtx4090", "integer multiply-add", "Ada", 64, "lanes/cycle", "throughput.int_mad",
     PUBLISHED_LANES, "best", "compute capability 8.9", ""},
    {"rtx4090", "special functions", "Ada", 16, "lanes/cycle", "throughput.sfu", PUBLISHED_LANES,
     "best", "compute capability 8.9", ""},
    {"rtx4090", "shared memory, pointer chase", "RTX 4090", 30.1, "cycles", "shared.latency",
     PUBLISHED_AS_IS, "luo", "table of memory latencies", ""},
    {"rtx4090", "L1 hit, pointer chase", "RTX 4090", 43.4, "cycles", "chase.l1_hit",
     PUBLISHED_AS_IS, "luo", "table of memory latencies", ""},
    {"rtx4090", "L2 hit, pointer chase", "RTX 4090", 273, "cycles", "chase.l2_hit", PUBLISHED_AS_IS,
     "luo", "table of memory latencies", ""},
    {"rtx4090", "DRAM, pointer chase", "RTX 4090", 541.5, "cycles", "chase.dram_row_hit",
     PUBLISHED_AS_IS, "luo", "table of memory latencies", ""},
    {"rtx4090", "L1 hit, pointer chase", "RTX 4090", 40, "cycles", "chase.l1_hit", PUBLISHED_AS_IS,
     "dewing", "Latency", ""},
    {"rtx4090", "L2 hit, pointer chase", "RTX 4090", 296, "cycles", "chase.l2_hit", PUBLISHED_AS_IS,
     "dewing", "Latency", ""},
    {"rtx4090", "DRAM, pointer chase", "RTX 4090", 636, "cycles", "chase.dram_row_hit",
     PUBLISHED_AS_IS, "dewing", "Latency", ""},
    {"rtx4090", "L1 bandwidth of an SM, scalar loads", "RTX 4090", 63.7, "B/cycle",
     "l1_bandwidth.sector", PUBLISHED_SECTORS, "luo25", "Table 5", L1_PORT},
    {"rtx4090", "shared memory bandwidth of an SM, vectors", "RTX 4090", 126.5, "B/cycle",
     "shared.load_stride_1", PUBLISHED_WARP_BYTES, "luo25", "Table 5",
     "scalar loads have 63.7 on hardware, and all of it here"},

    {"rx6800xt", "FP32 fused, dependent", "RDNA 2", 5, "cycles", "latency.fp_mad", PUBLISHED_AS_IS,
     "llvm", "WriteFloatFMA", STAGES},
    {"rx6800xt", "transcendental, dependent", "RDNA 2", 10, "cycles", "latency.sfu",
     PUBLISHED_AS_IS, "llvm", "WriteTrans32", ""},
    {"rx6800xt", "double precision, dependent", "RDNA 2", 22, "cycles", "latency.dp_mad",
     PUBLISHED_AS_IS, "llvm", "WriteDouble", ""},
    {"rx6800xt", "LDS, dependent", "RDNA 2", 20, "cycles", "shared.latency", PUBLISHED_AS_IS,
     "llvm", "WriteLDS", ""},
    {"rx6800xt", "integer multiply-add", "RX 6900 XT", 12.8, "lanes/cycle", "throughput.int_mad",
     PUBLISHED_LANES, "clpeak", "5089.61 of 25405.74: 0.2003 of the 64 lanes of a compute unit",
     ""},
    {"rx6800xt", "double precision", "RX 6900 XT", 4.06, "lanes/cycle", "throughput.dp_mad",
     PUBLISHED_LANES, "clpeak", "1609.84 of 25405.74: 0.0634 of the 64 lanes of a compute unit",
     ""},
    {"rx6800xt", "DRAM, share of the pins'", "RX 6900 XT", 97.7, "%", "stream.dram_read",
     PUBLISHED_OF_BUS, "clpeak", "float16: 500.41 of 512 GB/s", ""},
    {"rx6800xt", "Infinity Cache behind the L2", "RX 6800 XT", 20, "ns", NULL, PUBLISHED_AS_IS,
     "cc", "what it adds to the L2's latency",
     "there is no cache between the L2 and DRAM, nor one of a shader array (128 KB) before the L2"},
    {.gpus = NULL},
};
