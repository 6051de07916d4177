#!/usr/bin/env bash
# Builds the image from the Dockerfile and tests it on a machine without a Docker engine and without
# a container registry: root, Debian's packages and the npm registry are enough.
#
#   sudo tests/image/check.sh
#
#   IMAGE_CACHE   where the base image is kept between runs (default /tmp/stuntdouble-image-cache)
#   NODE_MAJOR    the Node release line of the base image (default 24)
#
# Ends with 0 when every check passed, 1 when one failed, 77 when nothing could be checked.
#
# The container is a real one (podman and crun): read-only root without a writable /tmp, no
# capabilities, no-new-privileges, seccomp, its own process and network namespace, a named volume.
# What this cannot show:
#   - the official base image. A stand-in is put together from Debian's packages and the Node binary
#     from the npm registry: the same Node, npm, C library and user, but not the same files.
#   - BuildKit and Docker Compose. buildah reads the Dockerfile; nothing reads compose.yaml.
#   - the published port. The container has a loopback interface and nothing else, requests are sent
#     from inside of it. So nothing is opened on this machine, and no port can be taken.
#   - limits of memory and processes (control groups are off), and the timer of the health check
#     (its command is run by hand).
set -euo pipefail

name=stuntdouble-image-check
limit_mb=200
node_major=${NODE_MAJOR:-24}
cache=${IMAGE_CACHE:-/tmp/stuntdouble-image-cache}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

passed=0
failed=0
ok() {
  passed=$((passed + 1))
  echo "ok - image: $1"
}
not_ok() {
  failed=$((failed + 1))
  echo "not ok - image: $1"
}
# check <what> <command...>: passes when the command does.
check() {
  local what=$1 output
  shift
  if output=$("$@" 2>&1); then
    ok "$what"
  else
    not_ok "$what"
    [[ -z $output ]] || sed 's/^/    /' <<<"$output"
  fi
}
finish() {
  echo "image: $passed passed, $failed failed"
  [[ $failed -eq 0 ]] || exit 1
  exit 0
}
skip() {
  echo "skip - image: everything: $1"
  echo "image: $passed passed, $failed failed"
  exit 77
}
say() { echo "# $1 (${SECONDS}s)"; }

# --- What is needed ------------------------------------------------------------------------------

[[ $(id -u) -eq 0 ]] || skip 'needs root'
command -v apt-get >/dev/null || skip "needs Debian's package manager"
command -v npm >/dev/null || skip 'needs npm, for the Node binary and for the settings of the registry'

# A mount namespace of its own: what is mounted or unmounted below is gone when the script ends.
if [[ ${STUNTDOUBLE_IMAGE_NAMESPACE:-} != "$$" ]]; then
  unshare --mount true 2>/dev/null || skip 'needs the right to create a mount namespace'
  # exec keeps the process id, so the variable cannot be taken over from anywhere else.
  STUNTDOUBLE_IMAGE_NAMESPACE=$$ exec unshare --mount bash "${BASH_SOURCE[0]}" "$@"
fi
# crun refuses the mixture of both versions of control groups; without the second it is content.
if mountpoint -q /sys/fs/cgroup/unified; then umount /sys/fs/cgroup/unified; fi

missing=()
for tool in buildah podman crun; do
  command -v "$tool" >/dev/null || missing+=("$tool")
