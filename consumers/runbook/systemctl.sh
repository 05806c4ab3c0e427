#!/bin/bash
# In place of systemd, which does not run on a machine to throw away: it starts, stops and reloads what the unit files say, as the user and
# with the environment that they name. It knows no dependencies, no watchdog and no sandboxing.
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
  local file user
  file=$(find_unit "$1")
  [ -f "/run/$1.pid" ] && kill -0 "$(cat "/run/$1.pid")" 2>/dev/null && return
  user=$(value_of "$file" User "$1")
  if [ "$1" = etcd ]; then
    await_ready "$1" & listener=$!
    while [ ! -S "/run/$1.notify" ]; do sleep 0.1; done
  fi
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
    # etcd is ready once it has a majority, and systemd waits for that.
    [ "$1" = etcd ] && export NOTIFY_SOCKET="/run/$1.notify"
    command=$(value_of "$file" ExecStart "$1" | head -1 | sed 's/^[-!+@]*//')
    [ -n "$user" ] && command="setpriv --reuid=$user --regid=$(id -g "$user") --init-groups $command"
    eval "exec setsid $command" < /dev/null >> "/var/log/$1.log" 2>&1 &
    echo $! > "/run/$1.pid"
  )
  if [ "$1" = etcd ]; then wait $listener; fi
}

# Returns once the program says that it is ready.
await_ready() {
  python3 - "/run/$1.notify" <<'PY'
import os, socket, sys
listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listening.bind(sys.argv[1])
os.chmod(sys.argv[1], 0o666)
listening.settimeout(240)
while b'READY=1' not in listening.recv(4096): pass
os.unlink(sys.argv[1])
PY
}

stop() {
  local pid
  pid=$(cat "/run/$1.pid" 2>/dev/null) || return 0
  kill "$pid" 2>/dev/null || return 0
  for _ in $(seq 300); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
  rm -f "/run/$1.pid"
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
