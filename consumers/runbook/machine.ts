import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const PRINTED_MAX_BYTES = 20_000_000

/** Lays a file system over this machine's, in namespaces of its own, and reaps what ends in there. */
const SET_UP = `
mount -t overlay overlay -o "lowerdir=/,upperdir=$0/upper,workdir=$0/work" "$0/root"
for name in dev sys; do mount --rbind "/$name" "$0/root/$name"; done
mount -t proc proc "$0/root/proc"
mount -t tmpfs tmpfs "$0/root/run"
ip link set lo up
echo ready
while :; do sleep 3600 & wait $!; done`

/** The output of a script, and its exit code. */
export interface Ended {
  readonly code: number
  readonly output: string
}

/**
 * A Debian machine to throw away: whatever is installed or written there is gone with it, and nothing outside can see its network.
 */
export class Machine {
  readonly #folder: string
  readonly #keeper: ChildProcess
  readonly #init: string
  readonly #env: Record<string, string> = {}
  readonly #bridges: Server[] = []

  private constructor(folder: string, keeper: ChildProcess) {
    this.#folder = folder
    this.#keeper = keeper
    this.#init = readFileSync(`/proc/${keeper.pid}/task/${keeper.pid}/children`, 'utf8').trim()
  }

  /** Returns the reason why this machine cannot run one; null if it can. */
  static findObstacle(): string | null {
    if (process.getuid?.() !== 0) return 'it needs the rights of root'
    if (!existsSync('/etc/debian_version')) return 'it needs Debian'
    try {
      execFileSync('unshare', ['--mount', '--net', '--pid', '--fork', 'ip', 'link'], { stdio: 'ignore' })
      return null
    } catch {
      return 'it may not make namespaces'
    }
  }

  static async start(): Promise<Machine> {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-machine-'))
    for (const name of ['upper', 'work', 'root']) mkdirSync(join(folder, name))
    const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--propagation', 'private']
    const keeper = spawn('unshare', [...namespaces, 'bash', '-euc', SET_UP, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface(keeper.stdout), 'line')) as [string]
    if (line !== 'ready') throw new Error(line)
    return new Machine(folder, keeper)
  }

  /** Connects machines as a switch does, each with an address of a network of 256. They reach nothing else. */
  static connect(machines: readonly Machine[], addresses: readonly string[]): void {
    const [hub] = machines
    if (hub === undefined) return
    hub.#ip('link', 'add', 'switch', 'type', 'bridge')
    for (const [at, machine] of machines.entries()) {
      const device = machine === hub ? 'switch' : 'eth0'
      if (machine !== hub) {
        const plug = `plug${at}`
        hub.#ip('link', 'add', plug, 'type', 'veth', 'peer', 'name', device, 'netns', machine.#init)
        hub.#ip('link', 'set', plug, 'master', 'switch', 'up')
      }
      machine.#ip('addr', 'add', `${addresses[at]}/24`, 'dev', device)
      machine.#ip('link', 'set', device, 'up')
    }
  }

  #ip(...words: readonly string[]): void {
    execFileSync('nsenter', [`--target=${this.#init}`, '--net', 'ip', ...words])
  }

  /** Sets a variable for everything that runs from now on. */
  set(name: string, value: string): void {
    this.#env[name] = value
  }

  /** Writes a file, with what it contains. */
  write(path: string, text: string, mode = 0o644): void {
    const place = join(this.#folder, 'shared', path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text, { mode })
    execFileSync('nsenter', [...this.#enter(true), 'cp', '-a', place, `${this.#folder}/root${path}`])
  }

  /** Lets what runs there reach a server of this machine at the same port. */
  async forward(port: number): Promise<void> {
    // Both see this folder of memory, and no network of the other.
    const socket = `/dev/shm/sluice-machine-${this.#init}-${port}.sock`
    const bridge = createServer((inside) => void inside.pipe(connect(port, '127.0.0.1')).pipe(inside))
    await new Promise<void>((resolve) => bridge.listen(socket, resolve))
    this.#bridges.push(bridge)
    const program = `const { createServer, connect } = require('node:net')
      const pass = (to) => to.on('error', () => undefined)
      createServer((from) => pass(from).pipe(pass(connect('${socket}'))).pipe(from)).listen(${port}, '127.0.0.1')`
    await this.run(
      `echo ${quote(program)} > /root/forward.cjs; setsid node /root/forward.cjs > /dev/null 2>&1 &`,
    )
  }

  /**
   * Types a script into a shell.
   *
   * @param online - on the network of this machine, for what installs.
   * @throws When it fails, with all that it printed.
   */
  async run(script: string, { online = false } = {}): Promise<string> {
    const { code, output } = await this.try(script, { online })
    if (code !== 0) throw new Error(`${script}\nended with ${code}:\n${output}`)
    return output
  }

  async try(script: string, { online = false } = {}): Promise<Ended> {
    const root = join(this.#folder, 'root')
    const words = [
      ...this.#enter(online),
      'chroot',
      root,
      'bash',
      '-c',
      `cd /root; set -eo pipefail\n${script}`,
    ]
    const env = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      LANG: 'C.UTF-8',
      DEBIAN_FRONTEND: 'noninteractive',
      ...this.#env,
    }
    try {
      const { stdout, stderr } = await promisify(execFile)('nsenter', words, {
        env,
        maxBuffer: PRINTED_MAX_BYTES,
      })
      return { code: 0, output: stdout + stderr }
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, output: stdout + stderr }
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.#keeper, 'exit')
    for (const bridge of this.#bridges) bridge.close()
    this.#keeper.kill('SIGKILL')
    await ended
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #enter(online: boolean): readonly string[] {
    return [`--target=${this.#init}`, '--mount', '--pid', ...(online ? [] : ['--net'])]
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
