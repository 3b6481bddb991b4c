#!/bin/sh
# What `cmake --install --prefix` brings works from any folder, without root: a user who is not root installs it to a
# prefix with spaces in its name, moves it, and has from the module file what finds the program, its page and its library.
# Shards of a study run and merge, and the example builds against header, library and pkg-config file and runs.
#   install.sh SOURCE BUILD COMPILER [COMPILER'S OPTIONS]
set -eu
source=${1:?source folder}
build=${2:?build folder}
compiler=${3:?C compiler}
shift 3
command -v pkg-config >/dev/null || {
    echo "pkg-config is missing" >&2
    exit "${TEST_NO_TOOL:-77}"
}
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
chmod 755 "$top"
mkdir "$top/a prefix of mine"

# Root becomes somebody else, where that one can read the build.
user() { "$@"; }
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    user() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
    chown 65534:65534 "$top/a prefix of mine"
    user test -r "$build/cmake_install.cmake" && user test -x "$build/diorama" || user() { "$@"; }
fi
cd "$top/a prefix of mine"
# A user's build is their own; this one's list of what was installed is put elsewhere.
sed "s|^\( *file(WRITE \)\"$build/|\1\"$PWD/|" "$build/cmake_install.cmake" >"$top/install.cmake"
user cmake -DCMAKE_INSTALL_PREFIX="$PWD/there" -P "$top/install.cmake" >/dev/null
user mv there here
prefix=$PWD/here
test -z "$(find "$prefix" ! -user "$(user id -u)")"

# Of the module file: "prepend-path NAME $prefix/FOLDER".
unset MANPATH
module=$(find "$prefix/share/modulefiles/diorama" -type f)
prepended=0
while read -r verb name folder; do
    [ "$verb" = prepend-path ] || continue
    folder="$prefix/${folder#\$prefix/}"
    test -d "$folder"
    eval "export $name=\"\$folder:\${$name:-}\""
    prepended=$((prepended + 1))
done <"$module"
test "$prepended" = 3
grep -q 'file dirname .ModulesCurrentModulefile. \.\. \.\. \.\.' "$module"
test "$(cd "$(dirname "$module")/../../.." && pwd)" = "$prefix"
test "$(command -v diorama)" = "$prefix/bin/diorama"
test -s "$(find "$(echo "$MANPATH" | cut -d: -f1)" -name 'diorama.1*')"
eval "found=$(pkg-config --variable=prefix diorama)" # what it says is quoted for a shell
test "$(cd "$found" && pwd -P)" = "$(cd "$prefix" && pwd -P)"

# Completion, as bash loads it; the archive, which whoever links with it need not optimise.
test -s here/share/zsh/site-functions/_diorama
completes() { # WORD... EXPECTED: what completes the last word
    bash -c '. here/share/bash-completion/completions/diorama
        COMP_WORDS=(diorama "${@:1:$#-1}"); COMP_CWORD=$(($# - 1)); _diorama
        printf "%s\n" "${COMPREPLY[@]}" | grep -qxe "${@: -1}"' - "$@"
}
completes pred predict
completes predict --target --target-error
completes simulate --model gats gatsim
completes help swe sweep
completes simulate week weekend
completes sweep -g rtx2 rtx2060
! grep -qa gnu.lto "$(find here -name libdiorama.a)"

user cp here/share/diorama/scenes/builtin/lonely.scene here/share/diorama/scenes/builtin/beside.scene
diorama scenes --json | grep -q '"beside"'
diorama run saxpy -g tiny --size 40 -q | grep -q 'checked  40 results'
diorama render lonely -W 4 -H 4 --isa rdna2 -o p.png -q
diorama render lonely -W 4 -H 4 --shaders sim/shaders/vulkansim/shadow -o p.png -q
(cd "$build/data" && find sim -type f) | (cd here/share/diorama && xargs ls) >/dev/null
study() { user diorama sweep lonely -g tiny -W 16 -H 16 -s 1 -q -p 20,40 -o r.db "$@"; }
study --shard 1/2 >/dev/null
study --shard 2/2 >/dev/null
user diorama merge r.db.shards -o r.db | grep -q ' 2 points, 2 done'
study --submit slurm --tasks 2 --dry-run | grep -q "^'$prefix/bin/diorama' merge "
user diorama report -q r.db >/dev/null
test -s r.db.html

eval "set -- \"\$@\" \"\$source/docs/examples/predict.c\" $(pkg-config --cflags --libs diorama)"
"$compiler" "$@" -o predict
DIORAMA_DATA=$prefix/share/diorama ./predict beside tiny width 32 height 4 samples 1 | grep -q '^ipc '
