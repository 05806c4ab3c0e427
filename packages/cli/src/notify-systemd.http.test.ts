import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'

/** Node has no datagram sockets of Unix; Perl is essential on Debian. */
const LISTENER = `use Socket; socket(my $s, AF_UNIX, SOCK_DGRAM, 0) or die; bind($s, sockaddr_un($ARGV[0])) or die;
$| = 1; print "listening\\n"; while (1) { recv($s, my $text, 4096, 0); print "$text\\n"; }`

const canListen = ['perl', 'systemd-notify'].every((name) => spawnSync(name, ['--version']).status === 0)

it.runIf(canListen)(
  'reports its readiness to systemd, and pings its watchdog while the event loop turns',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-notify-'))
    const socket = join(folder, 'notify')
    const listener = spawn('perl', ['-e', LISTENER, socket])
    let heard = ''
    listener.stdout.on('data', (text) => (heard += String(text)))
    const countPings = () => heard.split('WATCHDOG=1').length - 1
    await expect.poll(() => heard).toContain('listening')

    const program = `import { connectServiceManager } from ${JSON.stringify(import.meta.resolve('./notify-systemd.ts'))}
    const manager = connectServiceManager(process.env, process.pid, (error) => { throw error })
    manager.ready()
    process.on('SIGTERM', () => { manager.stopping(); setTimeout(() => process.exit(), 1_000) })
    setInterval(() => {}, 1_000)`
    const gateway = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, NOTIFY_SOCKET: socket, WATCHDOG_USEC: '600000' },
      stdio: 'inherit',
    })
    onTestFinished(() => {
      gateway.kill('SIGKILL')
      listener.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    })
    await expect.poll(() => heard).toContain('READY=1')
    await expect.poll(countPings).toBeGreaterThan(1)

    gateway.kill('SIGSTOP')
    // A ping may be on its way.
    await pause(500)
    const before = countPings()
    await pause(1_200)
    expect(countPings()).toBe(before)
    gateway.kill('SIGCONT')
    await expect.poll(countPings).toBeGreaterThan(before)
    gateway.kill('SIGTERM')
    await expect.poll(() => heard).toContain('STOPPING=1')
  },
)
