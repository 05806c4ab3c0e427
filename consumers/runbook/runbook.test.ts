/**
 * The pages for operators: every command of a block or a sentence runs as printed, on a disposable Debian machine, in
 * the order in which an operator follows them. At most a tenth is skipped. Two stand-ins: the registry for `@sluice/…`,
 * and `systemctl`, which starts what the unit files name.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPublished, pack } from '../../tools/pack.ts'
import { ID } from '../../tools/printed-commands.ts'
import { startLocalRegistry } from '../registry/local-registry.ts'
import { Machine } from './machine.ts'
import { Runbook } from './runbook.ts'

const INSTALL = 'docs/guides/install.md'
const GOING_LIVE = 'docs/guides/going-live.md'
const POSTGRESQL = 'docs/guides/postgresql.md'
const BACKUP = 'docs/guides/backup.md'
const UPGRADE = 'docs/guides/upgrade.md'
const KEYS = 'docs/guides/keys.md'
const MONITORING = 'docs/guides/monitoring.md'
const PAGES = [INSTALL, GOING_LIVE, POSTGRESQL, BACKUP, UPGRADE, KEYS, MONITORING]

const PASSWORD = 'a-password-of-the-database'
const NAMES = 'pay.example.com methods.pay.example.com portal.pay.example.com db.example.com db.internal'

/** The variables of the installation, as `doctor` and other commands require them. */
const ENVIRONMENT = 'set -a; . /etc/sluice/environment; set +a'
/** Packages of others are in npm's cache from the first time. */
const FROM_CACHE = 'export npm_config_prefer_offline=true'

const isWanted = process.env['SLUICE_RUNBOOK'] === '1'
const obstacle = isWanted ? Machine.findObstacle() : 'npm run verify -- runbook runs it'
if (isWanted && obstacle !== null) process.stderr.write(`The runbook is not run: ${obstacle}.\n`)

