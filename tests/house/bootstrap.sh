#!/bin/sh
# scripts/bootstrap asks for the packages of its lists, to the last one, and installs none that is there.
#   bootstrap.sh SOURCE
set -eu
bootstrap=${1:?source folder}/scripts/bootstrap
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ASKED="$folder/asked"
cat >"$folder/dpkg-query" <<'END'
#!/bin/sh
for package; do :; done
echo "$package" >>"$ASKED"
echo installed
END
chmod +x "$folder/dpkg-query"

fail() {
    echo "bootstrap $*" >&2
    exit 1
}

# The package of the last line; options.
ends_with() {
    last=$1
    shift
    : >"$ASKED"
    PATH="$folder:$PATH" sh "$bootstrap" "$@" || fail "$*: status $?"
    [ "$(tail -n 1 "$ASKED")" = "$last" ] || fail "$*: $(tail -n 1 "$ASKED") is last, not $last"
    if grep -vx '[a-z0-9.+-]*' "$ASKED"; then fail "$*: that is no package"; fi
}

ends_with gnuplot-nox
ends_with git --test
ends_with valgrind --all
ends_with gcovr --developer
if PATH="$folder:$PATH" sh "$bootstrap" --nonsense 2>/dev/null; then fail "--nonsense: taken"; fi
