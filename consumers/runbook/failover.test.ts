/**
 * The page of the highly available database: every command of a block or a sentence runs as it is printed, on three
 * disposable Debian machines in one network. What stands in: `systemctl` (see runbook.test.ts), `modprobe` and
 * `udevadm`, and `mode: off` for a watchdog, which no such machine has.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Machine } from './machine.ts'
import { Runbook } from './runbook.ts'

const FOLDER = 'deploy/high-availability'
const PAGE = `${FOLDER}/README.md`
const NAMES = ['a', 'b', 'c'] as const
const ADDRESSES = { a: '10.0.0.11', b: '10.0.0.12', c: '10.0.0.13' } as const
const PLACE_FILES = '# Now put the certificates and the three files in place.'
const PASSWORD = randomBytes(24).toString('hex')

type Name = (typeof NAMES)[number]

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
const deployed = (name: string) => read(`../../${FOLDER}/${name}`)

/** A file for the first node, as the page has it for another. */
function forNode(name: Name, text: string): string {
  const own = (line: string) =>
    line.replaceAll(ADDRESSES.a, ADDRESSES[name]).replace(/(_NAME=)a$/, `$1${name}`)
  return text
    .split('\n')
    .map((line) => (/CLUSTER=|_HOSTS=/.test(line) ? line : own(line)))
    .join('\n')
    .replaceAll(/^(PATRONI_\w+_PASSWORD=)$/gm, `$1${PASSWORD}`)
}

const isWanted = process.env['SLUICE_RUNBOOK'] === '1'
const obstacle = isWanted ? Machine.findObstacle() : 'npm run verify -- runbook runs it'

