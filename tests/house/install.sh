#!/bin/sh
# What `cmake --install --prefix` brings works from any folder, without root: the program finds its
# data beside itself, shards of a study run and merge, and the example builds against header, library and pkg-config file and runs.
#   install.sh SOURCE BUILD COMPILER [COMPILER'S OPTIONS]
set -eu
source=${1:?source folder}
build=${2:?build folder}
compiler=${3:?C compiler}
shift 3
command -v pkg-config >/dev/null || {
    echo "pkg-config is missing" >&2
    exit 77
}
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$build" --prefix "$prefix/there" >/dev/null
mv "$prefix/there" "$prefix/here"
cd "$prefix/here"
export PKG_CONFIG_PATH="$(dirname "$(find "$PWD" -name diorama.pc)")"
test "$(cd "$(pkg-config --variable=prefix diorama)" && pwd -P)" = "$(pwd -P)"
cp share/diorama/scenes/builtin/lonely.scene share/diorama/scenes/builtin/beside.scene
bin/diorama scenes --json | grep -q '"beside"'
bin/diorama run saxpy -g tiny --size 40 -q | grep -q 'checked  40 results'
study='lonely -g tiny -W 16 -H 16 -s 1 -q -p 20,40 -o r.db'
# shellcheck disable=SC2086
bin/diorama sweep $study --shard 1/2 >/dev/null && bin/diorama sweep $study --shard 2/2 >/dev/null
bin/diorama merge r.db.shards -o r.db | grep -q ' 2 points, 2 done'
grep -q 'prepend-path PATH .prefix/bin' share/modulefiles/diorama/*
# shellcheck disable=SC2046
"$compiler" "$@" "$source/docs/examples/predict.c" $(pkg-config --cflags --libs diorama) -o predict
DIORAMA_DATA=$PWD/share/diorama ./predict beside tiny width 32 height 4 samples 1 | grep -q '^ipc '
