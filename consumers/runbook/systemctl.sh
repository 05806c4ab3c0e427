#!/bin/bash
# In place of systemd, which does not run on a machine to throw away: it starts, stops and reloads what the unit files say, as the user and
# with the environment that they name. As systemd does, it waits for programs of `Type=notify` until they say that they are ready. It knows
# no dependencies, no watchdog and no sandboxing.
set -euo pipefail

find_unit() {
  for folder in /etc/systemd/system /lib/systemd/system; do
    for name in "$1.service" "${1%%@*}@.service"; do
      [ -f "$folder/$name" ] && { echo "$folder/$name"; return; }
    done
  done
  echo "Unit $1.service could not be found." >&2
  return 5
}

value_of() { sed -n "s/^$2=//p" "$1" | sed "s/%i/${3#*@}/g; s/%p/${3%%@*}/g; s/%H/$(uname -n)/g"; }

start() {
  local file user type
  file=$(find_unit "$1")
  [ -f "/run/$1.pid" ] && kill -0 "$(cat "/run/$1.pid")" 2>/dev/null && return
  user=$(value_of "$file" User "$1")
  type=$(value_of "$file" Type "$1")
  if [ "$type" = notify ]; then listen "$1"; fi
  for state in $(value_of "$file" StateDirectory "$1"); do install -d -o "${user:-root}" "/var/lib/$state"; done
  for runtime in $(value_of "$file" RuntimeDirectory "$1"); do install -d -o "${user:-root}" "/run/$runtime"; done
  (
    set -a
    value_of "$file" EnvironmentFile "$1" | while read -r path; do cat "${path#-}" 2>/dev/null || true; done > "/run/$1.env"
    . "/run/$1.env"
    while read -r line; do [ -n "$line" ] && eval "export $line"; done < <(value_of "$file" Environment "$1")
    case $1 in
      # As systemd does: the file overrules the unit, and nothing of the caller's folder and home is left, which postgres may not read.
      etcd | patroni)
        . "/run/$1.env"
        cd /
        HOME=$(getent passwd "$user" | cut -d: -f6)
        ;;
    esac
    set +a
    [ "$type" = notify ] && export NOTIFY_SOCKET="/run/$1.notify"
    command=$(value_of "$file" ExecStart "$1" | head -1 | sed 's/^[-!+@]*//')
    [ -n "$user" ] && command="setpriv --reuid=$user --regid=$(id -g "$user") --init-groups $command"
    eval "exec setsid $command" < /dev/null >> "/var/log/$1.log" 2>&1 &
    echo $! > "/run/$1.pid"
  )
  if [ "$type" = notify ]; then await_ready "$1"; fi
}

# Receives what the program reports for as long as it runs, and leaves a file once it is ready.
listen() {
  rm -f "/run/$1.notify" "/run/$1.ready"
  setsid python3 - "/run/$1.notify" "/run/$1.ready" <<'PY' > /dev/null 2>&1 &
import os, socket, sys
listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listening.bind(sys.argv[1])
os.chmod(sys.argv[1], 0o666)
while True:
    if b'READY=1' in listening.recv(4096): open(sys.argv[2], 'w').close()
PY
  echo $! > "/run/$1.listener"
  until [ -S "/run/$1.notify" ]; do sleep 0.1; done
}

# etcd, for one, is ready only once it has a majority.
await_ready() {
  for _ in $(seq 2400); do
    [ -e "/run/$1.ready" ] && return
    kill -0 "$(cat "/run/$1.pid")" 2>/dev/null || break
    sleep 0.1
  done
  echo "Unit $1.service did not become ready." >&2
  return 1
}

stop() {
  local pid
  pid=$(cat "/run/$1.pid" 2>/dev/null) || return 0
  kill "$pid" 2>/dev/null || return 0
  for _ in $(seq 300); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
  rm -f "/run/$1.pid"
  kill "$(cat "/run/$1.listener" 2>/dev/null)" 2>/dev/null || true
}

reload() { kill -HUP "$(cat "/run/$1.pid")"; }

command=$1; shift
[ "${1:-}" = --now ] && shift
for unit in "$@"; do
  unit=${unit%.service}
  case $command in
    enable|start) start "$unit" ;;
    stop) stop "$unit" ;;
    restart) stop "$unit"; start "$unit" ;;
    reload) reload "$unit" ;;
    *) echo "systemctl $command is not known here" >&2; exit 1 ;;
  esac
done
