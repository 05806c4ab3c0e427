import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Debian's podman-compose 1.0.3 gives a container on the machine's network one of its own, too, which podman refuses. */
const ONE_NETWORK = `#!/bin/sh
case " $* " in *" --network host "*)
  count=$#
  while [ $count -gt 0 ]; do
    word=$1; shift; count=$((count - 1))
    case $word in
      --net | --network-alias) shift; count=$((count - 1)) ;;
      *) set -- "$@" "$word" ;;
    esac
  done
esac
exec podman "$@"
`

/** A podman whose images, containers and networks are a folder's, and end with it. */
export interface ContainerEngine {
  readonly folder: string
  /** @returns What it printed. @throws With all that it printed. */
  podman(...args: readonly string[]): Promise<string>
  /** podman-compose with a file, whose folder names the project. */
  compose(file: string, ...args: readonly string[]): Promise<string>
  /** Ends and removes everything. */
  close(): Promise<void>
}

export function openContainerEngine(): ContainerEngine {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-containers-'))
  const file = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  mkdirSync(join(folder, 'networks'))
  const settings = file(
    'containers.conf',
    // A machine that is a container itself may not raise limits, which podman does without a word about it.
    `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_config_dir = "${folder}/networks"
`,
  )
  const storage = file(
    'storage.conf',
    `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/images"\nrunroot = "${folder}/run"\n`,
  )
  const forCompose = file('podman-for-compose', ONE_NETWORK)
  chmodSync(forCompose, 0o755)
  const env = {
    ...process.env,
    PATH: `${process.env['PATH']}:/usr/sbin:/sbin`,
    CONTAINERS_CONF: settings,
    CONTAINERS_STORAGE_CONF: storage,
    // Builds need no control groups, and reach a registry on this machine's loopback.
    BUILDAH_ISOLATION: 'chroot',
    BUILDAH_FORMAT: 'docker',
  }

  async function execute(program: string, args: readonly string[]): Promise<string> {
    try {
      const { stdout, stderr } = await run(program, args, { env, maxBuffer: 20_000_000 })
      return stdout === '' ? stderr : stdout
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
    }
  }

  const podman = (...args: readonly string[]) => execute('podman', args)
  return {
    folder,
    podman,
    compose: (path, ...args) => execute('podman-compose', ['--podman-path', forCompose, '-f', path, ...args]),
    async close() {
      await podman('rm', '--all', '--force', '--volumes')
      await podman('network', 'prune', '--force')
      await podman('rmi', '--all', '--force')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