done
if ((${#missing[@]})); then
  say "installing ${missing[*]}"
  apt-get update -qq || skip "Debian's packages are out of reach"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
    >/dev/null 2>&1 || skip "cannot install ${missing[*]}"
fi

# --- A workplace that leaves nothing behind ------------------------------------------------------

work=$(mktemp -d)
container=
clean_up() {
  trap - EXIT
  if [[ -n $container ]]; then podman rm -f -v -t 0 "$container" >/dev/null 2>&1 || true; fi
  # Volumes and layers lie in here as plain directories; whatever is still mounted lies in the
  # namespace of this script and goes with it.
  # The total has to stay the last line, and a mount may be busy a moment longer.
  for _ in 1 2 3 4 5; do
    umount -R "$work"/*/* 2>/dev/null || true
    rm -rf --one-file-system "$work" 2>/dev/null && break
    sleep 1
  done
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Layers on top of each other where the kernel can do that, else a full copy for each of them: that
# works everywhere and takes a multiple of the time.
driver=vfs
mkdir -p "$work"/try/{lower,upper,work,merged}
if mount -t overlay overlay "$work/try/merged" \
  -o "lowerdir=$work/try/lower,upperdir=$work/try/upper,workdir=$work/try/work" 2>/dev/null; then
  umount "$work/try/merged"
  driver=overlay
fi
# A storage of its own, so that no image or container of this machine is seen or touched.
cat >"$work/storage.conf" <<EOF
[storage]
driver = "$driver"
graphroot = "$work/storage"
runroot = "$work/run"
EOF
cat >"$work/containers.conf" <<EOF
[engine]
runtime = "crun"
cgroup_manager = "cgroupfs"
events_logger = "file"
tmp_dir = "$work/libpod-tmp"
EOF
export CONTAINERS_STORAGE_CONF=$work/storage.conf CONTAINERS_CONF=$work/containers.conf
export BUILDAH_ISOLATION=chroot
# The timer of the health check would need systemd.
export DISABLE_HC_SYSTEMD=true

# --- The base image ------------------------------------------------------------------------------

make_base() { # <file to write>
  local dir=$work/base arch package
  case $(uname -m) in
    x86_64) arch=x64 ;;
    aarch64) arch=arm64 ;;
    *) echo "no Node binary for $(uname -m)" && return 1 ;;
  esac
  mkdir -p "$dir"/{debs/partial,npm,rootfs/usr/{bin,sbin,lib,lib64}} || return 1
  for package in bin sbin lib lib64; do ln -s "usr/$package" "$dir/rootfs/$package" || return 1; done

  # The packages this machine would install if it had none, unpacked next to it. The place they come
  # from, their release and their signatures are those of this machine.
  : >"$dir/status"
  apt-get update -qq || return 1
  apt-get install -y -qq --download-only --no-install-recommends \
    -o Debug::NoLocking=1 -o APT::Sandbox::User=root -o Dir::State::Status="$dir/status" \
    -o Dir::Cache::Archives="$dir/debs" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
    base-files base-passwd bash coreutils dash findutils grep gzip hostname libc-bin libstdc++6 \
    passwd sed tar >/dev/null || return 1
  for package in "$dir"/debs/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -p -C "$dir/rootfs" --keep-directory-symlink || return 1
  done
  cp "$dir/rootfs/usr/share/base-passwd/passwd.master" "$dir/rootfs/etc/passwd" || return 1
  cp "$dir/rootfs/usr/share/base-passwd/group.master" "$dir/rootfs/etc/group" || return 1
  echo 'node:x:1000:1000::/home/node:/bin/bash' >>"$dir/rootfs/etc/passwd" || return 1
  echo 'node:x:1000:' >>"$dir/rootfs/etc/group" || return 1
  install -d -o 1000 -g 1000 "$dir/rootfs/home/node" || return 1
  rm -rf "$dir"/rootfs/usr/share/{doc,man,locale,info} || return 1

  # Node and npm, where the official image has them.
  (cd "$dir/npm" && npm pack --silent "node-linux-$arch@$node_major" npm@11 >/dev/null) || return 1
  install -d "$dir/rootfs/usr/local/bin" "$dir/rootfs/usr/local/lib/node_modules/npm" || return 1
  tar -xzf "$dir/npm/node-linux-$arch"-*.tgz -C "$dir/rootfs/usr/local" --strip-components=1 \
    package/bin/node || return 1
  tar -xzf "$dir"/npm/npm-*.tgz -C "$dir/rootfs/usr/local/lib/node_modules/npm" \
    --strip-components=1 --no-same-owner || return 1
  for package in npm npx; do
    ln -s "../lib/node_modules/npm/bin/$package-cli.js" "$dir/rootfs/usr/local/bin/$package" || return 1
    chmod 755 "$dir/rootfs/usr/local/lib/node_modules/npm/bin/$package-cli.js" || return 1
  done
  chmod 755 "$dir/rootfs/usr/local/bin/node" || return 1
  chroot "$dir/rootfs" ldconfig || return 1
  chroot "$dir/rootfs" node --version || return 1

  mkdir -p "$cache" || return 1
  # First under another name, so that an interrupted run leaves no half an image.
  tar -cf "$1.$$" --numeric-owner -C "$dir/rootfs" . && mv "$1.$$" "$1" || return 1
  rm -rf "$dir"
}

base=$cache/base-node$node_major-$(uname -m).tar
if [[ -s $base ]]; then
  say "base image from $base"
else
  say 'putting the base image together'
  make_base "$base" || skip 'the base image could not be put together (see above)'
fi
base_image=localhost/node:$node_major-slim
podman import --quiet \
  --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
  --change 'CMD ["node"]' "$base" "$base_image" >/dev/null || skip 'the base image cannot be loaded'

# --- Build ---------------------------------------------------------------------------------------

# How this machine reaches the npm registry: lent to the build steps, part of no layer.
build_options=()
lend() { # <file of this machine> <where the build sees it>
  if [[ -f $1 ]]; then build_options+=(--volume "$1:$2:ro"); fi
}
npm_setting() { npm config get "$1" 2>/dev/null || true; }
# Both files as one, where the build's npm looks whoever it runs as; what comes later counts.
for settings in "$(npm_setting globalconfig)" "$(npm_setting userconfig)"; do
  if [[ -f $settings ]]; then { cat "$settings"; echo; } >>"$work/npmrc"; fi
done
lend "$work/npmrc" /usr/local/etc/npmrc
certificates=$(npm_setting cafile)
lend "$certificates" "$certificates"
if [[ -n ${NODE_EXTRA_CA_CERTS:-} && $NODE_EXTRA_CA_CERTS != "$certificates" ]]; then
  lend "$NODE_EXTRA_CA_CERTS" "$NODE_EXTRA_CA_CERTS"
fi

say 'building'
# Docker's format, as the other one has no health checks.
if ! buildah build --quiet --format docker --network host "${build_options[@]}" \
  --build-arg "NODE_IMAGE=$base_image" --build-arg VERSION=1.2.3 --build-arg REVISION=abcdef0 --tag "localhost/$name" "$root" >"$work/build.log" 2>&1; then
  not_ok 'it builds'
  { head -n 40; echo ...; tail -n 20; } <"$work/build.log" | sed 's/^/    /'
  finish
fi
ok 'it builds'
say 'checking'

# --- What is in it -------------------------------------------------------------------------------

image=localhost/$name
of_image() { podman image inspect --format "$1" "$image"; }

own=$(($(of_image '{{.Size}}') - $(podman image inspect --format '{{.Size}}' "$base_image")))
files=$(podman image mount "$image")
echo "# size of our own layers: $(awk "BEGIN { printf \"%.1f\", $own / 1000000 }") MB" \
  "($(du -sk --apparent-size "$files/app/node_modules" | cut -f1) KiB of them dependencies)"
check "our own layers are smaller than $limit_mb MB" \
  test "$own" -gt 0 -a "$own" -lt $((limit_mb * 1000 * 1000))

check 'it carries production dependencies only' \
  test -d "$files/app/node_modules/express" -a ! -e "$files/app/node_modules/typescript" \
  -a ! -e "$files/app/src"
owned_by_root() {
  local found
  found=$(find "$files/app" \( ! -uid 0 -o ! -type l -perm /022 -o ! -type l ! -perm -004 \) -print)
  echo "${found:0:1000}"
  [[ -z $found ]]
}
check 'every file of the application belongs to root, is readable and cannot be changed' owned_by_root
nothing_lent() {
  local place left=0
  for place in root/.npmrc root/.npm usr/local/etc/npmrc app/.npmrc; do
    # buildah leaves an empty file where it has mounted one.
    if [[ -s $files/$place ]]; then echo "/$place" && left=1; fi
  done
  return "$left"
}
nothing_to_install_with() {
  local found
  found=$(find "$files"/usr/local/{bin,lib} "$files"/opt \( -name 'npm*' -o -name 'npx*' -o -name 'yarn*' -o -name corepack \) -print)
  echo "${found:0:1000}"
  [[ -z $found ]]
}
check 'it carries no package manager' nothing_to_install_with
nothing_for_compilers() {
  local found
  found=$(find "$files/app" -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -print)
  echo "${found:0:1000}"
  [[ -z $found ]]
}
check 'it carries no type declarations and no source maps' nothing_for_compilers
check 'no npm settings and no npm cache of the build are left' nothing_lent
podman image unmount "$image" >/dev/null

configured() {
  local is
  is=$(of_image '{{.User}} {{json .Config.Entrypoint}} {{json .Config.Cmd}} {{json .Config.ExposedPorts}} {{json .Config.Volumes}} {{index .Labels "org.opencontainers.image.title"}} {{index .Labels "org.opencontainers.image.licenses"}} {{index .Labels "org.opencontainers.image.version"}} {{index .Labels "org.opencontainers.image.revision"}}')
  echo "$is"
  [[ $is == '1000:1000 ["node","/app/dist/cli.js"] ["serve"] {"4010/tcp":{}} {"/data":{}} Stuntdouble MIT 1.2.3 abcdef0' ]]
}
check 'user, entry point, port, volume and labels are declared' configured

# --- What it does --------------------------------------------------------------------------------

# The limits of a container may not lie above those of this process: raising them takes a capability
# that a sandbox may not give.
at_most() { # <limit> <letter of ulimit>
  local limit
  limit=$(ulimit -H"$2")
  if [[ $limit == unlimited ]] || ((limit > $1)); then limit=$1; fi
  echo "$limit:$limit"
}
hardened=(--cgroups=disabled --network=none --read-only --read-only-tmpfs=false --cap-drop=all
  --security-opt=no-new-privileges
  --ulimit "nofile=$(at_most 4096 n)" --ulimit "nproc=$(at_most 32768 u)")
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')

once() { timeout 60 podman run --rm "${hardened[@]}" "$@"; }
if ! once --entrypoint node "$image" --version >"$work/run.log" 2>&1; then
  not_ok 'a container can be started on this machine'
  sed 's/^/    /' "$work/run.log"
  finish
fi

start() { # [options of podman run...]
  container=$(podman run --detach "${hardened[@]}" \
    --env "STUNTDOUBLE_CONTROL_TOKEN=$token" --volume "$name:/data" "$@" "$image")
}
inside() { timeout 30 podman exec "$@"; }
# request <port> <method> <path> [<key> [<body> [<media type that is accepted>]]]: prints the status, a blank and the body.
# shellcheck disable=SC2016
request() {
  inside "$container" node -e '
    const [port, method, path, key, body, accept] = process.argv.slice(1);
    const headers = { authorization: "Bearer '"$token"'" };
    if (key) { delete headers.authorization; headers["x-api-key"] = key; }
    if (body) headers["content-type"] = "application/json";
    if (accept) headers.accept = accept;
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: body || undefined })
      .then(async (r) => console.log(r.status, await r.text()))
      .catch((e) => { console.error(String(e.cause ?? e)); process.exit(1); });
  ' -- "$@"
}
answers() { # <pattern> <arguments of request...>
  local pattern=$1 answer
  shift
  answer=$(request "$@") || { echo "$answer" && return 1; }
  echo "$answer"
  [[ $answer =~ $pattern ]]
}
healthy() { # <port>
  local until=$((SECONDS + 15))
  while ((SECONDS < until)); do
    if answers '^200 ' "$1" GET /_mock/health >/dev/null 2>&1; then return 0; fi
    [[ $(podman inspect --format '{{.State.Running}}' "$container") == true ]] || break
    sleep 0.2
  done
  podman logs "$container" 2>&1 | tail -n 20
  return 1
}
not_root() {
  local status
  status=$(inside "$container" cat /proc/1/status) || return 1
  grep -E '^(Uid|Gid|CapEff|NoNewPrivs)' <<<"$status"
  grep -qE '^Uid:\s+1000\s+1000\s' <<<"$status" && grep -qE '^CapEff:\s+0+$' <<<"$status"
}
node_is_first() {
  local command
  command=$(inside "$container" cat /proc/1/cmdline | tr '\0' ' ')
  echo "$command"
  [[ $command == 'node /app/dist/cli.js serve ' ]]
}
only_data_is_writable() {
  inside "$container" sh -c '
    for place in / /app /tmp /home/node /run /var/tmp; do
      if (: >"$place/probe") 2>/dev/null; then echo "$place is writable"; exit 1; fi
    done
    : >/data/probe && rm /data/probe'
}
listens_everywhere() { # <port>
  local hex sockets
  hex=$(printf '%04X' "$1")
  sockets=$(inside "$container" cat /proc/1/net/tcp /proc/1/net/tcp6) || return 1
  echo "$sockets"
  grep -qE "^ *[0-9]+: 0+:$hex 0+:0000 0A " <<<"$sockets"
}
healthy_by_its_own_word() {
  local until=$((SECONDS + 15))
  while ((SECONDS < until)); do
    if podman healthcheck run "$container" >/dev/null 2>&1; then return 0; fi
    sleep 0.2
  done
  podman logs "$container" 2>&1 | tail -n 20
  return 1
}
says_unhealthy() {
  # The image's own command, asked for a port where nobody listens.
  local probe
  mapfile -t probe < <(of_image '{{range .Config.Healthcheck.Test}}{{println .}}{{end}}' | sed '/^$/d')
  [[ ${probe[0]} == CMD ]] || return 1
  ! inside --env PORT=9 --env STUNTDOUBLE_PORT=9 "$container" "${probe[@]:1}"
}
stops_cleanly() {
  local began ended code
  began=$(date +%s%N)
  podman stop --time 10 "$container" >/dev/null 2>&1
  ended=$(date +%s%N)
  code=$(podman inspect --format '{{.State.ExitCode}}' "$container")
  echo "exit code $code after $(((ended - began) / 1000000)) ms"
  podman logs "$container" 2>&1 | tail -n 5
  ((code == 0 && ended - began < 10000000000))
}
remove() {
  podman rm -f -t 0 "$container" >/dev/null
  container=
}

check '`check` given as a command runs and ends with 0' once "$image" check
mkdir "$work/contract"
install -m 644 "$root/openapi.yaml" "$work/contract/openapi.yaml"
check '`check` reads a mounted contract' once --volume "$work/contract:/contract:ro" \
  --env STUNTDOUBLE_CONTRACT=/contract/openapi.yaml "$image" check
contract_is_needed() {
  ! once --env STUNTDOUBLE_CONTRACT=/contract/missing.yaml "$image" check
}
check '`check` fails when the contract it is told does not exist' contract_is_needed

start
check 'it becomes healthy on a read-only root' healthy 4010
check '/_mock/health answers 200' answers '^200 ' 4010 GET /_mock/health
check 'it has the console' answers '^200 .*<script type="module"' 4010 GET /_mock/ '' '' text/html
check 'its health check passes' podman healthcheck run "$container"
check 'its health check fails when nobody listens' says_unhealthy
check 'it runs as user 1000 without capabilities' not_root
check 'node is process 1' node_is_first
check 'it can write to /data and to no other place' only_data_is_writable
check 'it listens on every interface of the container' listens_everywhere 4010

# An asset that is not uploaded yet, and a key that may change it.
fixture=$(inside "$container" node -e '
  const read = (name) => JSON.parse(require("node:fs").readFileSync(`/app/fixtures/${name}.json`));
  const asset = read("assets").find((a) => !a.is_uploaded);
  const key = read("credentials").find((c) => /key/i.test(c.scheme) && !c.expires_at && !c.only
    && c.scopes.includes("assets:write"));
  console.log(asset.workspace_slug, asset.id, key.value);') || true
read -r slug asset key <<<"$fixture"
state=(4010 GET "/_mock/state/assets/$asset")
check 'the asset is not uploaded at first' answers '^200 .*"is_uploaded": ?false' "${state[@]}"
check 'a PATCH is answered with 204' \
  answers '^204 ' 4010 PATCH "/api/v1/workspaces/$slug/assets/$asset/" "$key" '{"is_uploaded":true}'
check 'the state shows it' answers '^200 .*"is_uploaded": ?true' "${state[@]}"
check 'SIGTERM ends it with 0 within 10 s' stops_cleanly
remove
in_volume() {
  local place
  place=$(podman volume inspect --format '{{.Mountpoint}}' "$name")
  find "$place" -printf '%u %m %s %P\n'
  [[ -n $(find "$place" -type f -uid 1000 -size +0) ]]
}
check 'the volume holds a file of user 1000' in_volume

# A new container with the same volume, on another port.
start --env PORT=4999
check 'a new container becomes healthy on the port in PORT' healthy 4999
check 'its health check follows PORT' podman healthcheck run "$container"
state[0]=4999
check 'the write has survived' answers '^200 .*"is_uploaded": ?true' "${state[@]}"
check 'SIGTERM ends the second one, too' stops_cleanly
remove

# Which of the two wins is up to the server; the health check has to know it.
start --env PORT=4998 --env STUNTDOUBLE_PORT=4999
check 'its health check agrees with the server when both ports are set' healthy_by_its_own_word
remove

start --env STUNTDOUBLE_CONTROL_PREFIX=/admin/mock
check 'its health check follows the prefix of the control API' healthy_by_its_own_word
remove

start --env STUNTDOUBLE_STORE=valkey://127.0.0.1:6379/0
store_is_asked() {
  local found
  found=$(podman logs "$container" 2>&1 | grep 'the store valkey://127.0.0.1:6379/0#stuntdouble can not be reached') || true
  [[ -n $found ]] || podman logs "$container" 2>&1
  [[ -n $found ]]
}
check 'it lives without the store that it is to share' healthy 4010
check 'it carries the client of the store, and asks for it' store_is_asked
check 'it is not ready without the store' answers '^503 ' 4010 GET /_mock/ready
remove

say 'done'
finish
