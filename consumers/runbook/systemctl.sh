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

value_of() { sed -n "s/^$2=//p" "$1" | sed "s/%i/${3#*@}/g"; }

start() {
  local file user
  file=$(find_unit "$1")
  [ -f "/run/$1.pid" ] && kill -0 "$(cat "/run/$1.pid")" 2>/dev/null && return
  user=$(value_of "$file" User "$1")
  for state in $(value_of "$file" StateDirectory "$1"); do install -d -o "${user:-root}" "/var/lib/$state"; done
  for runtime in $(value_of "$file" RuntimeDirectory "$1"); do install -d -o "${user:-root}" "/run/$runtime"; done
  (
    set -a
    value_of "$file" EnvironmentFile "$1" | while read -r path; do cat "${path#-}" 2>/dev/null || true; done > "/run/$1.env"
    . "/run/$1.env"
    while read -r line; do [ -n "$line" ] && eval "export $line"; done < <(value_of "$file" Environment "$1")
    set +a
    command=$(value_of "$file" ExecStart "$1" | head -1 | sed 's/^[-!+@]*//')
    [ -n "$user" ] && command="setpriv --reuid=$user --regid=$(id -g "$user") --init-groups $command"
    eval "exec setsid $command" < /dev/null >> "/var/log/$1.log" 2>&1 &
    echo $! > "/run/$1.pid"
  )
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