describe.skipIf(obstacle !== null)('the page of the highly available database', { timeout: 600_000 }, () => {
  const machines = new Map<Name, Machine>()
  const book = new Runbook([PAGE])
  const on = (name: Name): Machine => {
    const machine = machines.get(name)
    if (machine === undefined) throw new Error(`no machine ${name}`)
    return machine
  }
  const onEach = (work: (machine: Machine, name: Name) => Promise<unknown>) =>
    Promise.all([...machines].map(([name, machine]) => work(machine, name)))

  beforeAll(async () => {
    for (const name of NAMES) machines.set(name, await Machine.start())
    Machine.connect([...machines.values()], Object.values(ADDRESSES))
    await onEach(async (machine) => {
      machine.write('/usr/local/bin/systemctl', read('systemctl.sh'), 0o755)
      for (const name of ['modprobe', 'udevadm'])
        machine.write(`/usr/local/bin/${name}`, '#!/bin/sh\n', 0o755)
      machine.write('/usr/sbin/policy-rc.d', 'exit 101\n', 0o755)
      // A person answers yes; what is installed comes from the network of this machine before.
      machine.write('/etc/apt/apt.conf.d/90yes', 'APT::Get::Assume-Yes "true";\n')
    })
    // One after the other: mirrors dislike the rest.
    for (const machine of machines.values())
      await machine.run(
        `mkdir -p /etc/modules-load.d /etc/udev/rules.d /root/tls
        dpkg --configure -a
        apt-get update -q
        apt-get install -q --download-only --no-install-recommends postgresql-common
        apt-get install -q --download-only etcd-server etcd-client postgresql-15 patroni`,
        { online: true },
      )
  }, 600_000)

  afterAll(async () => {
    for (const machine of machines.values()) await machine.stop()
  })

  it('makes certificates of one CA', async () => {
    const block = await book.run(PAGE, 'openssl req -x509', { on: on('a') })
    expect(block).toContain('Certificate request self-signature ok')
    const [, ...ofNode] = book.lastText.split('\n')
    for (const name of ['b', 'c'] as const)
      await on('a').run(
        `mkdir ${name}; ${ofNode
          .join('\n')
          .replaceAll(ADDRESSES.a, ADDRESSES[name])
          .replace('CN=a', `CN=${name}`)
          .replaceAll('node.', `${name}/node.`)}`,
      )
    for (const name of NAMES)
      for (const file of ['node.pem', 'node.key'])
        on(name).write(`/root/tls/${file}`, await on('a').run(`cat ${name === 'a' ? '.' : name}/${file}`))
    const ca = await on('a').run('cat ca.pem')
    await onEach(async (machine) => machine.write('/root/tls/ca.pem', ca))
  })

  it('makes a node of each machine', async () => {
    await onEach(async (machine, name) => {
      const configuration = deployed('patroni.yaml')
        .replaceAll('10.0.1.0/24', '10.0.0.0/24')
        .replace('mode: required', 'mode: off')
      machine.write('/root/etcd', forNode(name, deployed('etcd.environment.example')))
      machine.write('/root/patroni_env.conf', forNode(name, deployed('patroni.environment.example')), 0o600)
      machine.write('/root/config.yml', configuration)
    })
    const place = [
      ...['etcd', 'patroni'].map((program) => {
        const owner = program === 'etcd' ? 'etcd' : 'postgres'
        return `install -d -o ${owner} /etc/${program}/tls && install -o ${owner} -m 600 /root/tls/* /etc/${program}/tls`
      }),
      'cp /root/etcd /etc/default/etcd',
      'cp /root/config.yml /etc/patroni/config.yml && chown postgres /etc/patroni/config.yml',
      'install -m 600 /root/patroni_env.conf /etc/patroni_env.conf',
    ].join('\n')
    const fill = { [PLACE_FILES]: place }
    const others = book.textOf(PAGE, 'apt-get install').replace(PLACE_FILES, place)
    await Promise.all([
      book.run(PAGE, 'apt-get install', { on: on('a'), fill }),
      ...(['b', 'c'] as const).map((name) => on(name).run(others)),
    ])
  })

  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    for (const [name, machine] of machines) {
      const words = await machine.try(
        'grep -vE "INFO: (Lock|waiting|bootstrap|not healthy)" /var/log/patroni.log | head -n 90',
      )
      process.stdout.write(`${name}:
${words.output}
`)
    }
  })

  it('shows a leader, a sync standby and a replica, and makes the database', async () => {
    const list = 'set -a; . /etc/patroni_env.conf; set +a; patronictl -c /etc/patroni/config.yml list -f json'
    const roles = async () => {
      const shown = JSON.parse(await on('a').run(list)) as readonly { Role: string; State: string }[]
      return shown.map(({ Role: role, State: state }) => `${role} ${state}`).toSorted()
    }
    const whole = [
      'Leader running',
      expect.stringMatching(/^Replica (?:running|streaming)$/),
      expect.stringMatching(/^Sync Standby/),
    ]
    await expect.poll(roles, { timeout: 60_000, interval: 1_000 }).toEqual(whole)
    const shown = await book.run(PAGE, 'set -a', { on: on('a') })
    for (const role of ['Leader', 'Sync Standby', 'Replica']) expect(shown).toContain(role)

    const leader = NAMES.find((name) => new RegExp(`\\\\| ${name} .*Leader`).test(shown)) ?? 'a'
    // psql asks for the new password twice.
    const through = `export PGPASSWORD=${PASSWORD}; printf 'a-password\\na-password\\n' | %`
    await book.run(PAGE, 'psql', { on: on(leader), through })
    const login = `PGPASSWORD=a-password psql "host=${ADDRESSES[leader]} user=sluice dbname=sluice sslmode=require" -Atc 'select 1'`
    expect(await on('b').run(login)).toBe('1\n')

    const before = 'set -a; . /etc/patroni_env.conf; set +a'
    // A person takes what is proposed, and confirms.
    const confirming = (answers: string) => ({ on: on('a'), before, through: `printf '${answers}' | %` })
    await book.run(PAGE, 'patronictl -c /etc/patroni/config.yml switchover', confirming('\\n\\n\\ny\\n'))
    await expect.poll(roles, { timeout: 120_000, interval: 1_000 }).toEqual(whole)
    const standby = async () => {
      const nodes = JSON.parse(await on('a').run(list)) as readonly { Member: string; Role: string }[]
      return nodes.find(({ Role: role }) => role !== 'Leader')?.Member ?? ''
    }
    await book.run(PAGE, 'patronictl -c /etc/patroni/config.yml reinit', {
      ...confirming('y\\n'),
      fill: { 'sluice b': `sluice ${await standby()}` },
    })
    await expect.poll(roles, { timeout: 120_000, interval: 1_000 }).toEqual(whole)
    const changed = await book.run(
      PAGE,
      'patronictl -c /etc/patroni/config.yml edit-config',
      confirming('y\\n'),
    )
    expect(changed).toContain('Configuration changed')
  })

  it('every command was run', () => {
    for (const command of ['npm run verify -- availability', 'npm run try:ha'])
      book.skip(PAGE, command, 'the piece `availability` runs it', 'the same command')
    process.stdout.write(`${book.describe()}\n`)
    expect(book.forgotten).toEqual([])
  })
})