describe.skipIf(obstacle !== null)('the runbook on a Debian machine', { timeout: 600_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-runbook-'))
  let machine: Machine
  let book: Runbook
  let closeRegistry: () => Promise<void>

  beforeAll(async () => {
    const registry = await startLocalRegistry(listPublished().map((name) => pack(name, folder)))
    closeRegistry = () => registry.close()
    machine = await Machine.start()
    machine.set('npm_config_@sluice:registry', registry.url)
    book = new Runbook(PAGES, machine)
    machine.write(
      '/usr/local/bin/systemctl',
      readFileSync(join(import.meta.dirname, 'systemctl.sh'), 'utf8'),
      0o755,
    )
    // Services that Debian starts on installation are started by hand: they would be on the network of this machine.
    machine.write('/usr/sbin/policy-rc.d', 'exit 101\n', 0o755)
    await machine.run(
      `dpkg --configure -a
      apt-get update -q
      apt-get install -q -y --no-install-recommends nginx postgresql-15 prometheus sqlite3 curl openssl ca-certificates`,
      { online: true },
    )
    await machine.run(`echo '127.0.0.1 ${NAMES}' >> /etc/hosts`)
    await machine.run(`mkdir /root/tls && cd /root/tls
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=ca -keyout ca.key -out ca.pem
      openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=pay -keyout key.pem -out pay.csr
      echo 'subjectAltName=${NAMES.split(' ')
        .map((name) => `DNS:${name}`)
        .join(',')}' > names
      openssl x509 -req -in pay.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile names -out certificate.pem
      cp ca.pem /usr/local/share/ca-certificates/ca.crt && update-ca-certificates
      install -D ca.pem /root/.postgresql/root.crt
      install -o postgres -m 600 key.pem /etc/postgresql/key.pem
      install -o postgres -m 600 certificate.pem /etc/postgresql/certificate.pem`)
    machine.set('NODE_EXTRA_CA_CERTS', '/usr/local/share/ca-certificates/ca.crt')
    // Debian's packages of Node have npm's global folder below /usr.
    await machine.run(`cp ${process.execPath} /usr/bin/node`)
    await machine.forward(Number(new URL(registry.url).port))
  }, 600_000)

  afterAll(async () => {
    await machine.stop()
    await closeRegistry()
    rmSync(folder, { recursive: true, force: true })
  })

  it('installs, and reports what is missing', async () => {
    const missing = { online: true, code: 1 }
    const output = await book.run(
      INSTALL,
      'npm install --global @sluice/gateway\nsluice-gateway init',
      missing,
    )
    expect(output).toContain('✗ 3-D Secure server: https://three-ds.example')
    await machine.run('mv /etc/sluice /root/sluice')
    expect(await book.run(GOING_LIVE, 'sluice-gateway init', missing)).toContain('✗ providers: acquirer')
    await machine.run(`cp /root/tls/ca.pem /etc/sluice
      install -d /etc/sluice/tls && install -m 600 /root/tls/*.pem /etc/sluice/tls`)
    book.skip(
      INSTALL,
      'npm run pack',
      'the piece `documents` runs it in a clone',
      'the same command, until a registry has the packages',
    )
    await book.run(INSTALL, 'npm install --global @sluice/gateway', { before: FROM_CACHE })
  })

  it('keeps a copy of the embedded database', async () => {
    await machine.run(`${ENVIRONMENT}
      SLUICE_DATA_DIR=/var/lib/sluice sluice-gateway start > /tmp/embedded.log 2>&1 & echo $! > /run/embedded.pid
      curl --silent --fail --retry 60 --retry-all-errors --retry-delay 1 http://127.0.0.1:8080/health/ready || { cat /tmp/embedded.log; exit 1; }`)
    await book.run(BACKUP, 'sqlite3')
    expect(await machine.run('sqlite3 /var/backups/sluice.db "select count(*) from merchants"')).toBe('1\n')
    await machine.run(
      'kill $(cat /run/embedded.pid); while [ -e /proc/$(cat /run/embedded.pid) ]; do sleep 0.1; done; rm -r /var/lib/sluice',
    )
  })

  it('runs on PostgreSQL', async () => {
    await machine.run(`cd /etc/postgresql/15/main
      printf 'local all all trust\\nhostssl all sluice 127.0.0.1/32 trust\\n' > pg_hba.conf
      printf "ssl_cert_file = '/etc/postgresql/certificate.pem'\\nssl_key_file = '/etc/postgresql/key.pem'\\n" >> postgresql.conf
      printf 'ssl = on\\nlog_parameter_max_length = 0\\n' >> postgresql.conf
      pg_ctlcluster 15 main start`)
    machine.set('PGUSER', 'postgres')
    await book.run(POSTGRESQL, 'createuser sluice', { serves: 'http://127.0.0.1:8080/health/ready' })
    await machine.run('dropdb sluice && createdb --owner sluice sluice')
    await book.run(POSTGRESQL, 'create schema', { through: "psql sluice -c '%'" })
  })

  it('starts two processes behind nginx', async () => {
    await book.run(INSTALL, 'useradd', { fill: { '…': PASSWORD } })
    await book.run(INSTALL, 'cd "$(npm root -g)')
    await machine.run(
      'curl --fail --retry 60 --retry-all-errors --retry-delay 1 https://pay.example.com/openapi.json',
    )
    await book.run(INSTALL, 'sluice-gateway apply', { before: ENVIRONMENT })
    const invitation = await book.run(INSTALL, 'sluice-gateway users invite', { before: ENVIRONMENT })
    expect(invitation).toContain('https://portal.pay.example.com/')
  })

  it('is upgraded and rolled back', async () => {
    await book.run(UPGRADE, 'npm install --global @sluice/gateway@latest', { before: FROM_CACHE })
    await book.run(UPGRADE, 'npm install --global @sluice/gateway@<version>', {
      before: FROM_CACHE,
      fill: { '<version>': '0.1.0' },
    })
    await book.run(UPGRADE, 'systemctl restart sluice@8081')
    // The doctor reports only the addresses in the file: the rest is correct, behind the shipped proxy.
    const { output } = await machine.try(`${ENVIRONMENT}\nsluice-gateway doctor`)
    expect([...output.matchAll(/^✗ ([^:]+)/gm)].map(([, what]) => what)).toEqual([
      'providers',
      '3-D Secure server',
    ])
    await book.run(UPGRADE, 'sluice-gateway doctor', { before: ENVIRONMENT, code: 1 })
  })

  it('rotates every key', async () => {
    const rotate = { before: ENVIRONMENT }
    expect(await book.run(KEYS, 'sluice-gateway keys rotate-master', rotate)).toContain('Sealed')
    for (const command of [
      'keys rotate-master',
      'rotate-vault-kek',
      'rotate-vault-keys',
      'keys rotate-signing',
    ])
      await book.run(KEYS, `sluice-gateway ${command}`, rotate)
    const certificates = 'https://pay.example.com/realms/sluice/protocol/openid-connect/certs'
    const { keys } = JSON.parse(await machine.run(`curl --silent --fail ${certificates}`)) as {
      readonly keys: readonly { readonly kid: string }[]
    }
    expect(keys.length).toBeGreaterThan(1)
    await book.run(KEYS, 'sluice-gateway keys revoke-signing', {
      ...rotate,
      fill: { '…': keys.at(-1)?.kid ?? '' },
    })
    await book.run(KEYS, 'sluice-gateway check', rotate)
  })

  it('is backed up, and restored as a drill', async () => {
    await book.run(BACKUP, 'pg_dump')
    await machine.run(`createdb --owner sluice copy && pg_restore --no-owner --role sluice --dbname copy sluice.dump
      umask 077; sed 's#/sluice?#/copy?#' /etc/sluice/secrets/database-url > /etc/sluice/secrets/database-url-of-the-copy`)
    const drill = 'export SLUICE_DATABASE_URL_FILE=/etc/sluice/secrets/database-url-of-the-copy'
    await book.run(BACKUP, 'SLUICE_DRILL=on', {
      before: ENVIRONMENT,
      serves: 'http://127.0.0.1:8099/health/live',
    })
    await book.run(BACKUP, 'sluice-gateway check', { before: `${ENVIRONMENT}\n${drill}` })
  })

  it('is monitored', async () => {
    await book.run(MONITORING, 'cd "$(npm root -g)')
    await machine.run(
      `cd /etc/prometheus && printf 'rule_files: [sluice.yaml]\\n' > prometheus.yml && promtool check config prometheus.yml`,
    )
    await book.run(MONITORING, 'export SLUICE_METRICS_ADDRESS', { serves: 'http://127.0.0.1:9464/metrics' })
    await book.run(MONITORING, 'sluice-gateway check', { before: ENVIRONMENT })
    await machine.run(`sluice-gateway start > /tmp/test.log 2>&1 & echo $! > /run/test.pid
      curl --silent --fail --retry 60 --retry-all-errors --retry-delay 1 http://127.0.0.1:8080/health/ready`)
    const paid = await machine.run('sluice-gateway trigger NO_3DS')
    const shown = await book.run(MONITORING, 'sluice-gateway payments show', {
      fill: { '<id>': ID.exec(paid)?.[0] ?? '' },
    })
    expect(shown).toContain('APPROVED')
    await machine.run('kill $(cat /run/test.pid)')
  })

  it('every command was run or skipped with a reason', () => {
    process.stdout.write(`${book.describe()}\n`)
    expect(book.forgotten).toEqual([])
    expect(book.skippedShare).toBeLessThan(0.1)
  })
})
